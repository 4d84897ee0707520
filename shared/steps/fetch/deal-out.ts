import type { FetchResult } from '../../domain/protocol/classify-answer.ts';
import type { HostState, SiteRow } from '../../domain/protocol/crawl-state.ts';
import { protocol, urlsPerTurn } from '../../domain/protocol/protocol.ts';
import type { CompiledRobots } from '../../domain/robots/match-robots.ts';
import { skippedAtHost } from '../../domain/skip-reason.ts';
import { hostOf } from '../../domain/url/scope.ts';
import { originOfEntry, type WholeEntries } from './choose-entries.ts';
import { knownRules } from './load-robots.ts';
import { rowAt } from './site-at-host.ts';
import { tryToken } from './take-token.ts';
import type { TakenEntry, Turn, TurnView } from './turn.ts';

/** A host that the turn requests, with its entries. */
export interface Lane {
  readonly turn: Turn;
  /** The site's row at this host. */
  readonly row: SiteRow;
  readonly rules: CompiledRobots;
  readonly taken: TakenEntry[];
  /** Places of its entries among all entries of the turn. */
  readonly at: number[];
  /** Most entries of this host. */
  readonly most: number;
  /** Monotonic instant of the first request, if the token alone does not decide it. */
  readonly notBefore?: number;
}

export interface Dealt {
  /** The turn's own host first. */
  readonly lanes: readonly Lane[];
  /** Places of entries of hosts that are not available, and why. */
  readonly down: ReadonlyMap<number, FetchResult>;
  /** All entries of the turn, for all its hosts. */
  readonly entries: WholeEntries;
}

/**
 * Distributes entries to their hosts, up to the first whose host has no room, is not free, is in trouble, or needs a
 * request of robots.txt. A later turn begins there, under the token of that host. `opened` receives each further host
 * whose token was taken, also if this throws.
 */
export async function dealOut(
  view: TurnView,
  whole: WholeEntries,
  own: Pick<Lane, 'rules' | 'most' | 'notBefore'>,
  opened: Lane[],
): Promise<Dealt> {
  const { turn, row, home, rules } = view;
  const bounds = rules.bounds(home.site, home.start);
  const lanes = new Map<string, Lane | FetchResult>();
  lanes.set(row.origin, { ...own, turn, row, taken: [], at: [] });
  const down = new Map<number, FetchResult>();
  let end = 0;
  for (const taken of whole.taken) {
    const origin = originOfEntry(taken.entry, home, bounds);
    const lane = lanes.get(origin) ?? (await openLane(view, origin, opened));
    if (lane === undefined || ('turn' in lane && lane.taken.length >= lane.most)) break;
    lanes.set(origin, lane);
    if ('kind' in lane) down.set(end, lane);
    else {
      lane.taken.push(taken);
      lane.at.push(end);
    }
    end += 1;
  }
  return {
    lanes: [...lanes.values()].filter(lane => 'turn' in lane),
    down,
    entries: {
      ...whole,
      taken: whole.taken.slice(0, end),
      after: whole.taken[end]?.cursor ?? whole.after,
      endsPhase: whole.endsPhase === true && end >= whole.taken.length,
    },
  };
}

/** Undefined: this turn cannot use the host. The turn does not wait for its token, because it holds one already. */
async function openLane(view: TurnView, origin: string, opened: Lane[]): Promise<Lane | FetchResult | undefined> {
  const { turn, home } = view;
  const { worker, message } = turn;
  const isHome = origin === home.origin;
  const state: HostState | undefined = isHome
    ? home
    : await worker.ports.hosts?.readHost(home.crawl, home.site, origin);
  if (state?.isDown) return skippedAtHost(state.trouble);
  const row = isHome ? home : rowAt(home, origin, state);
  if (row.trouble.probes !== undefined || row.trouble.robotsAt !== undefined) return undefined;
  const host = hostOf(new URL(origin));
  const asked = [turn, ...opened.map(lane => lane.turn)];
  if (asked.length >= protocol.hostsOfTurn || asked.some(({ lease }) => lease.host === host)) return undefined;
  const rules = await knownRules({ ...view, row });
  if (rules === undefined) return undefined;
  const tried = await tryToken(worker, row, message, { host, idle: false });
  if ('refused' in tried) return undefined;
  const { delayMs, found } = tried.turn;
  const earlyMs = Math.max(0, found.nextAllowedAt - worker.ports.clock.now());
  const most = urlsPerTurn(delayMs, worker) - Math.floor(earlyMs / Math.max(1, delayMs));
  const lane = { turn: tried.turn, row, rules, taken: [], at: [], most: Math.max(1, most) };
  opened.push(lane);
  return lane;
}
