/** The commands of docs/guide-aws.md, one by one, in one shell's variables: what the guide says and what is tested cannot drift. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPython, projectFolder, run, succeeds, workFolder } from '../process/programs.ts';
import { type LoopbackSite, page, startSite } from '../servers/loopback-site.ts';
import { startCrawl, untilCrawl } from './crawl-by-api.ts';
import { deployStack } from './deploy-stack.ts';
import { awsEnvironment, type Emulator, region, withPinnedNode } from './emulator.ts';
import { guideCommands } from './guide-commands.ts';
import { startMiniStack, whyNoMiniStack } from './ministack.ts';

/** Commands that are not run here, each with its reason. */
const elsewhere: readonly (readonly [command: RegExp, why: string])[] = [
  [/^export AWS_PROFILE/, 'the profile is of the reader'],
  [/^npm ci /, 'would replace the packages of the test that runs; deployStack bootstraps'],
  [/^npx cdk (deploy|destroy)/, 'deployed once, by deployStack; test/pure/infra/settings.test.ts reads settings'],
  [/^aws ce /, 'MiniStack has no Cost Explorer'],
  [/^eval .*export-credentials|^curl --aws-sigv4/, 'an emulator has another address of its API'],
  [/^npx orbweaver serve /, 'runs until it is stopped'],
  [/^npx orbweaver remote unload/, 'test/account/unload-elsewhere.test.ts'],
  [/^(pip install graphframes|spark-submit)/, 'needs Spark'],
  [
    /^npx orbweaver remote (watches|publications|report|labels|start .*(--render|--analyzer|parquet))/,
    'needs a watch, a browser or a plugin in the stack: other files of this tier',
  ],
  [/remove-stack/, 'test/account/remove-stack.test.ts'],
];

/** Delay, pages and robots.txt of the second site. */
const delayMs = 300;
const paths = ['/1', '/2', '/3', '/4', '/5', '/6'];
const rules = 'User-agent: *\nDisallow: /6';

/** A function of the account. */
const own = '$(aws lambda list-functions --query "Functions[0].FunctionName" --output text)';

const missing = await whyNoMiniStack();

/** Version 1 of the AWS CLI, which comes by pip. The commands are the same in version 2, but for `export-credentials`. */
async function installAws(): Promise<string> {
  const folder = join(workFolder, 'awscli-1.45.11');
  const python = await findPython(['python3'], 'sys.version_info >= (3, 10)');
  if (!(await succeeds(join(folder, 'bin', 'aws'), '--version'))) {
    await mkdir(workFolder, { recursive: true });
    await run(python!, ['-m', 'venv', folder]);
    await run(join(folder, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', 'awscli==1.45.11']);
  }
  return join(folder, 'bin');
}

describe.skipIf(missing !== undefined)('the commands of the guide of AWS', () => {
  let emulator: Emulator;
  let site: LoopbackSite;
  /** Crawled with a delay. */
  let polite: LoopbackSite;
  let folder: string;
  let crawl: string;
  /** The crawl that the guide removes. */
  let removed: string;
  let watched: string;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'orbweaver-guide-'));
    site = await startSite({ '/': page('start', '/a'), '/a': page('a') });
    polite = await startSite({ '/robots.txt': rules, '/': page('start', ...paths), '*': page('page') });
    emulator = await startMiniStack();
    const allowHosts = [site, polite].map(({ origin }) => new URL(origin).host).join(',');
    const context = { allowHosts, fetchConcurrency: '2', parseConcurrency: '2' };
    const stack = await deployStack(emulator.endpoint, context);
    const api = `${emulator.endpoint}/_aws/execute-api/${stack.apiId}/${stack.stage}/`;
    const outputs = { Orbweaver: { ApiUrl: api, BucketName: stack.bucket } };
    await writeFile(join(folder, 'cdk-outputs.json'), JSON.stringify(outputs));
    const { PATH = '', ...rest } = withPinnedNode();
    env = {
      ...rest,
      AWS_EC2_METADATA_DISABLED: 'true',
      PATH: [await installAws(), PATH].join(delimiter),
      ORBWEAVER_API: api,
    };
    const begun = async ({ origin }: LoopbackSite, waitMs: number): Promise<string> =>
      await startCrawl(stack, { sites: [{ url: `${origin}/` }], delayMs: waitMs });
    [crawl, removed, watched] = [await begun(site, 0), await begun(site, 0), await begun(polite, delayMs)];
    for (const id of [crawl, removed, watched]) await untilCrawl(stack, id, ({ state }) => state === 'finished', 300);
  }, 900_000);
  afterAll(async () => {
    await emulator?.[Symbol.asyncDispose]();
    await site?.close();
    await polite?.close();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  const aws = async (...args: string[]): Promise<string> =>
    await run('aws', args, { env: { ...env, ...awsEnvironment(emulator.endpoint), AWS_DEFAULT_REGION: region } });
  const actual = (text: string): string =>
    text
      .replaceAll('01ABC', text.includes(' remote rm ') ? removed : crawl)
      .replaceAll('https://example.org', site.origin)
      .replaceAll('npx orbweaver', `node ${JSON.stringify(join(projectFolder, 'functions', 'orbweaver.js'))}`)
      .replaceAll('my-function', own);

  test('run, or are left out with a reason', async () => {
    const left = new Set(elsewhere);
    const isSetting = (text: string): boolean => /^export (?!AWS_PROFILE)/.test(text);
    // Nothing but the guide says where the emulator is, with which keys and in which region.
    const settings = guideCommands()
      .filter(({ text }) => isSetting(text))
      .map(({ text }) => text.replace('http://127.0.0.1:4566', emulator.endpoint));
    const failed: string[] = [];
    let ran = 0;
    for (const { section, text } of guideCommands().filter(({ text }) => !isSetting(text))) {
      const reason = elsewhere.find(([command]) => command.test(text));
      if (reason !== undefined) {
        left.delete(reason);
        continue;
      }
      ran += 1;
      const variables = join(folder, 'variables');
      // Variables last to the next command, as in the shell of a reader.
      const script = `set -eu\n${settings.join('\n')}\n[ ! -f ${variables} ] || . ${variables}\n${actual(text)}\ndeclare -p BUCKET TOPIC API_URL 2>/dev/null > ${variables} || true`;
      try {
        await run('bash', ['-c', script], { cwd: folder, env, timeout: 120_000 });
      } catch (error) {
        failed.push(`${section}: ${text}\n${(error as Error).message.slice(-600)}`);
      }
    }
    expect(failed).toEqual([]);
    // No reason is left that no command needs.
    expect([...left].map(([command]) => command.source)).toEqual([]);
    expect(ran).toBeGreaterThan(20);
  }, 900_000);

  test('a line for each host and invocation has the fields of the query, which finds every request and its distance', async () => {
    const guide = await readFile(join(projectFolder, 'docs', 'guide-aws.md'), 'utf8');
    const query = /^filter message[\s\S]*?(?=^```)/m.exec(guide)?.[0] ?? '';
    const asked = [...query.matchAll(/(?:filter|and|by|\() ?([a-zA-Z]+)/g)].map(([, field]) => field!);
    const text = await aws('logs', 'describe-log-groups', '--query', 'logGroups[].logGroupName', '--output', 'text');
    const groups = text.split(/\s+/).filter(name => name.includes('FetchLog'));
    expect(groups).toHaveLength(1);
    const filter = ['--filter-pattern', '"requests"', '--query', 'events[].message', '--output', 'json'];
    const logged = await aws('logs', 'filter-log-events', '--log-group-name', groups[0]!, ...filter);
    const lines = (JSON.parse(logged) as string[]).flatMap(line => (line.includes(watched) ? [JSON.parse(line)] : []));
    const found = lines.filter(line => line.message === 'requests' && line.crawl === watched);
    expect(found.length).toBeGreaterThan(0);
    const sha256 = createHash('sha256').update(rules).digest('hex');
    // MiniStack knows no stats: they are computed here.
    for (const line of found) {
      expect(Object.keys(line)).toEqual(expect.arrayContaining(asked));
      expect(line).toMatchObject({ host: new URL(polite.origin).host, delayMs, tooSoon: 0, rules: sha256 });
      if (line.requests > 1) expect(line.distanceMs).toBeGreaterThanOrEqual(delayMs - 1);
    }
    // robots.txt, the start page and five of the six others.
    expect(found.reduce((sum, line) => sum + line.requests, 0)).toBe(7);
    expect(polite.asked).toHaveLength(7);
    const bucket = JSON.parse(await readFile(join(folder, 'cdk-outputs.json'), 'utf8')).Orbweaver.BucketName;
    await aws('s3', 'cp', `s3://${bucket}/robots/${watched}/${sha256}`, join(folder, 'robots.gz'));
    expect(gunzipSync(await readFile(join(folder, 'robots.gz'))).toString()).toBe(rules);
  }, 60_000);
});
if (missing !== undefined) console.log(missing);
