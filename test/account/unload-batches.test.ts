import '../pure/functions/quiet-logs.ts';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchFile } from '../../functions/aws/life/control-files.ts';
import { handler as unloadHandler } from '../../functions/aws/unload.ts';
import { openAwsObjects } from '../../shared/adapters/aws/open.ts';
import { names } from '../../shared/names.ts';
import { crawl as embeddedCrawl } from '../crawl/crawl-run.ts';
import { type LoopbackSite, page, startSite } from '../servers/loopback-site.ts';
import { Account, timeLeft } from './account.ts';
import { type AwsPlace, missing, openAwsPlace } from './aws/aws-place.ts';

/** Each Parquet file of a site that a table of Athena takes is in the list of that table, and is there. */
async function expectListed(place: AwsPlace, crawl: string): Promise<void> {
  const there = await place.keys(`results/${crawl}/`);
  const lists = await place.keys(`lists/${crawl}/`);
  expect(lists.sort()).toEqual(
    ['broken', 'edges', 'external_links', 'merges', 'nodes', 'pages', 'skipped'].map(
      table => `lists/${crawl}/${table}/symlink.txt`,
    ),
  );
  for (const list of lists) {
    const answer = await place.s3.send(new GetObjectCommand({ Bucket: place.bucket, Key: list }));
    const listed = (await answer.Body!.transformToString()).split('\n').slice(0, -1);
    expect(listed.length).toBe(3);
    const prefix = `s3://${place.bucket}/`;
    for (const address of listed)
      expect([address, there.includes(address.slice(prefix.length))]).toEqual([address, true]);
  }
}

describe.skipIf(missing !== undefined)('a batch of sites that are unloaded', () => {
  let place: AwsPlace;
  const sites: LoopbackSite[] = [];

  beforeAll(async () => {
    place = await openAwsPlace();
    for (const title of ['one', 'two', 'three'])
      sites.push(await startSite({ '/': page(title, '/a'), '*': page('a') }));
    process.env[names.allowHosts] = sites.map(({ origin }) => new URL(origin).host).join();
  });
  afterAll(async () => {
    for (const site of sites) await site.close();
    await place?.[Symbol.asyncDispose]();
  });

  test('goes on where its time was over, and each call writes one site at least', async () => {
    const account = new Account(place);
    const urls = sites.map(({ origin }) => ({ url: origin }));
    const settings = { delayMs: 0, formats: ['csv', 'parquet'] };
    const run = await account.order({ kind: 'start', spec: { ...settings, sites: urls } });
    await account.seed(run);
    await account.crawl(run);
    // The plan finds its first batch there: all sites, as it has them of a crawl of thousands.
    const planned = sites.map(({ fileName }, index) => ({ site: index + 1, fileName }));
    await batchFile(1, 0).put(openAwsObjects(run.crawl), planned);
    const batch = { ...run, kind: 'batch', batch: 0 } as const;
    const written = async (): Promise<number> => (await place.keys(`control/${run.crawl}/1/sites/`)).length;
    const steps: [unknown, number][] = [];
    for (let done = false; !done; ) {
      ({ done } = (await unloadHandler(batch, timeLeft(1_000))) as { done: boolean });
      steps.push([done, await written()]);
    }
    expect(steps).toEqual([
      [false, 1],
      [false, 2],
      [true, 3],
    ]);
    await unloadHandler({ ...run, kind: 'summary' }, timeLeft(900_000));
    const { results } = await embeddedCrawl(urls, settings);
    expect(await account.files(run)).toEqual(results.files());
    await expectListed(place, run.crawl);
  });
});
