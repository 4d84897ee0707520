/** The parse of a turn that comes before the parse of an earlier one. */
import { expect, test, vi } from 'vitest';
import type { LostTurn, SiteRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { parseTurn } from '../../../shared/steps/parse/parse-turn.ts';

const lost: LostTurn = { turn: 2, what: 'bodies', state: 'open', why: 'bodies/1/2-a is missing' };
const pending = new Map([
  [2, 'a'],
  [3, 'b'],
]);

async function wakesOfParse(row: Partial<SiteRow>) {
  const send = vi.fn();
  const site = { crawl: 'c', site: 1, turn: 3, status: 'active', pending, ...row };
  const worker = { ports: { store: { readSite: async () => site }, queue: { send } } };
  const message = { kind: 'parse', crawl: 'c', site: 1, turn: 3, id: 'm' } as const;
  await parseTurn(worker as unknown as Parameters<typeof parseTurn>[0], message);
  return send.mock.calls.flat(2);
}

test('wakes the fetch of a turn that was noted as lost while a turn ended its phase', async () => {
  const fetch = { kind: 'fetch', crawl: 'c', site: 1, turn: 4 };
  expect(await wakesOfParse({ waiting: 'barrier', lost: [lost] })).toEqual([fetch]);
});

test.each<[string, Partial<SiteRow>]>([
  ['whose loss has woken the site', { waiting: '', lost: [lost] }],
  ['that was fetched again', { waiting: 'barrier', lost: [{ ...lost, state: 'fetched' }] }],
  ['that lost nothing', { waiting: 'barrier' }],
])('leaves an earlier turn %s to the messages it has', async (_, row) => {
  expect(await wakesOfParse(row)).toEqual([]);
});
