import '../pure/functions/quiet-logs.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { names } from '../../shared/names.ts';
import { crawl as embeddedCrawl } from '../crawl/crawl-run.ts';
import { type LoopbackSite, page, startSite } from '../servers/loopback-site.ts';
import { Account } from './account.ts';
import { type AwsPlace, missing, openAwsPlace } from './aws/aws-place.ts';

describe.skipIf(missing !== undefined)('the Web fragment of a crawl by the Lambdas of an account', () => {
  let place: AwsPlace;
  const sites: LoopbackSite[] = [];

  beforeAll(async () => {
    place = await openAwsPlace();
    for (const n of [1, 2, 3]) {
      const before = sites.map(({ origin }) => `${origin}/`);
      const start = page(`start ${n}`, '/more', ...before, 'http://every.example/', `http://only-${n}.example/`);
      sites.push(await startSite({ '/': start, '/more': page(`more ${n}`, `http://www.every.example/${n}`) }));
    }
    process.env[names.allowHosts] = sites.map(({ origin }) => new URL(origin).host).join(',');
  });
  afterAll(async () => {
    for (const site of sites) await site.close();
    await place?.[Symbol.asyncDispose]();
  });

  test('has the very files that the embedded engine writes', async () => {
    const settings = { delayMs: 0, formats: ['csv'] };
    const origins = sites.map(({ origin }) => origin);
    const account = new Account(place);
    const run = await account.toTheEnd({ kind: 'start', spec: { ...settings, sites: origins.map(url => ({ url })) } });
    const files = Object.entries(await account.files(run)).filter(([name]) => name.startsWith('fragment/'));
    const expected = Object.entries((await embeddedCrawl(origins, settings)).results.files());
    expect(files.length).toBe(8);
    expect(files).toEqual(expected.filter(([name]) => name.startsWith('fragment/')));
    expect(Object.fromEntries(files)['fragment/sites.csv']).toMatch(
      /^every\.example,accompanying,all,unknown,3,6,6,0,/m,
    );
  });
});
