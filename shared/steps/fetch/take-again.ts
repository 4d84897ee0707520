import { defined } from '../../domain/defined.ts';
import { unlessLost } from '../../domain/lost-object.ts';
import type { FetchResult } from '../../domain/protocol/classify-answer.ts';
import type { ChunkEntry, Cursor, LostTurn, SiteRow, TakenEntries } from '../../domain/protocol/crawl-state.ts';
import type { ResolvedSpec } from '../../domain/spec/crawl-spec.ts';
import { decodeTurnRecord, type FetchedEntry, turnRecordName } from '../../domain/turn/turn-record.ts';
import { isPicked } from './page-picks.ts';
import type { FetchPorts, FetchStore } from './turn.ts';

interface EntryAgain {
  readonly cursor: Cursor;
  readonly entry: ChunkEntry;
  /** Its first result, if that is known without a request. */
  readonly known?: FetchResult;
}

/** The entries of a lost turn, which are fetched again. */
export interface TurnAgain {
  readonly lost: LostTurn;
  readonly taken: TakenEntries;
  /** Entries that were fetched again already, in their order. */
  readonly before: readonly FetchedEntry[];
  /** Entries that are left, in the same order. */
  readonly rest: readonly EntryAgain[];
}

/** Most entries that are read at once. */
const readAtOnce = 500;

/**
 * The entries of a lost turn that are still to be fetched. Chunks never change, so the turn took the same entries.
 * `isAsked`: whether an address belongs to a host of the site.
 */
export async function takeAgain(
  { store, objects }: Pick<FetchPorts, 'store' | 'objects'>,
  spec: Pick<ResolvedSpec, 'order'>,
  row: SiteRow,
  lost: LostTurn,
  isAsked: (address: URL) => boolean,
): Promise<TurnAgain> {
  const taken = await store.readTaken(row.crawl, row.site, lost.turn);
  if (taken === undefined) throw new Error(`nobody knows what turn ${lost.turn} of site ${row.site} has taken`);
  const entries = await entriesOf(store, spec, row, taken);
  const again = await putAgain(store, row, taken, lost.turn, entries.length);
  const before = await fetchedBefore(objects, row, lost);
  const rest = entries.slice(before.length).map(
    (each): EntryAgain => ({
      ...each,
      ...defined({ known: knownResult(row, isAsked, each.entry, again) }),
    }),
  );
  return { lost, taken, before, rest };
}

/** Entries of a range, without those that had moved to an earlier level before the phase began. Later none moves. */
async function entriesOf(
  store: FetchStore,
  spec: Pick<ResolvedSpec, 'order'>,
  { crawl, site }: SiteRow,
  { phase, from, to }: TakenEntries,
): Promise<readonly EntryAgain[]> {
  const entries: EntryAgain[] = [];
  for (let cursor = from; ; ) {
    const read = await store.readChunks(crawl, site, phase, cursor, readAtOnce);
    const some = read.filter(each => isBefore(each.cursor, to));
    const identities = some.map(({ entry }) => entry.identity);
    const levels = isPicked(spec, phase) ? [] : await store.readLevels(crawl, site, identities);
    entries.push(...some.filter((_, index) => (levels[index]?.level ?? phase.level) >= phase.level));
    const last = read.at(-1);
    if (last === undefined || some.length < read.length) return entries;
    cursor = { turn: last.cursor.turn, offset: last.cursor.offset + 1 };
  }
}

function isBefore(one: Cursor, other: Cursor): boolean {
  return one.turn === other.turn ? one.offset < other.offset : one.turn < other.turn;
}

/** Entries that the parse of the lost turn put into the next round. */
async function putAgain(
  store: FetchStore,
  { crawl, site }: SiteRow,
  { phase: { level, round } }: TakenEntries,
  turn: number,
  most: number,
): Promise<readonly ChunkEntry[]> {
  const read = await store.readChunks(crawl, site, { level, round: round + 1 }, { turn, offset: 0 }, most);
  return read.filter(({ cursor }) => cursor.turn === turn).map(({ entry }) => entry);
}

async function fetchedBefore(
  objects: FetchPorts['objects'],
  { site }: SiteRow,
  { turn, attempt }: LostTurn,
): Promise<readonly FetchedEntry[]> {
  if (attempt === undefined) return [];
  // If the new record is lost too, the turn is fetched again from its beginning.
  return await unlessLost(
    async () => decodeTurnRecord(await objects.get(turnRecordName(site, turn, attempt))).entries,
    [],
  );
}

/**
 * Infers the result of an entry. An entry that is also in the next round (`next`) was a retry, or a redirect to another
 * address of its page. A start address outside the site is not requested; the next round or the row knows its target,
 * but neither knows the status.
 */
function knownResult(
  { start, redirectedFrom }: SiteRow,
  isAsked: (address: URL) => boolean,
  { identity, attempt, address }: ChunkEntry,
  next: readonly ChunkEntry[],
): FetchResult | undefined {
  const again = next.find(entry => entry.identity === identity);
  if (again !== undefined)
    return again.attempt > attempt
      ? { kind: 'retry', reason: 'network' }
      : { kind: 'redirect', status: 302, target: again.address };
  if (isAsked(new URL(address))) return undefined;
  const moves = [...redirectedFrom, start];
  const at = moves.indexOf(address);
  const moved = next.find(({ via }) => via.at(-1) === address)?.address ?? (at < 0 ? undefined : moves[at + 1]);
  return { kind: 'redirect', status: 302, target: moved ?? start };
}
