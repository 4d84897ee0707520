/** A watch that is deleted leaves nothing that would never expire, however many requests that takes. */
import { expect, test } from 'vitest';
import { DynamoCalls } from '../../../../shared/adapters/aws/dynamo/calls/dynamo-calls.ts';
import { siteKey } from '../../../../shared/adapters/aws/dynamo/calls/dynamo-tables.ts';
import { openDynamoStore } from '../../../../shared/adapters/aws/dynamo/dynamo-store.ts';
import { DynamoPublications } from '../../../../shared/adapters/aws/publications/dynamo-publications.ts';
import { removeWatch } from '../../../../shared/adapters/aws/publications/remove-watch.ts';
import { watchDefaults } from '../../../../shared/domain/spec/crawl-spec.ts';
import type { PageReading } from '../../../../shared/wings/publications/applications/application-records.ts';
import { indexText } from '../../../../shared/wings/publications/store/indexed-text.ts';
import type { Sighting } from '../../../../shared/wings/publications/store/publication-store.ts';
import { crawlOf, siteRow } from '../../../contract/sample-state.ts';
import { MemoryObjects } from '../../../simulation/world/memory-objects.ts';
import { MemoryDynamoDb } from './memory-dynamodb.ts';

const tables = { crawls: 'crawls', tokens: 'tokens', pages: 'pages', links: 'links', watched: 'watched' };
const clock = { now: () => 1_800_000_000_000, monotonic: () => performance.now(), sleep: async () => undefined };
const ids = { fraction: Math.random };
const words = 'the bridge over the river would be closed for repair until spring and all buses go by the old road';

function sighting(source: number, at: number, text: string): Sighting {
  const url = `https://${source}.test/${at}`;
  return {
    ...{ source, identity: url, address: url, by: 'feed', seenAt: 1_000 + at },
    version: { title: `${at}`, publishedAt: undefined, language: 'en', canonical: undefined, text, details: '{}' },
    index: indexText(`${at}`, text),
  };
}

async function filled(memory: MemoryDynamoDb, crawl: string): Promise<void> {
  const store = openDynamoStore({ client: memory.client(), tables, clock, ids, retentionMs: 1 });
  const plain = crawlOf(crawl, 2);
  const spec = { ...plain.spec, watch: watchDefaults };
  await store.createCrawl({ ...plain, spec }, [siteRow(crawl, 1), siteRow(crawl, 2)]);
  for (const site of [1, 2]) {
    const entry = {
      identity: `https://${site}.test/`,
      address: '',
      kind: 'feed',
      due: 9,
      fields: {},
      state: '{}',
    } as const;
    await store.watch(crawl, site, [entry]);
    await store.addWake(crawl, site, 9);
    await store.changeSettings(crawl, site, undefined, '{}');
  }
  const calls = new DynamoCalls({ client: memory.client(), clock, ids });
  const publications = new DynamoPublications({
    ...{ calls, table: 'publications', crawl, objects: new MemoryObjects(), clock, ids },
  });
  for (let from = 0; from < 1_200; from += 100) {
    const some = Array.from({ length: 100 }, (_, n) => from + n);
    // Every tenth is a copy of the first, and every seventh has a text of an earlier one.
    const textOf = (at: number): string => (at % 10 === 0 ? `${at} ${words}` : at % 7 === 0 ? 'same' : `text ${at}`);
    await publications.accept(some.map(at => sighting(1 + (at % 2), at, textOf(at))));
  }
  const application = { name: 'counts', digest: '0', hasAccepted: true, columns: { n: 'integer' as const } };
  const readings = [1, 2].map((source): PageReading => {
    const gave = source === 1 ? { rows: [[1]], key: 'x' } : { failed: 'threw' as const, detail: 'no' };
    return { ...sighting(source, source, ''), application, gave };
  });
  await publications.accept([], readings);
  await (await publications.applications.nextBatch('counts'))!.taken({ a: 'b' });
  await publications.accept([sighting(1, 2, 'a new version')].map(each => ({ ...each, seenAt: 9_000 })));
}

test('all items of a watch are removed and counted, those of another are not, and a repeat goes on', async () => {
  const memory = new MemoryDynamoDb();
  await filled(memory, 'gone');
  await filled(memory, 'kept');
  const before = memory.keysOfCrawl('gone').length;
  const kept = memory.keysOfCrawl('kept');
  const place = {
    calls: new DynamoCalls({ client: memory.client(), clock, ids }),
    tables: { ...tables, publications: 'publications' },
    ttl: 1_800_000_100,
  };
  const isPassedOver = async (site: number): Promise<boolean> =>
    (await place.calls.read(tables.crawls, siteKey('gone', site)))?.['ttl'] !== undefined;
  let removed = 0;
  let requests = 0;
  let endedBetweenSources = 0;
  for (let isDone = false; !isDone; requests += 1) {
    let looks = 0;
    const part = await removeWatch(place, 'gone', () => {
      looks += 1;
      return looks > 2;
    });
    ({ isDone } = part);
    removed += part.removed;
    if ((await isPassedOver(1)) && !(await isPassedOver(2))) endedBetweenSources += 1;
    expect(requests).toBeLessThan(60);
  }
  expect(requests).toBeGreaterThan(3);
  // A repeat looks at no source of which nothing is left.
  expect(endedBetweenSources).toBeGreaterThan(0);
  const left = memory.keysOfCrawl('gone');
  expect(left.map(key => key.replace(/#[\w-]{22}#/, '#hash#')).sort()).toEqual([
    'crawls gone crawl',
    'crawls gone site#000000001',
    'crawls gone site#000000002',
    'crawls gone spec#hash#000000000',
  ]);
  // Some of what is removed, as an item of the index that a source has not, is not there.
  expect(removed).toBeGreaterThanOrEqual(before - left.length);
  expect(removed).toBeLessThan(before + 10);
  expect(memory.keysOfCrawl('kept')).toEqual(kept);
  memory.expire(1_900_000_000_000);
  expect(memory.keysOfCrawl('gone')).toEqual([]);
  expect(memory.keysOfCrawl('kept')).toEqual(kept);
  // Done is done.
  expect(await removeWatch(place, 'gone', () => true)).toEqual({ removed: 0, isDone: true });
});
