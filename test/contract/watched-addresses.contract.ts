/** The promises of every keeper of the addresses of a watch (`shared/ports/ports.ts`), with the turns that end in rest. */
import { beforeEach, expect, test } from 'vitest';
import { noCounts } from '../../shared/domain/protocol/crawl-state.ts';
import type { WatchChanges, WatchedAddress } from '../../shared/domain/protocol/watched-address.ts';
import type { CrawlStore, SourceSettingsRows, WatchedAddresses } from '../../shared/ports/ports.ts';
import { id, type OpenCallers, openCrawl } from './callers.ts';

type Store = CrawlStore & WatchedAddresses & SourceSettingsRows;

const now = 1_800_000_000_000;
const never = Number.POSITIVE_INFINITY;
const host = 'example.org';

const address = (identity: string, due: number, kind: WatchedAddress['kind'] = 'feed'): WatchedAddress => ({
  ...{ identity, address: `${identity}?first`, kind, due, fields: { 'if-none-match': '"é"' }, state: '{"looks":1}' },
});

export function watchedAddressesContract(open: OpenCallers<Store>): void {
  let first: Store;
  let second: Store;

  beforeEach(async () => {
    const callers = await openCrawl(open);
    ({ first, second } = callers);
    return async () => await callers.close();
  });

  const due = async (at: number, most = 9): Promise<string[]> =>
    (await second.dueAddresses(id, 1, at, most)).map(({ identity }) => identity);
  const turn = async (number: number, patch: { waiting?: 'rest'; pending?: true }): Promise<boolean> => {
    const lease = { host, crawl: id, site: 1, turn: number, attempt: `a${number}` };
    await first.takeToken({ ...lease, message: 'm', now, delayMs: 0, idle: false });
    const { waiting, pending } = patch;
    return await first.leaveTurn(lease, {
      patch: {
        ...(waiting !== undefined && { waiting, due: 1 }),
        ...(pending && { turn: number, addPending: { turn: number, attempt: `a${number}` } }),
      },
      ...{ demand: {}, token: { nextAllowedAt: now, lastDelayMs: 0, now } },
    });
  };
  const commit = async (number: number, watch: WatchChanges) =>
    await first.commitParse(id, 1, { turn: number, message: 'p', add: { ...noCounts, taken: 1 }, due: now + 9, watch });
  const nothing: WatchChanges = { watched: [], added: [], ended: [] };

  test('addresses are due at their instants, in the order of these', async () => {
    await first.watch(id, 1, [address('b', 20), address('a', 10), address('off', never)]);
    await first.watch(id, 2, [address('elsewhere', 5)]);
    expect([await due(9), await due(10), await due(99), await due(99, 1)]).toEqual([[], ['a'], ['a', 'b'], ['a']]);
    expect(await second.readWatched(id, 1, ['off', 'none', '', 'a'])).toEqual([
      address('off', never),
      undefined,
      undefined,
      address('a', 10),
    ]);
  });

  test('addresses of any length are apart, and those that are due together come in the order of their names', async () => {
    const long = ['2', '1'].map(end => `http://e.test/${'x'.repeat(1_200)}${end}`);
    await first.watch(
      id,
      1,
      long.map(identity => address(identity, 10)),
    );
    expect(await due(10)).toEqual(long.toSorted());
    expect((await second.readEntries(id, 1)).map(({ identity }) => identity)).toEqual(long.toSorted());
    expect(await second.readWatched(id, 1, long)).toEqual(long.map(identity => address(identity, 10)));
  });

  test('a repeat adds nothing, and an instant is set once', async () => {
    await first.watch(id, 1, [address('a', 10)]);
    await second.watch(id, 1, [{ ...address('a', 1), state: '"other"' }]);
    expect(await second.readEntries(id, 1)).toEqual([address('a', 10)]);
    expect([await first.setDue(id, 1, 'a', 30), await first.setDue(id, 1, 'b', 30)]).toEqual([true, false]);
    expect([await due(29), await due(30)]).toEqual([[], ['a']]);
    expect([await first.setDue(id, 1, 'a', never), await due(Number.MAX_SAFE_INTEGER)]).toEqual([true, []]);
    expect([await first.setDue(id, 1, 'a', 30), await due(30)]).toEqual([true, ['a']]);
    expect([await first.unwatch(id, 1, 'a'), await second.unwatch(id, 1, 'a')]).toEqual([true, false]);
    expect([await due(99), await second.readEntries(id, 1), await first.setDue(id, 1, 'a', 1)]).toEqual([
      [],
      [],
      false,
    ]);
    await first.watch(id, 1, [address('a', 50)]);
    expect([await due(50), await second.readEntries(id, 1)]).toEqual([['a'], [address('a', 50)]]);
  });

  test('publications are no entries', async () => {
    await first.watch(id, 1, [address('b', 10), address('p', 10, 'publication'), address('a', 10, 'sitemap')]);
    expect((await second.readEntries(id, 1)).map(({ identity }) => identity)).toEqual(['a', 'b']);
  });

  test('a parse changes, adds and ends addresses with its commit, once', async () => {
    await first.watch(id, 1, [address('a', 10), address('ends', 10, 'publication'), address('kept', 10)]);
    await turn(1, { pending: true });
    const changes: WatchChanges = {
      watched: [{ ...address('a', 40), state: '{"looks":2}' }, address('new', 50, 'publication')],
      added: [address('kept', 60), address('found', 60, 'sitemap')],
      ended: ['ends', 'unknown'],
      memory: '{"known":["ж"]}',
    };
    expect(await commit(1, changes)).toMatchObject({
      kind: 'committed',
      woken: false,
      site: { counters: { taken: 1 } },
    });
    const later = { ...changes, watched: [address('a', 1)], memory: '"later"' };
    expect(await commit(1, later)).toEqual({ kind: 'not-pending' });
    expect(await second.readWatched(id, 1, ['a', 'new', 'kept', 'found', 'ends', 'unknown'])).toEqual([
      ...[{ ...address('a', 40), state: '{"looks":2}' }, address('new', 50, 'publication'), address('kept', 10)],
      ...[address('found', 60, 'sitemap'), undefined, undefined],
    ]);
    expect([await due(9), await due(10), await due(60)]).toEqual([[], ['kept'], ['kept', 'a', 'new', 'found']]);
  });

  test('what a watch remembers of a source stays until a parse says otherwise', async () => {
    expect(await second.readMemory(id, 1)).toBeUndefined();
    for (const [number, memory] of ['"one"', undefined, '"one"', `"${'ё'.repeat(100_000)}"`, '"one"'].entries()) {
      await turn(number + 1, { pending: true });
      const before = await first.readMemory(id, 1);
      await commit(number + 1, { ...nothing, ...(memory !== undefined && { memory }) });
      expect(await second.readMemory(id, 1)).toBe(memory ?? before);
    }
    expect(await second.readMemory(id, 2)).toBeUndefined();
  });

  test('settings of a source are changed by one of those who saw them', async () => {
    expect(await second.readSettings(id, 1)).toBeUndefined();
    expect(await first.changeSettings(id, 1, undefined, '"a"')).toBe(true);
    expect(await second.changeSettings(id, 1, undefined, '"b"')).toBe(false);
    expect([await second.changeSettings(id, 1, '"a"', '"c"'), await first.changeSettings(id, 1, '"a"', '"d"')]).toEqual(
      [true, false],
    );
    expect([await first.readSettings(id, 1), await first.readSettings(id, 2)]).toEqual(['"c"', undefined]);
  });

  test('a source that rests is due with its first address', async () => {
    await first.watch(id, 1, [address('a', now + 70), address('b', now + 50)]);
    expect(await turn(1, { waiting: 'rest' })).toBe(true);
    expect(await second.readSite(id, 1)).toMatchObject({ waiting: 'rest', due: now + 50 });
  });

  test('a source that rests without anything to look at sleeps until somebody gives it something', async () => {
    await turn(1, { waiting: 'rest' });
    expect((await second.readSite(id, 1))!.due).toBeGreaterThan(now + 1e12);
    await second.watch(id, 1, [address('a', now + 5)]);
    expect((await first.readSite(id, 1))!.due).toBe(now + 5);
    await second.setDue(id, 1, 'a', now + 3);
    expect((await first.readSite(id, 1))!.due).toBe(now + 3);
    await second.setDue(id, 1, 'a', never);
    expect((await first.readSite(id, 1))!.due).toBeGreaterThan(now + 1e12);
  });

  test('an address that is added to a source at work does not move its instant', async () => {
    const before = (await first.readSite(id, 1))!.due;
    await second.watch(id, 1, [address('a', 5)]);
    expect((await first.readSite(id, 1))!.due).toBe(before);
  });

  test('an address that is added while a source goes to rest is not slept through', async () => {
    for (let round = 1; round <= 20; round += 1) {
      await first.setDue(id, 1, 'a', now + 1_000);
      await first.unwatch(id, 1, 'urgent');
      await turn(1, { waiting: 'rest' });
      await Promise.all([turn(1, { waiting: 'rest' }), second.watch(id, 1, [address('urgent', now + round)])]);
      expect((await first.readSite(id, 1))!.due, `round ${round}`).toBe(now + round);
    }
  });

  test('entries of a chunk keep the looks that they are', async () => {
    const look = { of: 'feed', kind: 'feed', fields: { 'if-none-match': '"1"' } } as const;
    const entry = { identity: 'feed', address: 'feed?x', attempt: 1, via: [], foundOn: '' };
    await first.putChunk(id, 1, { level: 4, round: 0 }, 0, [
      { ...entry, look },
      { ...entry, identity: 'page' },
    ]);
    const read = await second.readChunks(id, 1, { level: 4, round: 0 }, { turn: 0, offset: 0 }, 9);
    expect(read.map(each => each.entry)).toEqual([
      { ...entry, look },
      { ...entry, identity: 'page' },
    ]);
  });
}
