import { defined } from '../../../domain/defined.ts';
import type { WatchedAddress, WatchedKind } from '../../../domain/protocol/watched-address.ts';
import type { WatchOptions } from '../../../domain/spec/crawl-spec.ts';
import {
  afterAnswer,
  conditionalFields,
  type LookAnswer,
  type LookMemory,
  newMemory,
} from '../looks/conditional-look.ts';
import { afterLook, firstLook, type Look, type LookHistory, newHistory, nextLook } from '../looks/look-history.ts';
import { isRead, type LookOutcome } from '../looks/look-outcome.ts';
import { fixedInterval, type SourceSettings } from './source-settings.ts';

/** The report of the last look at an entry. */
export interface LookReport {
  /** Epoch ms. */
  readonly at: number;
  readonly outcome: LookOutcome;
  readonly status?: number;
  /** Where it redirects, where that is another host. */
  readonly target?: string;
  /** Addresses that it named, and the new ones among them. */
  readonly items: number;
  readonly fresh: number;
  /** The numbers of items left out, by reason. */
  readonly faults?: Readonly<Record<string, number>>;
}

/** The memory of a watch for an entry. Plain data with a version. */
export interface EntryState {
  readonly version: 1;
  readonly memory: LookMemory;
  readonly history: LookHistory;
  /** Seconds between two looks, where the user fixed them. */
  readonly fixedS?: number;
  /** Until it is read: publications that were known when the entry was found. */
  readonly known?: readonly string[];
  readonly title?: string;
  /** The address at which it was before permanent redirects: the next look begins there if one behind them fails. */
  readonly movedFrom?: string;
  /** Where permanent redirects of the look under way have led so far. */
  readonly moving?: string;
  readonly looks: number;
  /** Looks in a row that read nothing. */
  readonly failures: number;
  /** Addresses of its document that no look has claimed yet: a look takes a portion. Absent: none. */
  readonly outstanding?: number;
  readonly last?: LookReport;
  /** The last one that was read: what it gave stays good while later ones fail. */
  readonly lastRead?: LookReport;
}

/** A look at an entry, as it enters its state. */
export interface EntryLook {
  readonly report: LookReport;
  /** Absent if there was no answer. */
  readonly answer?: LookAnswer;
  /** Epoch ms of new items' own times. */
  readonly times: readonly number[];
  /** Addresses that it named and left for the next look; absent: 0. */
  readonly outstanding?: number;
  /** The wishes of the document, seconds and hours of the day (UTC). */
  readonly restS?: number;
  readonly skipHours?: readonly number[];
}

const newEntry: EntryState = { version: 1, memory: newMemory, history: newHistory, looks: 0, failures: 0 };

const gone = 410;

/** By these a document has another address from now on (RFC 9110, 15.4.2 and 15.4.9). */
const permanent: ReadonlySet<number> = new Set([301, 308]);

/** Failed looks after which the pause grows no more. */
const mostDoublings = 12;

/** An entry of a source, due at `due`. `identity`: its normalized URL. */
export function entryAddress(
  { identity, address, kind }: Pick<WatchedAddress, 'identity' | 'address'> & { readonly kind: WatchedKind },
  { due, ...state }: { readonly due: number } & Partial<Pick<EntryState, 'fixedS' | 'title' | 'known'>>,
): WatchedAddress {
  const known = entryIdentity(identity, kind);
  return { identity: known, address, kind, due, fields: {}, state: JSON.stringify({ ...newEntry, ...state }) };
}

/** The end of the identity of a page that is clicked through. */
const clicks = '#clicks';

/** A page may be looked at as it is sent, and clicked through too: addresses have no fragments otherwise. */
export function entryIdentity(identity: string, kind: WatchedKind): string {
  return kind === 'traversal' ? `${identity}${clicks}` : identity;
}

export function isTraversal(identity: string): boolean {
  return identity.endsWith(clicks);
}

export function readEntryState({ state }: Pick<WatchedAddress, 'state'>): EntryState {
  return JSON.parse(state) as EntryState;
}

/**
 * The entry of a list or sitemap, requested whole at `due`; undefined for an entry of another kind, and for a switched-off entry.
 */
export function readFromStart(watched: WatchedAddress, due: number): WatchedAddress | undefined {
  const state = readEntryState(watched);
  const isMeant = watched.kind === 'sitemap' || watched.kind === 'page' || watched.kind === 'traversal';
  const isProposed = state.looks === 0 && watched.kind !== 'traversal';
  if (!isMeant || !(Number.isFinite(watched.due) || isProposed)) return undefined;
  return { ...watched, due, fields: {}, state: JSON.stringify({ ...state, memory: newMemory }) };
}

/** The entry in the middle of a look, at a redirect within the source; undefined if that says nothing for later looks. */
export function redirectedAt(
  watched: WatchedAddress,
  from: string,
  { status, target }: { readonly status: number; readonly target: string },
): WatchedAddress | undefined {
  const state = readEntryState(watched);
  // Behind a temporary redirect none is for ever.
  if (!permanent.has(status) || from !== (state.moving ?? watched.address)) return undefined;
  return { ...watched, state: JSON.stringify({ ...state, moving: target }) };
}

/** Where the entry is after a look. A document that names nothing, as a note about repairs does, has not moved. */
function placeAfter(
  { address }: WatchedAddress,
  { moving, movedFrom }: Pick<EntryState, 'moving' | 'movedFrom'>,
  { outcome, items }: LookReport,
): Pick<WatchedAddress, 'address'> & Pick<EntryState, 'movedFrom'> {
  if (!isRead(outcome)) return { address: movedFrom ?? address };
  const isMoved = moving !== undefined && (items > 0 || outcome === 'unchanged');
  return isMoved ? { address: moving, movedFrom: movedFrom ?? address } : { address, ...defined({ movedFrom }) };
}

/** The entry after a look: what is known of it, when the next look is due, and what that requests. */
export function lookedAt(
  watched: WatchedAddress,
  look: EntryLook,
  { leastS, mostS }: WatchOptions,
  settings: SourceSettings = { version: 1 },
): WatchedAddress {
  const { known, outstanding: leftBefore, moving, movedFrom, ...before } = readEntryState(watched);
  const { at, items, outcome } = look.report;
  const isGood = isRead(outcome);
  const hasNamed = outcome === 'read' || items > 0;
  const outstanding = (hasNamed ? look.outstanding : leftBefore) ?? 0;
  const history = isGood ? afterLook(before.history, newsOf(before, look, leftBefore !== undefined)) : before.history;
  const answered = look.answer === undefined ? before.memory : afterAnswer(before.memory, look.answer);
  const memory = outstanding > 0 ? { unchanged: 0, lies: answered.lies } : answered;
  const { address, ...moved } = placeAfter(watched, defined({ moving, movedFrom }), look.report);
  const state: EntryState = {
    ...{ ...before, ...moved },
    ...(outstanding > 0 && { outstanding }),
    ...{ memory, history, looks: before.looks + 1, failures: isGood ? 0 : before.failures + 1, last: look.report },
    // A document that has not changed names what it named.
    ...(isGood
      ? { lastRead: { ...look.report, ...(outcome === 'unchanged' && before.lastRead), at: look.report.at } }
      : defined({ known })),
  };
  const rest = { ...(look.restS !== undefined && { restS: look.restS }) };
  const skip = look.skipHours === undefined ? {} : { skipHours: look.skipHours };
  const fixedS = fixedInterval(settings, watched.identity, before.fixedS);
  const fixed = fixedS === undefined ? {} : { fixedS };
  const learnt = nextLook(history, at, { leastS, mostS, ...fixed, ...rest, ...skip });
  const pause = at + pauseMs(state.failures, leastS, mostS);
  // A feed that always lacks its end brings items all the same.
  const next = isGood ? learnt : items > 0 ? Math.min(pause, learnt) : pause;
  const due = hasNamed && outstanding > 0 ? at : next;
  // A person may have switched it off meanwhile. By status 410 (RFC 9110, 15.5.11) a document is gone for good.
  const isOn = Number.isFinite(watched.due) && look.report.status !== gone;
  return {
    ...{ ...watched, address },
    due: isOn ? due : Number.POSITIVE_INFINITY,
    fields: conditionalFields(memory),
    state: JSON.stringify(state),
  };
}

/** A look as a sign of how often something new comes. Of what an earlier look has left, only its own time says that it is new. */
function newsOf({ lastRead }: Pick<EntryState, 'lastRead'>, { report, times }: EntryLook, goesOn: boolean): Look {
  const { at, fresh } = report;
  if (lastRead === undefined) return firstLook(at, times);
  const since = lastRead.at;
  return goesOn ? firstLook(at, times, at - since) : { at, since, times, found: fresh };
}

/** The pause after so many failed looks: doubles from the least interval up to the longest. */
function pauseMs(failures: number, leastS: number, mostS: number): number {
  return 1000 * Math.min(mostS, leastS * 2 ** Math.min(failures - 1, mostDoublings));
}
