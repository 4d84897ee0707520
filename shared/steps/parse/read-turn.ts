/**
 * Reads the pages of a turn (docs/design/protocol.md, "A page that kills its reader"). The try is noted before the
 * first page is read. If an earlier try died, pages are read one at a time, and the page that kills is skipped.
 */

import { detectLanguages } from '../../domain/html/language/detect-languages.ts';
import { LostObject } from '../../domain/lost-object.ts';
import type { Handled, Outcome, SiteRow } from '../../domain/protocol/crawl-state.ts';
import { lostTurnOf } from '../../domain/protocol/lost-turn.ts';
import { beginTry, isNoteOf, killersOf, type ParseNote, withKillers } from '../../domain/protocol/parse-note.ts';
import { withoutPages } from '../../domain/protocol/unreadable-pages.ts';
import { systemFaultOf } from '../../domain/refusal/system-fault.ts';
import type { ReadTurn, UnreadPage } from '../../domain/turn/turn-reader.ts';
import { decodeTurnRecord, type TurnRecord, turnRecordName } from '../../domain/turn/turn-record.ts';
import { lossOf } from '../lose-turn.ts';
import { type ParsePorts, type ParseSite, type ParseWorker, type PendingTurn, ReaderDied } from './parse-worker.ts';

interface TurnToRead extends Pick<PendingTurn, 'site' | 'row' | 'record' | 'attempt' | 'deliveries'> {
  readonly outcomes: readonly Outcome[];
}

/** Its `unread` names every page that is skipped as unreadable. */
export async function readTurn(worker: ParseWorker, toRead: TurnToRead): Promise<ReadTurn> {
  return await withLanguages(await readBoundedly(worker, toRead));
}

/** A page without a declared language gets the detected one. A turn that had its languages is answered as it is. */
export async function withLanguages(read: ReadTurn): Promise<ReadTurn> {
  if (read.undeclared.length === 0) return read;
  const languages = await detectLanguages(read.undeclared);
  const pages = read.segment.pages.map((seen, index): typeof seen => {
    const detected = languages.get(index);
    if (detected === undefined || seen.page?.facts === undefined) return seen;
    return { ...seen, page: { ...seen.page, facts: { ...seen.page.facts, detected } } };
  });
  return { ...read, undeclared: [], segment: { ...read.segment, pages } };
}

/** As often as may be, whatever the pages do to the worker. */
async function readBoundedly(worker: ParseWorker, toRead: TurnToRead): Promise<ReadTurn> {
  const { site, row, record, attempt, outcomes, deliveries } = toRead;
  const turn = { turn: record.turn, attempt };
  // For a first try the queue's count of deliveries is enough.
  if (deliveries === 1 && !isNoteOf(row.parseNote, turn)) return await readAll(worker, site, record, outcomes);
  const note = beginTry(row.parseNote, turn, deliveries);
  await worker.ports.store.noteParse(site.crawl, site.site, note);
  if (note.isRead || note.tries === 1) {
    const killers = killersOf(note);
    const all = await readAll(worker, site, record, withoutPages(outcomes, killers)).catch(ofLiving);
    if (all === undefined) return await readApart(worker.ports, worker.readApart!, toRead, note);
    const read = withUnread(all, killers.map(killedBefore));
    if (!note.isRead) await worker.ports.store.noteParse(site.crawl, site.site, { ...note, isRead: true });
    return read;
  }
  return worker.readApart === undefined
    ? await readPageByPage(worker.ports, toRead, note)
    : await readApart(worker.ports, worker.readApart, toRead, note);
}

/** Between pages this process may serve other requests. */
async function readAll(
  { pause, readBeside }: Pick<ParseWorker, 'pause' | 'readBeside'>,
  site: ParseSite,
  record: TurnRecord,
  outcomes: readonly Outcome[],
): Promise<ReadTurn> {
  if (readBeside !== undefined) return await readBeside(site, record, outcomes);
  const reader = busy.has(site.reader) ? site.newReader() : site.reader;
  const reading = reader.readPages(record, outcomes);
  busy.add(reader);
  try {
    for (;;) {
      const step = reading.next();
      if (step.done) return step.value;
      const paused = pause?.();
      if (paused !== undefined) await paused;
    }
  } finally {
    busy.delete(reader);
  }
}

/** Undefined if the reader died: a process then reads the pages in sequence. */
function ofLiving(error: unknown): undefined {
  if (!(error instanceof ReaderDied)) throw error;
}

/** Readers of a turn that pauses: another turn of the same site may be read meanwhile. */
const busy = new WeakSet<ParseSite['reader']>();

/**
 * Reads in this worker, which may die, so the current page is noted first. The reader is new, so that no earlier turn
 * is in memory.
 */
async function readPageByPage(
  { store }: Pick<ParsePorts, 'store'>,
  { site, record, outcomes }: TurnToRead,
  note: ParseNote,
): Promise<ReadTurn> {
  const killers = killersOf(note);
  const reading = site.newReader().readPages(record, withoutPages(outcomes, killers));
  for (;;) {
    const step = reading.next();
    if (step.done) {
      await store.noteParse(site.crawl, site.site, { ...note, isRead: true });
      return withUnread(step.value, killers.map(killedBefore));
    }
    await store.noteParse(site.crawl, site.site, { ...note, page: step.value });
  }
}

/** Reads in a process whose death this worker survives. */
async function readApart(
  { store }: Pick<ParsePorts, 'store'>,
  apart: NonNullable<ParseWorker['readApart']>,
  { site, record, attempt, outcomes }: TurnToRead,
  note: ParseNote,
): Promise<ReadTurn> {
  const bodies = turnRecordName(site.site, record.turn, attempt);
  const known = killersOf(note);
  const { read, killers } = await apart({
    ...{ bodies, spec: site.rules.spec, origin: record.origin },
    ...(site.home !== undefined && { home: site.home }),
    outcomes: withoutPages(outcomes, known),
  });
  const noted = withKillers(
    note,
    killers.map(({ page }) => page),
  );
  await store.noteParse(site.crawl, site.site, { ...noted, isRead: true });
  const unread = [...known.map(killedBefore), ...killers];
  // A page that merely throws must give the same result as in a first try.
  if (read.unread.length === 0) return withUnread(read, unread);
  const left = unread.map(({ page }) => page);
  return withUnread(site.reader.read(record, withoutPages(outcomes, left)), unread);
}

function killedBefore(page: number): UnreadPage {
  return { page, why: 'whatever read it died' };
}

function withUnread(read: ReadTurn, more: readonly UnreadPage[]): ReadTurn {
  return { ...read, unread: [...read.unread, ...more] };
}

type Bodies =
  | { readonly kind: 'read'; readonly record: TurnRecord }
  /** The pages must be fetched again, or another worker has parsed them meanwhile. */
  | { readonly kind: 'lost'; readonly handled: Handled };

interface Pending {
  readonly turn: number;
  readonly attempt: string;
}

/** The record of a pending turn. If it is lost, its site is woken to fetch its pages again. */
export async function readBodies(worker: ParseWorker, row: SiteRow, pending: Pending): Promise<Bodies> {
  const { objects } = worker.ports;
  const { turn, attempt } = pending;
  const known = lostTurnOf(row, turn);
  if (known?.state === 'given-up') return { kind: 'read', record: lostRecord(row, turn) };
  if (known?.state === 'open') return await loseBodies(worker, row, pending, known.why);
  try {
    const record = decodeTurnRecord(await objects.get(turnRecordName(row.site, turn, attempt), worker.scratch));
    return { kind: 'read', record };
  } catch (error) {
    // A disk that cannot read what was just written would have the pages fetched for ever.
    const isFailing = known?.state === 'fetched' && systemFaultOf(error)?.kind === 'broken';
    if (!(error instanceof LostObject) || isFailing) throw error;
    return await loseBodies(worker, row, pending, error.message);
  }
}

async function loseBodies(
  { ports: { store, queue, clock } }: ParseWorker,
  row: SiteRow,
  { turn, attempt }: Pending,
  why: string,
): Promise<Bodies> {
  const { lost, due } = await lossOf(store, row, { turn, what: 'bodies', why }, clock.now());
  // A turn whose segment was lost before stays one that was parsed: another parse must not count it again.
  const what = lostTurnOf(row, turn)?.what ?? lost.what;
  const after = await store.loseTurn(row.crawl, row.site, { lost: { ...lost, what }, due, attempt });
  if (after === undefined) return { kind: 'lost', handled: { kind: 'done' } };
  if (lostTurnOf(after, turn)?.state === 'given-up') return { kind: 'read', record: lostRecord(after, turn) };
  await queue.send([{ kind: 'fetch', crawl: row.crawl, site: row.site, turn: after.turn + 1 }]);
  return { kind: 'lost', handled: { kind: 'done' } };
}

function lostRecord({ phase, origin }: SiteRow, turn: number): TurnRecord {
  return { turn, phase, origin, entries: [] };
}
