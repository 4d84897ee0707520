import { expect, test } from 'vitest';
import { machineProcesses } from '../../../shared/adapters/local/machine-processes.ts';
import { SqliteStore } from '../../../shared/adapters/local/sqlite/sqlite-store.ts';
import type { WatchedAddress } from '../../../shared/domain/protocol/watched-address.ts';

const address = (identity: string, due: number, kind: WatchedAddress['kind'] = 'feed'): WatchedAddress => ({
  ...{ identity, address: identity, kind, due, fields: {}, state: '{}' },
});

function newStore(): SqliteStore {
  return new SqliteStore({ crawl: ':memory:', tokens: undefined }, machineProcesses());
}

test('addresses are due at their instants, in the order of these', async () => {
  const store = newStore();
  await store.watch('c', 1, [address('b', 20), address('a', 10), address('off', Number.POSITIVE_INFINITY)]);
  await store.watch('c', 2, [address('elsewhere', 5)]);
  const due = async (now: number, most = 9) => (await store.dueAddresses('c', 1, now, most)).map(each => each.identity);
  expect([await due(9), await due(10), await due(99), await due(99, 1)]).toEqual([[], ['a'], ['a', 'b'], ['a']]);
  expect(await store.readWatched('c', 1, ['off', 'none'])).toEqual([
    address('off', Number.POSITIVE_INFINITY),
    undefined,
  ]);
  store.close();
});

test('a repeat adds nothing, and an instant is set once', async () => {
  const store = newStore();
  await store.watch('c', 1, [address('a', 10)]);
  await store.watch('c', 1, [{ ...address('a', 1), state: '"other"' }]);
  expect(await store.readEntries('c', 1)).toEqual([address('a', 10)]);
  expect([await store.setDue('c', 1, 'a', 30), await store.setDue('c', 1, 'b', 30)]).toEqual([true, false]);
  expect(await store.dueAddresses('c', 1, 29, 9)).toEqual([]);
  expect(await store.dueAddresses('c', 1, 30, 9)).toHaveLength(1);
  expect([await store.unwatch('c', 1, 'a'), await store.unwatch('c', 1, 'a')]).toEqual([true, false]);
  expect(await store.dueAddresses('c', 1, 99, 9)).toEqual([]);
  store.close();
});

test('publications are no entries', async () => {
  const store = newStore();
  await store.watch('c', 1, [address('a', 10), address('p', 10, 'publication')]);
  expect((await store.readEntries('c', 1)).map(each => each.identity)).toEqual(['a']);
  store.close();
});
