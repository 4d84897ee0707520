/** A crawl of an account whose services refuse calls, lose answers and take batches in part ends in the files of one machine. */
import '../pure/functions/quiet-logs.ts';
import { expect, test } from 'vitest';
import { names } from '../../shared/names.ts';
import { crawl as embeddedCrawl } from '../crawl/crawl-run.ts';
import { startFaultProxy } from '../servers/fault-proxy.ts';
import { page, startSite } from '../servers/loopback-site.ts';
import { Account } from './account.ts';
import { missing, openAwsPlace } from './aws/aws-place.ts';

const settings = { delayMs: 0, formats: ['csv', 'gexf', 'parquet'] };

test.skipIf(missing !== undefined)(
  'a crawl among throttled tables, cancelled transactions, slow objects and lost sends has the files of the embedded engine',
  async () => {
    await using place = await openAwsPlace();
    await using proxy = await startFaultProxy(process.env['AWS_ENDPOINT_URL']!, 7);
    const linked = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [
        `/p${n}`,
        page(`p${n}`, `/p${(n * 7 + 1) % 60}`, `/p${(n + 13) % 60}`, '/gone'),
      ]),
    );
    const site = await startSite({ '/': page('start', '/p1', '/p2', 'http://elsewhere.example/x'), ...linked });
    process.env[names.allowHosts] = new URL(site.origin).host;
    // The clients of the functions are opened from here on.
    process.env['AWS_ENDPOINT_URL'] = proxy.url;
    const account = new Account(place);
    const run = await account.toTheEnd({ kind: 'start', spec: { ...settings, sites: [{ url: site.origin }] } });
    const { results } = await embeddedCrawl(site.origin, settings);
    expect(await account.files(run)).toEqual(results.files());
    // The step that finishes, once more.
    await account.unload(run);
    expect(await account.files(run)).toEqual(results.files());
    expect(new Set(place.bus.taken.map(({ detail }) => detail['id']))).toEqual(new Set([`${run.crawl}-1-finished`]));
    expect([...proxy.made.keys()].length).toBeGreaterThanOrEqual(8);
    expect(proxy.made.get('leftOut')).toBeGreaterThan(0);
    await site.close();
  },
  240_000,
);
