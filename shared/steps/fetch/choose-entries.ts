/**
 * Which URLs a turn takes, or why it takes none. The order of the questions is part of the protocol: whether parses are
 * pending was read, under the lease, *before* any chunk is requested; so when nothing was pending, every chunk of the
 * next phase is there.
 */

import type { ChunkEntry, Cursor, LostTurn, Phase, SiteRow } from '../../domain/protocol/crawl-state.ts';
import { firstCursor } from '../../domain/protocol/crawl-state.ts';
import { isParseBlocked, nextLost } from '../../domain/protocol/lost-turn.ts';
import { protocol, urlsPerTurn } from '../../domain/protocol/protocol.ts';
import { mostLooks, visitOrder } from '../../domain/protocol/watched-address.ts';
import { kindOf } from '../../domain/spec/crawl-kind.ts';
import { hostOf } from '../../domain/url/scope.ts';
import { isOfHosts, type SiteBounds } from '../../domain/url/site-scope.ts';
import { type TurnAgain, takeAgain } from './take-again.ts';
import type { FetchPorts, FetchStore, TakenEntry, TakenPages, TurnView } from './turn.ts';

export type TurnEntries =
  | (TakenPages & {
      readonly kind: 'fetch';
      /** URLs among them that a person has deleted: passed over without a request. */
      readonly deleted: ReadonlySet<string>;
      readonly after: Cursor;
      /** No entry of the phase follows, and none will: the chunks of a phase that has begun are all there. */
      readonly endsPhase?: boolean;
      /** Of a site of several hosts: the entries that follow each other, whichever host they are of. */
      readonly whole?: WholeEntries;
      /** The turn is visited for the sake of a lost one, whose entries are taken again. */
      readonly again?: TurnAgain;
    })
  /** The next entry is of another host of the site than the turn's: this has changed since the token was taken. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'parked' }
  | { readonly kind: 'waiting'; readonly what: 'barrier' | 'backlog' }
  /** Nothing is due at a source. */
  | { readonly kind: 'resting' }
  | { readonly kind: 'finished' };

/** Entries of all hosts of a site; the rest as of those of one host. */
export type WholeEntries = TakenPages & Pick<Fetched, 'deleted' | 'after' | 'endsPhase'>;

type Fetched = Extract<TurnEntries, { kind: 'fetch' }>;
type Waiting = Extract<TurnEntries, { kind: 'waiting' }>;

export async function chooseEntries(view: TurnView): Promise<TurnEntries> {
  const { row, crawl } = view;
  if (crawl.stop !== undefined)
    return row.pending.size === 0 || isParseBlocked(row) ? { kind: 'stopped' } : { kind: 'waiting', what: 'barrier' };
  const lost = nextLost(row);
  if (lost?.what === 'bodies') return await chooseAgain(view, lost);
  if (row.pending.size >= protocol.maxPending) return { kind: 'waiting', what: 'backlog' };
  return lost === undefined ? await chooseNext(view) : await chooseAgain(view, lost);
}

/** What comes next in the frontier, or is due at a source, within the budget of the site. */
async function chooseNext(view: TurnView): Promise<TurnEntries> {
  const { turn, row, crawl } = view;
  const budget = row.grant - row.used;
  const most = Math.max(1, Math.min(urlsPerTurn(turn.delayMs, turn.worker.urlsPerTurn), budget));
  const widest = isOfHosts(crawl.spec.scope) ? Math.max(1, Math.min(turn.worker.urlsPerTurn, budget)) : most;
  const next = (await inOrder(asked(view), row, widest)) ?? (await nextVisit(view, most));
  if (next === undefined) return { kind: kindOf(crawl.spec).ends ? 'finished' : 'resting' };
  if (next.kind === 'waiting') return next;
  return budget > 0 ? ofOneHost(view, next, most) : { kind: 'parked' };
}

/** Who gives entries and their levels. */
interface Asked {
  readonly store: FetchStore;
  /** Nobody has deleted a page of the crawl; what is deleted from now on, the turn sees while it fetches. */
  readonly isUntouched: boolean;
}

function asked({ turn, crawl }: TurnView): Asked {
  return { store: turn.worker.ports.store, isUntouched: crawl.deletions === undefined };
}

/** What comes next in the frontier; undefined: nothing will. */
async function inOrder(asked: Asked, row: SiteRow, most: number): Promise<Fetched | Waiting | undefined> {
  const here = await takeFrom(asked, row, row.phase, row.cursor, most);
  if (here !== undefined) return here;
  if (row.pending.size > 0) return { kind: 'waiting', what: 'barrier' };
  const { level, round } = row.phase;
  return (
    (await takeFrom(asked, row, { level, round: round + 1 }, firstCursor, most)) ??
    (level < row.maxLevel ? await nextLevel(asked, row, most) : undefined)
  );
}

/** The turn's host is that of the first entry. Alone it fetches the entries up to the first of another host of the site. */
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
  // At level 0 is the start page alone.
  return phase.level === 0 ? own : { ...own, whole: { phase, taken, deleted, after, endsPhase } };
}

/** At which of its hosts a site meets an entry. A start page that is not of the site any more is known without a request. */
export function originOfEntry({ address }: ChunkEntry, { origin }: SiteRow, { belongs }: SiteBounds): string {
  const url = new URL(address);
  return belongs(url) ? url.origin : origin;
}

/** The entry that the next turn begins with, as far as can be known without the lease; undefined: it takes none. */
export async function nextEntry(
  ports: Pick<FetchPorts, 'store' | 'objects'>,
  row: SiteRow,
  { belongs }: SiteBounds,
): Promise<ChunkEntry | undefined> {
  const lost = nextLost(row);
  const isFull = row.pending.size >= protocol.maxPending;
  if (lost !== undefined && (lost.what === 'bodies' || !isFull)) {
    const { rest } = await takeAgain(ports, row, lost, belongs);
    return rest.find(({ known }) => known === undefined)?.entry;
  }
  const next = isFull ? undefined : await inOrder({ store: ports.store, isUntouched: false }, row, 1);
  return next?.kind === 'fetch' ? next.taken[0]!.entry : undefined;
}

async function chooseAgain(view: TurnView, lost: LostTurn): Promise<TurnEntries> {
  const { turn, row, home, rules } = view;
  const { ports } = turn.worker;
  const { store } = ports;
  const { crawl, site } = row;
  const bounds = rules.bounds(home.site, home.start);
  const isHere = (url: URL): boolean => hostOf(url) === turn.lease.host;
  const again = await takeAgain(ports, row, lost, bounds.hasHosts ? bounds.belongs : isHere);
  const { phase, to } = again.taken;
  const open = again.rest.filter(({ known }) => known === undefined);
  // The rest is left to the turns of other hosts.
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

/** The first round of the next level may hold only URLs that a redirect lowered; a later level cannot exist then. */
async function nextLevel(asked: Asked, row: SiteRow, most: number): Promise<Fetched | undefined> {
  return await takeFrom(asked, row, { level: row.phase.level + 1, round: 0 }, firstCursor, most);
}

/**
 * What is due at a source becomes its next level. A worker that dies behind the chunk has written the chunk that the next
 * worker takes: what has become due meanwhile is left for the visit after it.
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
  await watched.putChunk(row.crawl, row.site, { level: row.phase.level + 1, round: 0 }, 0, looks);
  return await nextLevel({ store, isUntouched: false }, row, most);
}

/** The next entries of a phase, without those that a redirect has lowered to an earlier level; undefined = none left. */
async function takeFrom(
  { store, isUntouched }: Asked,
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
    // Links wait in the first round of their level; what is in later rounds was claimed elsewhere.
    const claimedAt = isUntouched && phase.round === 0 ? phase.level : undefined;
    const levels = await store.readLevels(row.crawl, row.site, identities, claimedAt);
    const open = taken.filter(
      ({ entry }, index) => entry.look !== undefined || (levels[index]?.level ?? phase.level) >= phase.level,
    );
    const deleted = new Set(taken.filter((_, index) => levels[index]?.deleted).map(({ entry }) => entry.identity));
    const endsPhase = taken.length < most;
    if (open.length > 0) return { kind: 'fetch', phase, taken: open, deleted, after: cursor, endsPhase };
  }
}
