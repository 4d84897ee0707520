import { describe, expect, test } from 'vitest';
import { checkExternal, leftText } from '../../../functions/embedded/external/check-external.ts';
import { localClock } from '../../../shared/adapters/local/open.ts';
import type { FetchAnswer } from '../../../shared/domain/http/fetch-answer.ts';
import { LostObject } from '../../../shared/domain/lost-object.ts';
import { decodeChecks } from '../../../shared/domain/protocol/external-check.ts';
import { readSpec } from '../../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../../shared/domain/spec/resolve/resolve-spec.ts';

const layer = readSpec({ sites: [{ url: 'https://own.example/' }], delayMs: 0 }, path => path.join('.'));
const spec = resolveSpec([layer]);
const answered = (status: number): FetchAnswer => ({
  ...{ kind: 'answered', status, contentType: 'text/html', fields: [] },
  ...{ body: new Uint8Array(0), truncated: false, elapsedMs: 1 },
});
const late: FetchAnswer = { kind: 'failed', reason: 'timeout', detail: 'late', elapsedMs: 1 };

/** Objects that outlive a run, and a host whose addresses answer as `answerOf` says; `most` requests are answered, then the run ends. */
class Runs {
  readonly objects = new Map<string, Uint8Array>();
  readonly asked: string[] = [];

  async run(external: readonly string[], answerOf: (path: string) => FetchAnswer, most = Number.POSITIVE_INFINITY) {
    const clock = localClock();
    const end = new AbortController();
    let left = most;
    const fetcher = {
      fetch: async ({
        address,
        onStart,
      }: {
        address: string;
        onStart?: (at: number) => void;
      }): Promise<FetchAnswer> => {
        onStart?.(clock.monotonic());
        this.asked.push(address);
        left -= 1;
        if (left <= 0) end.abort();
        return answerOf(new URL(address).pathname);
      },
      close: async () => {},
    };
    const tokens = {
      takeToken: async () => ({ kind: 'taken', nextAllowedAt: 0, lastDelayMs: 0 }) as const,
      returnToken: async () => true,
      wantToken: async () => {},
    };
    const objects = {
      get: async (name: string) => {
        const bytes = this.objects.get(name);
        if (bytes === undefined) throw new LostObject(name, 'missing');
        return bytes;
      },
      put: async (name: string, [bytes]: readonly Uint8Array[]) => void this.objects.set(name, bytes!),
      remove: async (name: string) => void this.objects.delete(name),
      list: async (prefix: string) => [...this.objects.keys()].filter(name => name.startsWith(prefix)).sort(),
    };
    const log = { fetched: () => {}, failed: () => {} };
    const ports = { clock, fetcher, tokens, objects, log, signal: end.signal, told: () => {} };
    return await checkExternal(ports, spec, { external, rich: [] });
  }

  checks(): string[] {
    const stored = [...this.objects].filter(([name]) => name !== 'checks/open').sort(([a], [b]) => (a < b ? -1 : 1));
    return stored.flatMap(([, bytes]) => decodeChecks(bytes)).map(({ url, status }) => `${url} ${status}`);
  }
}

const addresses = Array.from({ length: 12 }, (_, n) => `https://other.example/${n}`);
const answers = (path: string): FetchAnswer => (['/robots.txt', '/0', '/3'].includes(path) ? answered(200) : late);

test('a host that lets five addresses in a row wait is asked no more, also over a kill', async () => {
  const whole = new Runs();
  expect(await whole.run(addresses, answers)).toMatchObject({ stopped: 0 });
  const status = (n: number): string =>
    n > 8 ? 'its host gave no answer 5 times in a row' : [0, 3].includes(n) ? '200' : 'no answer in time';
  const expected = addresses.map((url, n) => `${url} ${status(n)}`);
  expect(whole.checks()).toEqual(expected);
  for (const most of [4, 9, 14]) {
    const cut = new Runs();
    expect((await cut.run(addresses, answers, most)).stopped).toBeGreaterThan(0);
    expect(await cut.run(addresses, answers)).toMatchObject({ stopped: 0 });
    expect(cut.checks()).toEqual(expected);
  }
});

describe('a busy host', () => {
  const busy = (status: number, retryAfterMs?: number): FetchAnswer => ({
    ...answered(status),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
  const statesOf = async (answerOf: (path: string, nth: number) => FetchAnswer, count = 1) => {
    const runs = new Runs();
    const nth = new Map<string, number>();
    await runs.run(addresses.slice(0, count), path => {
      nth.set(path, (nth.get(path) ?? 0) + 1);
      return answerOf(path, nth.get(path)!);
    });
    const checks = [...runs.objects].flatMap(([, bytes]) => decodeChecks(bytes));
    return { asked: runs.asked.length, states: checks.map(({ state, status }) => `${state} ${status}`) };
  };
  const isRobots = (path: string): boolean => path === '/robots.txt';

  test.each([429, 503])('that answers %d and then a page is asked until then', async status => {
    const given = await statesOf((path, nth) => (isRobots(path) || nth === 3 ? answered(200) : busy(status, 5)));
    expect(given).toEqual({ asked: 4, states: ['ok 200'] });
  });

  test('that stays busy, or wants a rest of an hour, leaves the address unknown, neither dead nor refused', async () => {
    const stays = await statesOf(path => (isRobots(path) ? answered(200) : busy(429, 5)));
    expect(stays).toEqual({ asked: 4, states: ['not-asked 429 Too Many Requests'] });
    const rests = await statesOf(path => (isRobots(path) ? answered(200) : busy(503, 3_600_000)));
    expect(rests).toEqual({ asked: 2, states: ['not-asked 503 Service Unavailable'] });
  });

  test('is asked for five addresses in a row, and then no more', async () => {
    const { asked, states } = await statesOf(path => (isRobots(path) ? answered(200) : busy(429, 1)), 7);
    expect(asked).toBe(1 + 5 * 3);
    expect(states.slice(4)).toEqual([
      'not-asked 429 Too Many Requests',
      ...Array.from({ length: 2 }, () => 'not-asked its host gave no answer 5 times in a row'),
    ]);
  });

  test('may have a busy robots.txt too: it is asked again, and nothing is known without it', async () => {
    const passes = await statesOf((path, nth) => (isRobots(path) && nth < 3 ? busy(503, 5) : answered(200)));
    expect(passes).toEqual({ asked: 4, states: ['ok 200'] });
    const stays = await statesOf(path => (isRobots(path) ? busy(429, 5) : answered(200)));
    expect(stays).toEqual({ asked: 3, states: ['not-asked robots.txt: 429 Too Many Requests'] });
    const broken = await statesOf(path => (isRobots(path) ? answered(500) : answered(200)));
    expect(broken).toEqual({ asked: 1, states: ['failing robots.txt: 500 Internal Server Error'] });
  });
});

describe('where no host is found', () => {
  const unknown: FetchAnswer = { kind: 'failed', reason: 'dns', detail: 'ENOTFOUND', elapsedMs: 1 };
  const hosts = ['a', 'b', 'c'].map(name => `https://${name}.example.org/`);

  test('the network of this machine is suspected, nothing counts as checked, and a resume requests all again', async () => {
    const runs = new Runs();
    const left = await runs.run(hosts, () => unknown);
    expect(left).toMatchObject({ offline: 3, stopped: 0 });
    expect(leftText(left, 'host')).toEqual([
      expect.stringMatching(/^No host of 3 external addresses was found: .*offline/),
    ]);
    const before = runs.asked.length;
    expect(await runs.run(hosts, () => answered(200))).not.toHaveProperty('offline');
    expect(runs.asked.slice(before)).toEqual(expect.arrayContaining(hosts));
  });

  test.each([
    ['two hosts are too few', hosts.slice(0, 2)],
    ['names that nobody has say nothing', [...hosts.slice(0, 2), 'https://c.test/', 'https://d.invalid/']],
  ])('%s', async (_, external) => {
    expect(await new Runs().run(external, () => unknown)).not.toHaveProperty('offline');
  });

  test('one host that answers shows that the others are dead', async () => {
    const answerOf = (path: string): FetchAnswer => (path === '/there' ? answered(200) : unknown);
    const robots = (path: string): FetchAnswer => (path === '/robots.txt' ? answered(404) : answerOf(path));
    expect(await new Runs().run([...hosts, 'https://d.example.org/there'], robots)).not.toHaveProperty('offline');
  });
});
