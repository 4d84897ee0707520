/** A watch that is deleted leaves nothing that would never expire, however many requests that takes. */
import { describe, expect, test } from 'vitest';
import { DynamoCalls } from '../../../../shared/adapters/aws/dynamo/calls/dynamo-calls.ts';
import { crawlKey, siteKey } from '../../../../shared/adapters/aws/dynamo/calls/dynamo-tables.ts';
import type { RemovalPlace } from '../../../../shared/adapters/aws/dynamo/calls/remove-crawl.ts';
import { openDynamoStore } from '../../../../shared/adapters/aws/dynamo/dynamo-store.ts';
import { DynamoMentions } from '../../../../shared/adapters/aws/publications/dynamo-mentions.ts';
import { DynamoPublications } from '../../../../shared/adapters/aws/publications/dynamo-publications.ts';
import { removeWatch } from '../../../../shared/adapters/aws/publications/remove-watch.ts';
import { noCounts } from '../../../../shared/domain/protocol/crawl-state.ts';
import { watchDefaults } from '../../../../shared/domain/spec/crawl-spec.ts';
import type { PageReading } from '../../../../shared/wings/publications/applications/application-records.ts';
import type { Organization } from '../../../../shared/wings/publications/mentions/organization.ts';
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

async function filled(memory: MemoryDynamoDb, crawl: string, count = 200): Promise<void> {
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
  for (let from = 0; from < count; from += 100) {
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
  const mentions = mentionsOf(memory, crawl, publications);
  await mentions.setOrganizations({ digest: 'list', setAt: 1, organizations: [organization] });
  await mentions.keepSearches([1, 3].map(searchOf));
  await mentions.dismiss('a name', 1);
}

const organization = { id: 'a', name: 'A', aliases: [] } as unknown as Organization;

/** The finding of a search that found nothing in a version. */
const searchOf = (publication: number) => ({
  version: { publication, version: 1 },
  searched: { key: { list: 'list', models: 'm' }, mentions: [], organizations: [] },
});

function mentionsOf(memory: MemoryDynamoDb, crawl: string, publications: DynamoPublications): DynamoMentions {
  const calls = new DynamoCalls({ client: memory.client(), clock, ids });
  return new DynamoMentions({ calls, table: 'publications', crawl, publications });
}

/** Of a function whose clock is so many seconds ahead. */
const placeAt = (memory: MemoryDynamoDb, ahead = 0): RemovalPlace => ({
  calls: new DynamoCalls({ client: memory.client(), clock, ids }),
  tables: { ...tables, publications: 'publications' },
  ttl: 1_800_000_100 + ahead,
});

const publicationsOf = (memory: MemoryDynamoDb, crawl: string, objects: MemoryObjects): DynamoPublications => {
  const calls = new DynamoCalls({ client: memory.client(), clock, ids });
  return new DynamoPublications({ calls, table: 'publications', crawl, objects, clock, ids });
};

/** Removes it in calls that each end after so many looks at the time. */
async function remove(given: RemovalPlace, crawl: string, looksOfCall = Number.POSITIVE_INFINITY): Promise<number> {
  for (let [calls, place] = [1, given]; ; calls += 1) {
    let looks = 0;
    const isOver = (): boolean => {
      looks += 1;
      return looks > looksOfCall;
    };
    const { isDone, waitSeconds = 0 } = await removeWatch(place, crawl, isOver);
    if (isDone) return calls;
    place = { ...place, ttl: place.ttl + waitSeconds };
    expect(calls).toBeLessThan(200);
  }
}

/** Items that never expire. */
function leftOf(memory: MemoryDynamoDb, crawl: string): readonly string[] {
  memory.expire(1_900_000_000_000);
  return memory.keysOfCrawl(crawl);
}

test('all items of a watch are removed and counted, those of another are not, and a repeat goes on', async () => {
  const memory = new MemoryDynamoDb();
  await filled(memory, 'gone', 1_200);
  await filled(memory, 'kept', 1_200);
  const before = memory.keysOfCrawl('gone').length;
  const kept = memory.keysOfCrawl('kept');
  const place = placeAt(memory);
  await place.calls.write({ table: tables.crawls, key: crawlKey('gone'), set: { state: 'finished' } });
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
    'publications gone head',
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

describe('a failed watch that is deleted while looks run', () => {
  const instants = ['before its change is made', 'after its change is made, and before that is written out'];
  test.each(['look', 'search'].flatMap(what => instants.map(when => [what, when] as const)))(
    'keeps nothing of a %s that is cut short %s',
    async (what, when) => {
      const memory = new MemoryDynamoDb();
      await filled(memory, 'gone');
      let isCut = false;
      /** The deletion comes while the look waits for S3. */
      class SlowObjects extends MemoryObjects {
        private async cut(call: string): Promise<void> {
          if (isCut || call !== (when.startsWith('before') ? 'put' : 'get')) return;
          isCut = true;
          const removing = remove(placeAt(memory), 'gone', 3);
          if (call === 'put') await removing;
          else deletions.push(removing);
        }
        override async put(name: string, parts: readonly Uint8Array[]): Promise<void> {
          await this.cut('put');
          await super.put(name, parts);
        }
        override async get(name: string): Promise<Uint8Array> {
          await this.cut('get');
          return await super.get(name);
        }
      }
      const deletions: Promise<number>[] = [];
      const objects = new SlowObjects();
      const publications = publicationsOf(memory, 'gone', objects);
      const looking =
        what === 'look'
          ? publications.accept([sighting(1, 5_000, 'a late text')])
          : mentionsOf(memory, 'gone', publications).keepSearches([searchOf(5)]);
      if (when.startsWith('before')) await expect(looking).rejects.toThrow('the watch gone was deleted');
      else await looking;
      await Promise.all(deletions);
      expect(isCut).toBe(true);
      expect(leftOf(memory, 'gone')).toEqual([]);
      if (when.startsWith('before')) expect(await objects.list('')).toEqual([]);
    },
  );

  test('commits no turn that was pending', async () => {
    const memory = new MemoryDynamoDb();
    await filled(memory, 'gone');
    const store = openDynamoStore({ client: memory.client(), tables, clock, ids, retentionMs: 1 });
    const calls = new DynamoCalls({ client: memory.client(), clock, ids });
    await calls.write({ table: tables.crawls, key: siteKey('gone', 1), set: { pending: { 1: 'attempt' } } });
    await remove(placeAt(memory), 'gone');
    expect((await store.readSite('gone', 1))?.pending.size).toBe(0);
    const commit = { turn: 1, message: 'm', add: noCounts, due: 1 };
    expect(await store.commitParse('gone', 1, commit)).toEqual({ kind: 'not-pending' });
    expect(leftOf(memory, 'gone')).toEqual([]);
  });

  test.each([-400, 0, 400])(
    'by two functions at once, of which one has a clock that is %i s ahead, leaves nothing',
    async ahead => {
      for (const looks of [1, 4]) {
        const memory = new MemoryDynamoDb();
        await filled(memory, 'gone');
        await filled(memory, 'kept');
        const kept = memory.keysOfCrawl('kept');
        await Promise.all([remove(placeAt(memory), 'gone', looks), remove(placeAt(memory, ahead), 'gone', 3)]);
        // A request that is repeated after the end, as a doubled message of the state machine.
        await remove(placeAt(memory, -ahead), 'gone', 0);
        expect(memory.keysOfCrawl('kept')).toEqual(kept);
        expect(leftOf(memory, 'gone')).toEqual([]);
      }
    },
  );

  test('waits for a change that is not written out, a minute at most', async () => {
    const memory = new MemoryDynamoDb();
    await filled(memory, 'gone');
    const calls = new DynamoCalls({ client: memory.client(), clock, ids });
    await calls.write({ table: 'publications', key: { pk: 'gone', sk: 'head' }, set: { isOpen: true } });
    expect(await removeWatch(placeAt(memory), 'gone', () => true)).toEqual({ removed: 0, isDone: false });
    expect(await removeWatch(placeAt(memory, 59), 'gone', () => true)).toEqual({ removed: 0, isDone: false });
    await remove(placeAt(memory, 60), 'gone', 5);
    expect(leftOf(memory, 'gone')).toEqual([]);
  });
});
