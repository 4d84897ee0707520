import { expect, test } from 'vitest';
import type { SiteRow } from '../../../../shared/domain/protocol/crawl-state.ts';
import { dueAfter } from '../../../../shared/domain/protocol/protocol.ts';
import { watchDefaults } from '../../../../shared/domain/spec/crawl-spec.ts';
import { entryAddress } from '../../../../shared/wings/publications/watch/entry-state.ts';
import { sourceStatuses } from '../../../../shared/wings/publications/watch/source-status.ts';
import { crawlOf, siteRow } from '../../../contract/sample-state.ts';

const now = 1_700_000_000_000;
const url = 'http://example.org/rss';

async function standing(row: Partial<SiteRow>, entryDue: number): Promise<unknown> {
  const entry = entryAddress({ identity: url, address: url, kind: 'feed' }, { due: entryDue });
  const store = {
    readEntries: async () => [entry],
    readMemory: async () => undefined,
    dueAddresses: async (_crawl: string, _site: number, at: number) => (entry.due <= at ? [entry] : []),
  };
  const rows = [siteRow('w', 1, { waiting: 'rest', ...row })];
  const [status] = await sourceStatuses(crawlOf('w', 1), rows, { store, now, counts: new Map(), lost: new Map() });
  return { state: status?.state, due: status?.due };
}

test('a source says how times without a zone are read, where there are some', async () => {
  const clockOf = async (memory: object, watch = {}, origin = 'https://news.example.ru') => {
    const stored = JSON.stringify({ version: 1, known: [], hints: {}, ...memory });
    const store = { readEntries: async () => [], readMemory: async () => stored, dueAddresses: async () => [] };
    const crawl = crawlOf('w', 1);
    const spec = { ...crawl.spec, watch: { ...watchDefaults, ...watch } };
    const rows = [siteRow('w', 1, { origin })];
    const [status] = await sourceStatuses({ ...crawl, spec }, rows, { store, now, counts: new Map(), lost: new Map() });
    return status?.clock;
  };
  expect(await clockOf({})).toBeUndefined();
  expect(await clockOf({ unzoned: 3 })).toEqual({ zone: 'Europe/Moscow', by: 'country', times: 3 });
  expect(await clockOf({ unzoned: 3, aheadHours: { 7: 3 } })).toEqual({ zone: 420, by: 'ahead', times: 3 });
  expect(await clockOf({ unzoned: 3 }, { timeZone: 'MSK' })).toEqual({ zone: 'MSK', by: 'setting', times: 3 });
  const german = { unzoned: 3, languages: { de: 3 } };
  expect(await clockOf(german)).toMatchObject({ by: 'country' });
  expect(await clockOf(german, {}, 'https://news.example.org')).toMatchObject({
    zone: 'Europe/Berlin',
    by: 'language',
  });
});

test('a source that was woken is visited, and rests only until the first of its addresses is due', async () => {
  const due = now + 20_000;
  expect(await standing({ due }, due)).toEqual({ state: 'resting', due });
  // Woken: the row has the instant of a message, until its first turn is committed.
  expect(await standing({ due: dueAfter(now) }, now - 10)).toEqual({ state: 'visiting', due: undefined });
  // Nothing is due, however near that instant is to one of a message.
  expect(await standing({ due: dueAfter(now) }, dueAfter(now))).toEqual({ state: 'resting', due: dueAfter(now) });
  expect(await standing({ waiting: '' }, now - 10)).toEqual({ state: 'visiting', due: undefined });
});
