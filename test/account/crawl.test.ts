import { sentencesOf } from './crawl-failure.ts';
import '../pure/functions/quiet-logs.ts';
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handler as seedHandler } from '../../functions/aws/seed.ts';
import { handler as unloadHandler } from '../../functions/aws/unload.ts';
import { openAwsFetchStore, openAwsFiles, openAwsRegistry, openAwsStore } from '../../shared/adapters/aws/open.ts';
import { names } from '../../shared/names.ts';
import { crawl as embeddedCrawl } from '../crawl/crawl-run.ts';
import { type LoopbackSite, type Pages, page, redirect, startSite } from '../servers/loopback-site.ts';
import { Account, timeLeft } from './account.ts';
import { type AwsPlace, missing, openAwsPlace } from './aws/aws-place.ts';

/** Three levels, a redirect, two pages of one content, a page that is not there, links out and a bad one. */
const pages: Pages = {
  '/': page('start', '/a', '/b', '/moved', '/gone', 'http://elsewhere.example/x'),
  '/a': page('a', '/c', '/twin-1', '/twin-2'),
  '/b': page('b', '/c', 'javascript:void(0)'),
  '/c': page('c', '/', '/d'),
  '/d': page('d'),
  '/moved': redirect('/c'),
  '/twin-1': page('twin', '/a'),
  '/twin-2': page('twin', '/a'),
};

/** Workers that fetch may answer with an old crawl row: here they have read the stop. */
const stopIsSeen = async ({ crawl }: { readonly crawl: string }): Promise<void> =>
  await expect.poll(async () => (await openAwsFetchStore().readCrawl(crawl))?.stop).toBe('stopped');

const settings = { delayMs: 0, formats: ['csv', 'gexf', 'net'] };

describe.skipIf(missing !== undefined)('a crawl by the Lambdas of an account', () => {
  let place: AwsPlace;
  let account: Account;
  let site: LoopbackSite;

  beforeAll(async () => {
    place = await openAwsPlace();
    account = new Account(place);
    site = await startSite(pages);
    process.env[names.allowHosts] = new URL(site.origin).host;
  });
  afterAll(async () => {
    await site?.close();
    await place?.[Symbol.asyncDispose]();
  });

  const order = () => ({ kind: 'start' as const, spec: { ...settings, sites: [{ url: site.origin }] } });
  const endsOf = (crawl: string) =>
    place.bus.taken.flatMap(({ type, detail }) =>
      type === 'Crawl Ended' && detail['crawl'] === crawl ? [detail] : [],
    );
  const expected = async () => (await embeddedCrawl(site.origin, settings)).results.files();

  test('writes the very files of the embedded engine, and is finished when they are all there', async () => {
    const run = await account.toTheEnd(order());
    expect(await account.files(run)).toEqual(await expected());
    const row = await openAwsStore('unload').readCrawl(run.crawl);
    expect([row?.state, row?.finishReason]).toEqual(['finished', 'no-work']);
    expect((await openAwsRegistry().read(run.crawl))?.failure).toBeUndefined();
    const ended = endsOf(run.crawl);
    expect(ended).toMatchObject([{ stack: 'Orbweaver', id: `${run.crawl}-1-finished`, kind: 'crawl', pages: 6 }]);
    const results = `s3://${place.bucket}/results/${run.crawl}/`;
    const names = [...Object.keys(await account.files(run)), 'crawl.json'].toSorted();
    expect(ended[0]).toMatchObject({ results, files: names.map(name => results + name), leftOut: 0 });
  });

  test('ends without a bus of events too: its event is in the queue of lost ones', async () => {
    const refusal = { status: 500, body: '{}' };
    place.bus.refusals.push(refusal, refusal);
    const run = await account.toTheEnd(order());
    expect((await openAwsStore('unload').readCrawl(run.crawl))?.state).toBe('finished');
    expect(endsOf(run.crawl)).toEqual([]);
    const QueueUrl = process.env[names.lostEventsUrl];
    const received = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 });
    const { Messages: lost = [] } = await place.sqs.send(received);
    const body = lost.map(({ Body = '' }) => Body).find(text => text.includes(run.crawl));
    expect(JSON.parse(body ?? '{}')).toMatchObject({ Source: 'orbweaver', DetailType: 'Crawl Ended' });
  });

  test('writes them also where every message is delivered three times', async () => {
    const run = await account.toTheEnd(order(), { times: 3 });
    expect(await account.files(run)).toEqual(await expected());
  });

  test('goes on after a stop, and ends with the same files', async () => {
    const run = await account.order(order());
    await account.seed(run);
    const stop = async (): Promise<void> => {
      await openAwsStore('unload').requestStop(run.crawl, { reason: 'stopped' });
      await stopIsSeen(run);
    };
    await account.crawl(run, { between: async round => (round === 1 ? await stop() : undefined) });
    await account.unload(run);
    expect((await openAwsStore('unload').readCrawl(run.crawl))?.finishReason).toBe('stopped');
    expect(endsOf(run.crawl)).toMatchObject([{ id: `${run.crawl}-1-stopped`, status: 'stopped' }]);
    expect(await account.files(run)).not.toEqual(await expected());
    const second = await account.order({ kind: 'resume', raise: {} }, { crawl: run.crawl, run: 2 });
    await account.seed(second);
    await account.crawl(second);
    await account.unload(second);
    expect(await account.files(second)).toEqual(await expected());
  });

  test('may repeat each part of its life: a start that was begun twice, an unload that was', async () => {
    const run = await account.order(order());
    await account.seed(run);
    await account.seed(run);
    await account.crawl(run);
    await account.unload(run);
    const before = await account.read(`results/${run.crawl}/crawl.json`);
    await account.unload(run);
    expect(await account.read(`results/${run.crawl}/crawl.json`)).toBe(before);
    const [first, second, ...more] = endsOf(run.crawl);
    expect([second, more]).toEqual([first, []]);
    expect(await account.files(run)).toEqual(await expected());
  });

  test.each(['breadth-first', 'links'] as const)(
    'shares a page budget by the same choices, to the same files: %s',
    async pageOrder => {
      const numbers = Array.from({ length: 24 }, (_, number) => number);
      const numbered = numbers.map(number => {
        const outside = number % 3 === 0 ? [`http://n${number}.example/`, `http://m${number}.example/`] : [];
        return [
          `/${number % 3}/${number}`,
          page(`page ${number}`, `/${(number + 1) % 3}/${number + 1}`, ...outside),
        ] as const;
      });
      const other = await startSite({
        ...pages,
        ...Object.fromEntries(numbered),
        '/c': page('c', ...numbered.map(([path]) => path)),
        '/a': page('a', '/c', 'http://elsewhere.example/1', 'http://a.example/'),
      });
      const allowed = process.env[names.allowHosts];
      try {
        process.env[names.allowHosts] = [site.origin, other.origin].map(origin => new URL(origin).host).join(',');
        const sites = [site.origin, other.origin];
        const ruleOptions = { ucbM: 2, grant: 1, inFlight: 2 };
        const shared = { ...settings, order: pageOrder, limit: 19, rule: 'ucb1', ruleOptions } as const;
        const spec = { ...shared, sites: sites.map(url => ({ url })) };
        const run = await account.toTheEnd({ kind: 'start', spec }, { times: 2 });
        const files = await account.files(run);
        expect(files).toEqual((await embeddedCrawl(sites, shared)).results.files());
        expect(Object.keys(files)).toContain('reports/choices.csv');
        expect((await openAwsStore('unload').readSites(run.crawl)).reduce((sum, { used }) => sum + used, 0)).toBe(19);
      } finally {
        process.env[names.allowHosts] = allowed;
        await other.close();
      }
    },
  );

  test('fetches no private host that only its spec names', async () => {
    const allowed = process.env[names.allowHosts];
    process.env[names.allowHosts] = '';
    const asked = site.asked.length;
    const spec = { ...order().spec, allowHosts: [new URL(site.origin).host] };
    const run = await account.toTheEnd({ kind: 'start', spec });
    process.env[names.allowHosts] = allowed;
    expect(site.asked.length).toBe(asked);
    expect(sentencesOf(await openAwsRegistry().read(run.crawl))).toMatch(
      /Nothing was crawled .*is not on the public Internet/,
    );
    expect(endsOf(run.crawl)).toMatchObject([
      { status: 'failed', failure: [expect.stringMatching(/^Nothing was crawled/)] },
    ]);
  });

  test('requests each site by its own name, and heeds the rules for that name, as one machine does', async () => {
    const robots = { headers: { 'content-type': 'text/plain' }, body: 'User-agent: Mapper\nDisallow: /c\n' };
    const other = await startSite({ ...pages, '/robots.txt': robots });
    process.env[names.allowHosts] = [site, other].map(({ origin }) => new URL(origin).host).join(',');
    const before = [site.asked.length, other.asked.length];
    const sites = [{ url: site.origin }, { url: other.origin, userAgent: 'Mapper/2 (+https://m.example)' }];
    const run = await account.toTheEnd({ kind: 'start', spec: { ...settings, sites } });
    const asked = [site, other].map(({ asked: all }, at) => all.slice(before[at]));
    expect(asked.map(all => [...new Set(all.map(({ userAgent }) => userAgent.split('/', 1)[0]))])).toEqual([
      ['Orbweaver'],
      ['Mapper'],
    ]);
    expect(asked[1]!.map(({ path }) => path)).not.toContain('/c');
    expect(asked[0]!.map(({ path }) => path)).toContain('/c');
    expect(await account.files(run)).toEqual((await embeddedCrawl(sites, settings)).results.files());
    process.env[names.allowHosts] = new URL(site.origin).host;
    await other.close();
  });

  test('reads its sites from an uploaded list, and fails with the line that is wrong', async () => {
    const upload = async (list: string): Promise<string> => {
      const name = `owner/${crypto.randomUUID()}`;
      const bytes = Buffer.from(list);
      const answer = await fetch(await openAwsFiles().uploadUrl(name, bytes.byteLength), {
        method: 'PUT',
        body: bytes,
      });
      expect(answer.status).toBe(200);
      return name;
    };
    const good = await upload(`# mine\n${site.origin}\n`);
    const run = await account.toTheEnd({ kind: 'start', spec: settings, sitesFrom: good });
    expect(await account.files(run)).toEqual(await expected());
    const bad = await upload(`${site.origin}\nfile:///etc/passwd\n`);
    const failing = await account.order({ kind: 'start', spec: settings, sitesFrom: bad });
    await expect(seedHandler(failing)).rejects.toThrow();
    expect(sentencesOf(await openAwsRegistry().read(failing.crawl))).toMatch(/sitesFrom line 2.*file:/);
  });

  test('keeps the error of a task that failed for good, in one sentence', async () => {
    const run = await account.order(order());
    const error = { Error: 'Error', Cause: JSON.stringify({ errorMessage: 'the table is gone', trace: [] }) };
    await unloadHandler({ ...run, kind: 'failed', error }, timeLeft(900_000));
    expect(sentencesOf(await openAwsRegistry().read(run.crawl))).toBe('the table is gone');
  });

  test('is stopped with its cause past the bound on invocations', async () => {
    process.env[names.maxInvocations] = '1';
    const run = await account.order(order());
    await account.seed(run);
    await account.crawl(run, {
      between: async round => {
        process.env[names.maxInvocations] = '100000';
        if (round === 1) await stopIsSeen(run);
      },
    });
    const row = await openAwsStore('unload').readCrawl(run.crawl);
    expect([row?.finishReason, row?.stopCause]).toEqual(['stopped', 'more than 1 invocations']);
  });
});
