/** Watches by the Lambdas of an account beside the same watches of the command line: rules, clicks, days, and their end. */
import '../pure/functions/quiet-logs.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateStateMachineCommand, ListExecutionsCommand, SFNClient } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handler } from '../../functions/aws/api.ts';
import { handler as seed } from '../../functions/aws/seed.ts';
import { type ServedNewsSites, serveNewsSites } from '../../functions/example-site/news/serve-news-sites.ts';
import { openAwsRegistry } from '../../shared/adapters/aws/open.ts';
import { refusal } from '../../shared/domain/refusal/refusal.ts';
import { names } from '../../shared/names.ts';
import type { PublicationRecord } from '../../shared/wings/publications/export/publication-record.ts';
import { runCli } from '../process/cli/run-cli.ts';
import { type ChangingSource, serveChangingSource } from '../process/watch/changing-source.ts';
import { rightOf } from '../process/watch/known-truth.ts';
import { serveAdverseSources } from '../servers/news/adverse-sources.ts';
import { drawnSite } from '../servers/news/drawn-site.ts';
import { type SharingSite, serveSharingSite, sharedDocuments, sharedEntries } from '../servers/news/shared-entries.ts';
import { feedOf, type SiteDesign, serveTrueSite, type TrueSite } from '../servers/news/true-site.ts';
import { Account } from './account.ts';
import { asRole } from './as-role.ts';
import { type AwsPlace, missing, openAwsPlace } from './aws/aws-place.ts';
import { proxied } from './proxied.ts';
import { serveApi, withoutTimes } from './served-api.ts';

const hour = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), 'orbweaver-account-watch-'));
const env = { ORBWEAVER_STATE: join(folder, 'user') };
const signing = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_EC2_METADATA_DISABLED: 'true' };

describe.skipIf(missing !== undefined)('a watch by the Lambdas of an account', { timeout: 600_000 }, () => {
  let place: AwsPlace;
  let account: Account;
  let sfn: SFNClient;
  let source: ChangingSource;
  let news: ServedNewsSites;
  let drawn: TrueSite;
  const present = Date.now();
  const shown = present - 20 * hour;

  beforeAll(async () => {
    place = await openAwsPlace();
    account = new Account(place);
    source = await serveChangingSource();
    news = await serveNewsSites(present - 90 * hour, () => shown);
    drawn = await serveTrueSite(withFeed(drawnSite(present - hour)));
    const hosts = [source.url, news.urls.herald, news.urls.courier, drawn.url].map(url => new URL(url).host);
    process.env[names.allowHosts] = hosts.join(',');
    process.env[names.watches] = 'true';
    sfn = new SFNClient({});
    const definition = JSON.stringify({ StartAt: 'Done', States: { Done: { Type: 'Succeed' } } });
    const machine = { name: 'life', definition, roleArn: 'arn:aws:iam::000000000000:role/none' };
    process.env[names.stateMachineArn] = (await sfn.send(new CreateStateMachineCommand(machine))).stateMachineArn;
  }, 300_000);
  afterAll(async () => {
    delete process.env[names.watches];
    sfn?.destroy();
    await source?.close();
    await news?.close();
    await drawn?.close();
    await place?.[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  const call = async (method: string, path: string, given?: object, query?: Record<string, string[]>) => {
    const asked = { ...(given !== undefined && { body: JSON.stringify(given) }), ...(query && { query }) };
    const { statusCode, body } = await asRole('Api', async () => await handler(proxied(method, path, asked)));
    return { statusCode, text: body, body: isObject(body) ? JSON.parse(body) : {} };
  };
  const started = async (body: object): Promise<string> => {
    const answer = await call('POST', '/watches', { delayMs: 0, ...body });
    expect([answer.statusCode, answer.text]).toEqual([202, expect.any(String)]);
    await account.seed({ crawl: answer.body.id, run: 1 });
    return answer.body.id;
  };
  const sourceOf = async (id: string) => (await call('GET', `/watches/${id}/sources/1`)).body;
  /** Looks at every entry that is on. */
  const look = async (id: string, times = 1): Promise<void> => {
    const { entries } = await sourceOf(id);
    for (const kind of new Set<string>(entries.map((each: { kind: string }) => each.kind))) {
      const due = entries.filter((each: { on: boolean; kind: string }) => each.on && each.kind === kind);
      const addresses = due.map(({ address }: { address: string }) => address);
      if (due.length > 0) await call('PATCH', `/watches/${id}/entries`, { addresses, on: true, kind });
    }
    await account.visits({ times });
  };
  const exported = async (id: string): Promise<readonly string[]> => {
    const query = { format: ['jsonl'] };
    return withoutTimes((await call('GET', `/watches/${id}/publications/export`, undefined, query)).text);
  };
  const cli = async (...args: readonly string[]): Promise<string> => {
    const { exitCode, stdout, stderr } = await runCli(args, { env });
    if (exitCode !== 0) throw new Error(`orbweaver ${args.join(' ')}: ${exitCode} ${stderr}`);
    return stdout;
  };
  const expectEmbedded = async (id: string, directory: string): Promise<void> => {
    const expected = withoutTimes(await cli('publications', directory, '--format', 'jsonl'));
    expect(await exported(id)).toEqual(expected);
  };

  test('is read by the rules of its sources, and says when they are outdated', async () => {
    source.publish(12);
    const fields = { text: "//div[@class='story-text']", price: "//span[@class='price']" };
    const rules = { types: [{ name: 'story', match: "//div[@class='story-text']", fields }] };
    const directory = join(folder, 'rules');
    const config = join(folder, 'rules.yaml');
    const sites = [{ url: source.url, rules }];
    writeFileSync(config, JSON.stringify({ delayMs: 0, sites }));
    await cli('watch', 'new', directory, '--config', config, '--quiet');
    await cli('watch', 'run', directory, '--once', '--quiet');
    const id = await started({ sites });
    await account.visits({ times: 2 });
    await expectEmbedded(id, directory);
    expect((await sourceOf(id)).rules).toMatchObject({ revision: 1, tried: 12, matched: 12 });
    const looks = place.bus.taken.filter(({ type, detail }) => type === 'Watch Looked' && detail['watch'] === id);
    expect(new Set(looks.map(({ detail }) => detail.id)).size).toBe(looks.length);
    const found = looks.flatMap(({ detail }) => detail['publications'] as { url: string; isNew: boolean }[]);
    expect(
      found
        .filter(({ isNew }) => isNew)
        .map(({ url }) => url)
        .toSorted(),
    ).toEqual((await exported(id)).map(line => JSON.parse(line).url).toSorted());

    source.publish(10, 'new');
    await cli('watch', 'run', directory, '--once', '--quiet');
    await look(id);
    await expectEmbedded(id, directory);
    expect((await sourceOf(id)).rules).toMatchObject({ tried: 22, matched: 12, alarm: { tried: 22, matched: 12 } });

    const addresses = Array.from({ length: 8 }, (_, at) => `${source.url}news/${at + 13}.html`);
    const suggested = await call('POST', `/watches/${id}/rules/suggest`, { addresses });
    expect([suggested.statusCode, suggested.body.without]).toEqual([200, []]);
    const learnt = suggested.body.rules;
    const tried = await call('POST', `/watches/${id}/rules/test`, { address: addresses[0], rules: learnt });
    expect(tried).toMatchObject({ statusCode: 200, body: { isMatch: true } });
    const accepted = await call('PUT', `/watches/${id}/sources/1/rules`, { rules: learnt });
    expect(accepted).toMatchObject({ statusCode: 200, body: { rules: { revision: 2, tried: 0 } } });
    const file = join(folder, 'new-rules.yaml');
    writeFileSync(file, JSON.stringify(learnt));
    await cli('watch', 'rules', 'accept', directory, '1', '--rules', file);
    source.publish(3);
    await cli('watch', 'run', directory, '--once', '--quiet');
    await look(id);
    await expectEmbedded(id, directory);
    expect((await sourceOf(id)).rules).toMatchObject({ revision: 2, tried: 3, matched: 3 });
    await using api = await serveApi();
    const remoteRules = async (name: string, ...rest: readonly string[]): Promise<string> => {
      const remote = { ...env, ...signing, ORBWEAVER_API: api.url };
      const run = await runCli(['remote', 'watches', 'rules', name, id, '1', ...rest], { env: remote });
      expect(run).toMatchObject({ exitCode: 0, stderr: '' });
      return run.stdout;
    };
    expect((await remoteRules('list')).trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^1 {2}from \S+ until \S+: /),
      expect.stringMatching(/^2 {2}from \S+ on: /),
    ]);
    const learntThere = await remoteRules('suggest');
    expect(learntThere).toMatch(/^# Learnt from 20 pages, of which 20 are articles; the rules give the text of 20\.\n/);
    writeFileSync(file, learntThere);
    expect(await remoteRules('test')).toMatch(/\n10 pages: a rule gave the text of \d+,/);
    expect(await remoteRules('test', '--rules', file)).toMatch(/\n10 pages: a rule gave the text of 10, /);
    // The same rules again are no new version.
    expect(await remoteRules('accept', '--rules', file)).toMatch(/^Source 1 is read by version 2 of its rules since /);
    expect(await remoteRules('remove')).toBe('Version 2 of the rules of source 1 holds no more; what it gave stays.\n');
    expect(await remoteRules('remove')).toBe('Source 1 has no rules that hold.\n');
    expect((await sourceOf(id)).rules).toBeUndefined();
    expect((await call('POST', `/watches/${id}/page`, { address: 'http://203.0.113.9/' })).statusCode).toBe(400);
  });

  test('clicks through a list once that is switched on, and the days of all it found are written', async () => {
    const directory = join(folder, 'clicks');
    await cli('watch', 'new', directory, '--source', news.urls.herald, '--delay', '0', '--quiet');
    const id = await started({ sites: [{ url: news.urls.herald }] });
    const { entries } = await sourceOf(id);
    const other = entries.filter(
      (each: { on: boolean; address: string }) => each.on && !/\/rss\.xml$/.test(each.address),
    );
    const off = other.map(({ address }: { address: string }) => address);
    await cli('watch', 'sources', 'off', directory, ...off);
    await call('PATCH', `/watches/${id}/entries`, { addresses: off, on: false });
    const list = `${news.urls.herald}latest/`;
    const on = { addresses: [list], on: true, kind: 'traversal' };
    const queue = process.env[names.browserQueueUrl];
    delete process.env[names.browserQueueUrl];
    const refused = await call('PATCH', `/watches/${id}/entries`, on);
    process.env[names.browserQueueUrl] = queue;
    expect([refused.statusCode, refused.text]).toEqual([400, expect.stringContaining('cdk deploy -c browser=true')]);
    expect((await call('PATCH', `/watches/${id}/entries`, on)).statusCode).toBe(200);
    await cli('watch', 'sources', 'on', directory, list, '--kind', 'traversal');
    await cli('watch', 'run', directory, '--once', '--quiet');
    await account.visits({ times: 2 });
    const clicked = (await sourceOf(id)).entries.find(({ kind }: { kind: string }) => kind === 'traversal');
    expect(clicked).toMatchObject({ on: true, failures: 0, last: { outcome: 'read' } });
    expect((await exported(id)).length).toBeGreaterThan(30);
    await expectEmbedded(id, directory);
    // Its pages need no browser.
    expect(account.took.get('browser')!.length).toBeLessThan(account.took.get('fetch')!.length);

    const day = new Date().toISOString().slice(0, 10);
    await account.writeDays(id, [day]);
    expect(await place.keys(`tables/publications/watch=${id}/`)).toEqual([
      `tables/publications/watch=${id}/day=${day}/publications.parquet`,
    ]);
  });

  test('renders the articles that scripts draw, as on one machine, and loads pages as a person says', async () => {
    const directory = join(folder, 'drawn');
    await cli(
      'watch',
      'new',
      directory,
      '--source',
      drawn.url,
      '--delay',
      '0',
      '--no-browser',
      '--render',
      'auto',
      '--quiet',
    );
    await cli('watch', 'run', directory, '--once', '--quiet');
    // Its samples say that it needs one.
    const id = await started({ sites: [{ url: drawn.url }] });
    await account.visits({ times: 2 });
    const whole = (await call('GET', `/watches/${id}/publications/export`, undefined, { format: ['jsonl'] })).text;
    const records = whole.trimEnd().split('\n');
    const all = drawn.articles.length;
    const right = rightOf(
      drawn,
      records.map(line => JSON.parse(line) as PublicationRecord),
    );
    expect(right).toMatchObject({ articles: all, titles: all, texts: all });
    await expectEmbedded(id, directory);
    const found = { at: expect.stringMatching(/^\d{4}-/), why: 'unseen', pages: 2 };
    expect((await sourceOf(id)).rendering).toMatchObject({ render: 'auto', own: true, found });
    const path = `/watches/${id}/sources/1`;
    await call('PATCH', path, { render: 'never' });
    const { rendering } = await sourceOf(id);
    expect([rendering?.render, rendering?.found]).toEqual(['never', undefined]);
    const queue = process.env[names.browserQueueUrl];
    delete process.env[names.browserQueueUrl];
    const refused = await call('PATCH', path, { render: 'auto' });
    process.env[names.browserQueueUrl] = queue;
    expect([refused.statusCode, refused.text]).toEqual([400, expect.stringContaining('allowed are never')]);
    await call('PATCH', path, { render: null });
    expect((await sourceOf(id)).rendering?.own ?? false).toBe(false);
  });

  test('reads a list that only scripts draw, where neither feed nor sitemap names anything', async () => {
    const adverse = await serveAdverseSources();
    const hosts = process.env[names.allowHosts];
    process.env[names.allowHosts] = `${hosts},${new URL(adverse.url).host}`;
    try {
      const id = await started({ sites: [{ url: `${adverse.url}/drawn/` }] });
      await account.visits({ times: 2 });
      expect(await sourceOf(id)).toMatchObject({
        ...{ publications: 5, rendering: { render: 'always', found: { why: 'list' } } },
        entries: [{ kind: 'page', on: true, failures: 0, last: { outcome: 'read', items: 5 } }],
      });
    } finally {
      process.env[names.allowHosts] = hosts;
      await adverse.close();
    }
  });

  describe('of a site whose entries lead to one feed, one sitemap and one list', () => {
    const directory = join(folder, 'sharing');
    let site: SharingSite;
    let id: string;
    let api: Awaited<ReturnType<typeof serveApi>>;
    const remote = async (...args: readonly string[]): Promise<string> => {
      const run = await runCli(['remote', ...args], { env: { ...env, ...signing, ORBWEAVER_API: api.url } });
      expect(run, args.join(' ')).toMatchObject({ exitCode: 0 });
      return run.stdout;
    };

    beforeAll(async () => {
      [site, api] = [await serveSharingSite(), await serveApi()];
      process.env[names.allowHosts] += `,${new URL(site.origin).host}`;
      const config = join(folder, 'sharing.yaml');
      const organizations = [{ id: 'works', name: 'Lark Works' }];
      const order = { delayMs: 0, organizations, sites: [{ url: `${site.origin}/` }] };
      writeFileSync(config, JSON.stringify(order));
      await cli('watch', 'new', directory, '--config', config, '--quiet');
      id = await started(order);
      await account.visits({ times: 1 });
    }, 120_000);
    afterAll(async () => {
      await api?.[Symbol.asyncDispose]();
      await site?.close();
    });

    test('requests each once a look, and feeds all entries', async () => {
      for (const [path, kind] of sharedEntries) {
        const options = [`${site.origin}${path}`, '--kind', kind];
        await remote('watches', 'sources', 'add', id, ...options);
        await cli('watch', 'sources', 'add', directory, ...options);
      }
      const from = site.asked.length;
      await account.visits({ times: 2 });
      const paths = site.asked.slice(from).map(({ path }) => path);
      expect(paths.filter(path => sharedDocuments.some(each => each === path)).toSorted()).toEqual(
        [...sharedDocuments].toSorted(),
      );
      await cli('watch', 'run', directory, '--once', '--quiet');
      await expectEmbedded(id, directory);
      const { entries } = await sourceOf(id);
      const shared = entries.filter(({ address }: { address: string }) => address !== `${site.origin}/`);
      expect(shared.length).toBeGreaterThanOrEqual(sharedEntries.length);
      for (const entry of shared)
        expect(entry, entry.address).toMatchObject({ failures: 0, last: { outcome: 'read', items: 4 } });
    });

    test('is read again by a command after an expert has set the zone, as on one machine, and labels stay', async () => {
      const record = async (): Promise<readonly [PublicationRecord['published'], number][]> => {
        const lines = (await remote('publications', id, '--format', 'jsonl')).trimEnd().split('\n');
        return lines.map(line => JSON.parse(line) as PublicationRecord).map(each => [each.published, each.version]);
      };
      expect(await record()).toEqual(Array(4).fill([expect.objectContaining({ at: '2026-03-12T22:15:00.000Z' }), 1]));
      const label = { organization: 'works', version: 1, class: 'negative', annotator: 'anna' };
      for (const publication of [1, 2])
        expect((await call('POST', `/watches/${id}/labels`, { ...label, publication })).statusCode).toBe(201);
      const labels = join(folder, 'sharing-labels.jsonl');
      writeFileSync(labels, (await call('GET', `/watches/${id}/labels/export`)).text);
      await cli('labels', 'import', directory, labels);
      const before = await remote('report', id, '--format', 'json', '--with-copies');
      const from = site.asked.length;
      expect(await remote('watches', 'reread', id)).toBe('4 publications read again, 0 corrections.\n');
      await remote('watches', 'sources', 'set', id, '1', '--time-zone', '+05:00');
      await cli('watch', 'sources', 'set', directory, '1', '--time-zone', '+05:00');
      expect(await remote('watches', 'reread', id, '--source', '1')).toBe(
        '4 publications read again, 4 corrections.\n',
      );
      expect(await remote('watches', 'reread', id)).toBe('4 publications read again, 0 corrections.\n');
      expect(site.asked).toHaveLength(from);
      expect(await cli('watch', 'reread', directory)).toBe('4 publications read again, 4 corrections.\n');
      expect(await record()).toEqual(Array(4).fill([expect.objectContaining({ at: '2026-03-12T17:15:00.000Z' }), 2]));
      await expectEmbedded(id, directory);
      const after = await remote('report', id, '--format', 'json', '--with-copies');
      expect(after).toBe(await cli('report', directory, '--format', 'json', '--with-copies'));
      const works = (text: string) => JSON.parse(text).tables[0].table.rows[0];
      expect(works(after)).toEqual(works(before));
      expect(works(after)).toMatchObject({ n: 4, classes: { negative: { byPeople: 2 } } });
    });
  });

  test('is started, seen, changed, read and deleted by the commands for an account', async () => {
    await using api = await serveApi();
    source.publish(12);
    const remote = async (...args: readonly string[]) =>
      await runCli(['remote', ...args], { env: { ...env, ...signing, ORBWEAVER_API: api.url } });
    const said = async (...args: readonly string[]): Promise<string> => {
      const { exitCode, stdout, stderr } = await remote(...args);
      expect([exitCode, stderr.includes('refused')], `${args.join(' ')}: ${stderr}`).toEqual([0, false]);
      return stdout;
    };
    const fields = { text: "//div[@class='story-text']" };
    const rules = { types: [{ name: 'story', match: "//div[@class='story-text']", fields }] };
    const config = join(folder, 'remote.yaml');
    writeFileSync(config, JSON.stringify({ delayMs: 0, sites: [{ url: source.url, rules }] }));
    const id = (await said('watches', 'new', '--config', config, '--archive')).trim();
    expect(await said('watches', 'status', id)).toBe('Queued: its sources are looked at first.\n');
    await account.seed({ crawl: id, run: 1 });
    await account.visits();
    expect(await said('watches', 'ls')).toContain(`${id}  `);
    const status = await said('watches', 'status', id);
    expect(status).toContain(`1 source, ${source.texts.size} publications`);
    expect(status).toContain(`feed      ${source.url}rss.xml`);
    const { perDay, sources: usages } = JSON.parse(await said('watches', 'estimate', id, '--json'));
    expect([perDay.looks > 0, perDay.seconds, usages.length, usages[0].archive.on]).toEqual([true, 0, 1, true]);
    const sources = JSON.parse(await said('watches', 'sources', 'list', id, '--json')).sources;
    expect(sources).toMatchObject([{ state: 'resting', due: expect.any(Number), rules: { revision: 1 } }]);
    const lines = await said('publications', id, '--format', 'jsonl');
    expect(withoutTimes(lines)).toEqual(await exported(id));
    expect((await said('publications', id, '--format', 'csv')).split('\n')[0]).toContain('url');
    const again = new RegExp(`^${source.texts.size} publications read again, 0 corrections\\.\\n`);
    for (const chosen of [[], ['--source', '1', '--since', '2020-01-01']])
      expect(await said('watches', 'reread', id, ...chosen)).toMatch(again);
    expect(await said('watches', 'reread', id, '--since', '2100-01-01')).toMatch(/^0 publications read again/);
    const unread = await Promise.all(
      [
        ['--source', 'nobody'],
        ['--since', 'soon'],
      ].map(async bad => await remote('watches', 'reread', id, ...bad)),
    );
    expect(unread.map(({ exitCode, stderr }) => [exitCode, stderr.trimEnd().split('\n').length])).toEqual([
      [4, 1],
      [4, 1],
    ]);
    expect(
      (await said('publications', id, '--format', 'jsonl', '--source', '1', '--limit', '2')).split('\n'),
    ).toHaveLength(3);
    expect(await said('watches', 'sources', 'add', id, `${source.url}more.xml`, '--interval', '60')).toContain(
      'source 1',
    );
    expect(await said('watches', 'sources', 'off', id, `${source.url}more.xml`, '--kind', 'feed')).toContain(
      'switched off',
    );
    expect(await said('watches', 'sources', 'remove', id, `${source.url}more.xml`)).toContain('removed');
    expect((await remote('watches', 'sources', 'on', id, `${source.url}more.xml`)).stderr).toContain('is not known');
    expect((await remote('watches', 'rm', id)).exitCode).not.toBe(0);
    await said('watches', 'stop', id);
    await account.crawl({ crawl: id, run: 1 });
    await account.unload({ crawl: id, run: 1 });
    expect(await said('watches', 'status', id)).toMatch(/^Stopped: 1 source/);
    await said('watches', 'run', id);
    await account.seed({ crawl: id, run: 2 });
    await account.visits();
    expect(await said('watches', 'status', id)).toMatch(/^Watching: 1 source/);
    await said('watches', 'stop', id);
    await account.crawl({ crawl: id, run: 2 });
    await account.unload({ crawl: id, run: 2 });
    await said('watches', 'rm', id);
    expect((await remote('watches', 'status', id)).exitCode).not.toBe(0);
  });

  test('ends when its last source is removed, and leaves nothing when it is deleted', async () => {
    source.publish(12);
    const id = await started({ sites: [{ url: source.url }] });
    await account.visits();
    const count = source.texts.size;
    expect((await exported(id)).length).toBe(count);
    expect((await call('DELETE', `/crawls/${id}`)).statusCode).toBe(409);
    expect((await call('DELETE', `/watches/${id}/sources/1`)).body).toEqual({ number: 1, state: 'removed' });
    const { executions = [] } = await sfn.send(
      new ListExecutionsCommand({ stateMachineArn: process.env[names.stateMachineArn] }),
    );
    expect(executions.map(({ name }) => name)).toContain(`${id}-1-end`);
    const run = { crawl: id, run: 1 };
    await account.crawl(run);
    await account.unload(run);
    expect((await call('GET', `/watches/${id}`)).body).toMatchObject({ state: 'finished', publications: count });
    expect((await exported(id)).length).toBe(count);
    // The clock lets the source go, and the day of the watch is written all the same.
    await account.visits();
    const day = new Date().toISOString().slice(0, 10);
    await account.writeDays(undefined, [day]);
    expect(await place.keys(`tables/publications/watch=${id}/`)).toEqual([
      `tables/publications/watch=${id}/day=${day}/publications.parquet`,
    ]);
    // While it is being deleted it is shown, and nothing of it is read or changed.
    await openAwsRegistry().markRemoving(id, 1, [refusal('deleting', { removed: '1' })]);
    expect((await call('GET', `/watches/${id}`)).body).toMatchObject({ id, state: 'deleting' });
    const refused = [
      'POST /stop',
      'POST /run',
      'POST /sources',
      'PUT /organizations',
      'GET /publications',
      'GET /sources',
    ];
    for (const [method = '', path] of refused.map(asked => asked.split(' ')))
      expect([path, (await call(method, `/watches/${id}${path}`)).statusCode]).toEqual([path, 409]);
    expect((await call('DELETE', `/watches/${id}`)).statusCode).toBe(204);
    expect((await call('GET', `/watches/${id}`)).statusCode).toBe(404);
    for (const kind of ['publications', 'memories', 'tables', 'control'])
      expect((await place.keys(`${kind}/`)).filter(key => key.includes(id))).toEqual([]);
  });

  test('that failed while its sources were found is deleted whole, and so is one that was never begun', async () => {
    const hosts = Array.from({ length: 17 }, (_, index) => `127.0.0.${index + 1}:9`);
    process.env[names.allowHosts] += `,${hosts.join(',')}`;
    const rules = { types: [{ name: 'story', match: '//p', fields: { text: '//p' } }] };
    const sites = hosts.map(host => ({ url: `http://${host}/`, rules }));
    const order = { delayMs: 0, organizations: [{ id: 'works', name: 'Lark Works' }], sites };
    const begun = async (): Promise<string> => {
      const { statusCode, text, body } = await call('POST', '/watches', order);
      expect([statusCode, text]).toEqual([202, expect.any(String)]);
      return body.id;
    };
    const [failed, never] = [await begun(), await begun()];
    const step = await asRole('Seed', async () => await seed({ crawl: failed, run: 1 }));
    expect(step).toMatchObject({ seeded: 16, done: false });
    await openAwsRegistry().markFailed(failed, [refusal('task-failed', { why: 'a table' })]);
    const itemsOf = async (id: string) =>
      (
        await Promise.all(
          ['crawls', 'pages', 'watched', 'publications'].map(async table => await place.items(table, id)),
        )
      )
        .flatMap(items => [...items])
        .flatMap(([key, expires]) => (expires ? [] : [key]));
    const first = (await itemsOf(failed)).join('\n');
    for (const part of ['organizations', '#1#memory ', '#16#memory ']) expect(first).toContain(part);
    expect((await call('DELETE', `/watches/${failed}`)).statusCode).toBe(204);
    expect((await call('DELETE', `/watches/${never}`)).body.errors).toMatchObject([{ code: 'not-begun' }]);
    const stranded = {
      id: crypto.randomUUID(),
      owner: 'account:1',
      createdAt: present - 2 * hour,
      run: 1,
      queued: true,
    };
    await openAwsRegistry().create(stranded);
    expect((await call('DELETE', `/watches/${stranded.id}`)).statusCode).toBe(204);
    for (const id of [failed, stranded.id]) {
      expect(await itemsOf(id)).toEqual([]);
      for (const kind of ['control', 'kept-30', 'publications', 'robots'])
        expect(await place.keys(`${kind}/${id}/`)).toEqual([]);
      expect((await call('GET', `/watches/${id}`)).statusCode).toBe(404);
    }
  });
});

/** No lines of objects. */
function isObject(text: string): boolean {
  return text.startsWith('{') && !text.trimEnd().includes('\n');
}

/** A place that finds entries without a browser knows by a feed alone what addresses of articles look like. */
function withFeed(design: SiteDesign): SiteDesign {
  const feed = {
    ...{ title: 'The Lark', size: 40, hasAuthors: false },
    dateOf: ({ at }: { readonly at: number }) => new Date(at).toUTCString(),
  };
  const answer: SiteDesign['answer'] = asked =>
    asked.path === '/rss.xml' ? feedOf(design, feed, asked.origin) : design.answer(asked);
  return { ...design, answer };
}
