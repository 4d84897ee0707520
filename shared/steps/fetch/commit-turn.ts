import { defined } from '../../domain/defined.ts';
import { releaseJoined } from '../../domain/gathered-bytes.ts';
import { looksBinary } from '../../domain/html/encoding/sniff-binary.ts';
import { mergedJar } from '../../domain/http/gates/gate-cookies.ts';
import { isHostFailure, probeDelayMs } from '../../domain/protocol/circuit.ts';
import { type FetchResult, isBudgetPage } from '../../domain/protocol/classify-answer.ts';
import type * as State from '../../domain/protocol/crawl-state.ts';
import { dueOfNext, protocol } from '../../domain/protocol/protocol.ts';
import { kindOf } from '../../domain/spec/crawl-kind.ts';
import { encodeTurnRecord, type FetchedEntry, type TurnRecord, turnRecordName } from '../../domain/turn/turn-record.ts';
import type { KnownHost, SitePatch } from '../../ports/ports.ts';
import { wakeAfterFetch } from '../wake.ts';
import type { TurnEntries } from './choose-entries.ts';
import type { PoliteOutcome } from './fetch-politely.ts';
import { holdOf, leaveByPlan } from './leave-plan.ts';
import { patchAtHost } from './patch-at-host.ts';
import { type FetchPorts, leaveTurn, type TakenPages, type TurnView } from './turn.ts';

export interface Fetched {
  readonly chosen: Extract<TurnEntries, { kind: 'fetch' }>;
  readonly outcome: PoliteOutcome;
  /** robots.txt, if this turn requested it. */
  readonly robots?: State.SiteRobots;
  /** If hosts were requested side by side: the results of the turn's own host, and of the others. */
  readonly hosts?: { readonly own: Pick<Fetched, 'chosen' | 'outcome'>; readonly others: readonly AskedHost[] };
}

/** A further host that the turn requested. */
export interface AskedHost {
  /** The host's new state; absent: unchanged. */
  readonly known?: KnownHost;
  /** Wait of the host beyond its delay, and its end (wall clock; 0: over). */
  readonly waitMs: number;
  readonly until: number;
}

/**
 * Stores the results of the turn and commits it: first the object, under a name of this attempt, then site and token in
 * one transaction, then the wake-ups. Undefined: a condition failed, and only the object was written.
 */
export async function commitTurn(view: TurnView, fetched: Fetched): Promise<State.Handled | undefined> {
  const { turn, row, home } = view;
  const { clock, objects, queue } = turn.worker.ports;
  const { chosen, outcome } = fetched;
  if (outcome.results.length === 0) return await leaveWithoutPages(view, fetched);

  const waitMs = waitAfter(ownOf(fetched).outcome);
  const hold = waitMs === 0 ? undefined : holdOf(clock.now(), waitMs, outcome.retryAfterMs);
  const move = chosen.phase.level === 0 ? startMove(view, outcome.results) : {};
  const others = fetched.hosts?.others ?? [];
  const patch = {
    ...withHosts(patchAtHost(view, patchOf(view, fetched, hold)), home, others),
    due: dueOfNext(row, clock.now() + Math.max(waitMs, ...others.map(other => other.waitMs))),
    ...jarPatch(view, outcome.results),
    ...move,
  };
  const { turn: number, attempt } = turn.lease;
  const name = turnRecordName(row.site, number, attempt);
  const entries = outcome.results.map(
    (result, index): FetchedEntry => fetchedEntry(chosen.taken[index]!.entry, result),
  );
  const at = siteIn(view, { origin: move.origin ?? home.origin, start: move.start ?? home.start });
  const record = { turn: number, phase: chosen.phase, ...at, entries, ...instantOf(view) };
  await objects.put(name, encodeTurnRecord(record));
  // A browser may need the bodies again.
  if (turn.worker.rendering === undefined) releaseBodies(outcome.results);
  if (!(await leaveTurn(turn, patch, {}, hold?.until))) {
    await objects.remove(name);
    return undefined;
  }
  // The site waits for this parse, whose commit wakes it.
  if (patch.waiting !== '') return await parseOnly(queue, turn.message);
  const { parsesFirstMs } = turn.worker;
  await wakeAfterFetch(queue, turn.message, kindOf(view.crawl.spec).looksAgain ? parsesFirstMs : 0);
  return { kind: 'done' };
}

/** Cookies of a gate go into the row of the site, nowhere else. */
export function fetchedEntry(entry: State.ChunkEntry, { given: _, ...result }: FetchResult): FetchedEntry {
  return { entry, result };
}

/** Gates count in the order of their entries, not of their answers. */
export function jarPatch({ home, turn }: TurnView, results: readonly FetchResult[]): Pick<SitePatch, 'jar'> {
  const gates = results.flatMap(({ given }) => (given === undefined ? [] : [given]));
  return gates.length === 0 ? {} : { jar: mergedJar(home.jar ?? [], gates, turn.worker.ports.clock.now()) };
}

/** Frees the bodies, which are stored and not read here any more. */
function releaseBodies(results: readonly FetchResult[]): void {
  for (const result of results) if (result.kind === 'page') releaseJoined(result.body);
}

async function parseOnly(queue: FetchPorts['queue'], { crawl, site, turn }: State.Message): Promise<State.Handled> {
  await queue.send([{ kind: 'parse', crawl, site, turn }]);
  return { kind: 'done' };
}

/** From its commit on this turn waits for its parse, so a next turn could only wait. */
function endsPhase({ chosen, outcome: { results } }: Fetched): boolean {
  return chosen.endsPhase === true && results.length === chosen.taken.length;
}

function ownOf(fetched: Fetched): Pick<Fetched, 'chosen' | 'outcome'> {
  return fetched.hosts?.own ?? fetched;
}

/** The state of the start address's host is in the row of the site. */
function withHosts(patch: SitePatch, { origin }: State.SiteRow, others: readonly AskedHost[]): SitePatch {
  const known = others.flatMap(other => other.known ?? []);
  const home = known.find(host => host.origin === origin);
  const hosts = [...(patch.hosts ?? []), ...known.filter(host => host !== home)];
  return {
    ...patch,
    ...(home !== undefined && { trouble: home.trouble }),
    ...(hosts.length !== 0 && { hosts }),
  };
}

/** The site's place for the record; if a site is a host, its origin suffices. */
export function siteIn(
  { crawl: { spec } }: Pick<TurnView, 'crawl'>,
  { origin, start }: Pick<State.SiteRow, 'origin' | 'start'>,
): Pick<TurnRecord, 'origin' | 'start'> {
  return spec.scope === undefined ? { origin } : { origin, start };
}

/** The instant of the record, if a caller needs it. */
export function instantOf({ turn, crawl }: TurnView): Pick<TurnRecord, 'at'> {
  return kindOf(crawl.spec).readsInstants ? { at: turn.worker.ports.clock.now() } : {};
}

/** No entry counts: the circuit opened at the first one, robots.txt took all the time, or a stop came. */
async function leaveWithoutPages(view: TurnView, fetched: Fetched): Promise<State.Handled | undefined> {
  const { outcome } = fetched;
  const patch = { trouble: troubleAfter(view, ownOf(fetched)), ...robotsOf(fetched) };
  return await leaveByPlan(view, { patch, waitMs: waitAfter(outcome), retryAfterMs: outcome.retryAfterMs });
}

function patchOf(view: TurnView, fetched: Fetched, hold: State.Hold | undefined): SitePatch {
  const { turn, row } = view;
  const { chosen, outcome } = fetched;
  const { results } = outcome;
  return {
    turn: turn.lease.turn,
    doneBy: turn.message.id,
    phase: chosen.phase,
    cursor: cursorAfter(chosen, results.length),
    addPending: { turn: turn.lease.turn, attempt: turn.lease.attempt },
    took: takenBy(fetched),
    waiting: endsPhase(fetched) ? 'barrier' : '',
    used: row.used + results.filter(isBudgetPage).length,
    trouble: { ...troubleAfter(view, ownOf(fetched)), ...(hold !== undefined && { hold }) },
    ...robotsOf(fetched),
  };
}

export function robotsOf({ robots }: Fetched): Pick<SitePatch, 'robots'> {
  return robots === undefined ? {} : { robots };
}

function takenBy({ chosen, outcome: { results } }: Fetched): State.TakenEntries {
  const to = cursorAfter(chosen, results.length);
  return { phase: chosen.phase, from: chosen.taken[0]!.cursor, to, pages: results.filter(isBudgetPage).length };
}

/** Start of the next turn: behind the last entry that counts. */
function cursorAfter(
  chosen: { taken: readonly { cursor: State.Cursor }[]; after: State.Cursor },
  counted: number,
): State.Cursor {
  return chosen.taken[counted]?.cursor ?? chosen.after;
}

/** The host's wait beyond its delay. */
export function waitAfter(outcome: PoliteOutcome): number {
  if (outcome.circuitOpened) return probeDelayMs(0, outcome.retryAfterMs);
  if (outcome.retryAfterMs > 0) return outcome.retryAfterMs;
  const onlyFailures = outcome.results.length > 0 && outcome.results.every(isHostFailure);
  const waitMs = protocol.failureWaitFirstMs * 2 ** Math.min(outcome.failures, 6);
  return onlyFailures ? Math.min(protocol.failureWaitLongestMs, waitMs) : 0;
}

export function troubleAfter(
  { row, isDown }: Pick<TurnView, 'row'> & Partial<Pick<TurnView, 'isDown'>>,
  { chosen, outcome }: { readonly chosen: TakenPages; readonly outcome: PoliteOutcome },
): State.Trouble {
  const startSkipped = chosen.phase.level === 0 ? skippedStart(outcome.results) : undefined;
  const openedAt = outcome.circuitOpened
    ? cursorKey(chosen.phase, chosen.taken[outcome.results.length]!.cursor)
    : row.trouble.openedAt;
  return {
    failures: outcome.circuitOpened ? 0 : outcome.failures,
    ...(isDown && defined({ noAnswer: row.trouble.noAnswer })),
    ...(outcome.circuitOpened && { probes: 0 }),
    ...(openedAt !== undefined && { openedAt }),
    ...(outcome.gateAt !== undefined && { gateAt: outcome.gateAt }),
    ...(startSkipped !== undefined && { startSkipped, ...defined({ noAnswer: outcome.noAnswer }) }),
  };
}

/** Key of an entry's place; chunks never change. */
export function cursorKey(phase: State.Phase, cursor: State.Cursor): string {
  return `${phase.level}.${phase.round}:${cursor.turn}.${cursor.offset}`;
}

/** A deleted start page is no fault. */
function skippedStart(results: readonly FetchResult[]): State.Trouble['startSkipped'] {
  for (const result of results) {
    if (result.kind === 'page' && result.unchanged === undefined && looksBinary(result.body))
      return { reason: 'binary', status: 200 };
    if (result.kind !== 'skipped' || result.reason === 'deleted') continue;
    return { reason: result.reason, ...(result.status !== undefined && { status: result.status }) };
  }
  return undefined;
}

/** At level 0 a redirect of the start address to another site moves the site. */
function startMove({ home, rules }: TurnView, results: readonly FetchResult[]): SitePatch {
  const result = results.at(-1);
  if (result === undefined || result.kind === 'retry') return {};
  const bounds = rules.bounds(home.site, home.start);
  if (result.kind !== 'redirect') return { claimOrigin: bounds.key };
  if (bounds.belongs(new URL(result.target))) return {};
  const redirectedFrom = [...home.redirectedFrom, home.start];
  return { origin: new URL(result.target).origin, start: result.target, redirectedFrom, robots: null };
}
