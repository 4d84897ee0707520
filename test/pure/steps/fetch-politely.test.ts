import { describe, expect, test } from 'vitest';
import type { FetchAnswer } from '../../../shared/domain/http/fetch-answer.ts';
import type { ChunkEntry } from '../../../shared/domain/protocol/crawl-state.ts';
import { BodyRoom, ownMb } from '../../../shared/domain/protocol/fetch-memory.ts';
import { protocol } from '../../../shared/domain/protocol/protocol.ts';
import type { FetchRequest } from '../../../shared/ports/request-ports.ts';
import type { Question } from '../../../shared/steps/fetch/earlier-answers.ts';
import {
  fetchPolitely,
  type PageResult,
  type PoliteOutcome,
  type PoliteTask,
  type TurnRendering,
} from '../../../shared/steps/fetch/fetch-politely.ts';
import { TooLate } from '../../../shared/steps/page/host-lines.ts';
import { VirtualClock } from './virtual-clock.ts';

interface Reply {
  readonly status?: number;
  readonly takesMs?: number;
  readonly connectMs?: number;
  readonly retryAfterMs?: number;
  readonly bytes?: number;
  /** Bytes that are to be admitted before the body is read. */
  readonly admitted?: number;
  /** The first answer could not be read. */
  readonly unread?: true;
}

interface Run {
  readonly outcome: PoliteOutcome;
  /** Instants at which requests reached the server. */
  readonly starts: readonly number[];
  readonly mostOpen: number;
  readonly asked: readonly string[];
  readonly endedAt: number;
}

async function run(
  replies: readonly Reply[],
  change: Partial<PoliteTask> = {},
  lookTakesMs = 0,
  clocked: (clock: VirtualClock) => void = () => undefined,
): Promise<Run> {
  const clock = new VirtualClock();
  clocked(clock);
  const starts: number[] = [];
  const asked: string[] = [];
  const open = { now: 0, most: 0 };
  const fetch = async ({ address, tolerant, onStart, admit }: FetchRequest): Promise<FetchAnswer> => {
    const {
      status = 200,
      takesMs = 10,
      connectMs = 0,
      retryAfterMs,
      bytes = 1,
      admitted,
      unread,
    } = replies[Number(address)]!;
    asked.push(address);
    await clock.sleep(connectMs);
    starts.push(clock.monotonic());
    open.now += 1;
    open.most = Math.max(open.most, open.now);
    onStart?.(clock.monotonic());
    const hasRoom = admitted === undefined || (await admit!(admitted));
    await clock.sleep(hasRoom ? takesMs : 0);
    open.now -= 1;
    if (!hasRoom) return { kind: 'failed', reason: 'timeout', detail: 'no room', elapsedMs: 0 };
    if (unread && !tolerant)
      return { kind: 'failed', reason: 'protocol', again: true, detail: 'folded', elapsedMs: takesMs };
    return {
      ...{ kind: 'answered', status, contentType: 'text/html', body: Buffer.alloc(bytes), truncated: false },
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      elapsedMs: takesMs,
    };
  };
  const nothing = (): void => undefined;
  const ports = {
    clock,
    fetcher: { fetch, close: async () => undefined },
    log: { fetched: nothing, part: nothing, failed: nothing, note: nothing },
  };
  const outcome = await clock.until(
    fetchPolitely(ports, {
      entries: replies.map((_, index) => entryOf(index)),
      ...{
        level: 0,
        delayMs: 1_000,
        maxInFlight: 2,
        userAgent: 'test',
        pageTypes: new Set<string>(),
        profile: 'graph',
        notBefore: 0,
      },
      ...{ jar: [], start: '' },
      softEnd: protocol.softDeadlineMs,
      mostBytes: protocol.maxTurnBytes,
      signal: new AbortController().signal,
      allows: () => true,
      isDeleted: () => false,
      stopAsked: async () => {
        await clock.sleep(lookTakesMs);
        return false;
      },
      failuresBefore: 0,
      isWhereCircuitOpened: () => false,
      ...change,
    }),
  );
  return { outcome, starts, mostOpen: open.most, asked, endedAt: clock.monotonic() };
}

function entryOf(index: number): ChunkEntry {
  return { identity: String(index), address: String(index), attempt: 1, via: [], foundOn: '' };
}

const pages = (count: number, reply: Reply = {}): Reply[] => Array.from({ length: count }, () => reply);
const gaps = (starts: readonly number[]): number[] => starts.slice(1).map((start, index) => start - starts[index]!);

describe('fetching politely', () => {
  test('starts are a delay apart as they go out on the wire, however long it takes to connect', async () => {
    const { starts, outcome } = await run([{ connectMs: 700 }, {}, { connectMs: 300 }, {}]);
    for (const gap of gaps(starts)) expect(gap).toBeGreaterThanOrEqual(1_000);
    expect(outcome.lastStart).toBe(starts.at(-1));
    expect(outcome.results.map(({ kind }) => kind)).toEqual(['page', 'page', 'page', 'page']);
  });

  test('a look for a stop that fails ends the turn only when no request is open any more', async () => {
    let [now, isOver] = [0, false];
    const answer = Promise.withResolvers<FetchAnswer>();
    const fetch = async ({ onStart }: FetchRequest): Promise<FetchAnswer> => {
      onStart?.(now);
      return await answer.promise;
    };
    const sleep = async (ms: number): Promise<void> => {
      now += ms;
    };
    const nothing = (): void => undefined;
    const ports = {
      clock: { now: () => now, monotonic: () => now, sleep },
      fetcher: { fetch, close: async () => undefined },
      log: { fetched: nothing, part: nothing, failed: nothing, note: nothing },
    };
    const turn = fetchPolitely(ports, {
      entries: [entryOf(0), entryOf(1)],
      ...{
        level: 0,
        delayMs: 1_000,
        maxInFlight: 2,
        userAgent: 'test',
        pageTypes: new Set<string>(),
        profile: 'graph',
        notBefore: 0,
      },
      ...{ jar: [], start: '' },
      ...{ softEnd: protocol.softDeadlineMs, mostBytes: protocol.maxTurnBytes, failuresBefore: 0 },
      signal: new AbortController().signal,
      ...{ allows: () => true, isDeleted: () => false, isWhereCircuitOpened: () => false },
      stopAsked: async () => {
        if (now > 0) throw new Error('the store does not answer');
        return false;
      },
    });
    const told = turn.catch((error: unknown) => {
      isOver = true;
      return error;
    });
    await new Promise(resolve => setTimeout(resolve, 20));
    expect(now).toBeGreaterThan(0);
    expect(isOver).toBe(false);
    answer.reject(new Error('the connection failed'));
    expect(await told).toEqual(new Error('the store does not answer'));
  });

  describe('where the turns of a process share its memory', () => {
    const mib = 2 ** 20;
    /** Room for one MiB. */
    const oneMib = (): BodyRoom => new BodyRoom(ownMb + 1);

    test('a turn that holds a page ends early when the room is full', async () => {
      const { outcome } = await run(pages(5, { bytes: 300_000 }), { bodies: oneMib().enter(), maxInFlight: 1 });
      expect(outcome.results).toHaveLength(4);
    });

    test('a turn without a page requests none until the others leave', async () => {
      const room = oneMib();
      const other = room.enter();
      other.hold(mib);
      const leaves = (clock: VirtualClock): void => void clock.sleep(12_000).then(() => other.leave());
      const { starts, outcome } = await run(pages(2, { bytes: 1_000 }), { bodies: room.enter() }, 0, leaves);
      expect(starts[0]).toBeGreaterThanOrEqual(12_000);
      expect(outcome.results).toHaveLength(2);
    });

    test('one that never gets room ends without a page and without a failure', async () => {
      const room = oneMib();
      room.enter().hold(mib);
      const { asked, outcome } = await run(pages(2), { bodies: room.enter() });
      expect(asked).toEqual([]);
      expect(outcome).toMatchObject({ results: [], failures: 0, circuitOpened: false });
    });

    test('a body waits until the room that it needs is free, and two turns never exceed it', async () => {
      const room = oneMib();
      const other = room.enter();
      expect(other.reserve(700_000)).toBe(700_000);
      const leaves = (clock: VirtualClock): void => void clock.sleep(9_000).then(() => other.leave());
      const replies = pages(1, { bytes: 600_000, admitted: 600_000 });
      const { outcome, endedAt } = await run(replies, { bodies: room.enter() }, 0, leaves);
      expect(endedAt).toBeGreaterThanOrEqual(9_000);
      expect(outcome.results).toHaveLength(1);
    });

    test('a body without room is given up where its turn holds another: it comes in the next turn, without a failure', async () => {
      const replies = pages(3, { bytes: 600_000, admitted: 600_000, takesMs: 3_000 });
      const { asked, outcome } = await run(replies, { bodies: oneMib().enter(), delayMs: 0 });
      expect(asked).toEqual(['0', '1']);
      expect(outcome).toMatchObject({ failures: 0, circuitOpened: false });
      expect(outcome.results.map(({ kind }) => kind)).toEqual(['page']);
    });

    test('a larger body than the room comes when nothing else is held, and alone', () => {
      const room = oneMib();
      const [first, second, third] = [room.enter(), room.enter(), room.enter()];
      expect(first.reserve(1_000)).toBe(1_000);
      expect(second.reserve(10 * mib)).toBeUndefined();
      expect(third.reserve(1_000)).toBeUndefined();
      first.leave();
      expect(third.reserve(1_000)).toBeUndefined();
      expect(second.reserve(10 * mib)).toBe(40 * mib);
      second.leave();
      expect(third.reserve(1_000)).toBe(1_000);
    });

    test('a turn after a death has the room for itself', () => {
      const room = oneMib();
      const [alone, other] = [room.enter(), room.enter()];
      alone.beAlone();
      expect(other.reserve(1_000)).toBe(1_000);
      expect(alone.reserve(1_000)).toBeUndefined();
      other.leave();
      expect(alone.reserve(1_000)).toBe(mib);
      expect(other.reserve(1_000)).toBeUndefined();
    });
  });

  test('nothing is asked for before its instant', async () => {
    expect((await run(pages(1), { notBefore: 12_345 })).starts).toEqual([12_345]);
  });

  test.each([1, 2, 5])('no more than %i requests are open at once', async maxInFlight => {
    expect((await run(pages(12, { takesMs: 9_000 }), { maxInFlight, delayMs: 0 })).mostOpen).toBe(maxInFlight);
  });

  test('nothing is started after the soft deadline, and what is open is waited for', async () => {
    const { starts, outcome, endedAt } = await run(pages(99, { takesMs: 29_000 }), { maxInFlight: 99 });
    expect(starts).toHaveLength(50);
    expect(outcome.results).toHaveLength(50);
    expect(endedAt).toBeLessThanOrEqual(protocol.hardEndMs);
  });

  test('a turn that was held up while it looked for a stop starts nothing after its soft deadline', async () => {
    const { asked } = await run(pages(3), { notBefore: 5_000 }, 60_000);
    expect(asked).toEqual([]);
  });

  test('a stop is seen within a second, also while a long delay runs', async () => {
    let looks = 0;
    const stopAsked = async (): Promise<boolean> => {
      looks += 1;
      return looks > 4;
    };
    const { asked, endedAt } = await run(pages(5), { delayMs: 20_000, stopAsked });
    expect(asked).toEqual(['0']);
    expect(endedAt).toBeLessThan(6_000);
  });

  describe('an answer that cannot be used', () => {
    const useless = (...indexes: readonly string[]): NonNullable<PoliteTask['earlier']> => {
      const left = new Set(indexes);
      return {
        // The earlier page names the entry here, for `judge`.
        question: ({ address }) => ({ earlier: address, fields: { 'if-none-match': '"1"' } }) as unknown as Question,
        judge: ({ earlier, fields }) => {
          const isUseless = left.delete(String(earlier));
          expect(fields !== undefined || !isUseless).toBe(true);
          return isUseless ? { kind: 'again' } : undefined;
        },
      };
    };

    test('is asked for once more, a delay later, and its result has its place', async () => {
      const replies = pages(5).map((reply, index) => ({ ...reply, bytes: index + 1 }));
      const { starts, asked, outcome } = await run(replies, { earlier: useless('1', '4') });
      for (const gap of gaps(starts)) expect(gap).toBeGreaterThanOrEqual(1_000);
      expect(asked.toSorted()).toEqual(['0', '1', '1', '2', '3', '4', '4']);
      expect(outcome.results.map(result => result.kind === 'page' && result.body.byteLength)).toEqual([1, 2, 3, 4, 5]);
    });

    test('opens no more requests than others', async () => {
      const { mostOpen, asked } = await run(pages(9, { takesMs: 5_000 }), {
        ...{ maxInFlight: 3, delayMs: 0 },
        earlier: useless('0', '1', '2', '8'),
      });
      expect([mostOpen, asked.length]).toEqual([3, 13]);
    });

    test('ends the results before it where nothing more may be started', async () => {
      const { outcome, asked } = await run(pages(4), { delayMs: 15_000, earlier: useless('3') });
      expect(asked).toEqual(['0', '1', '2', '3']);
      expect(outcome.results).toHaveLength(3);
      const none = await run(pages(1), { delayMs: 60_000, earlier: useless('0') });
      expect(none.outcome).toMatchObject({ results: [], lastStart: 0 });
    });
  });

  test('what robots.txt forbids is skipped without a request and without a delay', async () => {
    const { asked, outcome, endedAt } = await run(pages(3), {
      allows: ({ address }) => address === entryOf(1).address,
    });
    expect(asked).toEqual(['1']);
    expect(outcome.results.map(({ kind }) => kind)).toEqual(['skipped', 'page', 'skipped']);
    expect(endedAt).toBeLessThan(1_000);
  });

  test('what a person deletes is passed over, also while its start is waited for', async () => {
    const deleted = new Set(['0']);
    const stopAsked = async (): Promise<boolean> => {
      if (deleted.size < 3) for (const url of ['2', '4']) deleted.add(url);
      return false;
    };
    const { asked, outcome } = await run(pages(5), { isDeleted: ({ identity }) => deleted.has(identity), stopAsked });
    expect(asked).toEqual(['1', '3']);
    const passedOver = { kind: 'skipped', reason: 'deleted' };
    expect(outcome.results).toMatchObject([passedOver, { kind: 'page' }, passedOver, { kind: 'page' }, passedOver]);
  });

  test('a turn ends early when its bodies fill 16 MB', async () => {
    const { outcome } = await run(pages(9, { bytes: 6 * 1024 * 1024 }), { maxInFlight: 1 });
    expect(outcome.results).toHaveLength(3);
  });

  test('Retry-After ends the turn and tells how long, an hour at most', async () => {
    const tenYears = 10 * 365 * 86_400_000;
    const { outcome } = await run([{}, { status: 503, retryAfterMs: tenYears }, {}, {}], { maxInFlight: 1 });
    expect(outcome.results.map(({ kind }) => kind)).toEqual(['page', 'retry']);
    expect(outcome.retryAfterMs).toBe(protocol.probeLongestMs);
  });

  test('five failures in a row open the circuit: what counts is the pages before them', async () => {
    const { outcome, asked } = await run([{}, ...pages(9, { status: 500 })], { maxInFlight: 1 });
    expect(outcome).toMatchObject({ circuitOpened: true, failures: 5 });
    expect(outcome.results).toHaveLength(1);
    expect(asked).toHaveLength(6);
  });

  test('failures at the place where the circuit opened last count against their pages', async () => {
    const { outcome } = await run(pages(7, { status: 500 }), { maxInFlight: 1, isWhereCircuitOpened: at => at === 0 });
    expect(outcome).toMatchObject({ circuitOpened: false, failures: 7 });
    expect(outcome.results).toHaveLength(7);
  });

  test('a turn that may not wait so long ends before the wait, with what it has', async () => {
    const waits: number[] = [];
    const mayWait = (waitMs: number): boolean => {
      waits.push(waitMs);
      return waitMs <= 2_000;
    };
    const { starts, outcome, endedAt } = await run(pages(3), { delayMs: 5_000, mayWait });
    expect([starts, outcome.results.length]).toEqual([[0], 1]);
    expect(endedAt).toBeLessThan(100);
    expect(waits.at(-1)).toBeGreaterThan(2_000);
    const short = await run(pages(3), { delayMs: 1_500, mayWait });
    expect(short.outcome.results).toHaveLength(3);
  });

  describe('with pages that are rendered', () => {
    const unshared = {
      opened: () => undefined,
      closed: () => undefined,
      begun: async () => undefined,
      committed: async () => undefined,
    };

    /** Requests of pages, `count` parts each, count as starts of the turn. */
    async function rendered(count: number, replies: readonly Reply[], change: Partial<PoliteTask> = {}) {
      const parts: number[] = [];
      const render: TurnRendering['render'] = async ({ page }, line) => {
        try {
          const asked = Array.from({ length: count }, async () => await line.run(async onStart => onStart(now())));
          await Promise.all(asked);
          return page;
        } catch (error) {
          expect(error).toBeInstanceOf(TooLate);
          return undefined;
        }
      };
      let clock: { monotonic(): number } = { monotonic: () => 0 };
      const now = (): number => {
        parts.push(clock.monotonic());
        return clock.monotonic();
      };
      const done = await run(replies, { rendering: { ...unshared, render }, ...change }, 0, made => {
        clock = made;
      });
      return { ...done, parts };
    }

    test('parts are starts like pages: one page at a time, the delay between all', async () => {
      const { starts, parts, mostOpen } = await rendered(3, pages(2), { maxInFlight: 5 });
      const all = [...starts, ...parts].sort((a, b) => a - b);
      expect(all).toHaveLength(8);
      for (const gap of gaps(all)) expect(gap).toBeGreaterThanOrEqual(1_000);
      expect(mostOpen).toBe(1);
      expect(starts[1]).toBeGreaterThan(parts[2]!);
    });

    test('a page whose parts do not fit into the turn is no result, and nothing is started after it', async () => {
      const { outcome, starts, parts } = await rendered(30, pages(9));
      expect(starts).toHaveLength(2);
      expect(outcome.results).toHaveLength(1);
      expect(outcome.lastStart).toBe(parts.at(-1));
      expect(Math.max(...parts)).toBeLessThan(protocol.softDeadlineMs);
    });

    test('a page that an earlier turn was sent is not asked for again, and goes on where it was', async () => {
      const sent: PageResult = { kind: 'page', contentType: 'text/html', body: Buffer.from('sent before') };
      const whole: string[] = [];
      const render: TurnRendering['render'] = async ({ page }, line) => {
        await line.run(async onStart => onStart(5_000));
        whole.push(Buffer.from(page.body).toString());
        return page;
      };
      const begun: TurnRendering['begun'] = async (_, isFirst) => (isFirst ? sent : undefined);
      const rendering = { ...unshared, render, begun };
      const { outcome, asked } = await run(pages(2), { rendering });
      expect(asked).toEqual(['1']);
      expect(whole[0]).toBe('sent before');
      expect(outcome.results).toHaveLength(2);
    });

    test('a Retry-After that a part is given ends the turn after what is whole', async () => {
      const render: TurnRendering['render'] = async ({ page }, line) => {
        line.leaveAlone(7_000);
        return page;
      };
      const { outcome } = await run(pages(3), { rendering: { ...unshared, render } });
      expect([outcome.results.length, outcome.retryAfterMs]).toEqual([1, 7_000]);
    });

    test('a page that an earlier turn has had is not asked for again, and is no start of the turn', async () => {
      const page = { kind: 'page', contentType: 'text/html', body: Buffer.from('before') } as const;
      const seen: string[] = [];
      const { outcome, asked, starts } = await run(pages(3), {
        rendering: {
          ...unshared,
          begun: async ({ identity }) => (identity === '0' ? page : undefined),
          render: async each => {
            seen.push(Buffer.from(each.page.body).toString());
            return each.page;
          },
        },
      });
      expect([asked, starts[0]]).toEqual([['1', '2'], 0]);
      expect(seen[0]).toBe('before');
      expect(outcome.results.map(({ kind }) => kind)).toEqual(['page', 'page', 'page']);
    });

    test('a page that goes on in a later turn ends this one before it, though nothing was asked for', async () => {
      const page = { kind: 'page', contentType: 'text/html', body: Buffer.from('before') } as const;
      const { outcome, asked } = await run(pages(3), {
        rendering: { ...unshared, begun: async () => page, render: async () => undefined },
      });
      expect([asked, outcome.results, outcome.lastStart]).toEqual([[], [], undefined]);
    });
  });
});

describe('an answer that could not be read', () => {
  test('is requested once more at its polite instant, and stands in its place', async () => {
    const replies: Reply[] = [{}, { unread: true, bytes: 7 }, {}];
    const { outcome, starts, asked } = await run(replies, { maxInFlight: 1 });
    expect(asked).toEqual(['0', '1', '2', '1']);
    expect(starts).toEqual([0, 1_000, 2_000, 3_000]);
    expect(outcome.results.map(result => result.kind === 'page' && result.body.length)).toEqual([1, 7, 1]);
    expect(outcome).toMatchObject({ failures: 0, circuitOpened: false });
    expect(outcome).not.toHaveProperty('noAnswer');
  });

  test('waits for the next turn where no time is left for it', async () => {
    const { outcome } = await run([{}, { unread: true }, {}], { maxInFlight: 1, softEnd: 1_500 });
    expect(outcome.results).toHaveLength(1);
  });
});
