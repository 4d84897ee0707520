/** Applications of the user's own in an account: what they give there is what they give on one machine, also where they do harm. */
import '../pure/functions/quiet-logs.ts';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { CreateStateMachineCommand, SFNClient } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DeployedParts, deployWith } from '../../functions/aws/deployed-parts.ts';
import { loadPlugins } from '../../infra/load-plugins.ts';
import { names } from '../../shared/names.ts';
import { orderOf } from '../../shared/wings/publications/applications/application-order.ts';
import { runCli } from '../process/cli/run-cli.ts';
import { type ChangingSource, serveChangingSource } from '../process/watch/changing-source.ts';
import { Account } from './account.ts';
import { type AwsPlace, missing, openAwsPlace } from './aws/aws-place.ts';
import { serveApi } from './served-api.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-account-applications-'));
const env = { ORBWEAVER_STATE: join(folder, 'user') };
const modules = ['prices', 'harmful'].map(name => join(folder, `${name}.ts`));
const fields = { text: "//div[@class='story-text']", price: "//span[@class='price']" };
const rules = { types: [{ name: 'story', match: "//div[@class='story-text']", fields }] };

type Shown = Readonly<Record<string, unknown>>;

describe.skipIf(missing !== undefined)('applications of a watch in an account', { timeout: 600_000 }, () => {
  let place: AwsPlace;
  let account: Account;
  let source: ChangingSource;
  let api: Awaited<ReturnType<typeof serveApi>>;
  const directory = join(folder, 'watch');
  let id = '';

  /** As `infra/plugin-entries.ts` deploys them, with the processes of one machine. */
  const deploy = async (files: readonly string[]): Promise<void> => {
    const plugins = await loadPlugins(files);
    const facts = plugins.flatMap(({ applications }) => applications);
    const parts: DeployedParts = {
      names: {
        ...{ robots: [], finish: [], writers: [], analyzers: [], applications: facts.map(({ name }) => name) },
        order: orderOf(facts),
      },
      parts: {},
      applications: plugins.flatMap(({ file, applications }) =>
        applications.map(each => ({
          facts: each,
          file: new URL('../../shared/adapters/applications/application-host.ts', import.meta.url),
          args: [pathToFileURL(file).href, each.name],
        })),
      ),
    };
    deployWith(parts);
  };

  beforeAll(async () => {
    place = await openAwsPlace();
    account = new Account(place);
    source = await serveChangingSource();
    process.env[names.allowHosts] = new URL(source.url).host;
    process.env[names.watches] = 'true';
    const definition = JSON.stringify({ StartAt: 'Done', States: { Done: { Type: 'Succeed' } } });
    const machine = { name: 'life', definition, roleArn: 'arn:aws:iam::000000000000:role/none' };
    const sfn = new SFNClient({});
    process.env[names.stateMachineArn] = (await sfn.send(new CreateStateMachineCommand(machine))).stateMachineArn;
    sfn.destroy();
    for (const [index, file] of ['test/plugins/prices.ts', 'test/process/watch/harmful-applications.ts'].entries())
      copyFileSync(file, modules[index]!);
    await deploy(modules);
    api = await serveApi();
  }, 300_000);
  afterAll(async () => {
    deployWith({ names: { robots: [], finish: [], writers: [], analyzers: [] }, parts: {} });
    delete process.env[names.watches];
    await api?.[Symbol.asyncDispose]();
    await source?.close();
    await place?.[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  const cli = async (...args: readonly string[]): Promise<string> => {
    const signing = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_EC2_METADATA_DISABLED: 'true' };
    const { exitCode, stdout, stderr } = await runCli(args, { env: { ...env, ...signing, ORBWEAVER_API: api.url } });
    if (exitCode !== 0) throw new Error(`orbweaver ${args.join(' ')}: ${exitCode} ${stderr}`);
    return stdout;
  };
  const look = async (times = 2): Promise<void> => {
    await cli('watch', 'run', directory, '--once', '--quiet');
    const [{ entries }] = JSON.parse(await cli('remote', 'watches', 'sources', 'list', id, '--json')).sources;
    const addresses = entries
      .filter((each: { on: boolean }) => each.on)
      .map((each: { address: string }) => each.address);
    await cli('remote', 'watches', 'sources', 'on', id, ...addresses);
    await account.visits({ times });
  };
  const inBoth = async (...options: readonly string[]): Promise<readonly [readonly Shown[], readonly Shown[]]> => [
    linesOf(await cli('remote', 'publications', id, '--format', 'jsonl', ...options)),
    linesOf(await cli('publications', directory, '--format', 'jsonl', ...options)),
  ];
  const expectSame = async (...options: readonly string[]): Promise<readonly Shown[]> => {
    const [remote, local] = await inBoth(...options);
    expect(remote).toEqual(local);
    return remote;
  };
  const told = async () => {
    const [remote, local] = await Promise.all([
      cli('remote', 'watches', 'applications', 'list', id, '--json'),
      cli('watch', 'applications', 'list', directory, '--json'),
    ]);
    return [standingIn(remote), standingIn(local)] as const;
  };
  const sumOf = async (): Promise<unknown> => {
    const client = new DynamoDBClient({});
    const key = { pk: { S: `${id}#accepted` }, sk: { S: 'prices' } };
    const TableName = process.env[names.publicationsTable];
    const { Item: item } = await client.send(new GetItemCommand({ TableName, Key: key, ConsistentRead: true }));
    client.destroy();
    return (JSON.parse(inflateRawSync(item!['values']!.B!).toString()) as { sum: string }).sum;
  };

  test('give the records and publications of one machine; each that does harm costs its page and nothing else', async () => {
    source.publish(12);
    const config = join(folder, 'watch.yaml');
    writeFileSync(config, JSON.stringify({ delayMs: 0, sites: [{ url: source.url, rules }] }));
    await cli('watch', 'new', directory, '--config', config, '--applications', ...modules, '--quiet');
    const own = (await loadPlugins(modules)).flatMap(({ parts }) => parts.applications.map(({ name }) => name));
    id = (await cli('remote', 'watches', 'new', '--config', config, '--applications', own.join(','))).trim();
    await account.seed({ crawl: id, run: 1 });
    await cli('watch', 'run', directory, '--once', '--quiet');
    await account.visits({ times: 2 });
    expect((await expectSame('--application', 'prices')).length).toBe(12);
    expect((await expectSame()).every(({ application }) => application === 'stories')).toBe(true);
    for (const name of own.filter(each => each !== 'stories' && each !== 'prices'))
      expect((await expectSame('--application', name)).length).toBe(11);
    const [remote, local] = await told();
    expect(remote).toEqual(local);
    expect(remote.marks.length).toBe(7);
    expect(await sumOf()).toBe(String((12 * 13) / 2 + 6));
  });

  test('add the records of what is new, and what accepted keeps is kept once', async () => {
    source.publish(3);
    await look(3);
    expect((await expectSame('--application', 'prices')).length).toBe(15);
    expect(await sumOf()).toBe(String((15 * 16) / 2 + 7.5));
    const csv = await cli('remote', 'publications', id, '--application', 'prices', '--format', 'csv', '--limit', '2');
    expect(csv.split('\n').slice(0, 1)).toEqual([
      'address,publication,version,source,application,digest,seen,story,price,currency,story_at',
    ]);
    expect(csv.trim().split('\n').length).toBe(3);
    await expect(cli('remote', 'publications', id, '--application', 'prize')).rejects.toThrow('prices');
  });

  test('that are switched off read nothing until they are switched on', async () => {
    const off = ['applications', 'off'] as const;
    expect(await cli('remote', 'watches', ...off, id, 'prices', 'stories')).toBe(
      await cli('watch', ...off, directory, 'prices', 'stories'),
    );
    source.publish(1);
    await look();
    expect((await expectSame('--application', 'prices')).length).toBe(15);
    expect((await expectSame())[0]).toMatchObject({ application: 'grabber', title: 'Story number 16' });
    const on = ['applications', 'on'] as const;
    expect(await cli('remote', 'watches', ...on, id, 'prices')).toBe(await cli('watch', ...on, directory, 'prices'));
    source.publish(1);
    await look();
    expect((await expectSame('--application', 'prices')).map(({ story }) => story)).toContain(17);
    await expect(cli('remote', 'watches', ...on, id, 'price')).rejects.toThrow(
      '"price" is not known; allowed is stories, grabber, readability, prices',
    );
  });

  test('of the past day are a table of their own, and a deletion leaves none of them', async () => {
    const day = new Date().toISOString().slice(0, 10);
    await account.writeDays(id, [day]);
    const keys = await place.keys(`tables/applications/watch=${id}/`);
    expect(keys).toContain(`tables/applications/watch=${id}/app_prices/day=${day}/records.parquet`);
    await cli('remote', 'watches', 'stop', id);
    await account.crawl({ crawl: id, run: 1 });
    await account.unload({ crawl: id, run: 1 });
    await cli('remote', 'watches', 'rm', id);
    for (const kind of ['publications', 'tables'])
      expect((await place.keys(`${kind}/`)).filter(key => key.includes(id))).toEqual([]);
  });

  test('are named by a source too; what is not deployed is refused in a sentence', async () => {
    source.publish(1);
    const config = join(folder, 'named.yaml');
    const startWith = async (...applications: readonly string[]): Promise<string> => {
      writeFileSync(config, JSON.stringify({ delayMs: 0, sites: [{ url: source.url, applications }] }));
      return (await cli('remote', 'watches', 'new', '--config', config)).trim();
    };
    const started = await startWith('readability', 'prices');
    await account.seed({ crawl: started, run: 1 });
    const { sources } = JSON.parse(await cli('remote', 'watches', 'applications', 'list', started, '--json'));
    const on = sources[0].applications.filter(({ state }: { state: string }) => state === 'on');
    expect(on.map(({ name }: { name: string }) => name)).toEqual(['readability', 'prices']);
    await expect(startWith('grabber', 'prizes')).rejects.toThrow(/sites\[0\]\.applications: "prizes" is not known;/);
    await expect(cli('remote', 'watches', 'new', '--source', source.url, '--applications', 'prizes')).rejects.toThrow(
      /"prizes" is refused.*prices.*deployed/,
    );
  });
});

/** Without the instants of looks, which differ from run to run; in an order of their own. */
function linesOf(lines: string): readonly Shown[] {
  return lines
    .split('\n')
    .filter(line => line !== '')
    .map(line => ({ ...(JSON.parse(line) as Shown), firstSeen: '', seen: '' }));
}

/** A list of applications without its instants. */
function standingIn(text: string) {
  const { sources, tables, marks } = JSON.parse(text) as {
    sources: { applications: { name: string; state: string; pages?: number; records?: number; failures?: object }[] }[];
    tables: { name: string; columns: object; records: number; marks: number }[];
    marks: { application: string; address: string; reason: string; detail: string }[];
  };
  return {
    // A busy machine may need longer than 5 s to end what eats memory: that is a death too.
    on: sources[0]!.applications.map(({ name, state, pages, records, failures }) => [
      ...[name, state, pages, records, JSON.stringify(failures)?.replace('time-limit', 'memory-limit')],
    ]),
    tables: tables.map(({ name, columns, records, marks: marked }) => [name, columns, records, marked]),
    marks: marks.map(({ application, address, reason, detail }) => [
      ...[application, address],
      ...(['time-limit', 'memory-limit'].includes(reason) ? ['ended by its bounds'] : [reason, detail]),
    ]),
  };
}
