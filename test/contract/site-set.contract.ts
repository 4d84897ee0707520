/** The promises of every keeper of a crawl's set of sites (`shared/ports/ports.ts`). */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Lease, SiteRow } from '../../shared/domain/protocol/crawl-state.ts';
import { resolveAddedSite } from '../../shared/domain/spec/resolve/added-site.ts';
import type { CrawlNames, CrawlStore, JoiningSite, SitePatch, SiteSet, TokenTake } from '../../shared/ports/ports.ts';
import { id, type OpenCallers, openCrawl } from './callers.ts';
import { crawlOf, siteRow, tokenUntil } from './sample-state.ts';

type Store = CrawlStore & CrawlNames & SiteSet;

const now = 1_700_000_000_000;
const { spec } = crawlOf(id, 2);
const origin = 'http://shared.test';

export function siteSetContract(open: OpenCallers<Store>): void {
  let first: Store;
  let second: Store;

  beforeEach(async () => {
    const callers = await openCrawl(open);
    ({ first, second } = callers);
    return async () => await callers.close();
  });

  const add = async (store: Store, number: number, url = `http://site${number}.test:8080/`) =>
    (await store.addSites(id, [asked(number, url)]))[0];
  const asked = (number: number, url = `http://site${number}.test:8080/`): JoiningSite => ({
    site: resolveAddedSite(spec, { url }, number),
    row: joining(number, url),
  });
  const joining = (number: number, url: string): SiteRow =>
    siteRow(id, number, { origin: new URL(url).origin, start: url });
  const active = async (): Promise<number | undefined> => (await second.readCrawl(id))?.activeSites;
  const statuses = async (): Promise<string[]> =>
    (await second.readSites(id)).map(({ site, status }) => `${site} ${status}`);
  const take = async (store: Store, lease: Lease, change: Partial<TokenTake> = {}) =>
    await store.takeToken({ ...lease, message: 'm', now, delayMs: 0, idle: true, ...change });
  const turn = async (lease: Lease, patch: SitePatch): Promise<boolean> =>
    await first.leaveTurn(lease, { patch, demand: {}, token: tokenUntil(now, now) });

  test('the crawl is given a name, which a resume and a site that is added keep', async () => {
    const { spec: before } = (await first.readCrawl(id))!;
    expect(await second.nameCrawl(id, 'Spring')).toBe(true);
    expect((await first.readCrawl(id))?.spec).toEqual({ ...before, name: 'Spring' });
    await Promise.all([add(first, 7), second.nameCrawl(id, 'Autumn')]);
    await first.reopen(id, { spec: before, sites: [] });
    const { name, sites } = (await second.readCrawl(id))!.spec;
    expect([name, sites.map(({ number }) => number)]).toEqual(['Autumn', [1, 2, 7]]);
    expect(await first.nameCrawl('none', 'x')).toBe(false);
  });

  describe('a site that is added', () => {
    test('to a crawl that runs is active, counted and in the spec', async () => {
      expect(await add(first, 7)).toBe('added');
      expect(await second.readSite(id, 7)).toEqual(joining(7, 'http://site7.test:8080/'));
      const crawl = (await second.readCrawl(id))!;
      expect(crawl.activeSites).toBe(3);
      expect(crawl.spec.sites.map(({ number, url }) => `${number} ${url}`).at(-1)).toBe('7 http://site7.test:8080/');
    });

    test('takes its place in the spec by its number', async () => {
      await add(first, 9);
      await add(second, 5);
      expect((await first.readCrawl(id))?.spec.sites.map(({ number }) => number)).toEqual([1, 2, 5, 9]);
    });

    test('under the number of another site changes nothing', async () => {
      const before = await second.readCrawl(id);
      expect(await add(first, 2)).toBe('exists');
      expect(await second.readCrawl(id)).toEqual(before);
      expect((await second.readSite(id, 2))?.start).toBe('http://example.org/');
    });

    test('to a crawl that stops waits as a stopped one, and is not counted', async () => {
      await first.requestStop(id, { reason: 'stopped' });
      expect(await add(second, 3)).toBe('waits');
      expect([await active(), (await first.readSite(id, 3))?.status]).toEqual([2, 'stopped']);
      expect((await first.readCrawl(id))?.spec.sites).toHaveLength(3);
    });

    test('to a crawl that has ended waits too, and is counted when the crawl is reopened with it', async () => {
      for (const number of [1, 2]) await first.removeSite(id, number);
      await first.setState(id, 'running', 'unloading', { finishReason: 'no-work' });
      expect(await add(first, 3)).toBe('waits');
      await first.setState(id, 'unloading', 'finished', { finishedAt: now });
      expect(await add(second, 4)).toBe('waits');
      const opened = [3, 4].map(site => ({ site, grant: 7, maxLevel: 3, due: now, trouble: { failures: 0 } }));
      await first.reopen(id, { spec: (await first.readCrawl(id))!.spec, sites: opened });
      expect(await active()).toBe(2);
      expect(await statuses()).toEqual(['1 removed', '2 removed', '3 active', '4 active']);
    });

    test('by two callers under one number is added by exactly one', async () => {
      const answers = await Promise.all([add(first, 3, 'http://a.test/'), add(second, 3, 'http://b.test/')]);
      expect(answers.toSorted()).toEqual(['added', 'exists']);
      const row = (await first.readSite(id, 3))!;
      expect((await second.readCrawl(id))?.spec.sites.at(-1)?.url).toBe(row.start);
      expect(await active()).toBe(3);
    });

    test('among many at once is not lost', async () => {
      const numbers = [3, 4, 5, 6];
      const answers = await Promise.all(numbers.map(async number => await add(number % 2 ? first : second, number)));
      expect(answers).toEqual(numbers.map(() => 'added'));
      const crawl = (await second.readCrawl(id))!;
      expect([crawl.activeSites, crawl.spec.sites.map(({ number }) => number)]).toEqual([6, [1, 2, ...numbers]]);
    });
  });

  test('of 250 sites added at once, those whose number another one has exist, all others are active and in the spec', async () => {
    await add(first, 120);
    const numbers = Array.from({ length: 250 }, (_, index) => index + 1);
    const answers = await second.addSites(
      id,
      numbers.map(number => asked(number)),
    );
    expect(numbers.filter((_, index) => answers[index] === 'exists')).toEqual([1, 2, 120]);
    expect(answers.filter(answer => answer === 'added')).toHaveLength(247);
    const crawl = (await first.readCrawl(id))!;
    expect([crawl.activeSites, crawl.spec.sites.map(({ number }) => number)]).toEqual([250, numbers]);
    expect((await second.readSites(id)).map(({ status }) => status)).toEqual(numbers.map(() => 'active'));
  });

  describe('a site that is removed', () => {
    test('is removed once, and counted down with it', async () => {
      const answers = await Promise.all([first.removeSite(id, 1), second.removeSite(id, 1)]);
      expect(answers.toSorted()).toEqual([false, true]);
      expect([await active(), await statuses()]).toEqual([1, ['1 removed', '2 active']]);
      expect(await first.removeSite(id, 5)).toBe(false);
    });

    test('after its end is not counted down again', async () => {
      const lease = leaseOf(1);
      await take(first, lease);
      await turn(lease, { status: 'no-work' });
      expect(await second.removeSite(id, 1)).toBe(true);
      expect([await active(), await statuses()]).toEqual([1, ['1 removed', '2 active']]);
    });

    test('can commit its running turn no more, and gives the token back', async () => {
      const lease = leaseOf(1);
      await take(first, lease);
      await second.removeSite(id, 1);
      expect(await turn(lease, { turn: 1, addPending: { turn: 1, attempt: lease.attempt } })).toBe(false);
      expect((await second.readSite(id, 1))?.pending.size).toBe(0);
      expect(await first.returnToken(lease, tokenUntil(now + 5_000, now))).toBe(true);
      const next = { ...leaseOf(2), attempt: 'next' };
      expect(await take(second, next, { idle: false })).toMatchObject({ kind: 'taken', nextAllowedAt: now + 5_000 });
    });

    test('still has its pending turns parsed', async () => {
      const lease = leaseOf(1);
      await take(first, lease);
      await turn(lease, { turn: 1, addPending: { turn: 1, attempt: lease.attempt } });
      await second.removeSite(id, 1);
      const commit = { turn: 1, message: 'p', add: { ...siteRow(id, 1).counters, nodes: 3 }, due: now };
      expect(await first.commitParse(id, 1, commit)).toMatchObject({ kind: 'committed', site: { status: 'removed' } });
      expect(await second.readSite(id, 1)).toMatchObject({ status: 'removed', counters: { nodes: 3 } });
    });

    test('keeps its origin no more: a higher number may have it', async () => {
      await claimOrigin(1);
      await first.removeSite(id, 1);
      await claimOrigin(2);
      expect(await statuses()).toEqual(['1 removed', '2 active']);
      await add(first, 3);
      await claimOrigin(3);
      expect([await active(), await statuses()]).toEqual([1, ['1 removed', '2 active', '3 same-as']]);
    });

    test('holds nobody up by a wish for its host', async () => {
      await wishFor(1);
      await second.removeSite(id, 1);
      expect(await comesAnother()).toMatchObject({ kind: 'taken' });
    });

    test('number stays taken', async () => {
      await first.removeSite(id, 2);
      expect(await add(second, 2)).toBe('exists');
    });
  });

  test('reopening keeps a site that joined meanwhile in the spec, and opens none that was removed', async () => {
    await first.requestStop(id, { reason: 'stopped' });
    await add(second, 3);
    await second.removeSite(id, 1);
    const sites = [1, 2].map(site => ({ site, grant: 7, maxLevel: 3, due: now, trouble: { failures: 0 } }));
    await first.reopen(id, { spec: { ...spec, timeLimitSeconds: 9 }, sites });
    const crawl = (await second.readCrawl(id))!;
    expect([crawl.spec.timeLimitSeconds, crawl.spec.sites.map(({ number }) => number)]).toEqual([9, [1, 2, 3]]);
    expect([await active(), await statuses()]).toEqual([1, ['1 removed', '2 active', '3 stopped']]);
  });

  test('a site whose origin a lower number takes over holds nobody up by a wish for its host', async () => {
    await claimOrigin(2);
    const lease = leaseOf(1);
    await take(first, lease);
    await second.wantToken(lease.host, { crawl: id, site: 2, until: now + 60_000 }, now);
    expect(await turn(lease, { turn: 1, claimOrigin: origin })).toBe(true);
    expect(await statuses()).toEqual(['1 active', '2 same-as']);
    expect(await comesAnother()).toMatchObject({ kind: 'taken' });
  });

  async function claimOrigin(number: number): Promise<void> {
    const lease = leaseOf(number);
    await take(first, lease);
    expect(await turn(lease, { turn: 1, claimOrigin: origin })).toBe(true);
  }

  /** Another crawl holds the host, the site wishes for it, and the host is free again. */
  async function wishFor(site: number): Promise<void> {
    const other = { ...leaseOf(1), crawl: 'other', attempt: 'o1' };
    await take(first, other);
    await first.wantToken(other.host, { crawl: id, site, until: now + 60_000 }, now);
    await first.returnToken(other, tokenUntil(now, now));
    expect(await comesAnother()).toMatchObject({ kind: 'refused', why: 'wanted' });
  }

  async function comesAnother() {
    return await take(second, { ...leaseOf(1), crawl: 'third', attempt: 'o2' });
  }
}

function leaseOf(site: number): Lease {
  return { host: 'example.org', crawl: id, site, turn: 1, attempt: `a${site}` };
}
