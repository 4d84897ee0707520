/**
 * A gate is a redirect that sets cookies and leads back to the requested address (docs/design/pages.md, "Cookies of
 * gates"). A walk goes through it as a browser does, with a separate jar: to the requested address again, or over other
 * addresses of its origin. The walk counts only if it comes back and gets an answer.
 */

import { unescaped } from '../../url/url-parts.ts';
import type { Answered, FetchAnswer } from '../fetch-answer.ts';
import { redirectTarget } from '../redirect-target.ts';
import { redirectStatuses } from '../status-names.ts';
import { givenCookies, type Jar, sameCookies } from './gate-cookies.ts';

/** Settings of a walk. */
export interface GateRules {
  /** The requested address. */
  readonly asked: string;
  /** Cookies of the first request. */
  readonly jar: Jar;
  /**
   * Every redirect within the origin is walked, as for a start page or robots.txt. Absent: only redirects that look as
   * if they may come back (`mayComeBack`).
   */
  readonly isAlwaysWalked?: boolean;
  /** No gate is walked through. */
  readonly noCookies?: true;
  /** Wall clock, ms. */
  readonly now: number;
  mayAsk(address: string): boolean;
}

/** A walk under way; plain JSON, so that a later turn can continue it. */
export interface GateWalk {
  /** The next request: its address and cookies. */
  readonly next: string;
  readonly jar: Jar;
  /** Redirects so far. */
  readonly hops: number;
  /** How often the walk has come back. */
  readonly returns: number;
  /** Addresses that were requested with the present jar. */
  readonly seen: readonly string[];
  /** The redirect that counts if the walk ends here, and the cookies that a gate set before it. */
  readonly standing: Pick<OpenedGate, 'given'> & { readonly status: number; readonly target: string };
}

/** The answer that counts. `given`: cookies that a gate set before it. */
export interface OpenedGate {
  readonly answer: FetchAnswer;
  readonly given?: Jar;
}

export type GateStep = { readonly kind: 'ask'; readonly walk: GateWalk } | ({ readonly kind: 'over' } & OpenedGate);

/** The same limit as for redirects to a page. */
const mostHops = 10;
/** A gate may set other cookies each time: the walk ends after so many returns. */
const mostReturns = 3;

/**
 * Decides what follows an answer: the answer of the requested address (no `walk`), or of the next address of a walk.
 */
export async function gateStep(rules: GateRules, walk: GateWalk | undefined, answer: FetchAnswer): Promise<GateStep> {
  const at = walk?.next ?? rules.asked;
  const target = targetOf(answer, at);
  if (at !== rules.asked) return target === undefined ? overAt(walk!) : await goOn(rules, walk!, answer, target);
  if (target === undefined || rules.noCookies === true) return over({ answer, ...givenIn(rules, walk) });
  // The walk is back. A redirect to another target than at first is an answer; a redirect to the same target is not.
  if (walk?.standing.target === target) return await goOn(rules, walk, answer, target);
  const given = givenIn(rules, walk);
  if (!mayComeBack(rules, answer as Answered, target)) return over({ answer, ...given });
  const standing = { status: (answer as Answered).status, target, ...given };
  const first = walk ?? { next: at, jar: rules.jar, hops: 0, returns: 0, seen: [at] };
  return await goOn(rules, { ...first, standing }, answer, target);
}

function over(opened: OpenedGate): GateStep {
  return { kind: 'over', ...opened };
}

function overAt(walk: GateWalk): GateStep {
  return over(standingOf(walk));
}

/** The answer that counts when a walk is given up. */
export function standingOf({ standing: { status, target, ...given } }: GateWalk): OpenedGate {
  const empty = { contentType: '', body: new Uint8Array(0), truncated: false, elapsedMs: 0 };
  const location = { location: target, fields: [['location', target]] as const };
  return { answer: { kind: 'answered', status, ...location, ...empty }, ...given };
}

function givenIn({ jar }: GateRules, walk: GateWalk | undefined): Pick<OpenedGate, 'given'> {
  return walk === undefined ? {} : { given: givenCookies(jar, walk.jar) };
}

async function goOn(rules: GateRules, walk: GateWalk, answer: FetchAnswer, target: string): Promise<GateStep> {
  const { asked, now } = rules;
  const isBack = target === asked;
  const returns = walk.returns + (isBack ? 1 : 0);
  const isOver = walk.hops >= mostHops || returns > mostReturns || new URL(target).origin !== new URL(asked).origin;
  if (isOver || !(isBack || rules.mayAsk(target))) return overAt(walk);
  const jar = await jarWith(walk.jar, answer, walk.next, now);
  const isChanged = !sameCookies(jar, walk.jar);
  // Some servers remember a client that they redirected without a cookie.
  if (!isChanged && walk.seen.includes(target) && !(isBack && walk.returns === 0)) return overAt(walk);
  const seen = isChanged ? [target] : [...walk.seen, target];
  return { kind: 'ask', walk: { ...walk, next: target, jar, hops: walk.hops + 1, returns, seen } };
}

/** The value of the Cookie field for an address; `''` for none. */
export async function cookiesFor(jar: Jar, address: string, now: number): Promise<string> {
  return jar.length === 0 ? '' : (await import('./cookie-rules.ts')).cookieField(jar, address, now);
}

/** The jar after an answer of `address`. */
export async function jarWith(jar: Jar, answer: FetchAnswer, address: string, now: number): Promise<Jar> {
  const { setCookies = [] } = answer as Partial<Answered>;
  return setCookies.length === 0 ? jar : (await import('./cookie-rules.ts')).jarAfter(jar, setCookies, address, now);
}

/** The answer to an address that `ask` requests, through a gate if there is one. A failed request ends the walk. */
export async function throughGate<T extends object>(
  rules: GateRules,
  ask: (address: string, cookie: string, walk: GateWalk | undefined) => Promise<FetchAnswer | T>,
): Promise<FetchAnswer | T> {
  let walk: GateWalk | undefined;
  for (;;) {
    const { next, jar } = walk ?? { next: rules.asked, jar: rules.jar };
    const answer = await ask(next, await cookiesFor(jar, next, rules.now), walk);
    if (!('kind' in answer)) return answer;
    const step = await gateStep(rules, walk, answer);
    if (step.kind === 'over') return step.answer;
    walk = step.walk;
  }
}

function targetOf(answer: FetchAnswer, at: string): string | undefined {
  if (answer.kind === 'failed' || !redirectStatuses.has(answer.status)) return undefined;
  return redirectTarget(answer.location, at);
}

/**
 * A redirect can come back only if it carries the first address along: in cookies that it sets, as a path in the query,
 * or as the whole address with a longer query. A slash added at the end is no gate.
 */
function mayComeBack({ asked, isAlwaysWalked }: GateRules, { setCookies = [] }: Answered, target: string): boolean {
  if (target === asked) return true;
  const [from, to] = [new URL(asked), new URL(target)];
  if (to.pathname === `${from.pathname}/` && to.search === from.search) return false;
  if (isAlwaysWalked === true || setCookies.length > 0) return true;
  if (to.pathname === from.pathname) return to.search.includes(from.search.slice(1)) && to.search !== '';
  return from.pathname !== '/' && unescaped(to.search).includes(unescaped(from.pathname));
}
