import { describe, expect, test } from 'vitest';
import type { FetchAnswer } from '../../../../shared/domain/http/fetch-answer.ts';
import { compileRobots } from '../../../../shared/domain/robots/match-robots.ts';
import { parseRobots } from '../../../../shared/domain/robots/parse-robots.ts';
import { robotsPolicyNamed } from '../../../../shared/domain/robots/robots-policy.ts';
import type { Clock } from '../../../../shared/ports/ports.ts';
import type { Fetcher } from '../../../../shared/ports/request-ports.ts';
import { MemoryRecord } from '../../../../shared/steps/page/answer-record.ts';
import { HostLines } from '../../../../shared/steps/page/host-lines.ts';
import { PoliteAnswers } from '../../../../shared/steps/page/polite-answers.ts';
import { VirtualTime } from '../../../simulation/world/virtual-time.ts';

const answerMs = 300;
const delayMs = 1_000;

/** Hosts on a virtual clock: what was asked for, when it went out, and how many requests of a host were open at once. */
class FakeHosts {
  readonly time = new VirtualTime();
  readonly starts: { readonly url: string; readonly at: number }[] = [];
  readonly #open = new Map<string, number>();
  readonly #texts: Readonly<Record<string, string>>;
  lines: HostLines | undefined;
  mostOpen = 0;
  /** By address: how long a request may take, ms. */
  readonly longest = new Map<string, number | undefined>();

  /** By address: a robots.txt, or where it is moved to (`>address`). */
  constructor(texts: Readonly<Record<string, string>>) {
    this.#texts = texts;
  }

  answers(): PoliteAnswers {
    const clock: Clock = {
      now: () => this.time.now,
      monotonic: () => this.time.now,
      sleep: ms => this.time.sleep(ms),
    };
    const fetcher: Fetcher = {
      fetch: async ({ address, onStart, longestMs }) => {
        this.longest.set(address, longestMs);
        const { host } = new URL(address);
        this.starts.push({ url: address, at: this.time.now });
        onStart?.(this.time.now);
        this.#open.set(host, (this.#open.get(host) ?? 0) + 1);
        this.mostOpen = Math.max(this.mostOpen, this.#open.get(host)!);
        await this.time.sleep(answerMs);
        this.#open.set(host, this.#open.get(host)! - 1);
        return this.#answerOf(address);
      },
      close: () => Promise.resolve(),
    };
    this.lines = new HostLines(clock);
    const identity = { userAgent: 'test' };
    const robots = robotsPolicyNamed('obey');
    return new PoliteAnswers({ fetcher, clock, identity, delayMs, robots, record: new MemoryRecord() });
  }

  #answerOf(url: string): FetchAnswer {
    const text = this.#texts[url];
    if (text === 'endless') return { kind: 'failed', reason: 'timeout', detail: '', elapsedMs: 0 };
    const common = { kind: 'answered', contentType: '', elapsedMs: 0, truncated: false, fields: [] } as const;
    if (text?.startsWith('>')) return { ...common, status: 302, location: text.slice(1), body: Buffer.from('') };
    if (url.endsWith('/robots.txt') && text === undefined) return { ...common, status: 404, body: Buffer.from('') };
    return { ...common, status: 200, body: Buffer.from(text ?? 'part') };
  }

  /** Asks for all of these at once. Answers what was had, an address each. */
  async ask(answers: PoliteAnswers, ...urls: readonly string[]): Promise<(number | undefined)[]> {
    const all = Promise.all(
      urls.map(async url => {
        const answer = await answers.answer(
          { address: url, kind: 'data', headers: {}, page: 'http://a.test/' },
          this.lines!,
        );
        return answer?.status;
      }),
    );
    while (await this.time.step());
    return await all;
  }

  /** The least time between two starts on one host. */
  leastGap(): number {
    const byHost = Map.groupBy(this.starts, ({ url }) => new URL(url).hostname);
    const gaps = [...byHost.values()].flatMap(all => all.slice(1).map(({ at }, i) => at - all[i]!.at));
    return Math.min(...gaps);
  }
}

describe('what pages ask for', () => {
  test('is late where it has not ended in ten seconds, and is not asked for again', async () => {
    const hosts = new FakeHosts({ 'http://a.test/endless': 'endless' });
    const answers = hosts.answers();
    expect(await hosts.ask(answers, 'http://a.test/endless', 'http://a.test/part')).toEqual([undefined, 200]);
    expect(await hosts.ask(answers, 'http://a.test/endless')).toEqual([undefined]);
    expect(answers.refused).toEqual(new Map([['late', 2]]));
    expect(hosts.longest).toEqual(
      new Map([
        ['http://a.test/robots.txt', undefined],
        ['http://a.test/endless', 10_000],
        ['http://a.test/part', 10_000],
      ]),
    );
    expect(hosts.starts.filter(({ url }) => url.endsWith('/endless'))).toHaveLength(1);
  });

  test('obeys rules that are read again where files with very many of them were remembered since', async () => {
    const hosts = new FakeHosts({});
    const answers = hosts.answers();
    const large = { ...compileRobots(parseRobots(''), '*'), size: 60_000 };
    for (const origin of ['http://a.test', 'http://b.test']) answers.useRules(origin, large);
    await hosts.ask(answers, 'http://a.test/1', 'http://b.test/1');
    expect(hosts.starts.map(({ url }) => url).sort()).toEqual([
      ...['http://a.test/1', 'http://a.test/robots.txt', 'http://b.test/1'],
    ]);
  });

  test('is not asked of hosts of advertisements and counters, and their robots.txt neither', async () => {
    const hosts = new FakeHosts({});
    const answers = hosts.answers();
    const urls = ['https://stats.g.doubleclick.net/x', 'https://MC.yandex.ru/watch/1', 'https://yandex.ru/1'];
    const alike = ['https://notdoubleclick.net/x', 'https://doubleclick.net.example/x'];
    expect(await hosts.ask(answers, ...urls, ...alike)).toEqual([undefined, undefined, 200, 200, 200]);
    expect(answers.refused).toEqual(new Map([['advertising', 2]]));
    expect(hosts.starts.filter(({ url }) => /[./]doubleclick\.net\/|mc\.yandex/.test(url))).toEqual([]);
    // A page of such a host may be crawled.
    const document = { address: urls[0]!, kind: 'document', headers: {}, page: urls[0]! } as const;
    const asked = answers.answer(document, hosts.lines!);
    while (await hosts.time.step());
    expect((await asked)?.status).toBe(200);
  });

  test('is asked for as a crawl asks: one request of a host at a time, the delay between two starts', async () => {
    const hosts = new FakeHosts({});
    const urls = Array.from({ length: 5 }, (_, n) => `http://a.test/${n}`);
    expect(await hosts.ask(hosts.answers(), ...urls, ...urls)).toEqual(new Array(10).fill(200));
    expect(hosts.starts.map(({ url }) => url)).toEqual(['http://a.test/robots.txt', ...urls]);
    expect([hosts.leastGap(), hosts.mostOpen]).toEqual([delayMs, 1]);
  });

  test('waits in the line of another host too, where robots.txt is moved there', async () => {
    const hosts = new FakeHosts({ 'http://a.test/robots.txt': '>http://b.test/rules' });
    await hosts.ask(hosts.answers(), 'http://b.test/1', 'http://a.test/1', 'http://b.test/2', 'http://a.test/2');
    expect(hosts.starts.map(({ url }) => url)).toContain('http://b.test/rules');
    expect([hosts.leastGap(), hosts.mostOpen]).toEqual([delayMs, 1]);
  });

  test('is answered where the robots.txt of two hosts are moved to each other', async () => {
    const hosts = new FakeHosts({
      'http://a.test/robots.txt': '>http://b.test/rules',
      'http://b.test/robots.txt': '>http://a.test/rules',
    });
    expect(await hosts.ask(hosts.answers(), 'http://a.test/1', 'http://b.test/1')).toEqual([200, 200]);
    expect(hosts.leastGap()).toBe(delayMs);
  });

  test('obeys the file of each origin, and the longest delay that the origins of a host ask for', async () => {
    const hosts = new FakeHosts({
      'http://a.test/robots.txt': 'User-agent: *\nDisallow: /no\nCrawl-delay: 3',
      'https://a.test/robots.txt': 'User-agent: *\nDisallow: /yes',
    });
    const answers = hosts.answers();
    const urls = ['http://a.test/no', 'http://a.test/yes', 'https://a.test/no', 'https://a.test/yes'];
    expect(await hosts.ask(answers, ...urls)).toEqual([undefined, 200, 200, undefined]);
    expect(answers.refused.get('robots')).toBe(2);
    await hosts.ask(answers, 'http://a.test/1', 'http://a.test/2');
    const [before, last] = hosts.starts.slice(-2);
    expect(last!.at - before!.at).toBe(3_000);
  });

  test('counts hosts on ports 80 and 443 as one', async () => {
    const hosts = new FakeHosts({});
    await hosts.ask(hosts.answers(), 'http://a.test/1', 'https://a.test/1');
    expect(hosts.leastGap()).toBe(delayMs);
  });
});
