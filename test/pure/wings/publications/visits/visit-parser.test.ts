/** Addresses that a turn of a watch claims, and the sources to which it hands them. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SqliteStore } from '../../../../../shared/adapters/local/sqlite/sqlite-store.ts';
import type { FetchResult } from '../../../../../shared/domain/protocol/classify-answer.ts';
import type { SiteRow } from '../../../../../shared/domain/protocol/crawl-state.ts';
import { watchDefaults } from '../../../../../shared/domain/spec/crawl-spec.ts';
import { createCrawlRules } from '../../../../../shared/domain/turn/crawl-rules.ts';
import type { SitePatch } from '../../../../../shared/ports/ports.ts';
import { KnownUrls, type ParsePorts, type ParseSite } from '../../../../../shared/steps/parse/parse-worker.ts';
import type {
  AddressElsewhere,
  ClaimedNames,
  NamedAddress,
  SourceReading,
} from '../../../../../shared/wings/publications/visits/source-reader.ts';
import { visitParser } from '../../../../../shared/wings/publications/visits/visit-parser.ts';
import { unseenAddress } from '../../../../../shared/wings/publications/watch/recheck.ts';
import { crawlOf, siteRow } from '../../../../contract/sample-state.ts';
import { specOf } from '../../../../simulation/plans.ts';

const now = 1_700_000_000_000;
const [own, other] = ['https://news.example', 'https://articles.example'];
const story = `${other}/story-1.html`;
const sites = [{ url: `${own}/` }, { url: `${other}/` }];
const spec = { ...specOf({ delayMs: 0, sites }), duplicates: 'keep' as const, watch: watchDefaults };
const rules = createCrawlRules(spec);
const crawl = { ...crawlOf('w', 2), spec };

let store: SqliteStore;
let site: ParseSite;

beforeEach(async () => {
  store = new SqliteStore({ crawl: ':memory:', tokens: ':memory:' }, { self: '1', isAlive: () => false }, () => now);
  const row = (number: number, origin: string): SiteRow => siteRow('w', number, { origin, start: `${origin}/` });
  await store.createCrawl(crawl, [row(1, own), row(2, other)]);
  const bounds = rules.bounds(1, own);
  site = {
    ...{ crawl: 'w', site: 1, rules, known: new KnownUrls() },
    belongs: address => bounds.belongs(new URL(address)),
  } as ParseSite;
});

afterEach(() => store.close());

/** Ends a turn of a site with a change of its row. */
async function turnOf(number: number, patch: SitePatch): Promise<void> {
  const turn = (await store.readSite('w', number))!.turn + 1;
  const lease = { host: `host-${number}`, crawl: 'w', site: number, turn, attempt: `a${turn}` };
  await store.takeToken({ ...lease, message: `m${turn}`, now: now + turn * 60_000, delayMs: 0, idle: false });
  const exit = { patch: { turn, ...patch }, demand: {}, token: { nextAllowedAt: now, lastDelayMs: 0, now } };
  expect(await store.leaveTurn(lease, exit)).toBe(true);
}

/** Parses one more turn of the first source, whose entry at `/feed` names addresses; the counters of its row afterwards. */
async function visit(
  named: Partial<Pick<SourceReading, 'named' | 'elsewhere' | 'outcomes'>>,
  {
    result = { kind: 'skipped', reason: 'http-status', status: 304 } as FetchResult,
    phase = { level: 1, round: 0 },
    isLook = true,
    /** The process dies once, after its claims. */
    dies = false,
    keep = (_: ClaimedNames): void => undefined,
  } = {},
): Promise<SiteRow> {
  const turn = (await store.readSite('w', 1))!.turn + 1;
  await turnOf(1, { addPending: { turn, attempt: `a${turn}` } });
  const look = { of: `${own}/feed`, kind: 'feed' as const, fields: {} };
  const page = { identity: `${own}/feed`, address: `${own}/feed`, attempt: 1, via: [], foundOn: '' };
  const entry = isLook ? { ...page, look } : page;
  const record = { turn, phase, origin: own, at: now, entries: [{ entry, result }] };
  let deaths = dies ? 1 : 0;
  const reading: SourceReading = {
    ...{ outcomes: [{ kind: 'skipped', reason: 'not-publication' }], named: [], elsewhere: [], unread: [] },
    ...named,
    keep: async claimed => {
      keep(claimed);
      deaths -= 1;
      if (deaths >= 0) throw new Error('killed');
      return { watched: [], added: [], ended: [] };
    },
  };
  const ports = { store, clock: { now: () => now }, log: { failed: async () => undefined } } as unknown as ParsePorts;
  const worker = { reader: { read: async () => reading }, watched: store };
  const row = (await store.readSite('w', 1))!;
  const message = { id: `p${turn}`, kind: 'parse' as const, crawl: 'w', site: 1, turn };
  const pending = { crawl, row, message, attempt: `a${turn}`, deliveries: 1, site, record };
  if (dies) {
    await expect(visitParser(worker).parse({ ports, site: () => site }, pending)).rejects.toThrow('killed');
    // The next process knows nothing of the claims.
    site = { ...site, known: new KnownUrls() };
  }
  const answer = await visitParser(worker).parse({ ports, site: () => site }, pending);
  expect(answer.kind).toBe('committed');
  return (await store.readSite('w', 1))!;
}

function namedBy(by: 'feed' | undefined, address = story): AddressElsewhere {
  const watched = by && unseenAddress({ identity: address, address }, { at: now, by, hint: { title: 'A story' } });
  return { identity: address, page: 0, ...(watched === undefined ? {} : { watched }) };
}

/** The pages of the second source. */
async function handed(): Promise<readonly string[]> {
  return (await store.dueAddresses('w', 2, now, 9)).map(({ identity }) => identity);
}

describe('an address that a feed names at the host of another source', () => {
  test('waits while it is not known where that source is, and is claimed by nobody', async () => {
    const { counters } = await visit({ elsewhere: [namedBy('feed')] });
    expect([counters.newExternalLinks, await handed()]).toEqual([0, []]);
    expect((await store.readSite('w', 2))!.phase.level).toBe(0);
  });

  test('is handed to that source as soon as it is known where it is', async () => {
    await visit({ elsewhere: [namedBy('feed')] });
    await turnOf(2, { phase: { level: 1, round: 0 } });
    const { counters } = await visit({ elsewhere: [namedBy('feed')] });
    expect([counters.newExternalLinks, await handed()]).toEqual([1, [story]]);
  });

  test('is handed to a source that rests, though it has seen no start page', async () => {
    await turnOf(2, { waiting: 'rest' });
    await visit({ elsewhere: [namedBy('feed')] });
    expect(await handed()).toEqual([story]);
  });

  test.each<[string, SitePatch]>([
    ['turned out to be at another host', { phase: { level: 1, round: 0 }, origin: 'https://moved.example' }],
    ['has ended', { status: 'not-available' }],
  ])('is counted and handed to nobody where that source %s', async (_, patch) => {
    await turnOf(2, patch);
    const { counters } = await visit({ elsewhere: [namedBy('feed')] });
    expect([counters.newExternalLinks, await handed()]).toEqual([1, []]);
  });

  test('is handed over once, however often it is named', async () => {
    await turnOf(2, { phase: { level: 1, round: 0 } });
    await visit({ elsewhere: [namedBy('feed')] });
    await store.unwatch('w', 2, story);
    site = { ...site, known: new KnownUrls() };
    const { counters } = await visit({ elsewhere: [namedBy('feed')] });
    expect([counters.newExternalLinks, await handed()]).toEqual([1, []]);
  });
});

test('an address that a list links to at the host of another source is counted and handed to nobody', async () => {
  await turnOf(2, { phase: { level: 1, round: 0 } });
  const { counters } = await visit({ elsewhere: [namedBy(undefined)] });
  expect([counters.newExternalLinks, await handed()]).toEqual([1, []]);
});

test('an address at the host of no source is counted, and not again once the turn is committed', async () => {
  const far = namedBy('feed', 'https://far.example/x');
  expect((await visit({ elsewhere: [far] })).counters.newExternalLinks).toBe(1);
  expect((await visit({ elsewhere: [far] })).counters.newExternalLinks).toBe(1);
});

test('an address at the first host of the source itself, which has moved, is counted and does not wait', async () => {
  expect((await visit({ elsewhere: [namedBy('feed', `${own}/x`)] })).counters.newExternalLinks).toBe(1);
});

test('looks count as taken from the queue in the first round alone: the later ones were counted when they were queued', async () => {
  expect((await visit({})).counters.queued).toBe(1);
  expect((await visit({}, { phase: { level: 1, round: 1 } })).counters.queued).toBe(1);
});

describe('addresses of the source that are named', () => {
  const named = (path: string): NamedAddress => ({ identity: `${own}${path}`, address: `${own}${path}`, page: 0 });
  const next = async (level: number) =>
    (await store.readChunks('w', 1, { level, round: 0 }, { turn: 0, offset: 0 }, 9)).map(({ entry }) => entry);

  test('are fetched at the next level, each once, and know which entry named them', async () => {
    await visit({ named: [named('/a'), named('/b')] });
    const { counters } = await visit({ named: [named('/b'), named('/c')] });
    expect((await next(2)).map(({ identity, foundOn }) => [identity, foundOn])).toEqual([
      [`${own}/a`, `${own}/feed`],
      [`${own}/b`, `${own}/feed`],
      [`${own}/c`, `${own}/feed`],
    ]);
    // Beside them, the two looks.
    expect(counters.queued).toBe(5);
  });

  describe('by the thousand', () => {
    const many = (count: number, path = '/n'): readonly NamedAddress[] =>
      Array.from({ length: count }, (_, n) => named(`${path}-${n}`));
    const claimedBy = async (addresses: readonly NamedAddress[], more: Parameters<typeof visit>[1] = {}) => {
      const claims: ClaimedNames[] = [];
      const { counters } = await visit({ named: addresses }, { ...more, keep: each => void claims.push(each) });
      const [last, ...others] = claims.toReversed();
      for (const other of others) expect(other).toEqual(last);
      return { fresh: [...last!.fresh], left: last!.left.get(`${own}/feed`), counters };
    };
    const paths = (addresses: readonly NamedAddress[]) => addresses.map(({ identity }) => identity);

    test.each([false, true])(
      'are claimed in portions, in their order, and the rest is left for the next look; killed: %s',
      async dies => {
        const addresses = many(1_000);
        for (const [from, left] of [
          [0, 600],
          [400, 200],
          [800, undefined],
        ] as const) {
          const { fresh, ...claimed } = await claimedBy(addresses, { dies });
          expect([fresh, claimed.left]).toEqual([paths(addresses.slice(from, from + 400)), left]);
        }
        expect((await claimedBy(addresses, { dies })).fresh).toEqual([]);
        expect((await store.readSite('w', 1))!.counters.queued).toBe(1_000 + 4);
      },
    );

    test('are claimed at once where they are not of a look, for nobody looks again', async () => {
      const { fresh, left } = await claimedBy(many(1_000), { isLook: false });
      expect([fresh.length, left]).toEqual([1_000, undefined]);
    });

    test('do not fill the portion with addresses that are never requested, up to 4,000', async () => {
      const refused = many(5_000, `/${'deep/'.repeat(60)}`);
      const { fresh, left, counters } = await claimedBy(refused);
      expect([fresh.length, left, counters.queued, counters.skipped]).toEqual([4_000, 1_000, 1, 4_000]);
    });

    test('that are known fill no portion', async () => {
      const addresses = many(900);
      await claimedBy(addresses);
      site = { ...site, known: new KnownUrls() };
      const { fresh, left } = await claimedBy([
        ...addresses.slice(0, 400),
        ...many(300, '/other'),
        ...addresses.slice(400),
      ]);
      expect([fresh.length, left]).toEqual([400, 400]);
    });
  });
});

describe('a look', () => {
  const again = async () =>
    (await store.readChunks('w', 1, { level: 1, round: 1 }, { turn: 0, offset: 0 }, 9)).map(({ entry }) => entry);

  test.each<[string, FetchResult, object[]]>([
    [
      'that got no answer is tried again in the next round',
      { kind: 'retry', reason: 'timeout' },
      [{ identity: `${own}/feed`, attempt: 2 }],
    ],
    [
      'that was redirected within the source goes on there',
      { kind: 'redirect', status: 301, target: `${own}/rss` },
      [{ identity: `${own}/rss`, attempt: 1, via: [`${own}/feed`] }],
    ],
    [
      'that brings a page which only sends its visitors on goes on there',
      {
        kind: 'page',
        contentType: 'text/html',
        body: Buffer.from('<meta http-equiv="refresh" content="0;url=/rss">Moving on'),
      },
      [{ identity: `${own}/rss`, attempt: 1, via: [`${own}/feed`] }],
    ],
    ['that was redirected to another host ends', { kind: 'redirect', status: 301, target: `${other}/rss` }, []],
    ['that was answered ends', { kind: 'skipped', reason: 'http-status', status: 304 }, []],
  ])('%s', async (_, result, entries) => {
    await visit({}, { result });
    expect(await again()).toMatchObject(entries);
    expect((await again()).length).toBe(entries.length);
  });
});
