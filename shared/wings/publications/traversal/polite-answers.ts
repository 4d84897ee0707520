import { agentTokenOf } from '../../../domain/robots/agent-token.ts';
import { crawlDelayMs } from '../../../domain/robots/crawl-delay.ts';
import { decodeRobots } from '../../../domain/robots/decode-robots.ts';
import { type CompiledRobots, compileRobots } from '../../../domain/robots/match-robots.ts';
import { parseRobots } from '../../../domain/robots/parse-robots.ts';
import { robotsOutcome } from '../../../domain/robots/robots-status.ts';
import type { RequestIdentity } from '../../../domain/spec/request-identity.ts';
import { requestTargetOf } from '../../../domain/url/request-target.ts';
import type { Clock, FetchAnswer, Fetcher, FetchRequest } from '../../../ports.ts';
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

interface Host {
  nextStart: number;
  /** Requests of a host run in sequence. */
  line: Promise<unknown>;
  robots?: CompiledRobots | 'robots' | 'private-address';
}

/** Bytes of bodies that are kept for a page that is loaded again. */
const mostRecorded = 64 * 1024 * 1024;
const mostHosts = 1_000;

/**
 * Answers what pages ask for, as politely as a crawl asks for pages: one request of a host at a time, starts at least
 * the delay apart, robots.txt obeyed. An answer is recorded: a page that is loaded again costs its site nothing.
 */
export class PoliteAnswers {
  readonly refused = new Map<AnswerRefusal, number>();
  readonly #options: PoliteAnswersOptions;
  readonly #hosts = new Map<string, Host>();
  readonly #recorded = new Map<string, PageAnswer>();
  #recordedBytes = 0;
  #asked = 0;

  constructor(options: PoliteAnswersOptions) {
    this.#options = options;
  }

  /** Requests that went to the network, robots.txt among them. */
  get asked(): number {
    return this.#asked;
  }

  /** The answer to a page's request; undefined where there is none. Requests of one host wait for each other. */
  async answer(request: PageRequest): Promise<PageAnswer | undefined> {
    const recorded = this.#recorded.get(request.url);
    if (recorded !== undefined) return recorded;
    const { origin } = new URL(request.url);
    const host = this.#hostOf(origin);
    const turn = host.line.then(() => this.#ask(host, origin, request));
    host.line = turn.catch(() => undefined);
    return await turn;
  }

  #hostOf(origin: string): Host {
    const { host: name } = new URL(origin);
    const known = this.#hosts.get(name);
    if (known !== undefined) return known;
    if (this.#hosts.size >= mostHosts) this.#hosts.delete(this.#hosts.keys().next().value!);
    const host: Host = { nextStart: Number.NEGATIVE_INFINITY, line: Promise.resolve() };
    this.#hosts.set(name, host);
    return host;
  }

  async #ask(host: Host, origin: string, request: PageRequest): Promise<PageAnswer | undefined> {
    const recorded = this.#recorded.get(request.url);
    if (recorded !== undefined) return recorded;
    const rules = await this.#robotsOf(host, origin);
    if (typeof rules === 'string') return this.#refuse(rules);
    if (!rules.decide(requestTargetOf(request.url)).allowed) return this.#refuse('robots');
    const answer = await this.#fetch(host, request.url, 'part', request.headers);
    if (answer.kind === 'failed') {
      return this.#refuse(isPrivate(answer) ? 'private-address' : 'no-answer');
    }
    const kept: PageAnswer = { status: answer.status, headers: answer.fields ?? [], body: answer.body };
    this.#record(request.url, kept);
    return kept;
  }

  #refuse(why: AnswerRefusal): undefined {
    this.refused.set(why, (this.refused.get(why) ?? 0) + 1);
    return undefined;
  }

  async #robotsOf(host: Host, origin: string): Promise<NonNullable<Host['robots']>> {
    const { robots, identity } = this.#options;
    if (robots === 'ignore') return everything;
    if (host.robots !== undefined) return host.robots;
    let url = `${origin}/robots.txt`;
    for (let redirects = 0; ; redirects += 1) {
      const at = this.#hostOf(new URL(url).origin);
      const answer = await this.#fetch(at, url, 'robots');
      const outcome = robotsOutcome(answer, url, redirects);
      if (outcome.kind === 'redirect') {
        url = outcome.url;
        continue;
      }
      if (outcome.kind === 'unavailable') host.robots = isPrivate(answer) ? 'private-address' : 'robots';
      else {
        const text =
          outcome.kind === 'rules' && answer.kind === 'answered' ? decodeRobots(answer.body, answer.truncated) : '';
        host.robots = compileRobots(parseRobots(text), agentTokenOf(identity.userAgent));
      }
      return host.robots;
    }
  }

  async #fetch(
    host: Host,
    url: string,
    purpose: FetchRequest['purpose'],
    fields?: Readonly<Record<string, string>>,
  ): Promise<FetchAnswer> {
    const { clock, fetcher, identity } = this.#options;
    const waitMs = host.nextStart - clock.monotonic();
    if (waitMs > 0) await clock.sleep(waitMs);
    this.#asked += 1;
    host.nextStart = clock.monotonic() + this.#delayOf(host);
    return await fetcher.fetch({
      url,
      purpose,
      ...identity,
      ...(fields === undefined ? {} : { fields: lowerCase(fields) }),
      onStart: at => {
        host.nextStart = at + this.#delayOf(host);
      },
    });
  }

  #delayOf({ robots }: Host): number {
    const { delayMs, robots: policy } = this.#options;
    if (policy !== 'obey' || robots === undefined || typeof robots === 'string') return delayMs;
    return Math.max(delayMs, crawlDelayMs(robots)?.delayMs ?? 0);
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
