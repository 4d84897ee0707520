import { createHash } from 'node:crypto';
import type { FetchAnswer } from '../../domain/http/fetch-answer.ts';
import { cookiesFor, type GateStep, gateStep } from '../../domain/http/gates/gate-walk.ts';
import { requestIdentityOf } from '../../domain/http/request-identity.ts';
import { LostObject } from '../../domain/lost-object.ts';
import { probeDelayMs } from '../../domain/protocol/circuit.ts';
import type { RobotsFailure, RobotsFinding, SiteRobots, SiteRow, Trouble } from '../../domain/protocol/crawl-state.ts';
import { noAnswerOf } from '../../domain/protocol/no-answer.ts';
import { protocol } from '../../domain/protocol/protocol.ts';
import { isFromAhead } from '../../domain/protocol/set-clock.ts';
import { hostOfTurn } from '../../domain/protocol/token-row.ts';
import { agentTokenOf } from '../../domain/robots/agent-token.ts';
import { decodeRobots, robotsName, robotsText } from '../../domain/robots/follow-robots.ts';
import { type CompiledRobots, compileRobots, rememberRules } from '../../domain/robots/match-robots.ts';
import { parseRobots } from '../../domain/robots/parse-robots.ts';
import { compileWishes, robotsPreferences, tdmrepAddress, tdmrepPreferences } from '../../domain/robots/preferences.ts';
import { robotsOutcome } from '../../domain/robots/robots-status.ts';
import { kindOf } from '../../domain/spec/crawl-kind.ts';
import { hostOf } from '../../domain/url/scope.ts';
import type { Clock, Ports, RobotsFindings } from '../../ports/ports.ts';
import { type LeavePlan, requestOne } from './leave-plan.ts';
import { isAway, type TurnView } from './turn.ts';

export type RobotsLoad =
  | {
      readonly kind: 'ready';
      readonly rules: CompiledRobots;
      /** A file that is new to the site; this turn or another turn of the crawl has requested it. */
      readonly fetched?: SiteRobots;
    }
  /** This turn can fetch no page: the file is not available, or only under another host's token. */
  | { readonly kind: 'leave'; readonly plan: LeavePlan };

const noRules = compileRobots(parseRobots(''), '*');

type AnswerPorts = Pick<Ports, 'clock'> & { readonly store: Pick<RobotsFindings, 'readRobots'> };
type RobotsAt = NonNullable<Trouble['robotsAt']>;

/**
 * The host whose token the site's next turn takes: its own host, except for a turn that only fetches a robots.txt
 * redirected to another host.
 */
export async function hostOfNextTurn(ports: AnswerPorts, row: SiteRow): Promise<string> {
  const { robotsAt } = row.trouble;
  const isKnown = robotsAt !== undefined && (await knownRobots(ports, row.crawl, robotsAt)) !== undefined;
  return isKnown ? hostOf(new URL(row.origin)) : hostOfTurn(row);
}

/** The known answer of the address: a fresh text, or a missing file that was requested after the redirect to it. */
async function knownRobots(
  { clock, store }: AnswerPorts,
  crawl: string,
  { address, since, redirects }: RobotsAt,
): Promise<RobotsFinding | undefined> {
  const finding = await store.readRobots(crawl, address);
  if (finding === undefined) return undefined;
  if (finding.kind === 'none')
    return finding.at >= since && !isFromAhead(finding.at, clock.now()) ? finding : undefined;
  return isFresh(clock, finding.at) && redirects >= (finding.after ?? 0) ? finding : undefined;
}

/** A text with an instant in the future may be of any age. */
function isFresh(clock: Clock, at: number): boolean {
  return clock.now() - at < protocol.robotsLifeMs && !isFromAhead(at, clock.now());
}

/**
 * The rules for this turn. A file that is unknown or older than 24 h is requested, as one of the turn's starts. If it
 * redirects to another host, the turn ends and a turn under that host's token continues; all sites of the crawl share
 * the result. A file that is not available forbids everything for now and is tried again (RFC 9309 2.3.1.4): three
 * times before the first page, later like a probe of a host in trouble.
 */
export async function loadRobots(view: TurnView): Promise<RobotsLoad> {
  const { row, rules, turn } = view;
  if (!rules.robots.fetches) return { kind: 'ready', rules: noRules };
  const known = isAway(turn.lease, row) ? undefined : await knownRules(view);
  if (known !== undefined) return { kind: 'ready', rules: known };
  const stale = isAway(turn.lease, row) ? undefined : await storedFresh(view);
  const load: RobotsLoad = stale === undefined ? await findRobots(view) : { kind: 'ready', rules: stale };
  return load.kind === 'ready' ? await withReservations(view, load) : load;
}

/** With a purpose, `/.well-known/tdmrep.json` is requested once after robots.txt; only an answer 200 says something. */
async function withReservations(view: TurnView, load: Extract<RobotsLoad, { kind: 'ready' }>): Promise<RobotsLoad> {
  const { row, rules, turn } = view;
  const robots = load.fetched ?? row.robots;
  if (rules.spec.purpose === undefined || robots === undefined) return load;
  const { objects, store, clock } = turn.worker.ports;
  const address = tdmrepAddress(row.origin);
  let text = '';
  // A Crawl-delay that this turn has just read counts from now on.
  turn.delayMs = Math.max(row.delayMs, robots.crawlDelayMs ?? 0);
  if (rules.robots.decide(load.rules, new URL(address).pathname).allowed) {
    const answer = await requestOne(view, { address, cookie: '', purpose: 'robots', rules: robots.hash });
    if (answer === undefined) return { kind: 'leave', plan: { patch: { robots }, waitMs: 0 } };
    if (answer.kind === 'answered' && answer.status === 200) text = decodeRobots(answer.body);
  }
  const bytes = Buffer.from(text);
  const hash = text === '' ? '' : createHash('sha256').update(bytes).digest('hex');
  if (hash !== '') {
    await objects.put(robotsName(hash), [bytes]);
    await store.keepRobots(row.crawl, address, { kind: 'text', at: clock.now(), hash });
  }
  const fetched = { ...robots, tdmrep: hash };
  return { kind: 'ready', rules: await withWishes(view, load.rules, fetched), fetched };
}

/** The rules with the wishes of the host's owner, where the spec names a purpose. */
async function withWishes(view: TurnView, compiled: CompiledRobots, robots: SiteRobots): Promise<CompiledRobots> {
  const { rules, turn } = view;
  const { purpose, userAgent } = rules.spec;
  if (purpose === undefined) return compiled;
  const key = `${cacheKey(view, robots.hash)} ${robots.tdmrep}`;
  const known = turn.worker.robots.get(key);
  if (known !== undefined) return known;
  const textOf = async (hash = ''): Promise<string> =>
    hash === '' ? '' : Buffer.from(await turn.worker.ports.objects.get(robotsName(hash))).toString('utf8');
  const preferences = [
    ...robotsPreferences(await textOf(robots.hash)),
    ...tdmrepPreferences(await textOf(robots.tdmrep)),
  ];
  const wishing = { ...compiled, wish: compileWishes(preferences, { purpose, agent: agentTokenOf(userAgent) }) };
  rememberRules(turn.worker.robots, key, wishing);
  return wishing;
}

/** The rules for a host, if they need no request. */
export async function knownRules(view: TurnView): Promise<CompiledRobots | undefined> {
  const { row, rules } = view;
  if (!rules.robots.fetches) return noRules;
  const compiled = await storedFresh(view);
  if (compiled === undefined || rules.spec.purpose === undefined) return compiled;
  return row.robots?.tdmrep === undefined ? undefined : await withWishes(view, compiled, row.robots);
}

/** The rules of a text that is fresh and stored. */
async function storedFresh(view: TurnView): Promise<CompiledRobots | undefined> {
  const { row, turn } = view;
  if (row.robots === undefined || !isFresh(turn.worker.ports.clock, row.robots.fetchedAt)) return undefined;
  return (await isStored(view, row.robots.hash)) ? await storedRules(view, row.robots.hash) : undefined;
}

async function findRobots(view: TurnView): Promise<RobotsLoad> {
  const { turn, row } = view;
  const { ports } = turn.worker;
  let at: RobotsAt = row.trouble.robotsAt ?? { address: firstAddress(view), redirects: 0, since: ports.clock.now() };
  for (;;) {
    // An old finding of this site itself is what it requests anew.
    const isOld = at.redirects === 0 && row.robots !== undefined;
    const known = isOld ? undefined : await knownRobots(ports, row.crawl, at);
    if (known !== undefined && (known.kind === 'none' || (await isStored(view, known.hash))))
      return await withFinding(view, at, known);
    const step = hostOf(new URL(at.address)) === turn.lease.host ? await askAt(view, at) : undefined;
    // The file is at another host, or later than this turn may request it.
    if (step === undefined) return goOnAt(view, at);
    if (step.kind === 'ask') {
      at = { ...at, walk: step.walk };
      continue;
    }
    const { answer } = step;
    const outcome = robotsOutcome(answer, at.address, at.redirects);
    if (outcome.kind !== 'redirect')
      return await withFinding(view, at, await keepAnswer(view, at, answer, outcome.kind));
    const isRound = outcome.address === firstAddress(view) && at.isRound === undefined;
    const redirects = isRound ? 0 : at.redirects + 1;
    at = {
      address: outcome.address,
      redirects,
      since: ports.clock.now(),
      ...((isRound || at.isRound) && { isRound: true }),
    };
  }
}

/** If the file is behind a gate, this makes the next step of the walk through it. Cookies of this gate are not kept. */
async function askAt(view: TurnView, { address: asked, isRound, walk }: RobotsAt): Promise<GateStep | undefined> {
  const now = view.turn.worker.ports.clock.now();
  const { jar = [] } = view.home;
  const { noCookies } = requestIdentityOf(view.rules.spec);
  const address = walk?.next ?? asked;
  const cookie = await cookiesFor(walk?.jar ?? jar, address, now);
  const answer = await requestOne(view, { address, cookie, purpose: 'robots' });
  const rules = {
    asked,
    jar,
    isAlwaysWalked: isRound === true,
    now,
    mayAsk: () => true,
    ...(noCookies && { noCookies }),
  };
  return answer === undefined ? undefined : await gateStep(rules, walk, answer);
}

/** If the host was in trouble, it has just answered its probe, so its circuit is closed. */
function goOnAt({ row }: TurnView, robotsAt: RobotsAt): RobotsLoad {
  const { probes: _, ...trouble } = row.trouble;
  return { kind: 'leave', plan: { patch: { trouble: { ...trouble, robotsAt } }, waitMs: 0 } };
}

function firstAddress({ row }: TurnView): string {
  return `${row.origin}/robots.txt`;
}

/** Stores what other sites of the crawl can use, and returns the finding. */
async function keepAnswer(
  view: TurnView,
  { address, redirects }: RobotsAt,
  answer: FetchAnswer,
  outcome: 'rules' | 'allow-all' | 'unavailable',
): Promise<RobotsFinding> {
  const { turn, row } = view;
  const { clock, objects, store } = turn.worker.ports;
  const text = robotsText(answer, outcome);
  if (text === undefined) {
    const finding = { kind: 'none', at: clock.now(), failure: failureOf(address, answer) } as const;
    // Only sites that were redirected to this host wait for it.
    if (isAway(turn.lease, row)) await store.keepRobots(row.crawl, address, finding);
    return finding;
  }
  const bytes = Buffer.from(text);
  const hash = createHash('sha256').update(bytes).digest('hex');
  // Many sites have equal files. A text whose rules this worker remembers is already stored.
  const key = cacheKey(view, hash);
  if (!turn.worker.robots.has(key)) {
    await objects.put(robotsName(hash), [bytes]);
    rememberRules(turn.worker.robots, key, { ...compile(view, text), hash });
  }
  // An answer that is one redirect too many may be valid for a shorter chain.
  const after = robotsOutcome(answer, address, 0).kind === 'redirect' ? { after: redirects } : {};
  const finding = { kind: 'text', at: clock.now(), hash, ...after } as const;
  await store.keepRobots(row.crawl, address, finding);
  return finding;
}

function failureOf(address: string, answer: FetchAnswer): RobotsFailure {
  const { noAnswer } = noAnswerOf(address, answer);
  const why = answer.kind === 'failed' ? answer.detail : `answered ${answer.status}`;
  const retryAfterMs = answer.kind === 'answered' ? (answer.retryAfterMs ?? 0) : 0;
  return { why, retryAfterMs, ...(noAnswer !== undefined && { noAnswer }) };
}

async function withFinding(view: TurnView, at: RobotsAt, finding: RobotsFinding): Promise<RobotsLoad> {
  const { turn, row } = view;
  if (isAway(turn.lease, row)) return await leaveFinding(view, at, finding);
  if (finding.kind === 'none') return withoutRobots(view, finding.failure);
  const { hash, at: fetchedAt } = finding;
  const { after: _, ...whole } = finding;
  if (at.address !== firstAddress(view)) await turn.worker.ports.store.keepRobots(row.crawl, firstAddress(view), whole);
  const rules = await storedRules(view, hash);
  const fetched: SiteRobots = { hash, fetchedAt, ...crawlDelayOf(view, rules) };
  return { kind: 'ready', rules, fetched };
}

/** The site's own turn uses the answer of the other host. That host's requested wait counts for its next start. */
async function leaveFinding(view: TurnView, robotsAt: RobotsAt, finding: RobotsFinding): Promise<RobotsLoad> {
  const { turn, row, rules } = view;
  const plan = { patch: { trouble: { ...row.trouble, robotsAt } }, waitMs: 0 };
  if (finding.kind === 'none') return { kind: 'leave', plan: { ...plan, retryAfterMs: finding.failure.retryAfterMs } };
  const delay = rules.robots.crawlDelay(await storedRules(view, finding.hash));
  turn.delayMs = Math.max(turn.delayMs, delay?.delayMs ?? 0);
  return { kind: 'leave', plan };
}

function crawlDelayOf({ turn, row, rules }: TurnView, compiled: CompiledRobots): Pick<SiteRobots, 'crawlDelayMs'> {
  const { clock, log } = turn.worker.ports;
  const delay = rules.robots.crawlDelay(compiled);
  if (delay?.clampedFrom !== undefined) {
    const note = `the Crawl-delay of ${row.origin}, ${delay.clampedFrom} ms, is cut to ${delay.delayMs} ms`;
    log.note({ time: clock.now(), site: row.site, text: note });
  }
  return delay === undefined ? {} : { crawlDelayMs: delay.delayMs };
}

/**
 * Tries again from the first address, except if that cannot help: the host is forbidden, or no secure connection was
 * possible to a host that never gave a robots.txt.
 */
function withoutRobots(
  { row, home, turn, crawl }: TurnView,
  { why, retryAfterMs, noAnswer }: RobotsFailure,
): RobotsLoad {
  const { clock, log } = turn.worker.ports;
  log.note({ time: clock.now(), site: row.site, text: `${row.origin}/robots.txt is not available: ${why}` });
  const { robotsAt, noAnswer: _, ...before } = row.trouble;
  const robotsFailures = (before.robotsFailures ?? 0) + 1;
  const trouble = { ...before, robotsFailures, ...(noAnswer !== undefined && { noAnswer }) };
  const isFirst = row.robots === undefined;
  const isRefused = noAnswer?.reason === 'private-address' || (noAnswer?.reason === 'tls' && isFirst);
  const isLast =
    robotsFailures >= (isFirst ? protocol.maxAttempts : row === home ? protocol.maxProbes : protocol.maxProbesBeside);
  if (isRefused || (isLast && kindOf(crawl.spec).ends)) return { kind: 'leave', plan: notAvailable(trouble) };
  const waitMs =
    isFirst && !isLast
      ? Math.max(protocol.robotsWaitFirstMs * 2 ** (robotsFailures - 1), retryAfterMs)
      : probeDelayMs(robotsFailures - 1, retryAfterMs);
  const isOtherHosts = robotsAt !== undefined && hostOf(new URL(robotsAt.address)) !== turn.lease.host;
  const plan = { patch: { trouble }, waitMs: Math.min(waitMs, protocol.probeLongestMs), retryAfterMs, isOtherHosts };
  return { kind: 'leave', plan };
}

/** Ends a site that never loaded or was unreachable for hours. A resume tries it again. */
function notAvailable(trouble: Trouble): LeavePlan {
  return { patch: { status: 'not-available', trouble: { ...trouble, startFailed: 'robots' } }, waitMs: 0 };
}

/** False: the text was lost, so it is requested again; the rest of the damaged object is removed. */
async function isStored(view: TurnView, hash: string): Promise<boolean> {
  try {
    await storedRules(view, hash);
    return true;
  } catch (error) {
    if (!(error instanceof LostObject)) throw error;
    await view.turn.worker.ports.objects.remove(robotsName(hash));
    return false;
  }
}

async function storedRules(view: TurnView, hash: string): Promise<CompiledRobots> {
  const { ports, robots } = view.turn.worker;
  const key = cacheKey(view, hash);
  const known = robots.get(key);
  if (known !== undefined) return known;
  const text = Buffer.from(await ports.objects.get(robotsName(hash))).toString('utf8');
  const compiled = { ...compile(view, text), hash };
  rememberRules(robots, key, compiled);
  return compiled;
}

function compile(view: TurnView, text: string): CompiledRobots {
  return compileRobots(parseRobots(text), agentTokenOf(view.rules.spec.userAgent));
}

/** Each crawl has own objects, and the compiled rules depend on the user agent. */
function cacheKey({ crawl, rules }: TurnView, hash: string): string {
  return `${crawl.id} ${agentTokenOf(rules.spec.userAgent)} ${hash}`;
}
