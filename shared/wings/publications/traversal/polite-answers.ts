import { protocol } from '../../../domain/protocol/protocol.ts';
import { agentTokenOf } from '../../../domain/robots/agent-token.ts';
import { crawlDelayMs } from '../../../domain/robots/crawl-delay.ts';
import { followRobots } from '../../../domain/robots/follow-robots.ts';
import { type CompiledRobots, compileRobots } from '../../../domain/robots/match-robots.ts';
import { parseRobots } from '../../../domain/robots/parse-robots.ts';
import type { RequestIdentity } from '../../../domain/spec/request-identity.ts';
import { requestTargetOf } from '../../../domain/url/request-target.ts';
import { hostOf } from '../../../domain/url/scope.ts';
import type { Clock, FetchAnswer, Fetcher, FetchRequest } from '../../../ports.ts';
import { HostLines } from './host-lines.ts';
import type { PageAnswer, PageRequest } from './page-answer.ts';

export interface PoliteAnswersOptions {
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  readonly identity: RequestIdentity;
  /** Between two starts on one host, ms. */
  readonly delayMs: number;
  /** `ignore`: robots.txt is not asked for. `disallow-only`: its `Crawl-delay` does not count. */
  readonly robots: 'obey' | 'disallow-only' | 'ignore';
}

/** Why a page's request was not answered. */
export type AnswerRefusal = 'robots' | 'private-address' | 'no-answer';

type Rules = CompiledRobots | 'robots' | 'private-address';

interface KnownRules {
  readonly at: number;
  readonly rules: Promise<Rules>;
}

/** Bytes of bodies that are kept for a page that is loaded again. */
const mostRecorded = 64 * 1024 * 1024;
const mostOrigins = 1_000;

/**
 * Answers what pages ask for, as politely as a crawl asks for pages: one request of a host at a time, starts at least
 * the delay apart, robots.txt obeyed. An answer is recorded: a page that is loaded again costs its site nothing.
 */
export class PoliteAnswers {
  readonly refused = new Map<AnswerRefusal, number>();
  readonly #options: PoliteAnswersOptions;
  readonly #lines: HostLines;
  /** By origin. */
  readonly #rules = new Map<string, KnownRules>();
  /** By host: the longest delay that the files of its origins ask for, ms. */
  readonly #crawlDelays = new Map<string, number>();
  readonly #recorded = new Map<string, PageAnswer>();
  #recordedBytes = 0;
  #asked = 0;

  constructor(options: PoliteAnswersOptions) {
    this.#options = options;
    this.#lines = new HostLines(options.clock);
  }

  /** Requests that went to the network, robots.txt among them. */
  get asked(): number {
    return this.#asked;
  }

  /** The answer to a page's request; undefined where there is none. */
  async answer({ url, headers }: PageRequest): Promise<PageAnswer | undefined> {
    const recorded = this.#recorded.get(url);
    if (recorded !== undefined) return recorded;
    const rules = await this.#rulesOf(new URL(url).origin);
    if (typeof rules === 'string') return this.#refuse(rules);
    if (!rules.decide(requestTargetOf(url)).allowed) return this.#refuse('robots');
    // An equal request may have been answered while this one waited.
    const answer = await this.#inLine(url, async ask => this.#recorded.get(url) ?? (await ask('part', headers)));
    if (!('kind' in answer)) return answer;
    if (answer.kind === 'failed') return this.#refuse(isPrivate(answer) ? 'private-address' : 'no-answer');
    const kept: PageAnswer = { status: answer.status, headers: answer.fields ?? [], body: answer.body };
    this.#record(url, kept);
    return kept;
  }

  #refuse(why: AnswerRefusal): undefined {
    this.refused.set(why, (this.refused.get(why) ?? 0) + 1);
    return undefined;
  }

  async #rulesOf(origin: string): Promise<Rules> {
    if (this.#options.robots === 'ignore') return everything;
    const now = this.#options.clock.now();
    const known = this.#rules.get(origin);
    if (known !== undefined && now - known.at < protocol.robotsLifeMs) return await known.rules;
    if (this.#rules.size >= mostOrigins) this.#rules.delete(this.#rules.keys().next().value!);
    const rules = this.#askRules(origin);
    this.#rules.set(origin, { at: now, rules });
    return await rules;
  }

  async #askRules(origin: string): Promise<Rules> {
    const { identity, robots, delayMs } = this.#options;
    const { text, answer } = await followRobots(origin, url => this.#inLine(url, ask => ask('robots')));
    if (text === undefined) return isPrivate(answer) ? 'private-address' : 'robots';
    const rules = compileRobots(parseRobots(text), agentTokenOf(identity.userAgent));
    const host = hostOf(new URL(origin));
    const before = this.#crawlDelays.get(host) ?? delayMs;
    const wanted = robots === 'obey' ? Math.max(before, crawlDelayMs(rules)?.delayMs ?? 0) : before;
    this.#crawlDelays.set(host, wanted);
    this.#lines.postpone(host, wanted - before);
    return rules;
  }

  /** `make` is called at the polite instant of the host of `url`, and asks for `url` by its argument. */
  #inLine<T>(
    url: string,
    make: (
      ask: (purpose: FetchRequest['purpose'], fields?: PageRequest['headers']) => Promise<FetchAnswer>,
    ) => Promise<T>,
  ): Promise<T> {
    const { clock, fetcher, identity, delayMs } = this.#options;
    const host = hostOf(new URL(url));
    return this.#lines.run(
      host,
      () => this.#crawlDelays.get(host) ?? delayMs,
      onStart =>
        make(async (purpose, fields) => {
          this.#asked += 1;
          onStart(clock.monotonic());
          const own = fields === undefined ? {} : { fields: lowerCase(fields) };
          return await fetcher.fetch({ url, purpose, ...identity, ...own, onStart });
        }),
    );
  }

  #record(url: string, answer: PageAnswer): void {
    this.#recorded.set(url, answer);
    this.#recordedBytes += answer.body.length;
    for (const [oldest, { body }] of this.#recorded) {
      if (this.#recordedBytes <= mostRecorded) return;
      this.#recorded.delete(oldest);
      this.#recordedBytes -= body.length;
    }
  }
}

function isPrivate(answer: FetchAnswer): boolean {
  return answer.kind === 'failed' && answer.reason === 'private-address';
}

const everything = compileRobots(parseRobots(''), '*');

function lowerCase(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
}
