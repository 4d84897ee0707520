/**
 * A gate is a redirect that leads back to the address that was asked, so that the cookies which it sets are sent there
 * (docs/design/pages.md, "Cookies of gates"). A walk goes through it as a browser does, with a separate jar: to the asked
 * address again, or over other addresses of its origin. It counts only where it comes back and is answered.
 */
import type { FetchAnswer } from '../fetch-answer.ts';
import { redirectTarget } from '../redirect-target.ts';
import { redirectStatuses } from '../status-names.ts';
import { givenCookies, type Jar, sameCookies } from './gate-cookies.ts';

/** What a walk goes by. */
export interface GateRules {
  /** The address whose answer is wanted. */
  readonly asked: string;
  /** Cookies with which it is asked. */
  readonly jar: Jar;
  /** Every redirect within the origin is walked: of a start page and of robots.txt. Absent: those that say that they may come back. */
  readonly isAlwaysWalked?: boolean;
  /** No gate is walked through. */
  readonly noCookies?: true;
  /** Wall clock, ms. */
  readonly now: number;
  mayAsk(address: string): boolean;
}

/** A walk under way; plain JSON, so that a later turn can continue it. */
export interface GateWalk {
  /** What is to be requested, with which cookies. */
  readonly next: string;
  readonly jar: Jar;
  /** Redirects so far. */
  readonly hops: number;
  /** How often it has come back. */
  readonly returns: number;
  /** Addresses that were requested with this jar. */
  readonly seen: readonly string[];
  /** The redirect that counts if the walk ends here, and what a gate set before it. */
  readonly standing: Redirect;
}

interface Redirect extends Pick<OpenedGate, 'given'> {
  readonly status: number;
  readonly target: string;
}

/** The answer that counts. `given`: what a gate set before that. */
export interface OpenedGate {
  readonly answer: FetchAnswer;
  readonly given?: Jar;
}

type Answered = FetchAnswer & { readonly kind: 'answered' };
export type GateStep = { readonly kind: 'ask'; readonly walk: GateWalk } | ({ readonly kind: 'over' } & OpenedGate);

/** As many as on the way to a page. */
const mostHops = 10;
/** A gate that sets other cookies each time is left after so many returns. */
const mostReturns = 3;

/** What comes after an answer: of the asked address (no `walk`), or of the next one of a walk. */
export async function gateStep(rules: GateRules, walk: GateWalk | undefined, answer: FetchAnswer): Promise<GateStep> {
  const at = walk?.next ?? rules.asked;
  const target = targetOf(answer, at);
  if (at !== rules.asked) return target === undefined ? overAt(walk!) : await goOn(rules, walk!, answer, target);
  if (target === undefined || rules.noCookies === true) return over({ answer, ...givenIn(rules, walk) });
  // Back, and sent elsewhere than at first: that is an answer. Sent the same way again, it is none yet.
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

/** What counts where a walk is left. */
export function standingOf({ standing: { status, target, ...given } }: GateWalk): OpenedGate {
  const empty = { contentType: '', body: new Uint8Array(0), truncated: false, elapsedMs: 0 };
  return { answer: { kind: 'answered', status, location: target, ...empty }, ...given };
}

function givenIn({ jar }: GateRules, walk: GateWalk | undefined): Pick<OpenedGate, 'given'> {
  return walk === undefined ? {} : { given: givenCookies(jar, walk.jar) };
}

async function goOn(rules: GateRules, walk: GateWalk, answer: FetchAnswer, target: string): Promise<GateStep> {
  const { asked, now } = rules;
  const isBack = target === asked;
  const returns = walk.returns + (isBack ? 1 : 0);
  const isOver = walk.hops >= mostHops || returns > mostReturns || !isOfOrigin(target, asked);
  if (isOver || !(isBack || rules.mayAsk(target))) return overAt(walk);
  const jar = await jarWith(walk.jar, answer, walk.next, now);
  const isChanged = !sameCookies(jar, walk.jar);
  // Some servers know whom they have sent away without a cookie.
  if (!isChanged && walk.seen.includes(target) && !(isBack && walk.returns === 0)) return overAt(walk);
  const seen = isChanged ? [target] : [...walk.seen, target];
  return { kind: 'ask', walk: { ...walk, next: target, jar, hops: walk.hops + 1, returns, seen } };
}

/** The value of the Cookie field for an address; `''`: none. */
export async function cookiesFor(jar: Jar, address: string, now: number): Promise<string> {
  return jar.length === 0 ? '' : (await import('./cookie-rules.ts')).cookieField(jar, address, now);
}

/** The jar after an answer of `address`. */
export async function jarWith(jar: Jar, answer: FetchAnswer, address: string, now: number): Promise<Jar> {
  const { setCookies = [] } = answer as Partial<Answered>;
  return setCookies.length === 0 ? jar : (await import('./cookie-rules.ts')).jarAfter(jar, setCookies, address, now);
}

/** The answer to an address that `ask` requests, through the gate where there is one. What is no answer of a server ends it. */
export async function throughGate<T extends object>(
  rules: GateRules,
  ask: (address: string, cookie: string, walk: GateWalk | undefined) => Promise<FetchAnswer | T>,
): Promise<FetchAnswer | T> {
  let walk: GateWalk | undefined;
  for (;;) {
    const { next, jar } = walk ?? { next: rules.asked, jar: rules.jar };
    const answer = await ask(next, await cookiesFor(jar, next, rules.now), walk);
    if (!isAnswer(answer)) return answer;
    const step = await gateStep(rules, walk, answer);
    if (step.kind === 'over') return step.answer;
    walk = step.walk;
  }
}

function isAnswer(answer: object): answer is FetchAnswer {
  return 'kind' in answer;
}

function targetOf(answer: FetchAnswer, at: string): string | undefined {
  if (answer.kind === 'failed' || !redirectStatuses.has(answer.status)) return undefined;
  return redirectTarget(answer.location, at);
}

function isOfOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}

/**
 * What a chain needs to come back is in the cookies that the redirect sets, or in its address: the path in a query, or the whole with a
 * longer query. A slash at the end is no gate.
 */
function mayComeBack({ asked, isAlwaysWalked }: GateRules, { setCookies = [] }: Answered, target: string): boolean {
  if (target === asked) return true;
  const [from, to] = [new URL(asked), new URL(target)];
  if (to.pathname === `${from.pathname}/` && to.search === from.search) return false;
  if (isAlwaysWalked === true || setCookies.length > 0) return true;
  if (to.pathname === from.pathname) return to.search.includes(from.search.slice(1)) && to.search !== '';
  return from.pathname !== '/' && decoded(to.search).includes(decoded(from.pathname));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
