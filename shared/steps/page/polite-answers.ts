import { createHash } from 'node:crypto';
import { defined } from '../../domain/defined.ts';
import { isBusy, isBusyAnswer } from '../../domain/http/busy-status.ts';
import { type Answered, type FetchAnswer, isUnread } from '../../domain/http/fetch-answer.ts';
import type { Jar } from '../../domain/http/gates/gate-cookies.ts';
import { cookiesFor, type GateRules, jarWith, standingOf, throughGate } from '../../domain/http/gates/gate-walk.ts';
import type { PageAnswer, PageRequest } from '../../domain/http/page-answer.ts';
import type { RequestIdentity } from '../../domain/http/request-identity.ts';
import { protocol } from '../../domain/protocol/protocol.ts';
import { remember } from '../../domain/remember.ts';
import { agentTokenOf } from '../../domain/robots/agent-token.ts';
import { followRobots, robotsName } from '../../domain/robots/follow-robots.ts';
import { type CompiledRobots, compileRobots, rememberRules } from '../../domain/robots/match-robots.ts';
import { parseRobots } from '../../domain/robots/parse-robots.ts';
import type { RobotsPolicy } from '../../domain/robots/robots-policy.ts';
import { isAdvertisingHost } from '../../domain/url/advertising-hosts.ts';
import { requestTargetOf } from '../../domain/url/request-target.ts';
import { hostOf } from '../../domain/url/scope.ts';
import type { RequestRefusal } from '../../ports/page-ports.ts';
import type * as Ports from '../../ports/ports.ts';
import type { Fetcher, FetchRequest } from '../../ports/request-ports.ts';
import type { AnswerRecord } from './answer-record.ts';
import { HostAtRest, type Lines, TooLate } from './host-lines.ts';

export interface PoliteAnswersOptions {
  readonly fetcher: Fetcher;
  readonly clock: Ports.Clock;
  readonly identity: RequestIdentity;
  /** Least time between two starts on one host, ms. */
  readonly delayMs: number;
  readonly robots: RobotsPolicy;
  readonly record: AnswerRecord;
  /**
   * Whether documents of busy hosts (429, 503) are not recorded, so that they may be requested again; absent: false.
   */
  readonly forgetsBusy?: boolean;
  /** How often a request is made of a host that is busy (429, 503 with `Retry-After`); absent: once. */
  readonly busyTries?: number;
  /** Ends open requests. */
  readonly signal?: AbortSignal;
  /** Called after each request that went to the network; `page` is absent for a robots.txt. */
  readonly told?: (asked: {
    readonly address: string;
    readonly page?: string;
    readonly kind: string;
    readonly answer: FetchAnswer;
    readonly terms: Ports.RequestTerms;
  }) => void;
  /** Keeps texts of robots.txt; absent: nobody reads them later. */
  readonly objects?: Pick<Ports.ObjectStore, 'put'>;
}

type Rules = CompiledRobots | RequestRefusal;

const mostOrigins = 1_000;
/** Longest time of a part of a page, ms: some never end, and the page waits meanwhile. */
const longestPartMs = 10_000;
const longestCheckMs = 20_000;
/** Rest of a busy host that names none, ms, before the first further try; and the longest wait. */
const busyRestMs = 1_000;
const longestRestMs = 5 * 60_000;

/**
 * Answers requests of pages' scripts as politely as a crawl: one request of a host at a time, starts at least the delay
 * apart, robots.txt obeyed. Answers are recorded, so that loading a page again costs its site nothing.
 */
export class PoliteAnswers {
  readonly refused = new Map<RequestRefusal, number>();
  readonly #options: PoliteAnswersOptions;
  /** Rules by origin. */
  readonly #rules = new Map<string, { readonly at: number; readonly rules: Promise<Rules>; readonly size?: number }>();
  /** By origin: SHA-256 of the robots.txt in force. A request that is in line waits for none. */
  readonly #texts = new Map<string, string>();
  /** By host: the longest delay in the robots.txt files of its origins, ms. */
  readonly #crawlDelays = new Map<string, number>();
  #asked = 0;

  constructor(options: PoliteAnswersOptions) {
    this.#options = options;
  }

  /** Number of requests to the network, with those of robots.txt. */
  get asked(): number {
    return this.#asked;
  }

  /** Sets rules of an origin that the caller knows. */
  useRules(origin: string, rules: CompiledRobots): void {
    const { size } = rules;
    rememberRules(this.#rules, origin, { at: this.#options.clock.now(), rules: Promise.resolve(rules), size });
  }

  /** The text of an origin's robots.txt; empty without a file, and if the policy does not read it. Throws `TooLate`. */
  async robotsText(origin: string, lines: Lines): Promise<string> {
    await this.#rulesOf(origin, lines);
    const kept = await this.#options.record.get(rulesKey(origin));
    return kept === undefined ? '' : Buffer.from(kept.body).toString('utf8');
  }

  /** The answer to a page's request; undefined if there is none. `jar`: cookies of gates of the page's site. Throws `TooLate`. */
  async answer(request: PageRequest, lines: Lines, jar: Jar = []): Promise<PageAnswer | undefined> {
    const answer = await this.ask(request, lines, jar);
    return typeof answer === 'string' ? undefined : answer;
  }

  /** The same, with the reason if there is no answer. Throws `TooLate`. */
  async ask(request: PageRequest, lines: Lines, jar: Jar = []): Promise<PageAnswer | RequestRefusal> {
    try {
      return await this.#answer(request, lines, jar);
    } catch (error) {
      if (error instanceof HostAtRest) return this.#refuse('no-answer');
      throw error;
    }
  }

  /**
   * Checks an address by a request without a body (`HEAD`; `file`: the same for any file type, with all header fields)
   * or for the first bytes (`GET`). Nothing is recorded, and a redirect is an answer: `way` has the cookies of the
   * redirects before it. Throws `TooLate`.
   */
  async probe(address: string, method: CheckMethod, lines: Lines, way: Way): Promise<FetchAnswer | RequestRefusal> {
    try {
      const rules = await this.#rulesOf(new URL(address).origin, lines);
      if (typeof rules === 'string') return this.#refuse(rules);
      if (!this.#options.robots.decide(rules, requestTargetOf(address)).allowed) return this.#refuse('robots');
      const { clock, identity } = this.#options;
      const cookie = await cookiesFor(way.jar, address, clock.now());
      const answer = await this.#inLine({ address, cookie }, lines, ask => ask('check', undefined, method));
      if (identity.noCookies !== true) way.jar = await jarWith(way.jar, answer, address, clock.now());
      return answer;
    } catch (error) {
      if (error instanceof HostAtRest) return this.#refuse('no-answer');
      throw error;
    }
  }

  async #answer(request: PageRequest, lines: Lines, jar: Jar): Promise<PageAnswer | RequestRefusal> {
    const { address, kind } = request;
    const { record, robots, signal } = this.#options;
    if (kind !== 'document' && isAdvertisingHost(new URL(address).hostname)) return this.#refuse('advertising');
    const recorded = await record.get(address);
    if (recorded !== undefined) return this.#recorded(recorded);
    const rules = await this.#rulesOf(new URL(address).origin, lines);
    if (typeof rules === 'string') return this.#refuse(rules);
    const mayAsk = (target: string): boolean => robots.decide(rules, requestTargetOf(target)).allowed;
    if (!mayAsk(address)) return this.#refuse('robots');
    // The same request may have been answered while this one waited.
    const answer = await this.#throughGate(
      { asked: address, jar, mayAsk },
      lines,
      async ask => (await record.get(address)) ?? (await ask('part', request)),
    );
    if (!('kind' in answer)) return this.#recorded(answer);
    if (answer.kind === 'answered') return await this.#keep(request, answer);
    const why = whyNot(answer, kind);
    // A failed part is recorded too, so that it is not requested again and again, unless we gave it up.
    if (kind !== 'document' && signal?.aborted !== true) await record.put(address, refusedAnswer([whyField, why]));
    return this.#refuse(why);
  }

  #recorded(answer: PageAnswer): PageAnswer | RequestRefusal {
    const why = refusalIn(answer);
    return why === undefined ? answer : this.#refuse(why);
  }

  async #keep({ address, kind }: PageRequest, answer: Answered): Promise<PageAnswer> {
    const { status } = answer;
    const kept: PageAnswer = { status, headers: answer.fields ?? [], body: answer.body };
    const isForgotten = this.#options.forgetsBusy === true && kind === 'document' && isBusy(status);
    if (!isForgotten) await this.#options.record.put(address, kept);
    return kept;
  }

  #refuse(why: RequestRefusal): RequestRefusal {
    this.refused.set(why, (this.refused.get(why) ?? 0) + 1);
    return why;
  }

  async #rulesOf(origin: string, lines: Lines): Promise<Rules> {
    if (!this.#options.robots.fetches) return everything;
    const now = this.#options.clock.now();
    const known = this.#rules.get(origin);
    if (known !== undefined && now - known.at < protocol.robotsLifeMs) return await known.rules;
    const rules = this.#findRules(origin, lines);
    rememberRules(this.#rules, origin, { at: now, rules });
    rules.then(
      found =>
        rememberRules(this.#rules, origin, { at: now, rules, ...(typeof found === 'object' && { size: found.size }) }),
      // Addresses that could not be requested in time are requested again.
      () => this.#rules.delete(origin),
    );
    return await rules;
  }

  async #findRules(origin: string, lines: Lines): Promise<Rules> {
    const { clock, record } = this.#options;
    const key = rulesKey(origin);
    const kept = await record.get(key);
    if (kept !== undefined && clock.now() - Number(kept.headers[0]?.[1]) < protocol.robotsLifeMs)
      return refusalIn(kept) ?? (await this.#useText(origin, kept.body, lines));
    const { text, answer } = await followRobots(origin, (asked, isRound) =>
      this.#throughGate<never>({ asked, jar: [], isAlwaysWalked: isRound, mayAsk: () => true }, lines, ask =>
        ask('robots'),
      ),
    );
    const at = ['at', String(clock.now())] as const;
    if (text === undefined) {
      const why = isPrivate(answer) ? 'private-address' : 'robots';
      await record.put(key, refusedAnswer(at, [whyField, why]));
      return why;
    }
    const body = Buffer.from(text);
    await record.put(key, { status: 200, headers: [at], body });
    return await this.#useText(origin, body, lines);
  }

  async #useText(origin: string, bytes: Uint8Array, lines: Lines): Promise<CompiledRobots> {
    const { identity, robots, delayMs, objects } = this.#options;
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (bytes.byteLength > 0) await objects?.put(robotsName(hash), [bytes]);
    const text = Buffer.from(bytes).toString('utf8');
    const rules = compileRobots(parseRobots(text), agentTokenOf(identity.userAgent));
    remember(this.#texts, origin, hash, mostOrigins);
    const host = hostOf(new URL(origin));
    const before = this.#crawlDelays.get(host) ?? delayMs;
    const wanted = Math.max(before, robots.crawlDelay(rules)?.delayMs ?? 0);
    remember(this.#crawlDelays, host, wanted, mostOrigins);
    if (wanted > before) lines.postpone(host, wanted - before);
    return rules;
  }

  /** Cookies of gates count for this request alone. */
  async #throughGate<T extends PageAnswer>(
    rules: Omit<GateRules, 'now' | 'noCookies'>,
    lines: Lines,
    make: (ask: Ask) => Promise<FetchAnswer | T>,
  ): Promise<FetchAnswer | T> {
    const { clock, identity } = this.#options;
    const { noCookies } = identity;
    return await throughGate<T>(
      { ...rules, now: clock.now(), ...(noCookies === true && { noCookies }) },
      async (address, cookie, walk) => {
        try {
          return await this.#inLine({ address, cookie }, lines, make);
        } catch (error) {
          // A later turn would begin again, so the redirect counts, and the caller may follow it.
          if (walk === undefined || !(error instanceof TooLate)) throw error;
          return standingOf(walk).answer;
        }
      },
    );
  }

  /**
   * Calls `make` at the polite instant of the host; `make` requests the address by its argument. Calls it again if a
   * browser might read an unreadable answer, and when a busy host has had its rest.
   */
  async #inLine<T extends FetchAnswer | PageAnswer>(
    wanted: Pick<FetchRequest, 'address' | 'cookie'>,
    lines: Lines,
    make: (ask: Ask) => Promise<T>,
  ): Promise<T> {
    const { busyTries = 1 } = this.#options;
    for (let tries = 1; ; tries += 1) {
      const first = await this.#atItsInstant(wanted, lines, make);
      const answer = isUnread(first) ? await this.#atItsInstant({ ...wanted, tolerant: true }, lines, make) : first;
      const restMs = restOf(answer, tries);
      if (restMs === undefined || tries >= busyTries) return answer;
      lines.leaveAlone(hostOf(new URL(wanted.address)), restMs);
    }
  }

  #atItsInstant<T>(
    wanted: Pick<FetchRequest, 'address' | 'cookie' | 'tolerant'>,
    lines: Lines,
    make: (ask: Ask) => Promise<T>,
  ): Promise<T> {
    const { address } = wanted;
    const { clock, fetcher, identity, delayMs, signal, told } = this.#options;
    const host = hostOf(new URL(address));
    const delay = (): number => this.#crawlDelays.get(host) ?? delayMs;
    return lines.run(host, delay, onStart =>
      make(async (purpose, request, method) => {
        this.#asked += 1;
        const waitedMs = delay();
        onStart(clock.monotonic());
        const answer = await fetcher.fetch({
          ...{ purpose, ...identity, ...wanted, onStart },
          ...(request !== undefined && { fields: lowerCase(request.headers) }),
          ...(method !== undefined && checkOf(method)),
          ...(request !== undefined && request.kind !== 'document' && { longestMs: longestPartMs }),
          ...(signal !== undefined && { signal }),
        });
        const by = request === undefined ? { kind: purpose } : { kind: request.kind, page: request.page };
        const rules = purpose === 'robots' ? undefined : this.#texts.get(new URL(address).origin);
        told?.({ address, ...by, answer, terms: { delayMs: waitedMs, ...defined({ rules, agent: identity.agent }) } });
        restAfter(answer, restMs => lines.leaveAlone(host, restMs));
        return answer;
      }),
    );
  }
}

/** The way of an address over its redirects: the cookies that they set. */
export interface Way {
  jar: Jar;
}

/** How a check requests an address. */
export type CheckMethod = 'HEAD' | 'GET' | 'file';

/** Makes a request when its turn in the line comes. `method`: for a check. */
type Ask = (purpose: FetchRequest['purpose'], request?: PageRequest, method?: CheckMethod) => Promise<FetchAnswer>;

/** With another coding the length would not be that of the file. */
const asFile = { accept: '*/*', 'accept-encoding': 'identity' };

function checkOf(method: CheckMethod): Pick<FetchRequest, 'method' | 'fields' | 'longestMs'> {
  const longestMs = longestCheckMs;
  switch (method) {
    case 'HEAD':
      return { method, longestMs };
    case 'GET':
      return { fields: { range: 'bytes=0-1023' }, longestMs };
    case 'file':
      return { method: 'HEAD', fields: asFile, longestMs };
  }
}

/** Key under which the text of a robots.txt is recorded. */
function rulesKey(origin: string): string {
  return `${origin}/robots.txt#rules`;
}

function whyNot(answer: FetchAnswer, kind: PageRequest['kind']): RequestRefusal {
  if (isPrivate(answer)) return 'private-address';
  return kind !== 'document' && answer.kind === 'failed' && answer.reason === 'timeout' ? 'late' : 'no-answer';
}

function isPrivate(answer: FetchAnswer): boolean {
  return answer.kind === 'failed' && answer.reason === 'private-address';
}

/** How long a busy host is left alone before the same request is made again; undefined: it is not made again. */
function restOf(answer: FetchAnswer | PageAnswer, tries: number): number | undefined {
  if (!('kind' in answer) || answer.kind !== 'answered' || !isBusyAnswer(answer)) return undefined;
  // A wall does not pass.
  if (answer.wall !== undefined) return undefined;
  const { retryAfterMs = busyRestMs * tries } = answer;
  return retryAfterMs <= longestRestMs ? retryAfterMs : undefined;
}

/** Reports the wait that the host requested. */
function restAfter(answer: FetchAnswer, rests: (ms: number) => void): void {
  if (answer.kind !== 'answered' || !isBusy(answer.status)) return;
  if (answer.retryAfterMs !== undefined) rests(Math.min(answer.retryAfterMs, protocol.probeLongestMs));
}

const whyField = 'why';

/** Record of a request without an answer: status 0, which no server sends. */
function refusedAnswer(...headers: PageAnswer['headers']): PageAnswer {
  return { status: 0, headers, body: new Uint8Array(0) };
}

/** The refusal in a recorded answer; undefined for an answer of a server. */
function refusalIn({ status, headers }: PageAnswer): RequestRefusal | undefined {
  const why = headers.find(([name]) => name === whyField)?.[1];
  return status === 0 ? (why as RequestRefusal | undefined) : undefined;
}

const everything = compileRobots(parseRobots(''), '*');

function lowerCase(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
}
