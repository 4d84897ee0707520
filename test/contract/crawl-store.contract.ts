/** The promises of every keeper of the crawl store (`shared/ports/ports.ts`). */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type ChunkEntry,
  firstCursor,
  type Lease,
  type LostTurn,
  type SiteRow,
} from '../../shared/domain/protocol/crawl-state.ts';
import type { ParseNote } from '../../shared/domain/protocol/parse-note.ts';
import { leaseMs, protocol } from '../../shared/domain/protocol/protocol.ts';
import { noSums, withSites } from '../../shared/domain/protocol/site-sums.ts';
import type { CrawlStore, LeaveDemand, SitePatch, TokenAnswer, TokenTake } from '../../shared/ports/ports.ts';
import { id, type OpenCallers, openCrawl } from './callers.ts';
import { crawlOf, entryOf, phaseOne, siteRow, tokenUntil } from './sample-state.ts';

const now = 1_700_000_000_000;
const host = 'example.org';
const delayMs = 1_000;

export function crawlStoreContract(open: OpenCallers<CrawlStore>): void {
  let first: CrawlStore;
  let second: CrawlStore;

  beforeEach(async () => {
    const callers = await openCrawl(open);
    ({ first, second } = callers);
    return async () => await callers.close();
  });

  const take = async (store: CrawlStore, change: Partial<TokenTake> = {}): Promise<TokenAnswer> =>
    await store.takeToken({ ...leaseOf('a1'), message: 'm1', now, delayMs, idle: false, ...change });
  const leave = async (patch: SitePatch, demand: LeaveDemand = {}, lease = leaseOf('a1')): Promise<boolean> =>
    await first.leaveTurn(lease, { patch, demand, token: { nextAllowedAt: now + delayMs, lastDelayMs: delayMs, now } });
  const site = async (number = 1): Promise<SiteRow> => (await second.readSite(id, number))!;

  describe('crawls', () => {
    test('a crawl that exists is not written again', async () => {
      expect(await second.createCrawl(crawlOf(id, 9), [siteRow(id, 3)])).toBe(false);
      expect(await second.readCrawl(id)).toEqual(crawlOf(id, 2));
      expect((await second.readSites(id)).map(row => row.site)).toEqual([1, 2]);
    });

    test('rows are read as they were written, limits that are infinite too', async () => {
      expect(await second.readSite(id, 1)).toEqual(siteRow(id, 1));
      expect(await second.readSite(id, 7)).toBeUndefined();
      expect(await second.readCrawl('another')).toBeUndefined();
    });

    test('sites are read some at a time, by number', async () => {
      const numbers = async (after: number, most: number): Promise<number[]> =>
        (await second.readSitesAfter(id, after, most)).map(row => row.site);
      expect(await numbers(0, 1)).toEqual([1]);
      expect(await numbers(1, 1)).toEqual([2]);
      expect(await numbers(0, 9)).toEqual([1, 2]);
      expect(await numbers(2, 9)).toEqual([]);
      expect(await second.readSitesAfter(id, 1, 9)).toEqual((await second.readSites(id)).slice(1));
    });

    test('how far the sums over the sites have come is what was written last', async () => {
      expect(await first.readLap(id)).toBeUndefined();
      const sums = withSites(noSums, [siteRow(id, 1)]);
      await first.writeLap(id, { after: 1, soFar: sums });
      expect(await second.readLap(id)).toEqual({ after: 1, soFar: sums });
      const lap = { after: 0, soFar: noSums, last: { at: now, sums } };
      await second.writeLap(id, lap);
      expect(await first.readLap(id)).toEqual(lap);
    });

    test('a stop is asked for once, and only of a crawl that runs', async () => {
      expect(await first.requestStop(id, { reason: 'time-limit' })).toBe(true);
      expect(await second.requestStop(id, { reason: 'stopped', cause: 'plugin' })).toBe(false);
      expect((await second.readCrawl(id))?.stop).toBe('time-limit');
    });

    test('the state moves only from the one named and when no site is active', async () => {
      expect(await first.setState(id, 'running', 'unloading', { finishReason: 'no-work' })).toBe(false);
      for (const number of [1, 2]) await endSite(number);
      expect(await second.setState(id, 'unloading', 'finished', {})).toBe(false);
      expect(await first.setState(id, 'running', 'unloading', { finishReason: 'no-work' })).toBe(true);
      expect(await second.setState(id, 'running', 'unloading', { finishReason: 'stopped' })).toBe(false);
      expect(await first.setState(id, 'unloading', 'finished', { finishedAt: now })).toBe(true);
      expect(await second.readCrawl(id)).toMatchObject({ state: 'finished', finishReason: 'no-work', finishedAt: now });
      expect(await second.requestStop(id, { reason: 'stopped' })).toBe(false);
    });

    test('reopening clears the stop, counts the sites that were ended and gives them what is named', async () => {
      await endSite(1);
      await first.requestStop(id, { reason: 'stopped' });
      const { spec } = crawlOf(id, 2);
      const opened = [1, 2].map(number => ({
        site: number,
        grant: 7,
        maxLevel: 3,
        due: now,
        trouble: { failures: 0 },
      }));
      for (const store of [first, second]) await store.reopen(id, { spec, deadline: now + 5, sites: opened });
      expect(await second.readCrawl(id)).toMatchObject({ state: 'running', activeSites: 2, deadline: now + 5 });
      expect((await second.readCrawl(id))?.stop).toBeUndefined();
      expect(await site()).toMatchObject({
        status: 'active',
        grant: 7,
        maxLevel: 3,
        due: now,
        delayMs: siteRow(id, 1).delayMs,
      });
    });

    test('reopening may give a site another delay and another start page, which waits in a round of its own', async () => {
      await endSite(1);
      const { spec } = crawlOf(id, 2);
      const start = { start: 'https://other.test/y', origin: 'https://other.test', phase: { level: 0, round: 3 } };
      const opened = { site: 1, grant: 7, maxLevel: 3, due: now, trouble: { failures: 0 }, delayMs: 42, start };
      await first.reopen(id, { spec, sites: [opened] });
      expect(await site()).toMatchObject({ ...start, delayMs: 42, cursor: firstCursor, redirectedFrom: [] });
      expect((await site())?.robots).toBeUndefined();
    });
  });

  test('reopening a site that is not available may count its start page anew; a second resume counts nothing', async () => {
    const { spec } = crawlOf(id, 2);
    const before = (await site())!.counters;
    const opened = { site: 1, grant: 7, maxLevel: 3, due: now, trouble: { failures: 0 } };
    const add = { queued: 2, taken: 1, skipped: 0 };
    await first.reopen(id, { spec, sites: [{ ...opened, add }] });
    expect((await site())!.counters).toEqual(before);
    await endSite(1, 'not-available');
    for (const store of [first, second]) await store.reopen(id, { spec, sites: [{ ...opened, add }] });
    expect((await site())!.counters).toEqual({ ...before, queued: before.queued + 2, taken: before.taken + 1 });
  });

  describe('what robots.txt addresses answered', () => {
    const text = (at: number, hash: string) => ({ kind: 'text', at, hash }) as const;

    test('is kept by address and crawl, for every caller', async () => {
      const long = `https://robots.test/${'x'.repeat(5_000)}`;
      const none = { kind: 'none', at: now, failure: { why: 'answered 503', retryAfterMs: 2_000 } } as const;
      expect(await first.readRobots(id, long)).toBeUndefined();
      await first.keepRobots(id, long, text(now, 'h1'));
      await first.keepRobots(id, 'https://robots.test/robots.txt', none);
      expect(await second.readRobots(id, long)).toEqual(text(now, 'h1'));
      expect(await second.readRobots(id, `${long}y`)).toBeUndefined();
      expect(await second.readRobots(id, 'https://robots.test/robots.txt')).toEqual(none);
    });

    test('is the newest answer, whoever brings it last', async () => {
      const url = 'https://robots.test/robots.txt';
      await first.keepRobots(id, url, text(now + 1, 'new'));
      await second.keepRobots(id, url, text(now, 'old'));
      expect(await first.readRobots(id, url)).toEqual(text(now + 1, 'new'));
      await second.keepRobots(id, url, text(now + 2, 'newer'));
      expect(await first.readRobots(id, url)).toEqual(text(now + 2, 'newer'));
    });
  });

  describe('tokens', () => {
    test('reopening lets a host be asked sooner, where nobody has asked it since', async () => {
      const { spec } = crawlOf(id, 2);
      const hour = now + 3_600_000;
      const soon = now + 2_000;
      const reopen = async (from: number): Promise<void> => {
        const opened = { site: 1, grant: 7, maxLevel: 3, due: now, trouble: { failures: 0 } };
        await second.reopen(id, { spec, sites: [{ ...opened, release: { host, from, to: soon } }] });
      };
      await take(first);
      await first.returnToken(leaseOf('a1'), tokenUntil(hour, now));
      await reopen(hour - 1);
      expect(await take(first)).toMatchObject({ why: 'early', row: { nextAllowedAt: hour } });
      await reopen(hour);
      expect(await take(first)).toMatchObject({ kind: 'taken', nextAllowedAt: soon });
    });

    test('exactly one of two callers takes the token of a host', async () => {
      const answers = await Promise.all([take(first), take(second, { attempt: 'a2', message: 'm2' })]);
      expect(answers.map(({ kind }) => kind).sort()).toEqual(['refused', 'taken']);
    });

    test('a site whose robots.txt goes on at another host is left under the lease of that host', async () => {
      const other = 'robots.test';
      const robotsAt = { address: `https://${other}/robots.txt`, redirects: 1, since: now };
      await take(first);
      expect(await leave({ trouble: { failures: 0, robotsAt } }, {})).toBe(true);
      await take(first, { host: other, attempt: 'a2' });
      expect(await take(second, { attempt: 'a3' })).toMatchObject({ kind: 'taken' });
      const back = { ...leaseOf('a2'), host: other };
      expect(await leave({ trouble: { failures: 0 }, robots }, {}, back)).toBe(true);
      expect(await site()).toMatchObject({ robots, trouble: { failures: 0 } });
      expect(await take(second, { host: other, attempt: 'a4' })).toMatchObject({ kind: 'taken', lastDelayMs: delayMs });
    });

    test('a refusal shows the lease that stands in the way', async () => {
      await take(first);
      const refused = await take(second, { attempt: 'a2', message: 'm2' });
      const { host: _, ...lease } = leaseOf('a1');
      expect(refused).toMatchObject({
        kind: 'refused',
        why: 'leased',
        row: { lease: { ...lease, message: 'm1', until: now + leaseMs }, nextAllowedAt: now + leaseMs + delayMs },
      });
    });

    test('a lease that ran out is free only when the skew of the clocks is over too', async () => {
      await take(first);
      const free = now + leaseMs + protocol.clockSkewMs;
      expect(await take(second, { attempt: 'a2', now: free - 1 })).toMatchObject({ why: 'leased' });
      expect(await take(second, { attempt: 'a2', now: free })).toMatchObject({
        kind: 'taken',
        nextAllowedAt: now + leaseMs + delayMs,
        afterDeath: true,
      });
    });

    test('who takes a token that was given back does not follow a death', async () => {
      expect(await take(first)).not.toHaveProperty('afterDeath');
      await first.returnToken(leaseOf('a1'), tokenUntil(now, now));
      expect(await take(second, { attempt: 'a2' })).not.toHaveProperty('afterDeath');
    });

    test('a token that is free soon may be taken, one that is free later is refused as too early', async () => {
      await take(first);
      await first.returnToken(leaseOf('a1'), tokenUntil(now + protocol.nearMs + 1, now));
      expect(await take(second, { attempt: 'a2' })).toMatchObject({ kind: 'refused', why: 'early' });
      expect(await take(second, { attempt: 'a2', now: now + 1 })).toMatchObject({ kind: 'taken' });
    });

    test('an idle taking does not ask how early it is, and giving back restores the instant', async () => {
      const late = now + 1_000_000;
      await take(first);
      await first.returnToken(leaseOf('a1'), tokenUntil(late, now));
      expect(await take(second, { attempt: 'a2', idle: true })).toMatchObject({ kind: 'taken', nextAllowedAt: late });
      await second.returnToken(leaseOf('a2'), tokenUntil(late, now));
      expect(await take(first, { attempt: 'a3' })).toMatchObject({ why: 'early', row: { nextAllowedAt: late } });
    });

    test('only the holder gives a token back, and once', async () => {
      await take(first);
      expect(await second.returnToken(leaseOf('other'), tokenUntil(now, now))).toBe(false);
      expect(await first.returnToken(leaseOf('a1'), tokenUntil(now, now))).toBe(true);
      expect(await first.returnToken(leaseOf('a1'), tokenUntil(now, now))).toBe(false);
    });

    test('a wish keeps the host for one site of one crawl until it is past, and taking fulfils it', async () => {
      await take(first);
      await second.wantToken(host, { crawl: id, site: 2, until: now + 5_000 }, now);
      await second.wantToken(host, { crawl: 'other', site: 1, until: now + 9_000 }, now);
      await first.returnToken(leaseOf('a1'), tokenUntil(now, now));
      expect(await take(first, { attempt: 'a2' })).toMatchObject({
        why: 'wanted',
        row: { wanted: { crawl: id, site: 2 } },
      });
      expect(await take(first, { attempt: 'a3', crawl: 'other' })).toMatchObject({ why: 'wanted' });
      expect(await take(first, { attempt: 'a4', site: 2 })).toMatchObject({ kind: 'taken' });
      await first.returnToken({ ...leaseOf('a4'), site: 2 }, tokenUntil(now, now));
      expect(await take(second, { attempt: 'a5' })).toMatchObject({ kind: 'taken' });
    });

    test('a wish that is past keeps nobody away and may be replaced', async () => {
      await take(first);
      await first.wantToken(host, { crawl: id, site: 2, until: now + 10 }, now);
      await second.wantToken(host, { crawl: 'other', site: 1, until: now + 9_000 }, now + 11);
      await first.returnToken(leaseOf('a1'), tokenUntil(now, now));
      expect(await take(first, { attempt: 'a2', now: now + 20 })).toMatchObject({
        row: { wanted: { crawl: 'other' } },
      });
      expect(await take(first, { attempt: 'a2', now: now + 9_001 })).toMatchObject({ kind: 'taken' });
    });
  });

  describe('leaving a turn', () => {
    test('site and token change together, and what is absent stays', async () => {
      await take(first);
      const patch: SitePatch = { turn: 1, doneBy: 'm1', cursor: { turn: 0, offset: 1 }, used: 1, due: now + 9 };
      expect(await leave({ ...patch, addPending: { turn: 1, attempt: 'a1' }, robots: robots }, {})).toBe(true);
      expect(await site()).toEqual({
        ...siteRow(id, 1),
        ...{ turn: 1, doneBy: 'm1', cursor: { turn: 0, offset: 1 }, used: 1, due: now + 9 },
        ...{ pending: new Map([[1, 'a1']]), robots },
      });
      expect(await take(second, { attempt: 'a2', turn: 2 })).toEqual({
        ...{ kind: 'taken', nextAllowedAt: now + delayMs, lastDelayMs: delayMs },
      });
    });

    test.each([
      ['another attempt', leaseOf('a2')],
      ['another turn', { ...leaseOf('a1'), turn: 2 }],
      ['another site', { ...leaseOf('a1'), site: 2 }],
      ['another host', { ...leaseOf('a1'), host: 'example.com' }],
    ])('a lease of %s changes nothing', async (_, lease) => {
      await take(first);
      expect(await leave({ used: 1 }, {}, lease)).toBe(false);
      expect(await site()).toEqual(siteRow(id, 1));
      expect(await take(second, { attempt: 'a3' })).toMatchObject({ why: 'leased' });
    });

    test('a turn that is not the next one, or a site that has ended, changes nothing', async () => {
      await take(first, { turn: 3 });
      expect(await leave({ used: 1 }, {}, { ...leaseOf('a1'), turn: 3 })).toBe(false);
      await first.returnToken({ ...leaseOf('a1'), turn: 3 }, tokenUntil(now, now));
      await endSite(1);
      await take(first, { attempt: 'a5', now: now + 60_000 });
      expect(await leave({ used: 1 }, {}, leaseOf('a5'))).toBe(false);
      expect((await site()).used).toBe(0);
    });

    test.each<[string, LeaveDemand, boolean]>([
      ['pending none', { pending: 'none' }, true],
      ['pending some', { pending: 'some' }, false],
      ['the grant read', { grant: Number.POSITIVE_INFINITY }, true],
      ['another grant', { grant: 5 }, false],
      ['no stop', { stop: false }, true],
      ['a stop', { stop: true }, false],
      ['one that holds and one that does not', { pending: 'none', stop: true }, false],
    ])('demanding %s of a fresh site', async (_, demand, holds) => {
      await take(first);
      expect(await leave({ waiting: 'barrier' }, demand)).toBe(holds);
      expect((await site()).waiting).toBe(holds ? 'barrier' : '');
    });

    test.each<[string, LeaveDemand, boolean]>([
      ['pending none', { pending: 'none' }, false],
      ['pending some', { pending: 'some' }, true],
      ['no stop', { stop: false }, false],
      ['a stop', { stop: true }, true],
    ])('demanding %s of a site with a pending turn in a crawl that is to stop', async (_, demand, holds) => {
      await commitTurn(1);
      await second.requestStop(id, { reason: 'stopped' });
      await take(first, { attempt: 'a9', turn: 2, now: now + 60_000 });
      expect(await leave({ waiting: 'barrier' }, demand, { ...leaseOf('a9'), turn: 2 })).toBe(holds);
    });

    test('a site that ends leaves the count of active sites in the same step', async () => {
      await endSite(1);
      expect(await site()).toMatchObject({ status: 'no-work' });
      expect((await second.readCrawl(id))?.activeSites).toBe(1);
    });

    test('robots of another host are forgotten by null', async () => {
      await take(first);
      await leave({ robots });
      await take(first, { attempt: 'a2', now: now + 60_000 });
      await leave({ robots: null, origin: 'https://moved.test' }, {}, leaseOf('a2'));
      expect((await site()).robots).toBeUndefined();
      expect(await site()).toMatchObject({ origin: 'https://moved.test' });
    });

    test('cookies of gates are those of the last turn that wrote any', async () => {
      const jar = [
        { name: 'ok', value: '1', domain: 'example.org', path: '/', hostOnly: true, secure: true, expires: now + 0.5 },
        { name: '', value: 'é;"', domain: 'example.org', path: '/a' },
      ] as const;
      await take(first);
      await leave({ turn: 1, jar });
      expect(await site()).toMatchObject({ jar });
      await take(first, { attempt: 'a2', turn: 2, now: now + 60_000 });
      await leave({ turn: 2 }, {}, { ...leaseOf('a2'), turn: 2 });
      expect(await site()).toMatchObject({ turn: 2, jar });
      await take(first, { attempt: 'a3', turn: 3, now: now + 120_000 });
      await leave({ turn: 3, jar: [] }, {}, { ...leaseOf('a3'), turn: 3 });
      expect((await site()).jar).toEqual([]);
    });

    test.each([
      ['the lower number first', [1, 2]],
      ['the higher number first', [2, 1]],
    ])('of two sites with one origin the lower number keeps it: %s', async (_, order) => {
      for (const number of order) await claimOrigin(number);
      expect(await site(1)).toMatchObject({ status: 'active' });
      expect(await site(2)).toMatchObject({ status: 'same-as', sameAs: 1 });
      expect((await second.readCrawl(id))?.activeSites).toBe(1);
    });

    test('due moves only from the instant that the caller has seen', async () => {
      const { due } = await site();
      expect(await first.moveDue(id, 1, due, due + 10)).toBe(true);
      expect(await second.moveDue(id, 1, due, due + 20)).toBe(false);
      expect((await site()).due).toBe(due + 10);
    });
  });

  describe('claims', () => {
    const claim = (...urls: string[]) =>
      urls.map(url => ({ identity: url, address: url, foundOn: 'http://example.org/' }));
    const link = { turn: 1, level: 2, kind: 'link' } as const;

    test('exactly one of many callers claims a URL', async () => {
      const won = await Promise.all(
        [1, 2, 3, 4].map(turn => (turn % 2 === 0 ? first : second).claimUrls(id, 1, { ...link, turn }, claim('u'))),
      );
      expect(won.flat().filter(Boolean)).toHaveLength(1);
    });

    test('the turn that won wins again at the same level, in order; another turn or level does not', async () => {
      expect(await first.claimUrls(id, 1, link, claim('a', 'b'))).toEqual([true, true]);
      expect(await second.claimUrls(id, 1, link, claim('b', 'c', 'a'))).toEqual([true, true, true]);
      expect(await second.claimUrls(id, 1, { ...link, turn: 2 }, claim('a', 'd'))).toEqual([false, true]);
      expect(await first.claimUrls(id, 1, { ...link, level: 1 }, claim('a'))).toEqual([false]);
      expect(await first.claimUrls(id, 2, link, claim('a'))).toEqual([true]);
    });

    test('a redirect lowers a level and never raises it', async () => {
      await first.claimUrls(id, 1, link, claim('a', 'b'));
      const redirect = { turn: 5, level: 1, kind: 'redirect' } as const;
      const lower = [{ identity: 'a', address: 'a', foundOn: 'elsewhere' }];
      expect(await second.claimUrls(id, 1, redirect, lower)).toEqual([true]);
      expect(await second.claimUrls(id, 1, redirect, lower)).toEqual([true]);
      expect(await first.claimUrls(id, 1, { ...redirect, turn: 6 }, lower)).toEqual([false]);
      expect(await first.claimUrls(id, 1, { ...redirect, turn: 7, level: 3 }, claim('b'))).toEqual([false]);
      expect(await first.claimUrls(id, 1, link, claim('a'))).toEqual([false]);
      expect(await second.readLevels(id, 1, ['b', 'a', 'none'])).toEqual([
        { level: 2, turn: 1 },
        { level: 1, turn: 5 },
        undefined,
      ]);
      expect(await second.claimsAfter(id, 1, '', 9)).toMatchObject([
        { identity: 'a', level: 1, foundOn: 'elsewhere' },
        { identity: 'b', level: 2 },
      ]);
    });

    test('claims are read in order of bytes, page by page, with why they are never fetched', async () => {
      const urls = ['http://e/z', 'http://e/A', 'http://e/a', 'http://e/%7e'];
      await first.claimUrls(id, 1, link, claim(...urls));
      await first.claimUrls(id, 1, link, [{ identity: 'http://e/~', address: 'x', foundOn: '', skip: 'extension' }]);
      const some = await second.claimsAfter(id, 1, '', 2);
      const rest = await second.claimsAfter(id, 1, some.at(-1)!.identity, 9);
      expect([...some, ...rest].map(({ identity }) => identity)).toEqual([...urls, 'http://e/~'].sort());
      expect(rest.at(-1)).toMatchObject({ identity: 'http://e/~', skip: 'extension' });
    });

    test('a content belongs to its first page for good, and every caller is told', async () => {
      expect(await first.claimContents(id, 1, [content('h1', 'a')])).toEqual(['a']);
      expect(await second.claimContents(id, 1, [content('h2', 'b'), content('h1', 'c')])).toEqual(['b', 'a']);
      expect(await first.claimContents(id, 1, [content('h1', 'a')])).toEqual(['a']);
      expect(await first.claimContents(id, 2, [content('h1', 'z')])).toEqual(['z']);
    });

    test.each([
      ['external', false],
      ['bad', false],
      ['external', true],
    ] as const)(
      '%s links are new once per site, and again for the same turn (of a site that is looked at for years: %s)',
      async (kind, isForYears) => {
        const claim = async (store: CrawlStore, site: number, turn: number, keys: string): Promise<boolean[]> => {
          const links = [...keys].map(key => ({ key, page: 'p', level: 1, detail: 'd' }));
          return await store.claimLinks(id, site, kind, turn, links, isForYears);
        };
        expect(await claim(first, 1, 1, 'xy')).toEqual([true, true]);
        expect(await claim(second, 1, 1, 'xy')).toEqual([true, true]);
        expect(await claim(second, 1, 2, 'xyz')).toEqual([false, false, true]);
        expect(await claim(second, 2, 2, 'xy')).toEqual([true, true]);
        expect(await claim(first, 1, 3, 'zw')).toEqual([false, true]);
        expect(await claim(first, 1, 1, 'xyzwxv')).toEqual([true, true, false, false, true, true]);
        expect(await claim(second, 1, 4, 'vwu')).toEqual([false, false, true]);
      },
    );

    test.each(['external', 'bad'] as const)(
      'of two turns that claim the same %s links at once, each is won by one',
      async kind => {
        const links = Array.from({ length: 50 }, (_, n) => ({ key: `k${n}`, page: 'p', level: 1, detail: 'd' }));
        for (let round = 0; round < 3; round += 1) {
          const some = links.slice(10 * round, 10 * round + 20);
          const won = await Promise.all([
            first.claimLinks(id, 1, kind, 2 * round + 1, some),
            second.claimLinks(id, 1, kind, 2 * round + 2, some.toReversed()),
          ]);
          const wins = some.map((_, n) => Number(won[0]![n]) + Number(won[1]!.toReversed()[n]));
          expect(wins).toEqual(some.map((_, n) => (round > 0 && n < 10 ? 0 : 1)));
        }
      },
    );

    test('among many claims of a site, those that are new are known in any order', async () => {
      const many = Array.from({ length: 40 }, (_, number) => `k${number + 10}`);
      const looked = ['k49', 'new', 'k10'];
      const isNew = [false, true, false];
      await first.claimUrls(id, 1, link, claim(...many));
      expect(await second.claimUrls(id, 1, { ...link, turn: 2 }, claim(...looked))).toEqual(isNew);
      const linksOf = (keys: readonly string[]) => keys.map(key => ({ key, page: 'p', level: 1, detail: 'd' }));
      for (const [site, isForYears] of [false, true].entries()) {
        await first.claimLinks(id, site, 'external', 1, linksOf(many), isForYears);
        expect(await second.claimLinks(id, site, 'external', 2, linksOf(looked), isForYears)).toEqual(isNew);
      }
    });

    test('patterns are counted once per turn; a repeat is told the same', async () => {
      const wishes = [{ pattern: '/*', count: 3 }];
      expect(await first.countPatterns(id, 1, 1, wishes)).toEqual([0]);
      expect(await second.countPatterns(id, 1, 1, wishes)).toEqual([0]);
      expect(await second.countPatterns(id, 1, 2, [{ pattern: '/b', count: 1 }, ...wishes])).toEqual([0, 3]);
      expect(await first.countPatterns(id, 1, 4, wishes)).toEqual([6]);
    });
  });

  describe('chunks', () => {
    const entries = (turn: number, count: number): ChunkEntry[] =>
      Array.from({ length: count }, (_, index) => entryOf(`http://example.org/${turn}-${index}`));

    test('are read in the order of turns and entries, from a cursor on, whatever order they were written in', async () => {
      await first.putChunk(id, 1, phaseOne, 10, entries(10, 2));
      await second.putChunk(id, 1, phaseOne, 9, entries(9, 2));
      await second.putChunk(id, 1, { level: 1, round: 1 }, 9, entries(1, 1));
      await second.putChunk(id, 2, phaseOne, 9, entries(2, 1));
      const all = await first.readChunks(id, 1, phaseOne, { turn: 0, offset: 0 }, 9);
      expect(all.map(({ entry }) => entry)).toEqual([...entries(9, 2), ...entries(10, 2)]);
      expect(await first.readChunks(id, 1, phaseOne, all[1]!.cursor, 2)).toEqual(all.slice(1, 3));
      expect(await first.readChunks(id, 1, phaseOne, { turn: 10, offset: 2 }, 2)).toEqual([]);
    });

    test('that exist stay as they are', async () => {
      await first.putChunk(id, 1, phaseOne, 1, entries(1, 1));
      await second.putChunk(id, 1, phaseOne, 1, entries(2, 3));
      const all = await second.readChunks(id, 1, phaseOne, { turn: 0, offset: 0 }, 9);
      expect(all.map(({ entry }) => entry)).toEqual(entries(1, 1));
    });
  });

  test('what is written down of a try to parse is what the next reader of the site finds, and its last word', async () => {
    const before = await site();
    expect(before.parseNote).toBeUndefined();
    const note: ParseNote = { turn: 3, attempt: 'a', tries: 2, page: 5, deaths: { 5: 1, 11: 2 }, isRead: false };
    await first.noteParse(id, 1, note);
    expect((await site()).parseNote).toEqual(note);
    const { page: _, ...read } = { ...note, isRead: true };
    await second.noteParse(id, 1, read);
    expect(await first.readSite(id, 1)).toEqual({ ...before, parseNote: read });
  });

  describe('a parse commit', () => {
    const commit = { turn: 1, message: 'p1', add: { ...siteRow(id, 1).counters, nodes: 2 }, due: now + 777_000 };

    test('takes the turn off, counts it and keeps its message, once', async () => {
      await commitTurn(1);
      expect(await first.commitParse(id, 1, commit)).toMatchObject({ kind: 'committed', woken: false });
      expect(await second.commitParse(id, 1, { ...commit, message: 'p2' })).toEqual({ kind: 'not-pending' });
      expect(await site()).toMatchObject({ parsedBy: { turn: 1, message: 'p1' }, counters: { nodes: 2 } });
      expect((await site()).pending.size).toBe(0);
    });

    test('wakes a site at a barrier when nothing is pending any more', async () => {
      await commitTurn(1);
      await commitTurn(2, { waiting: 'barrier' });
      expect(await first.commitParse(id, 1, commit)).toMatchObject({ woken: false, site: { waiting: 'barrier' } });
      expect(await first.commitParse(id, 1, { ...commit, turn: 2 })).toMatchObject({
        woken: true,
        site: { waiting: '' },
      });
    });

    test('wakes a site with a backlog below four pending turns', async () => {
      for (let turn = 1; turn <= 5; turn += 1) await commitTurn(turn, turn === 5 ? { waiting: 'backlog' } : {});
      expect(await first.commitParse(id, 1, commit)).toMatchObject({ woken: false });
      expect(await first.commitParse(id, 1, { ...commit, turn: 2 })).toMatchObject({ woken: true });
    });

    test('moves due only of a site that waits: another one has a living message that names it', async () => {
      await commitTurn(1);
      const { due } = await site();
      await first.commitParse(id, 1, commit);
      expect((await site()).due).toBe(due);
      await commitTurn(2, { waiting: 'barrier' });
      await first.commitParse(id, 1, { ...commit, turn: 2 });
      expect((await site()).due).toBe(commit.due);
    });
  });

  describe('grants', () => {
    test('are only ever raised, from the one that the caller has read, and unpark', async () => {
      await grantFive();
      expect(await first.raiseGrant(id, 1, { grant: 5, parked: true }, 8)).toBe(false);
      expect(await first.raiseGrant(id, 1, { grant: 5, parked: false }, 8)).toBe(true);
      expect(await second.raiseGrant(id, 1, { grant: 5, parked: false }, 9)).toBe(false);
      expect(await second.raiseGrant(id, 1, { grant: 8, parked: false }, 7)).toBe(false);
      await commitTurn(1, { parked: true });
      expect(await second.raiseGrant(id, 1, { grant: 8, parked: false }, 9)).toBe(false);
      expect(await second.raiseGrant(id, 1, { grant: 8, parked: true }, 9)).toBe(true);
      expect(await site()).toMatchObject({ grant: 9, parked: false });
    });

    test('a parked site ends when its grant is used up and nothing is pending, once', async () => {
      await grantFive();
      await commitTurn(1, { used: 4, parked: true });
      expect(await first.endParked(id, 1)).toBe(false);
      await first.commitParse(id, 1, { turn: 1, message: 'p', add: siteRow(id, 1).counters, due: now });
      expect(await first.endParked(id, 1)).toBe(false);
      await commitTurn(2, { used: 5, parked: true });
      await first.commitParse(id, 1, { turn: 2, message: 'p', add: siteRow(id, 1).counters, due: now });
      expect(await first.endParked(id, 1)).toBe(true);
      expect(await second.endParked(id, 1)).toBe(false);
      expect(await site()).toMatchObject({ status: 'page-budget', parked: false });
      expect((await second.readCrawl(id))?.activeSites).toBe(1);
    });

    test('a site is unparked once', async () => {
      await commitTurn(1, { parked: true });
      expect(await first.unpark(id, 1)).toBe(true);
      expect(await second.unpark(id, 1)).toBe(false);
    });
  });

  describe('lost turns', () => {
    const took = { phase: phaseOne, from: { turn: 1, offset: 2 }, to: { turn: 3, offset: 4 }, pages: 5 };
    const bodies: LostTurn = { turn: 1, what: 'bodies', state: 'open', why: 'bodies/1/1-t1 is missing' };
    const segment: LostTurn = { turn: 1, what: 'segment', state: 'open', why: 'segments/1/1 is missing' };
    const due = now + 500_000;

    test('what a turn has taken is kept by its commit', async () => {
      expect(await first.readTaken(id, 1, 1)).toBeUndefined();
      await commitTurn(1, { took });
      expect(await second.readTaken(id, 1, 1)).toEqual(took);
      expect(await second.readTaken(id, 2, 1)).toBeUndefined();
    });

    test('bodies are lost under the attempt that is pending alone, and the site rests no more', async () => {
      expect(await first.loseTurn(id, 1, { lost: bodies, attempt: 't1', due })).toBeUndefined();
      await commitTurn(1, { waiting: 'barrier', parked: true });
      expect(await first.loseTurn(id, 1, { lost: bodies, attempt: 'other', due })).toBeUndefined();
      for (const store of [first, second])
        expect(await store.loseTurn(id, 1, { lost: bodies, attempt: 't1', due })).toEqual(await site());
      expect(await site()).toMatchObject({ lost: [bodies], waiting: '', parked: false, due });
    });

    test('a turn whose bodies were read before they were lost is parsed, and is not fetched again', async () => {
      await commitTurn(1);
      await first.loseTurn(id, 1, { lost: bodies, attempt: 't1', due });
      await second.commitParse(id, 1, { turn: 1, message: 'p', add: siteRow(id, 1).counters, due: now });
      expect(await site()).toMatchObject({ lost: [{ ...bodies, state: 'fetched' }], pending: new Map() });
      const next = { ...leaseOf('a2'), turn: 2 };
      await take(first, { ...next, now: now + 180_000 });
      const again = { lost: { ...bodies, state: 'fetched' as const }, addPending: { turn: 1, attempt: 'a2' } };
      expect(await leave(again, {}, next)).toBe(false);
      expect((await site()).pending).toEqual(new Map());
      expect(await first.loseTurn(id, 1, { lost: segment, due })).toMatchObject({ lost: [segment] });
    });

    test('a segment is lost of a turn that is pending no more, and the due of a site that does not rest stays', async () => {
      await commitTurn(1);
      expect(await first.loseTurn(id, 1, { lost: segment, due })).toBeUndefined();
      await first.commitParse(id, 1, { turn: 1, message: 'p', add: siteRow(id, 1).counters, due: now });
      expect(await second.loseTurn(id, 1, { lost: { ...segment, turn: 2 }, due })).toBeUndefined();
      expect(await second.loseTurn(id, 1, { lost: segment, due })).toMatchObject({ lost: [segment] });
      expect((await site()).due).toBe(siteRow(id, 1).due);
    });

    test('what is fetched again is kept with the end of the lease, and then the turn is pending under another attempt', async () => {
      await commitTurn(1);
      await first.loseTurn(id, 1, { lost: bodies, attempt: 't1', due });
      const next = { ...leaseOf('a2'), turn: 2 };
      await take(first, { ...next, now: now + 180_000 });
      expect(await leave({ lost: { ...bodies, attempt: 'a2' } }, {}, next)).toBe(true);
      expect(await second.loseTurn(id, 1, { lost: bodies, attempt: 't1', due })).toMatchObject({
        lost: [{ ...bodies, attempt: 'a2' }],
      });
      const last = { ...leaseOf('a3'), turn: 2 };
      await take(first, { ...last, now: now + 360_000 });
      const fetched: LostTurn = { ...bodies, state: 'fetched' };
      expect(await leave({ lost: fetched, addPending: { turn: 1, attempt: 'a3' } }, {}, last)).toBe(true);
      expect(await site()).toMatchObject({ turn: 1, lost: [fetched], pending: new Map([[1, 'a3']]) });
      expect(await second.loseTurn(id, 1, { lost: bodies, attempt: 'a3', due })).toMatchObject({ lost: [bodies] });
      const givenUp: LostTurn = { ...bodies, state: 'given-up' };
      expect(await second.loseTurn(id, 1, { lost: givenUp, attempt: 'a3', due })).toMatchObject({ lost: [givenUp] });
      expect(await second.loseTurn(id, 1, { lost: bodies, attempt: 'a3', due })).toMatchObject({ lost: [givenUp] });
    });
  });

  test('an outcome that is recorded twice is recorded once', async () => {
    await first.claimUrls(id, 1, { turn: 0, level: 0, kind: 'link' }, [{ identity: 'u', address: 'u', foundOn: '' }]);
    const outcome = { kind: 'skipped', reason: 'robots' } as const;
    for (const store of [first, second])
      await store.recordOutcomes(id, 1, 1, [{ identity: 'u', outcome, attempts: 1 }]);
    expect(await second.claimsAfter(id, 1, '', 9)).toEqual([
      { identity: 'u', level: 0, foundOn: '', skip: 'robots', attempts: 1 },
    ]);
  });

  test('whoever knows at which level URLs were claimed is told of those that have fallen since', async () => {
    const claim = async (kind: 'link' | 'redirect', turn: number, level: number, ...urls: string[]) =>
      await first.claimUrls(
        ...([id, 1, { turn, level, kind }] as const),
        urls.map(url => ({ identity: url, address: url, foundOn: 'p' })),
      );
    const fallen = async (level: number, ...urls: string[]) =>
      (await second.readLevels(id, 1, urls, level)).filter(row => row !== undefined && row.level < level);
    await claim('link', 1, 2, 'a', 'b', 'c');
    await claim('link', 2, 3, 'd', 'e');
    await claim('redirect', 2, 2, 'new', 'b');
    expect([await fallen(2, 'a', 'b', 'c'), await fallen(3, 'd', 'e')]).toEqual([[], []]);
    // A repeat, as after a crash behind the claims.
    for (let tries = 0; tries < 2; tries += 1) expect(await claim('redirect', 3, 1, 'b', 'c')).toEqual([true, true]);
    expect(await fallen(2, 'a', 'b', 'c')).toHaveLength(2);
    expect(await fallen(3, 'd', 'e')).toEqual([]);
    expect(await claim('redirect', 4, 2, 'e')).toEqual([true]);
    expect(await fallen(3, 'd', 'e')).toEqual([{ level: 2, turn: 4 }]);
  });

  test('what became of the pages of a turn is kept as that of single pages, in later rounds and of repeats too', async () => {
    const urls = Array.from({ length: 140 }, (_, n) => `u${String(n).padStart(3, '0')}`);
    const claims = urls.map(url => ({ identity: url, address: url, foundOn: 'p' }));
    await first.claimUrls(id, 1, { turn: 7, level: 1, kind: 'link' }, claims);
    await first.claimUrls(id, 1, { turn: 9, level: 2, kind: 'link' }, [{ identity: 'v', address: 'v', foundOn: 'p' }]);
    await first.putChunk(id, 1, phaseOne, 7, urls.map(entryOf));
    const [node, other] = [{ kind: 'node', hash: 'h' } as const, { kind: 'duplicate', hash: 'h', owner: 'o' } as const];
    const retry = { kind: 'retry', reason: 'http-status', status: 503 } as const;
    const all = urls.map((identity, n) => ({ identity, outcome: n % 7 === 0 ? other : node, attempts: (n % 3) + 1 }));
    const again = { identity: urls[3]!, outcome: retry, attempts: 1 };
    const at = (offset: number) => ({ turn: 7, offset });
    await commitTurn(1, { took: { phase: phaseOne, from: at(2), to: at(70), pages: 68 } });
    const brought = [...all.slice(2, 70).filter(({ identity }) => identity !== again.identity), again];
    for (const store of [first, second]) await store.recordOutcomes(id, 1, 1, brought);
    await commitTurn(2, { took: { phase: phaseOne, from: at(70), to: at(139), pages: 69 } });
    await second.recordOutcomes(id, 1, 2, all.slice(70, 139));
    const told = async () => new Map((await second.claimsAfter(id, 1, '', 200)).map(row => [row.identity, row]));
    expect((await told()).get(again.identity)).toEqual({ ...claimed(again.identity, 1), status: 503 });
    await commitTurn(3, { took: { phase: { level: 1, round: 1 }, from: at(0), to: at(9), pages: 9 } });
    await first.recordOutcomes(id, 1, 3, [{ ...again, outcome: node, attempts: 2 }]);
    const rows = await told();
    const waiting = new Set([urls[0], urls[1], urls[139]]);
    const attemptsOf = (n: number): number => (waiting.has(urls[n]) ? 0 : n === 3 ? 2 : (n % 3) + 1);
    expect([...rows.values()]).toEqual([
      ...urls.map((url, n) => claimed(url, attemptsOf(n))),
      { ...claimed('v', 0), level: 2 },
    ]);
  });

  const claimed = (identity: string, attempts: number) => ({ identity, level: 1, foundOn: 'p', attempts });

  async function commitTurn(turn: number, patch: SitePatch = {}): Promise<void> {
    const lease = { ...leaseOf(`t${turn}`), turn };
    await take(first, { ...lease, now: now + turn * 60_000 });
    const exit = { turn, addPending: { turn, attempt: lease.attempt }, ...patch };
    expect(await leave(exit, {}, lease)).toBe(true);
  }

  async function endSite(number: number, status: 'no-work' | 'not-available' = 'no-work'): Promise<void> {
    const lease = { ...leaseOf(`end${number}`), site: number };
    await take(first, { ...lease, idle: true });
    expect(await leave({ status }, {}, lease)).toBe(true);
  }

  async function claimOrigin(number: number): Promise<void> {
    const lease = { ...leaseOf(`o${number}`), site: number };
    await take(first, { ...lease, idle: true });
    expect(await leave({ turn: 1, claimOrigin: 'http://shared.test' }, {}, lease)).toBe(true);
  }

  async function grantFive(): Promise<void> {
    const { spec } = crawlOf(id, 2);
    const opened = [{ site: 1, grant: 5, maxLevel: 9, due: now, trouble: { failures: 0 } }];
    await first.reopen(id, { spec, sites: opened });
  }
}

const robots = { hash: 'r1', fetchedAt: now, crawlDelayMs: 2_000 };

function leaseOf(attempt: string): Lease {
  return { host, crawl: id, site: 1, turn: 1, attempt };
}

function content(hash: string, owner: string): { hash: string; owner: string } {
  return { hash: hash.padEnd(64, '0'), owner };
}
