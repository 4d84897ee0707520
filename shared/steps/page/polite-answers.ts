import type { PageAnswer, PageRequest } from '../../domain/http/page-answer.ts';
import { protocol } from '../../domain/protocol/protocol.ts';
import { remember } from '../../domain/remember.ts';
import { agentTokenOf } from '../../domain/robots/agent-token.ts';
import { followRobots } from '../../domain/robots/follow-robots.ts';
import { type CompiledRobots, compileRobots } from '../../domain/robots/match-robots.ts';
import { parseRobots } from '../../domain/robots/parse-robots.ts';
import type { RobotsPolicy } from '../../domain/robots/robots-policy.ts';
import type { RequestIdentity } from '../../domain/spec/request-identity.ts';
import { requestTargetOf } from '../../domain/url/request-target.ts';
import { hostOf } from '../../domain/url/scope.ts';
import type { Clock, FetchAnswer, Fetcher, FetchRequest } from '../../ports.ts';
import type { AnswerRecord } from './answer-record.ts';
import { HostAtRest, type Lines } from './host-lines.ts';

export interface PoliteAnswersOptions {
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  readonly identity: RequestIdentity;
  /** Between two starts on one host, ms. */
  readonly delayMs: number;
  readonly robots: RobotsPolicy;
  readonly record: AnswerRecord;
  /** Ends open requests. */
  readonly signal?: AbortSignal;
  /** Told of each request that went to the network; `page` is absent for a robots.txt. */
  readonly told?: (asked: {
    readonly url: string;
    readonly page?: string;
    readonly kind: string;
    readonly answer: FetchAnswer;
  }) => void;
}

/** Why a page's request was not answered. */
export type AnswerRefusal = 'robots' | 'private-address' | 'no-answer';

type Rules = CompiledRobots | 'robots' | 'private-address';

interface KnownRules {
  readonly at: number;
  readonly rules: Promise<Rules>;
}

const mostOrigins = 1_000;
const mostFailures = 10_000;

/**
 * Answers what pages ask for, as politely as a crawl asks for pages: one request of a host at a time, starts at least
 * the delay apart, robots.txt obeyed. An answer is recorded: a page that is loaded again costs its site nothing.
 */
export class PoliteAnswers {
  readonly refused = new Map<AnswerRefusal, number>();
  readonly #options: PoliteAnswersOptions;
  /** By origin. */
  readonly #rules = new Map<string, KnownRules>();
  /** By host: the longest delay that the files of its origins ask for, ms. */
  readonly #crawlDelays = new Map<string, number>();
  /** Parts without an answer, by address: not asked for again and again. */
  readonly #failed = new Map<string, AnswerRefusal>();
  #asked = 0;

  constructor(options: PoliteAnswersOptions) {
    this.#options = options;
  }

  /** Requests that went to the network, robots.txt among them. */
  get asked(): number {
    return this.#asked;
  }

  /** The rules of an origin are known to the caller. */
  useRules(origin: string, rules: CompiledRobots): void {
    remember(this.#rules, origin, { at: this.#options.clock.now(), rules: Promise.resolve(rules) }, mostOrigins);
  }

  /** The answer to a page's request; undefined where there is none. Throws `TooLate`. */
  async answer(request: PageRequest, lines: Lines): Promise<PageAnswer | undefined> {
    try {
      return await this.#answer(request, lines);
    } catch (error) {
      if (error instanceof HostAtRest) return this.#refuse('no-answer');
      throw error;
    }
  }

  async #answer(request: PageRequest, lines: Lines): Promise<PageAnswer | undefined> {
    const { url, kind } = request;
    const { record, robots } = this.#options;
    const recorded = await record.get(url);
    if (recorded !== undefined) return recorded;
    const rules = await this.#rulesOf(new URL(url).origin, lines);
    if (typeof rules === 'string') return this.#refuse(rules);
    if (!robots.decide(rules, requestTargetOf(url)).allowed) return this.#refuse('robots');
    const failed = this.#failed.get(url);
    if (failed !== undefined) return this.#refuse(failed);
    // An equal request may have been answered while this one waited.
    const answer = await this.#inLine(url, lines, async ask => (await record.get(url)) ?? (await ask('part', request)));
    if (!('kind' in answer)) return answer;
    if (answer.kind === 'answered') return await this.#keep(url, answer, lines);
    const why = isPrivate(answer) ? 'private-address' : 'no-answer';
    if (kind !== 'document') remember(this.#failed, url, why, mostFailures);
    return this.#refuse(why);
  }

  async #keep(url: string, answer: FetchAnswer & { readonly kind: 'answered' }, lines: Lines): Promise<PageAnswer> {
    const { status, retryAfterMs = 0 } = answer;
    if (retryAfterMs > 0 && (status === 429 || status === 503)) {
      lines.leaveAlone(hostOf(new URL(url)), Math.min(retryAfterMs, protocol.probeLongestMs));
    }
    const kept: PageAnswer = { status, headers: answer.fields ?? [], body: answer.body };
    await this.#options.record.put(url, kept);
    return kept;
  }

  #refuse(why: AnswerRefusal): undefined {
    this.refused.set(why, (this.refused.get(why) ?? 0) + 1);
    return undefined;
  }

  async #rulesOf(origin: string, lines: Lines): Promise<Rules> {
    if (!this.#options.robots.fetches) return everything;
    const now = this.#options.clock.now();
    const known = this.#rules.get(origin);
    if (known !== undefined && now - known.at < protocol.robotsLifeMs) return await known.rules;
    const rules = this.#findRules(origin, lines);
    remember(this.#rules, origin, { at: now, rules }, mostOrigins);
    // What could not be asked for in time is asked for again.
    rules.catch(() => this.#rules.delete(origin));
    return await rules;
  }

  async #findRules(origin: string, lines: Lines): Promise<Rules> {
    const { clock, record } = this.#options;
    const key = `${origin}/robots.txt#rules`;
    const kept = await record.get(key);
    if (kept !== undefined && clock.now() - Number(kept.headers[0]?.[1]) < protocol.robotsLifeMs)
      return this.#useText(origin, Buffer.from(kept.body).toString('utf8'), lines);
    const { text, answer } = await followRobots(origin, url => this.#inLine(url, lines, ask => ask('robots')));
    if (text === undefined) return isPrivate(answer) ? 'private-address' : 'robots';
    await record.put(key, { status: 200, headers: [['at', String(clock.now())]], body: Buffer.from(text) });
    return this.#useText(origin, text, lines);
  }

  #useText(origin: string, text: string, lines: Lines): CompiledRobots {
    const { identity, robots, delayMs } = this.#options;
    const rules = compileRobots(parseRobots(text), agentTokenOf(identity.userAgent));
    const host = hostOf(new URL(origin));
    const before = this.#crawlDelays.get(host) ?? delayMs;
    const wanted = Math.max(before, robots.crawlDelay(rules)?.delayMs ?? 0);
    remember(this.#crawlDelays, host, wanted, mostOrigins);
    if (wanted > before) lines.postpone(host, wanted - before);
    return rules;
  }

  /** `make` is called at the polite instant of the host of `url`, and asks for `url` by its argument. */
  #inLine<T>(
    url: string,
    lines: Lines,
    make: (ask: (purpose: FetchRequest['purpose'], request?: PageRequest) => Promise<FetchAnswer>) => Promise<T>,
  ): Promise<T> {
    const { clock, fetcher, identity, delayMs, signal, told } = this.#options;
    const host = hostOf(new URL(url));
    return lines.run(
      host,
      () => this.#crawlDelays.get(host) ?? delayMs,
      onStart =>
        make(async (purpose, request) => {
          this.#asked += 1;
          onStart(clock.monotonic());
          const answer = await fetcher.fetch({
            ...{ url, purpose, ...identity, onStart },
            ...(request === undefined ? {} : { fields: lowerCase(request.headers) }),
            ...(signal === undefined ? {} : { signal }),
          });
          const by = request === undefined ? { kind: 'robots' } : { kind: request.kind, page: request.page };
          told?.({ url, ...by, answer });
          return answer;
        }),
    );
  }
}

function isPrivate(answer: FetchAnswer): boolean {
  return answer.kind === 'failed' && answer.reason === 'private-address';
}

const everything = compileRobots(parseRobots(''), '*');

function lowerCase(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
}
