/** A disk that cannot read what was just written: the pages of the turn would be fetched for ever. */
import { expect, test, vi } from 'vitest';
import { LostObject } from '../../../shared/domain/lost-object.ts';
import type { LostTurn, SiteRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { systemFaultOf } from '../../../shared/domain/refusal/system-fault.ts';
import { readBodies } from '../../../shared/steps/parse/read-turn.ts';

const cause = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });

function reading(lost: LostTurn[], fault: Error | undefined) {
  const row = {
    crawl: 'c',
    site: 1,
    turn: 2,
    status: 'active',
    lost,
    pending: new Map([[2, 'a']]),
  } as unknown as SiteRow;
  const loseTurn = vi.fn(async () => undefined);
  const get = async (): Promise<never> => {
    throw new LostObject('bodies/1/2-a', 'is damaged', { cause: fault });
  };
  const store = { readTaken: async () => ({}), loseTurn };
  const worker = { ports: { objects: { get }, store, queue: {}, clock: { now: () => 0 } } };
  const read = readBodies(worker as unknown as Parameters<typeof readBodies>[0], row, { turn: 2, attempt: 'a' });
  return { read, loseTurn };
}

const fetched: LostTurn = { turn: 2, what: 'bodies', state: 'fetched', why: 'is damaged' };

test('ends the run by the second failure', async () => {
  const { read, loseTurn } = reading([fetched], cause);
  const error = await read.catch((thrown: unknown) => thrown);
  expect(systemFaultOf(error)).toMatchObject({ kind: 'broken', code: 'EIO' });
  expect(loseTurn).not.toHaveBeenCalled();
});

test.each([
  ['the first failure', [], cause],
  ['bodies that a person has removed again', [fetched], undefined],
])('%s costs a request of these pages', async (_, lost, fault) => {
  const { read, loseTurn } = reading(lost, fault);
  expect(await read).toMatchObject({ kind: 'lost' });
  expect(loseTurn).toHaveBeenCalledOnce();
});
