import { type FetchAnswer, isUnread } from '../../domain/http/fetch-answer.ts';
import { requestIdentityOf } from '../../domain/http/request-identity.ts';
import type { Handled, Hold } from '../../domain/protocol/crawl-state.ts';
import { isParseBlocked } from '../../domain/protocol/lost-turn.ts';
import { dueOfNext, protocol } from '../../domain/protocol/protocol.ts';
import type { RequestTerms, SitePatch } from '../../ports/ports.ts';
import type { FetchRequest } from '../../ports/request-ports.ts';
import { logAnswer } from './log-answer.ts';
import { patchAtHost, planAtHost } from './patch-at-host.ts';
import { firstStart, leaveTurn, mayWait, softEndOf, type TurnView } from './turn.ts';

/** How a turn without pages ends. */
export interface LeavePlan {
  readonly patch: SitePatch;
  /** Wait of the site and of the turn's host. */
  readonly waitMs: number;
  /** The wait that the server requested by Retry-After. */
  readonly retryAfterMs?: number;
  /** Whether another host failed, so that the turn's own host need not wait. */
  readonly isOtherHosts?: boolean;
}

/** The record of a wait that begins now. Other crawls of the host wait as long as the server requested, or else a minute at most. */
export function holdOf(now: number, waitMs: number, retryAfterMs: number): Hold {
  const askedMs = Math.min(waitMs, retryAfterMs);
  const untilMs = Math.max(askedMs, Math.min(waitMs, protocol.sharedRestMs));
  return { since: now, until: Math.ceil(now + untilMs), asked: Math.ceil(now + askedMs) };
}

/**
 * Ends the turn by `plan`. If the site continues, its turn is first sent again for later: if the worker dies in
 * between, that message writes `due` itself.
 */
export async function leaveByPlan(before: TurnView, planned: LeavePlan): Promise<Handled | undefined> {
  const { view, plan } = planAtHost(before, planned);
  const { turn, row, crawl: ofCrawl } = view;
  const { clock, ids, queue, budget } = turn.worker.ports;
  const { kind, crawl, site } = turn.message;
  const now = clock.now();
  // Jitter, so that sites that failed together are not requested together again.
  const waitMs = plan.waitMs === 0 ? 0 : Math.ceil(plan.waitMs * (1 + ids.fraction() / 10));
  const againMs = Math.max(waitMs, turn.laterMs ?? 0);
  const delayMs = Math.min(Math.max(protocol.leavingMs, Math.ceil(againMs)), protocol.maxMessageDelayMs);
  const due = dueOfNext(row, Math.ceil(now + againMs));
  const ends = plan.patch.status !== undefined;
  // Turns that wait for lost bodies are parsed after a resume; without this the site would never end.
  const demand = ends ? { pending: isParseBlocked(row) ? ('some' as const) : ('none' as const) } : {};
  const hold = waitMs === 0 ? undefined : holdOf(now, waitMs, plan.retryAfterMs ?? 0);
  const held = hold === undefined ? {} : { trouble: { ...(plan.patch.trouble ?? row.trouble), hold } };
  const wish = plan.retryAfterMs ? holdOf(now, protocol.probeLongestMs, plan.retryAfterMs).asked : 0;
  const notBefore = plan.isOtherHosts ? 0 : Math.max(wish, hold?.until ?? 0);
  if (!ends) await queue.send([{ kind, crawl, site, turn: turn.message.turn, delayMs, due, dueBefore: row.due }]);
  const patch = { ...patchAtHost(view, { ...plan.patch, ...held }), due };
  if (!(await leaveTurn(turn, patch, demand, notBefore))) return undefined;
  if (ends) await budget.moved(ofCrawl, site);
  return { kind: 'done' };
}

/**
 * Makes one request outside the frontier (robots.txt, a probe) at its polite instant; it counts as a start of the turn.
 * An unreadable answer that a browser might read is requested a second time. Undefined: no request was made, because
 * the instant is after the soft deadline or too late to wait for.
 */
export async function requestOne(
  view: TurnView,
  request: Pick<FetchRequest, 'address' | 'cookie' | 'purpose' | 'tolerant'> & Pick<RequestTerms, 'rules'>,
): Promise<FetchAnswer | undefined> {
  const { turn, rules } = view;
  const { clock, fetcher, log } = turn.worker.ports;
  const notBefore = turn.lastStart === undefined ? firstStart(turn) : turn.lastStart + turn.delayMs;
  const softEnd = softEndOf(turn, rules.spec);
  if (notBefore >= softEnd || !mayWait(turn, notBefore - clock.monotonic())) return undefined;
  const { signal, stopping } = turn.worker;
  const isStopping = (): boolean => stopping?.aborted === true;
  while (clock.monotonic() < notBefore && !isStopping()) await clock.sleep(notBefore - clock.monotonic(), stopping);
  if (clock.monotonic() >= softEnd || isStopping()) return undefined;
  turn.lastStart = clock.monotonic();
  const identity = requestIdentityOf(rules.spec);
  const answer = await fetcher.fetch({
    ...request,
    ...identity,
    signal: stopping === undefined ? signal : AbortSignal.any([signal, stopping]),
    onStart: at => {
      turn.lastStart = at;
    },
  });
  // The next turn notices the stop.
  if (answer.kind === 'failed' && isStopping()) return undefined;
  logAnswer({ clock, log }, { ...identity, ...request, level: -1, delayMs: turn.delayMs }, answer);
  return isUnread(answer) ? await requestOne(view, { ...request, tolerant: true }) : answer;
}
