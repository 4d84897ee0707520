import { LostObject } from '../../domain/lost-object.ts';
import type { Handled, SiteRow } from '../../domain/protocol/crawl-state.ts';
import { lostTurnOf } from '../../domain/protocol/lost-turn.ts';
import { decodeTurnRecord, type TurnRecord, turnRecordName } from '../../domain/turn/turn-record.ts';
import { lossOf } from '../lose-turn.ts';
import type { ParseWorker } from './parse-worker.ts';

type Bodies =
  | { readonly kind: 'read'; readonly record: TurnRecord }
  /** They are to be fetched again, or another worker has parsed them meanwhile. */
  | { readonly kind: 'lost'; readonly handled: Handled };

interface Pending {
  readonly turn: number;
  readonly attempt: string;
}

/** The record of a pending turn. Where it is lost, its site is woken to fetch its pages again. */
export async function readBodies(worker: ParseWorker, row: SiteRow, pending: Pending): Promise<Bodies> {
  const { objects } = worker.ports;
  const { turn, attempt } = pending;
  const known = lostTurnOf(row, turn);
  if (known?.state === 'given-up') return { kind: 'read', record: withoutPages(row, turn) };
  if (known?.state === 'open') return await loseBodies(worker, row, pending, known.why);
  try {
    const record = decodeTurnRecord(await objects.get(turnRecordName(row.site, turn, attempt), worker.scratch));
    return { kind: 'read', record };
  } catch (error) {
    if (error instanceof LostObject) return await loseBodies(worker, row, pending, error.message);
    throw error;
  }
}

async function loseBodies(
  { ports: { store, queue, clock } }: ParseWorker,
  row: SiteRow,
  { turn, attempt }: Pending,
  why: string,
): Promise<Bodies> {
  const lost = await lossOf(store, row, { turn, what: 'bodies', why }, clock.now());
  const after = await store.loseTurn(row.crawl, row.site, { ...lost, attempt });
  if (after === undefined) return { kind: 'lost', handled: { kind: 'done' } };
  if (lostTurnOf(after, turn)?.state === 'given-up') return { kind: 'read', record: withoutPages(after, turn) };
  await queue.send([{ kind: 'fetch', crawl: row.crawl, site: row.site, turn: after.turn + 1 }]);
  return { kind: 'lost', handled: { kind: 'done' } };
}

function withoutPages({ phase, origin }: SiteRow, turn: number): TurnRecord {
  return { turn, phase, origin, entries: [] };
}
