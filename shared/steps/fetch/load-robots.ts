import { createHash } from 'node:crypto';
import { probeDelayMs } from '../../domain/protocol/circuit.ts';
import type { SiteRobots, Trouble } from '../../domain/protocol/crawl-state.ts';
import { noAnswerOf } from '../../domain/protocol/no-answer.ts';
import { protocol } from '../../domain/protocol/protocol.ts';
import { remember } from '../../domain/remember.ts';
import { agentTokenOf } from '../../domain/robots/agent-token.ts';
import { decodeRobots } from '../../domain/robots/decode-robots.ts';
import { type CompiledRobots, compileRobots } from '../../domain/robots/match-robots.ts';
import { parseRobots } from '../../domain/robots/parse-robots.ts';
import { robotsOutcome } from '../../domain/robots/robots-status.ts';
import type { FetchAnswer } from '../../ports.ts';
import { type LeavePlan, requestOne } from './leave-plan.ts';
import type { TurnView } from './turn.ts';

export type RobotsLoad =
  | { readonly kind: 'ready'; readonly rules: CompiledRobots; readonly fetched?: SiteRobots }
  | { readonly kind: 'unavailable'; readonly plan: LeavePlan };

const noRules = compileRobots(parseRobots(''), '*');
/** Of a crawl of a million sites it is no more than this; what was forgotten is read again. */
const mostRemembered = 1000;

/**
 * The rules that count for this turn. A file that is missing here or older than 24 h is asked for, as one of the turn's
 * starts. What cannot be had forbids everything for now and is tried again (RFC 9309 2.3.1.4): three times before the
 * first page, later as a host in trouble is probed.
 */
export async function loadRobots(view: TurnView): Promise<RobotsLoad> {
  const { row, rules, turn } = view;
  if (!rules.robots.fetches) return { kind: 'ready', rules: noRules };
  const age = turn.worker.ports.clock.now() - (row.robots?.fetchedAt ?? Number.NEGATIVE_INFINITY);
  if (row.robots !== undefined && age < protocol.robotsLifeMs) {
    return { kind: 'ready', rules: await storedRules(view, row.robots.hash) };
  }
  return await askForRobots(view);
}

async function askForRobots(view: TurnView): Promise<RobotsLoad> {
  const { robotsAt, ...trouble } = view.row.trouble;
  let url = robotsAt?.url ?? `${view.row.origin}/robots.txt`;
  for (let redirects = robotsAt?.redirects ?? 0; ; redirects += 1) {
    const answer = await requestOne(view, url, 'robots');
    if (answer === undefined) {
      const later: Trouble = { ...trouble, robotsAt: { url, redirects } };
      return { kind: 'unavailable', plan: { patch: { trouble: later }, waitMs: 0 } };
    }
    const outcome = robotsOutcome(answer, url, redirects);
    if (outcome.kind === 'redirect') {
      url = outcome.url;
      continue;
    }
    if (outcome.kind === 'allow-all') return await keepRobots(view, '');
    if (outcome.kind === 'unavailable' || answer.kind === 'failed') return withoutRobots(view, url, answer);
    return await keepRobots(view, decodeRobots(answer.body, answer.truncated));
  }
}

/**
 * Tried again, but where that cannot help: nobody allowed the host to be asked, or no secure connection could be made to
 * a host that has never given its robots.txt.
 */
function withoutRobots(view: TurnView, url: string, answer: FetchAnswer): RobotsLoad {
  const { clock, log } = view.turn.worker.ports;
  const detail = answer.kind === 'failed' ? answer.detail : `answered ${answer.status}`;
  log.note({ time: clock.now(), site: view.row.site, text: `robots.txt is not available: ${detail}` });
  const trouble = troubleAfter(view, url, answer);
  const reason = answer.kind === 'failed' ? answer.reason : undefined;
  const isRefused = reason === 'private-address' || (reason === 'tls' && view.row.robots === undefined);
  const retryAfterMs = answer.kind === 'answered' ? (answer.retryAfterMs ?? 0) : 0;
  return { kind: 'unavailable', plan: isRefused ? notAvailable(trouble) : planRetry(view, trouble, retryAfterMs) };
}

/** The next try begins at the first address again. */
function troubleAfter({ row }: TurnView, url: string, answer: FetchAnswer): Trouble {
  const { robotsAt: _, noAnswer: __, ...before } = row.trouble;
  return { ...before, robotsFailures: (before.robotsFailures ?? 0) + 1, ...noAnswerOf(url, answer) };
}

async function keepRobots(view: TurnView, text: string): Promise<RobotsLoad> {
  const { ports, robots } = view.turn.worker;
  const bytes = Buffer.from(text);
  const hash = createHash('sha256').update(bytes).digest('hex');
  await ports.objects.put(robotsName(hash), [bytes]);
  const compiled = compile(view, text);
  remember(robots, cacheKey(view, hash), compiled, mostRemembered);
  const delay = view.rules.robots.crawlDelay(compiled);
  if (delay?.clampedFrom !== undefined) {
    const note = `Crawl-delay of ${delay.clampedFrom} ms is cut to ${delay.delayMs} ms`;
    ports.log.note({ time: ports.clock.now(), site: view.row.site, text: note });
  }
  const crawlDelay = delay === undefined ? {} : { crawlDelayMs: delay.delayMs };
  return { kind: 'ready', rules: compiled, fetched: { hash, fetchedAt: ports.clock.now(), ...crawlDelay } };
}

async function storedRules(view: TurnView, hash: string): Promise<CompiledRobots> {
  const { ports, robots } = view.turn.worker;
  const key = cacheKey(view, hash);
  const known = robots.get(key);
  if (known !== undefined) return known;
  const compiled = compile(view, Buffer.from(await ports.objects.get(robotsName(hash))).toString('utf8'));
  remember(robots, key, compiled, mostRemembered);
  return compiled;
}

function compile(view: TurnView, text: string): CompiledRobots {
  return compileRobots(parseRobots(text), agentTokenOf(view.rules.spec.userAgent));
}

/** Objects are found by their content; one text compiles differently for another user agent. */
function cacheKey(view: TurnView, hash: string): string {
  return `${agentTokenOf(view.rules.spec.userAgent)} ${hash}`;
}

function robotsName(hash: string): string {
  return `robots/${hash}`;
}

function planRetry({ row }: TurnView, trouble: Trouble, retryAfterMs: number): LeavePlan {
  const failures = trouble.robotsFailures ?? 0;
  const first = row.robots === undefined;
  if (failures >= (first ? protocol.maxAttempts : protocol.maxProbes)) return notAvailable(trouble);
  const waitMs = first ? Math.max(1000 * 2 ** (failures - 1), retryAfterMs) : probeDelayMs(failures - 1, retryAfterMs);
  return { patch: { trouble }, waitMs: Math.min(waitMs, protocol.probeLongestMs), retryAfterMs };
}

/** A site that could never be loaded, or was unreachable for hours. Resume tries it again. */
function notAvailable(trouble: Trouble): LeavePlan {
  return { patch: { status: 'not-available', trouble: { ...trouble, startFailed: 'robots' } }, waitMs: 0 };
}
