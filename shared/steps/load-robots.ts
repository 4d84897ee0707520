import { createHash } from 'node:crypto';
import { probeDelayMs } from '../domain/circuit.ts';
import type { SiteRobots, Trouble } from '../domain/crawl-state.ts';
import { protocol } from '../domain/protocol.ts';
import { agentTokenOf } from '../domain/robots/agent-token.ts';
import { decodeRobots } from '../domain/robots/decode-robots.ts';
import { type CompiledRobots, compileRobots } from '../domain/robots/match-robots.ts';
import { parseRobots } from '../domain/robots/parse-robots.ts';
import { robotsOutcome } from '../domain/robots/robots-status.ts';
import { type LeavePlan, requestOne } from './leave-plan.ts';
import type { TurnView } from './turn.ts';

export type RobotsLoad =
  | { readonly kind: 'ready'; readonly rules: CompiledRobots; readonly fetched?: SiteRobots }
  | { readonly kind: 'unavailable'; readonly plan: LeavePlan };

/** Where a chain of redirects goes on: with a long delay it does not fit into one turn. */
interface RobotsTrouble extends Trouble {
  readonly robotsAt?: { readonly url: string; readonly redirects: number };
}

const noRules = compileRobots(parseRobots(''), '*');

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
  const { ports } = view.turn.worker;
  const { robotsAt, ...trouble }: RobotsTrouble = view.row.trouble;
  let url = robotsAt?.url ?? `${view.row.origin}/robots.txt`;
  for (let redirects = robotsAt?.redirects ?? 0; ; redirects += 1) {
    const answer = await requestOne(view, url, 'robots');
    if (answer === undefined) {
      const later: RobotsTrouble = { ...trouble, robotsAt: { url, redirects } };
      return { kind: 'unavailable', plan: { patch: { trouble: later }, waitMs: 0 } };
    }
    const outcome = robotsOutcome(answer, url, redirects);
    if (outcome.kind === 'redirect') {
      url = outcome.url;
      continue;
    }
    if (outcome.kind === 'unavailable' || (outcome.kind === 'rules' && answer.kind === 'failed')) {
      const detail = answer.kind === 'failed' ? answer.detail : `answered ${answer.status}`;
      ports.log.note({ time: ports.clock.now(), site: view.row.site, text: `robots.txt is not available: ${detail}` });
      return {
        kind: 'unavailable',
        plan: planRetry(view, answer.kind === 'answered' ? (answer.retryAfterMs ?? 0) : 0),
      };
    }
    const text =
      outcome.kind === 'rules' && answer.kind === 'answered' ? decodeRobots(answer.body, answer.truncated) : '';
    return await keepRobots(view, text);
  }
}

async function keepRobots(view: TurnView, text: string): Promise<RobotsLoad> {
  const { ports, robots } = view.turn.worker;
  const bytes = Buffer.from(text);
  const hash = createHash('sha256').update(bytes).digest('hex');
  await ports.objects.put(robotsName(hash), [bytes]);
  const compiled = compile(view, text);
  robots.set(cacheKey(view, hash), compiled);
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
  if (robots.size >= 1000) robots.clear();
  robots.set(key, compiled);
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

/** Tried again from the first address on. */
function planRetry({ row }: TurnView, retryAfterMs: number): LeavePlan {
  const { robotsAt: _, ...before }: RobotsTrouble = row.trouble;
  const failures = (before.robotsFailures ?? 0) + 1;
  const first = row.robots === undefined;
  if (failures >= (first ? protocol.maxAttempts : protocol.maxProbes)) {
    // A site that never could be loaded, or one that was lost for hours: resume tries it again.
    return { patch: { status: 'not-available', trouble: { ...before, startFailed: 'robots' } }, waitMs: 0 };
  }
  const trouble: Trouble = { ...before, robotsFailures: failures };
  const waitMs = first ? Math.max(1000 * 2 ** (failures - 1), retryAfterMs) : probeDelayMs(failures - 1, retryAfterMs);
  return { patch: { trouble }, waitMs: Math.min(waitMs, protocol.probeLongestMs), retryAfterMs };
}
