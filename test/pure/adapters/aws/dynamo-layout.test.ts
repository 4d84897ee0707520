/** Loads that the layout of the tables must bear: long keys, long chunks, many workers. */
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { CountedCalls } from '../../../../bench/cost/counted-calls.ts';
import { DynamoCalls } from '../../../../shared/adapters/aws/dynamo/calls/dynamo-calls.ts';
import { siteKey, takenKey, textKey, urlKey } from '../../../../shared/adapters/aws/dynamo/calls/dynamo-tables.ts';
import { mostSorted } from '../../../../shared/adapters/aws/dynamo/dynamo-link-tables.ts';
import { type DynamoStore, openDynamoStore } from '../../../../shared/adapters/aws/dynamo/dynamo-store.ts';
import type { LinkKey } from '../../../../shared/domain/link-rows.ts';
import type { ChunkEntry } from '../../../../shared/domain/protocol/crawl-state.ts';
import { crawlOf, siteRow } from '../../../contract/sample-state.ts';
import { type Fault, MemoryDynamoDb } from './memory-dynamodb.ts';

const tables = { crawls: 'crawls', tokens: 'tokens', pages: 'pages', links: 'links', watched: 'watched' };
const crawl = 'crawl';
const phase = { level: 1, round: 0 };
const first = { turn: 0, offset: 0 };

let memory: MemoryDynamoDb;
let fault: (() => Fault | undefined) | undefined;
let counted: CountedCalls;

beforeEach(() => {
  fault = undefined;
  memory = new MemoryDynamoDb(() => fault?.());
  counted = new CountedCalls();
});

const stillClock = { now: () => 0, monotonic: () => 0, sleep: async () => undefined };

/** A worker of its own on the same tables. */
function openStore(): DynamoStore {
  const client = memory.client();
  counted.count('dynamodb', client);
  return openDynamoStore({ client, tables, clock: stillClock, ids: { fraction: Math.random }, retentionMs: 1 });
}

function claimsOf(urls: readonly string[]): { identity: string; address: string; foundOn: string }[] {
  return urls.map(url => ({ identity: url, address: url, foundOn: 'http://site.test/' }));
}

const link = { turn: 1, level: 1, kind: 'link' } as const;

/** The largest length that fits, and the next one. */
async function edge(fits: (length: number) => Promise<boolean>): Promise<readonly [number, number]> {
  let [fills, overflows] = [100_000, 500_000];
  while (overflows - fills > 1) {
    const middle = Math.floor((fills + overflows) / 2);
    if (await fits(middle)) fills = middle;
    else overflows = middle;
  }
  return [fills, overflows];
}

describe('URLs as sort keys', () => {
  const long = `http://site.test/${'a'.repeat(943)}`;
  const urls = [
    ...['', 'b', 'a', '~', '!', `${'x'.repeat(1_000)}2`, `${'x'.repeat(1_000)}1`, 'z'].map(end => long + end),
    ...['http://site.test/', 'http://site.test/b', 'http://site.test/%41'],
    `http://site.test/${'a'.repeat(942)}`,
  ];

  test('no key is longer than the 1,024 bytes that DynamoDB takes, and no two URLs share one', () => {
    const keys = urls.map(url => textKey(url).key);
    expect(Math.max(...keys.map(key => Buffer.byteLength(key)))).toBeLessThanOrEqual(1_024);
    expect(new Set(keys).size).toBe(urls.length);
    expect(Buffer.byteLength(textKey('ü'.repeat(700)).key)).toBeLessThanOrEqual(1_024);
  });

  test.each([1, 2, 3, 100])('claims are read in order of bytes in pages of %i, however long they are', async most => {
    const store = openStore();
    await store.claimUrls(crawl, 1, link, claimsOf(urls));
    const read: string[] = [];
    for (let after = ''; ; after = read.at(-1)!) {
      const page = await store.claimsAfter(crawl, 1, after, most);
      read.push(...page.map(({ identity }) => identity));
      if (page.length < most) break;
    }
    expect(read).toEqual(urls.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
  });

  test('bad links may be any text', async () => {
    const keys = ['', ' ', '\ud800', 'http://[', '\u{1f577}'.repeat(250)];
    const links = keys.map(key => ({ key, page: 'http://site.test/', level: 1, detail: 'x'.repeat(2_000) }));
    expect(await openStore().claimLinks(crawl, 1, 'bad', 1, links)).toEqual(keys.map(() => true));
    expect(await openStore().claimLinks(crawl, 1, 'bad', 2, links)).toEqual(keys.map(() => false));
  });
});

describe('chunks', () => {
  const entries = Array.from({ length: 300 }, (_, number): ChunkEntry => {
    const url = `http://site.test/folder-${number % 7}/page-${number}`;
    return { identity: url, address: `${url}?`, attempt: 1, via: [], foundOn: 'http://site.test/' };
  });

  test('of many parts are read from any place on, as many entries as are asked for', async () => {
    const store = openStore();
    await store.putChunk(crawl, 1, phase, 7, entries);
    for (const offset of [0, 1, 63, 64, 65, 299]) {
      const read = await store.readChunks(crawl, 1, phase, { turn: 7, offset }, 50);
      expect(read.map(({ entry }) => entry)).toEqual(entries.slice(offset, offset + 50));
      expect(read[0]!.cursor).toEqual({ turn: 7, offset });
    }
    expect(await store.readChunks(crawl, 1, phase, { turn: 7, offset: 300 }, 50)).toEqual([]);
  });

  test('larger than an item are whole', async () => {
    const noise = (length: number): string =>
      Buffer.from(crypto.getRandomValues(new Uint8Array(length))).toString('base64url');
    const large = entries.slice(0, 70).map(entry => ({ ...entry, via: [noise(10_000)] }));
    const store = openStore();
    await store.putChunk(crawl, 1, phase, 1, large);
    const read = await store.readChunks(crawl, 1, phase, first, 100);
    expect(read.map(({ entry }) => entry)).toEqual(large);
  });

  test('that just fill an item, or a byte more, are whole (adverse 54)', async () => {
    const noise = randomBytes(450_000).toString('base64url');
    const entryOf = (length: number): ChunkEntry => ({ ...entries[0]!, via: [noise.slice(0, length)] });
    /** Items of a chunk with such an entry, which is read back as it was. */
    const items = async (length: number): Promise<number> => {
      let writes = 0;
      memory = new MemoryDynamoDb(command => {
        if (command === 'UpdateItemCommand') writes += 1;
        return undefined;
      });
      const store = openStore();
      await store.putChunk(crawl, 1, phase, 1, [entryOf(length)]);
      const [read, ...more] = await store.readChunks(crawl, 1, phase, first, 100);
      expect([read?.entry, more]).toEqual([entryOf(length), []]);
      return writes;
    };
    const [fills, overflows] = await edge(async length => (await items(length)) === 1);
    expect([await items(fills - 1), await items(fills), await items(overflows)]).toEqual([1, 1, 2]);
  });

  test('cut short by a crash are made whole by the repeat', async () => {
    let calls = 0;
    fault = () => {
      calls += 1;
      return calls > 2 ? { before: new Error('killed') } : undefined;
    };
    await expect(openStore().putChunk(crawl, 1, phase, 1, entries)).rejects.toThrow('killed');
    fault = undefined;
    const store = openStore();
    await store.putChunk(crawl, 1, phase, 1, entries);
    expect(await store.readChunks(crawl, 1, phase, first, 1_000)).toHaveLength(300);
  });
});

test('a spec that just fills an item, or needs another one, is read back', async () => {
  const noise = randomBytes(450_000).toString('base64url');
  const sample = crawlOf(crawl, 0);
  let writes = 0;
  memory = new MemoryDynamoDb(command => {
    if (command === 'UpdateItemCommand') writes += 1;
    return undefined;
  });
  const writesOf = async (length: number): Promise<number> => {
    writes = 0;
    const id = crypto.randomUUID();
    const spec = { ...sample.spec, userAgent: noise.slice(0, length) };
    await openStore().createCrawl({ ...sample, id, spec }, []);
    expect((await openStore().readCrawl(id))?.spec).toEqual(spec);
    return writes;
  };
  const few = await writesOf(10);
  const [fills, overflows] = await edge(async length => (await writesOf(length)) === few);
  expect([await writesOf(fills), (await writesOf(overflows)) > few]).toEqual([few, true]);
});

describe('units', () => {
  test('a claim, a content and a status cost a write unit each', async () => {
    const store = openStore();
    await store.claimUrls(crawl, 1, link, claimsOf(['http://site.test/a']));
    await store.claimContents(crawl, 1, [{ hash: 'a'.repeat(64), owner: 'http://site.test/a' }]);
    const outcome = { kind: 'node', hash: 'a'.repeat(64) } as const;
    await store.recordOutcomes(crawl, 1, 1, [{ identity: 'http://site.test/a', outcome, attempts: 1 }]);
    expect(counted.usage.writeUnit).toBe(3);
  });

  describe('of what became of the pages of a turn', () => {
    const urls = Array.from({ length: 150 }, (_, number) => `http://site.test/${number}`);
    const entries = urls.map(url => ({ identity: url, address: url, attempt: 1, via: [], foundOn: '' }));
    const node = { kind: 'node', hash: 'a'.repeat(64) } as const;
    const outcomesOf = (some: readonly string[]) => some.map(identity => ({ identity, outcome: node, attempts: 1 }));
    const at = (offset: number) => ({ turn: 1, offset });

    /** A turn that has taken entries of the chunk of turn 1, as its commit writes it. */
    async function take(turn: number, from: number, to: number): Promise<void> {
      const set = { taken: { phase, from: at(from), to: at(to), pages: to - from } };
      const calls = new DynamoCalls({ client: memory.client(), clock: stillClock, ids: { fraction: () => 0 } });
      await calls.write({ table: tables.pages, key: takenKey(crawl, 1, turn), set });
    }

    beforeEach(async () => {
      await openStore().claimUrls(crawl, 1, link, claimsOf(urls));
      await openStore().putChunk(crawl, 1, phase, 1, entries);
    });

    test('fifty cost a write unit for each part of the chunk and three read units', async () => {
      await take(2, 30, 80);
      const before = counted.usage;
      await openStore().recordOutcomes(crawl, 1, 2, outcomesOf(urls.slice(30, 80)));
      expect(counted.usage.writeUnit - before.writeUnit).toBe(2);
      expect(counted.usage.readUnit - before.readUnit).toBeLessThanOrEqual(3);
      const told = (await openStore().claimsAfter(crawl, 1, '', 999)).filter(({ attempts }) => attempts === 1);
      expect(told.map(({ identity }) => identity)).toEqual(urls.slice(30, 80).toSorted());
    });

    test('an item for 64 pages is no larger than a write unit, however many turns took them', async () => {
      for (let turn = 1_000_000; turn < 1_000_016; turn += 1) {
        const from = (turn % 16) * 4;
        await take(turn, from, from + 4);
        const before = counted.usage.writeUnit;
        await openStore().recordOutcomes(crawl, 1, turn, outcomesOf(urls.slice(from, from + 4)));
        expect(counted.usage.writeUnit - before).toBe(1);
      }
    });

    test('a single page, and pages of which nothing says what their turn took, have it in their claims', async () => {
      await take(2, 0, 1);
      await openStore().recordOutcomes(crawl, 1, 2, outcomesOf(urls.slice(0, 1)));
      await openStore().recordOutcomes(crawl, 1, 3, outcomesOf(urls.slice(1, 51)));
      const calls = new DynamoCalls({ client: memory.client(), clock: stillClock, ids: { fraction: () => 0 } });
      const [one, fifty] = await calls.readAll(
        tables.pages,
        [0, 50].map(n => urlKey(crawl, 1, urls[n]!)),
        true,
      );
      expect(one).toMatchObject({ status: 'node', attempts: 1, statusTurn: 2 });
      expect(fifty).toMatchObject({ status: 'node', attempts: 1, statusTurn: 3 });
    });

    test('a claim of an earlier version tells its status itself, among packed ones', async () => {
      await openStore().recordOutcomes(crawl, 1, 9, outcomesOf(urls.slice(100, 101)));
      await take(2, 0, 50);
      await openStore().recordOutcomes(crawl, 1, 2, outcomesOf(urls.slice(0, 50)));
      await openStore().createCrawl(crawlOf(crawl, 1), [siteRow(crawl, 1)]);
      const { links } = await openStore().listLinks(crawl, 'internal', { most: 999, status: 'node' });
      expect(links.map(({ link: url }) => url)).toEqual([...urls.slice(0, 50), urls[100]!].toSorted());
    });

    test('a listing asks for an item of each chunk, once for a hundred claims', async () => {
      await take(2, 0, 150);
      await openStore().recordOutcomes(crawl, 1, 2, outcomesOf(urls));
      await openStore().createCrawl(crawlOf(crawl, 1), [siteRow(crawl, 1)]);
      const before = counted.calls.get('dynamodb Query') ?? 0;
      await openStore().listLinks(crawl, 'internal', { most: 150 });
      // The sites, the claims, and the statuses twice.
      expect((counted.calls.get('dynamodb Query') ?? 0) - before).toBe(4);
    });
  });

  describe('of levels', () => {
    const urls = Array.from({ length: 50 }, (_, number) => `http://site.test/${number}`);
    const unitsOf = async (level: number): Promise<number> => {
      const before = counted.usage.readUnit;
      await openStore().readLevels(crawl, 1, urls, level);
      return counted.usage.readUnit - before;
    };

    test('it is one for all URLs of a level from which none has fallen, else one for each', async () => {
      const store = openStore();
      await store.createCrawl(crawlOf(crawl, 1), [siteRow(crawl, 1)]);
      await store.claimUrls(crawl, 1, { ...link, level: 3 }, claimsOf(urls));
      expect(await unitsOf(3)).toBe(1);
      const by = { turn: 2, level: 2, kind: 'redirect' } as const;
      await store.claimUrls(crawl, 1, by, claimsOf(['http://site.test/new']));
      expect(await unitsOf(3)).toBe(1);
      await store.claimUrls(crawl, 1, by, claimsOf([urls[7]!]));
      expect([await unitsOf(3), await unitsOf(4)]).toEqual([51, 1]);
    });

    test('it is one for each URL of a site of an earlier version, which noted no fall', async () => {
      await openStore().claimUrls(crawl, 1, { ...link, level: 3 }, claimsOf(urls));
      const calls = new DynamoCalls({ client: memory.client(), clock: stillClock, ids: { fraction: () => 0 } });
      await calls.write({ table: tables.crawls, key: siteKey(crawl, 1), set: { status: 'active' } });
      expect(await unitsOf(3)).toBe(51);
    });

    test.each([1, 2, 3])('a fall is noted before it happens, should the worker die behind %i writes', async writes => {
      const store = openStore();
      await store.createCrawl(crawlOf(crawl, 1), [siteRow(crawl, 1)]);
      await store.claimUrls(crawl, 1, { ...link, level: 3 }, claimsOf(urls));
      let calls = 0;
      fault = () => {
        calls += 1;
        return calls > writes ? { before: new Error('killed') } : undefined;
      };
      const by = { turn: 2, level: 2, kind: 'redirect' } as const;
      await openStore()
        .claimUrls(crawl, 1, by, claimsOf([urls[7]!]))
        .catch(() => undefined);
      fault = undefined;
      const [fell] = await openStore().readLevels(crawl, 1, [urls[7]!]);
      const told = (await openStore().readLevels(crawl, 1, urls, 3))[7];
      expect(told?.level ?? 3).toBe(fell!.level);
      expect(await openStore().claimUrls(crawl, 1, by, claimsOf([urls[7]!]))).toEqual([true]);
      expect((await openStore().readLevels(crawl, 1, urls, 3))[7]?.level).toBe(2);
    });
  });

  test('a worker that is new to a site looks before it claims, by one query: half a read unit for 4 KB of claims', async () => {
    const urls = Array.from({ length: 200 }, (_, number) => `http://site.test/${number}`);
    await openStore().claimUrls(crawl, 1, link, claimsOf(urls));
    const before = counted.usage;
    const won = await openStore().claimUrls(
      crawl,
      1,
      { ...link, turn: 2 },
      claimsOf([...urls, 'http://site.test/new']),
    );
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(counted.usage.writeUnit - before.writeUnit).toBe(1);
    // 200 claims of 50 bytes.
    expect(counted.usage.readUnit - before.readUnit).toBe(2.5);
  });

  test('of a site too large for a query it reads each claim, for half a read unit, and queries once', async () => {
    const urls = Array.from({ length: 1_000 }, (_, number) => `http://site.test/${number}`);
    await openStore().claimUrls(crawl, 1, link, claimsOf(urls));
    // Beyond the end of the query, in it, and never claimed.
    const looked = [...urls.slice(-20), urls[5]!, 'http://site.test/~new'];
    const store = openStore();
    const spent = async (turn: number): Promise<number> => {
      const before = counted.usage.readUnit;
      const won = await store.claimUrls(crawl, 1, { ...link, turn }, claimsOf(looked));
      expect(won).toEqual(looked.map(url => turn === 2 && url.endsWith('~new')));
      return counted.usage.readUnit - before;
    };
    expect(await spent(2)).toBeGreaterThan(looked.length * 0.4);
    expect(await spent(3)).toBe(looked.length * 0.5);
  });

  test('a worker that loses few claims does not look', async () => {
    const store = openStore();
    for (const turn of [1, 2, 3]) {
      const urls = Array.from({ length: 50 }, (_, number) => `http://site.test/${turn}-${number}`);
      await store.claimUrls(crawl, 1, { ...link, turn }, claimsOf(urls));
    }
    // The first time nothing is known of the site.
    expect(counted.usage.readUnit).toBe(0.5);
  });

  test('fifty entries of a frontier cost a few write units', async () => {
    const entries = Array.from({ length: 50 }, (_, number) => {
      const url = `http://site.test/articles/2024/a-title-of-some-length-${number * 7919}.html`;
      return {
        identity: url,
        address: url,
        attempt: 1,
        via: [],
        foundOn: `http://site.test/articles/2024/index-${number % 9}.html`,
      };
    });
    await openStore().putChunk(crawl, 1, phase, 1, entries);
    expect(counted.usage.writeUnit).toBeLessThanOrEqual(2);
  });
});

describe('the log of links', () => {
  const linksOf = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => n + from).map(n => ({
      ...{ key: `http://far.test/${String(n).padStart(6, '0')}`, page: `http://site.test/${n % 7}`, level: 1 },
      detail: `anchor ${n}`,
    }));
  const listed = async (
    store: DynamoStore,
    query: { readonly most: number; readonly deleted?: true },
  ): Promise<string[]> => {
    const texts: string[] = [];
    for (let after: LinkKey | undefined; ; ) {
      const page = await store.listLinks(crawl, 'external', { ...query, ...(after !== undefined && { after }) });
      texts.push(...page.links.map(({ link }) => link));
      if (page.next === undefined) return texts;
      after = page.next;
    }
  };

  test('a turn with three new links for each of a hundred pages writes a tenth of a unit for each link, and less', async () => {
    await openStore().createCrawl(crawlOf(crawl, 1), [siteRow(crawl, 1)]);
    const before = counted.usage.writeUnit;
    await openStore().claimLinks(crawl, 1, 'external', 1, linksOf(0, 300));
    expect(counted.usage.writeUnit - before).toBeLessThanOrEqual(30);
  });

  test('a worker that knows it reads nothing, until another has written', async () => {
    const [store, other] = [openStore(), openStore()];
    await store.claimLinks(crawl, 1, 'external', 1, linksOf(0, 10));
    const reads = () => counted.calls.get('dynamodb Query') ?? 0;
    const before = reads();
    expect(await store.claimLinks(crawl, 1, 'external', 2, linksOf(5, 15))).toEqual([
      ...Array(5).fill(false),
      ...Array(5).fill(true),
    ]);
    expect(reads()).toBe(before);
    await other.claimLinks(crawl, 1, 'external', 3, linksOf(10, 20));
    expect(await store.claimLinks(crawl, 1, 'external', 4, linksOf(18, 22))).toEqual([false, false, true, true]);
    expect(reads()).toBe(before + 2);
  });

  test.each([mostSorted, mostSorted + 1])('%i links of a site are listed, each once', async many => {
    const store = openStore();
    await store.createCrawl(crawlOf(crawl, 1), [siteRow(crawl, 1)]);
    const half = Math.floor(many / 2);
    await store.claimLinks(crawl, 1, 'external', 1, linksOf(half, many));
    await store.claimLinks(crawl, 1, 'external', 2, linksOf(0, half));
    const texts = await listed(store, { most: 1_999 });
    const sorted = linksOf(0, many).map(({ key }) => key);
    expect(texts).toEqual(many > mostSorted ? [...sorted.slice(half), ...sorted.slice(0, half)] : sorted);
  });

  test('a process reads a site once for all pages of a listing, and again when a listing begins', async () => {
    const store = openStore();
    await store.createCrawl(crawlOf(crawl, 1), [siteRow(crawl, 1)]);
    await store.claimLinks(crawl, 1, 'external', 1, linksOf(0, 10_000));
    const unitsOf = async (most: number): Promise<number> => {
      const before = counted.usage.readUnit;
      expect(await listed(store, { most })).toHaveLength(10_000);
      return counted.usage.readUnit - before;
    };
    const [few, many] = [await unitsOf(1_999), await unitsOf(100)];
    // A page reads the site's row and what is deleted.
    expect(many - few).toBeLessThanOrEqual(2 * 95);
    const all = linksOf(0, 10_001).map(({ key }) => key);
    await store.claimLinks(crawl, 1, 'external', 2, linksOf(10_000, 10_001));
    expect(await listed(openStore(), { most: 1_999 })).toEqual(all);
    expect(await listed(store, { most: 1_999 })).toEqual(all);
  });

  test('a listing that has begun by address ends by address, however many come meanwhile', async () => {
    const store = openStore();
    await store.createCrawl(crawlOf(crawl, 1), [siteRow(crawl, 1)]);
    await store.claimLinks(crawl, 1, 'external', 1, linksOf(0, 20_000));
    const { next: after } = await store.listLinks(crawl, 'external', { most: 2 });
    await store.claimLinks(crawl, 1, 'external', 2, linksOf(20_000, 20_010));
    const { links } = await store.listLinks(crawl, 'external', { most: 3, after: after! });
    expect(links.map(({ link }) => link)).toEqual(linksOf(2, 5).map(({ key }) => key));
  });

  test('items of an earlier version, one for each link, are known, listed, deleted and restored', async () => {
    const store = openStore();
    await store.createCrawl(crawlOf(crawl, 1), [siteRow(crawl, 1)]);
    await store.claimLinks(crawl, 1, 'external', 1, linksOf(0, 3), true);
    const claims = linksOf(2, 4);
    expect(await openStore().claimLinks(crawl, 1, 'external', 1, claims)).toEqual([true, true]);
    expect(await openStore().claimLinks(crawl, 1, 'external', 2, claims)).toEqual([false, false]);
    const all = linksOf(0, 4).map(({ key }) => key);
    expect(await listed(store, { most: 2 })).toEqual(all);
    const keys = [all[0]!, all[3]!].map(key => ({ site: 1, key }));
    expect(await store.deleteLinks(crawl, 'external', keys)).toBe(2);
    expect(await listed(store, { most: 2 })).toEqual(all.slice(1, 3));
    expect(await listed(store, { most: 2, deleted: true })).toEqual([all[0], all[3]]);
    expect(await store.restoreLinks(crawl, 'external', keys)).toBe(2);
    expect(await listed(store, { most: 2 })).toEqual(all);
  });
});
