/** The commands of docs/guide-aws.md, one by one, in one shell's variables: what the guide says and what is tested cannot drift. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPython, projectFolder, run, succeeds, workFolder } from '../process/programs.ts';
import { type LoopbackSite, page, startSite } from '../servers/loopback-site.ts';
import { startCrawl, untilCrawl } from './crawl-by-api.ts';
import { deployStack } from './deploy-stack.ts';
import { type Emulator, withPinnedNode } from './emulator.ts';
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
  [/^spark-submit/, 'needs Spark'],
  [
    /^npx orbweaver remote (watches|publications|report|labels|start .*(--render|--analyzer|parquet))/,
    'needs a watch, a browser or a plugin in the stack: other files of this tier',
  ],
  [/remove-stack/, 'test/account/remove-stack.test.ts'],
];

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
  let folder: string;
  let crawl: string;
  /** The crawl that the guide removes. */
  let removed: string;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'orbweaver-guide-'));
    site = await startSite({ '/': page('start', '/a'), '/a': page('a') });
    emulator = await startMiniStack();
    const context = { allowHosts: new URL(site.origin).host, fetchConcurrency: '2', parseConcurrency: '2' };
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
    const begun = async (): Promise<string> =>
      await startCrawl(stack, { sites: [{ url: `${site.origin}/` }], delayMs: 0 });
    [crawl, removed] = [await begun(), await begun()];
    for (const id of [crawl, removed]) await untilCrawl(stack, id, ({ state }) => state === 'finished', 300);
  }, 900_000);
  afterAll(async () => {
    await emulator?.[Symbol.asyncDispose]();
    await site?.close();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

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
});
if (missing !== undefined) console.log(missing);
