import '../pure/functions/quiet-logs.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAwsStore } from '../../shared/adapters/aws/open.ts';
import { names } from '../../shared/names.ts';
import { crawl as embeddedCrawl } from '../crawl/crawl-run.ts';
import { type LoopbackSite, type Pages, page, redirect, startSite } from '../servers/loopback-site.ts';
import { Account } from './account.ts';
import { type AwsPlace, missing, openAwsPlace } from './aws/aws-place.ts';

/** Links and redirects lead over hosts; one content is at two hosts, and each host has a robots.txt of its own. */
function pagesOf(origin: string, other: string): Pages {
  return {
    '/robots.txt': `User-agent: *\nDisallow: /not-at-${new URL(origin).hostname}`,
    '/': page('start', '/a', `${other}/b`, '/moved', '/gone', 'http://elsewhere.example/x'),
    '/a': page('a', `${other}/c`, `${other}/twin`, '/twin', '/not-at-127.0.0.1', `${other}/not-at-127.0.0.1`),
    '/b': page('b', '/c', `${other}/d`, 'javascript:void(0)'),
    '/c': page('c', `${other}/`, '/d'),
    '/d': page('d', `${other}/far`),
    '/far': page('far', `${other}/farther`),
    '/farther': page('farther'),
    '/moved': redirect(`${other}/c`),
    '/twin': page('twin', 'http://elsewhere.example/a'),
  };
}

const settings = { delayMs: 0, formats: ['csv', 'gexf', 'net'] };
/** Workers look about once a second. */
const stopIsSeen = async (): Promise<void> => await new Promise(resolve => setTimeout(resolve, 1_500));

describe.skipIf(missing !== undefined)('a site of several hosts by the Lambdas of an account', () => {
  let place: AwsPlace;
  let account: Account;
  const sites: LoopbackSite[] = [];

  beforeAll(async () => {
    place = await openAwsPlace();
    account = new Account(place);
    const first = await startSite(origin => pagesOf(origin, origin.replace('127.0.0.1', '127.0.0.2')));
    const port = Number(new URL(first.origin).port);
    const second = await startSite(pagesOf(`http://127.0.0.2:${port}`, first.origin), { host: '127.0.0.2', port });
    sites.push(first, second);
    process.env[names.allowHosts] = sites.map(({ origin }) => new URL(origin).host).join(',');
  });
  afterAll(async () => {
    for (const site of sites) await site.close();
    await place?.[Symbol.asyncDispose]();
  });

  const site = () => ({ url: sites[0]!.origin, hosts: [sites[1]!.origin] });
  const order = () => ({ kind: 'start' as const, spec: { ...settings, scope: 'list' as const, sites: [site()] } });
  const expected = async () => {
    const { results } = await embeddedCrawl(site().url, { ...settings, scope: 'list', hosts: site().hosts });
    return results.files();
  };

  test('writes the very files of the embedded engine, and asks each host for its robots.txt once', async () => {
    const before = sites.map(({ asked }) => asked.length);
    const run = await account.toTheEnd(order());
    const asked = sites.map((each, index) => each.asked.slice(before[index]).map(({ path }) => path));
    expect(await account.files(run)).toEqual(await expected());
    expect((await openAwsStore('unload').readCrawl(run.crawl))?.finishReason).toBe('no-work');
    for (const paths of asked) {
      expect(new Set(paths).size).toBe(paths.length);
      expect(paths).toContain('/robots.txt');
    }
    expect(asked[0]).not.toContain('/not-at-127.0.0.1');
    expect(asked[1]).toContain('/not-at-127.0.0.1');
  });

  test('writes them also where every message is delivered three times', async () => {
    const run = await account.toTheEnd(order(), { times: 3 });
    expect(await account.files(run)).toEqual(await expected());
  });

  test('takes a domain for a site: a host without one is its own', async () => {
    const spec = { ...settings, scope: 'domain' as const, sites: [{ url: sites[0]!.origin }] };
    const run = await account.toTheEnd({ kind: 'start', spec });
    const { results } = await embeddedCrawl(sites[0]!.origin, { ...settings, scope: 'domain' });
    expect(await account.files(run)).toEqual(results.files());
  });

  test('goes on after a stop, with each host tried again, and ends with the same files', async () => {
    const run = await account.order(order());
    await account.seed(run);
    const stop = async (): Promise<void> => {
      await openAwsStore('unload').requestStop(run.crawl, { reason: 'stopped' });
      await stopIsSeen();
    };
    await account.crawl(run, { between: async round => (round === 2 ? await stop() : undefined) });
    await account.unload(run);
    expect((await openAwsStore('unload').readCrawl(run.crawl))?.finishReason).toBe('stopped');
    const second = await account.order({ kind: 'resume', raise: {} }, { crawl: run.crawl, run: 2 });
    await account.seed(second);
    await account.crawl(second);
    await account.unload(second);
    expect(await account.files(second)).toEqual(await expected());
  });
});
