/**
 * Chooses the URLs that a turn takes, or says why it takes none. The order of reading is part of the protocol: pending
 * parses were read, under the lease, *before* any chunk; so if none was pending, every chunk of the next phase exists.
 */

import {
  type ChunkEntry,
  type Cursor,
  firstCursor,
  type LostTurn,
  type Phase,
  type SiteRow,
} from '../../domain/protocol/crawl-state.ts';
import { isParseBlocked, nextLost } from '../../domain/protocol/lost-turn.ts';
import { protocol, urlsPerTurn } from '../../domain/protocol/protocol.ts';
import { mergedLooks, mostLooks, visitOrder } from '../../domain/protocol/watched-address.ts';
import { kindOf } from '../../domain/spec/crawl-kind.ts';
import type { ResolvedSpec } from '../../domain/spec/crawl-spec.ts';
import { hostOf } from '../../domain/url/scope.ts';
import { isOfHosts, type SiteBounds } from '../../domain/url/site-scope.ts';
import { isPicked, pickRound } from './page-picks.ts';
import { type TurnAgain, takeAgain } from './take-again.ts';
import type { FetchPorts, FetchStore, TakenEntry, TakenPages, TurnView } from './turn.ts';

export type TurnEntries =
  | (TakenPages & {
      readonly kind: 'fetch';
      /** Deleted URLs among them: skipped without a request. */
      readonly deleted: ReadonlySet<string>;
      readonly after: Cursor;
      /** Whether these are the last entries of the phase: all chunks of a phase exist when it begins. */
      readonly endsPhase?: boolean;
      /** For a site of several hosts: the next entries of all its hosts. */
      readonly whole?: WholeEntries;
      /** Set if the turn fetches the entries of a lost turn again. */
      readonly again?: TurnAgain;
    })
  /** The next entry belongs to another host of the site; this changed after the token was taken. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'parked' }
  | { readonly kind: 'waiting'; readonly what: 'barrier' | 'backlog' }
  /** No look is due at a source. */
  | { readonly kind: 'resting' }
  | { readonly kind: 'finished' };

/** The next entries of a site, at all its hosts. */
export type WholeEntries = TakenPages & Pick<Fetched, 'deleted' | 'after' | 'endsPhase'>;

type Fetched = Extract<TurnEntries, { kind: 'fetch' }>;
type Waiting = Extract<TurnEntries, { kind: 'waiting' }>;

export async function chooseEntries(view: TurnView): Promise<TurnEntries> {
  const { row, crawl } = view;
  if (crawl.stop !== undefined)
    return row.pending.size === 0 || isParseBlocked(row) ? { kind: 'stopped' } : { kind: 'waiting', what: 'barrier' };
  const lost = nextLost(row);
  if (lost !== undefined && row.pending.has(lost.turn)) return await chooseAgain(view, lost);
  if (row.pending.size >= protocol.maxPending) return { kind: 'waiting', what: 'backlog' };
  return lost === undefined ? await chooseNext(view) : await chooseAgain(view, lost);
}

/** The next entries of the frontier, or the due looks of a source, within the budget of the site. */
async function chooseNext(view: TurnView): Promise<TurnEntries> {
  const { turn, row, crawl } = view;
  const budget = row.grant - row.used;
  const most = Math.max(1, Math.min(urlsPerTurn(turn.delayMs, turn.worker), budget));
  const widest = isOfHosts(crawl.spec.scope) ? Math.max(1, Math.min(turn.worker.urlsPerTurn, budget)) : most;
  const next =
    (await inOrder(asked(view), row, widest)) ??
    (await nextVisit(view, most)) ??
    (await nextPick(view, widest, budget));
  if (next === 'parked') return { kind: 'parked' };
  if (next === undefined) return { kind: kindOf(crawl.spec).ends ? 'finished' : 'resting' };
  if (next.kind === 'waiting') return next;
  return budget > 0 ? ofOneHost(view, next, most) : { kind: 'parked' };
}

/** Ports and rules that give entries and their levels. */
interface Asked {
  readonly store: FetchStore;
  /** Whether no page of the crawl was deleted; the turn notices later deletions while it fetches. */
  readonly isUntouched: boolean;
  readonly spec: Pick<ResolvedSpec, 'order'>;
}

function asked({ turn, crawl }: TurnView): Asked {
  return { store: turn.worker.ports.store, isUntouched: crawl.deletions === undefined, spec: crawl.spec };
}

/** The next entries of the frontier; undefined at its end. */
async function inOrder(asked: Asked, row: SiteRow, most: number): Promise<Fetched | Waiting | undefined> {
  const here = await takeFrom(asked, row, row.phase, row.cursor, most);
  if (here !== undefined) return here;
  if (row.pending.size > 0) return { kind: 'waiting', what: 'barrier' };
  const { level, round } = row.phase;
  return (
    (await takeFrom(asked, row, { level, round: round + 1 }, firstCursor, most)) ??
    (level < row.maxLevel || asked.spec.order !== undefined ? await nextLevel(asked, row, most) : undefined)
  );
}

/** The turn's host is that of the first entry. It fetches the entries up to the first entry of another host. */
function ofOneHost({ row, home, crawl, rules }: TurnView, chosen: Fetched, most: number): TurnEntries {
  if (!isOfHosts(crawl.spec.scope)) return chosen;
  const bounds = rules.bounds(home.site, home.start);
  if (!bounds.hasHosts) return chosen;
  const isHere = ({ entry }: TakenEntry): boolean => originOfEntry(entry, home, bounds) === row.origin;
  if (!isHere(chosen.taken[0]!)) return { kind: 'elsewhere' };
  const other = chosen.taken.findIndex(taken => !isHere(taken));
  const end = Math.min(most, other < 0 ? chosen.taken.length : other);
  const { phase, taken, deleted, after, endsPhase = false } = chosen;
  const isAll = end === taken.length;
  const own = {
    ...chosen,
    taken: taken.slice(0, end),
    after: taken[end]?.cursor ?? after,
    endsPhase: isAll && endsPhase,
  };
  // Level 0 has only the start page.
  return phase.level === 0 ? own : { ...own, whole: { phase, taken, deleted, after, endsPhase } };
}

/** At which of its hosts a site meets an entry. A start page that is not of the site any more is known without a request. */
export function originOfEntry({ address }: ChunkEntry, { origin }: SiteRow, { belongs }: SiteBounds): string {
  const url = new URL(address);
  return belongs(url) ? url.origin : origin;
}

/** The first entry of the next turn, as far as it can be known without the lease; undefined: none. */
export async function nextEntry(
  ports: Pick<FetchPorts, 'store' | 'objects'>,
  spec: Pick<ResolvedSpec, 'order'>,
  row: SiteRow,
  { belongs }: SiteBounds,
): Promise<ChunkEntry | undefined> {
  const lost = nextLost(row);
  const isFull = row.pending.size >= protocol.maxPending;
  if (lost !== undefined && (row.pending.has(lost.turn) || !isFull)) {
    const { rest } = await takeAgain(ports, spec, row, lost, belongs);
    return rest.find(({ known }) => known === undefined)?.entry;
  }
  const next = isFull ? undefined : await inOrder({ store: ports.store, isUntouched: false, spec }, row, 1);
  return next?.kind === 'fetch' ? next.taken[0]!.entry : undefined;
}

async function chooseAgain(view: TurnView, lost: LostTurn): Promise<TurnEntries> {
  const { turn, row, home, rules } = view;
  const { ports } = turn.worker;
  const { store } = ports;
  const { crawl, site } = row;
  const bounds = rules.bounds(home.site, home.start);
  const isHere = (url: URL): boolean => hostOf(url) === turn.lease.host;
  const again = await takeAgain(ports, view.crawl.spec, row, lost, bounds.hasHosts ? bounds.belongs : isHere);
  const { phase, to } = again.taken;
  const open = again.rest.filter(({ known }) => known === undefined);
  // Turns of other hosts take the rest.
  const other = bounds.hasHosts ? open.findIndex(({ entry }) => originOfEntry(entry, home, bounds) !== row.origin) : -1;
  if (other === 0) return { kind: 'elsewhere' };
  const taken = other < 0 ? open : open.slice(0, other);
  const levels = await store.readLevels(
    crawl,
    site,
    taken.map(({ entry }) => entry.identity),
  );
  const deleted = new Set(taken.filter((_, index) => levels[index]?.deleted).map(({ entry }) => entry.identity));
  return { kind: 'fetch', phase, taken, deleted, after: to, again };
}

/**
 * The first round of the next level may hold only URLs that a redirect moved to an earlier level; then there is no
 * later level.
 */
async function nextLevel(asked: Asked, row: SiteRow, most: number): Promise<Fetched | undefined> {
  const round = asked.spec.order === undefined ? 0 : pickRound;
  return await takeFrom(asked, row, { level: row.phase.level + 1, round }, firstCursor, most);
}

/** The pages that the learnt order puts next become the next level. A worker that finds the level written takes it. */
async function nextPick(view: TurnView, most: number, budget: number): Promise<Fetched | 'parked' | undefined> {
  const { turn, row, crawl } = view;
  if (crawl.spec.order === undefined) return undefined;
  const { picks } = turn.worker.ports;
  if (picks === undefined) throw new Error('this place learns no order of pages');
  if (!(await picks.next(row, budget))) return undefined;
  return budget === 0 ? 'parked' : await nextLevel(asked(view), row, most);
}

/**
 * The due looks of a source become its next level. If a worker dies after writing the chunk, the next worker takes that
 * chunk: looks that became due meanwhile wait for the next visit.
 */
async function nextVisit({ turn, row, crawl }: TurnView, most: number): Promise<Fetched | undefined> {
  const { store, watched, clock } = turn.worker.ports;
  if (!kindOf(crawl.spec).looksAgain || watched === undefined) return undefined;
  const due = await watched.dueAddresses(row.crawl, row.site, clock.now(), mostLooks);
  if (due.length === 0) return undefined;
  const looks = visitOrder(due).map(
    ({ identity, address, kind, fields }): ChunkEntry => ({
      ...{ identity, address, attempt: 1, via: [], foundOn: '' },
      look: { of: identity, kind, fields },
    }),
  );
  await watched.putChunk(row.crawl, row.site, { level: row.phase.level + 1, round: 0 }, 0, mergedLooks(looks));
  return await nextLevel({ store, isUntouched: false, spec: crawl.spec }, row, most);
}

/** The next entries of a phase, without those that a redirect moved to an earlier level; undefined = none left. */
async function takeFrom(
  { store, isUntouched, spec }: Asked,
  row: SiteRow,
  phase: Phase,
  from: Cursor,
  most: number,
): Promise<Fetched | undefined> {
  let cursor = from;
  for (;;) {
    const taken = await store.readChunks(row.crawl, row.site, phase, cursor, most);
    const last = taken.at(-1);
    if (last === undefined) return undefined;
    cursor = { turn: last.cursor.turn, offset: last.cursor.offset + 1 };
    const identities = taken.map(({ entry }) => entry.identity);
    // Links wait in the first round of their level; later rounds hold redirects and retries.
    const claimedAt = isUntouched && phase.round === 0 ? phase.level : undefined;
    const levels = await store.readLevels(row.crawl, row.site, identities, claimedAt);
    const open = taken.filter(
      ({ entry }, index) =>
        entry.look !== undefined || isPicked(spec, phase) || (levels[index]?.level ?? phase.level) >= phase.level,
    );
    const deleted = new Set(taken.filter((_, index) => levels[index]?.deleted).map(({ entry }) => entry.identity));
    const endsPhase = taken.length < most;
    if (open.length > 0) return { kind: 'fetch', phase, taken: open, deleted, after: cursor, endsPhase };
  }
}
