import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import { Calls, LostCall, noBegunCall } from '../../../functions/embedded/threads/calls.ts';
import { againIfLost, ThreadMemory, untilAnswered } from '../../../functions/embedded/threads/thread-memory.ts';
import type { Handled, Message } from '../../../shared/domain/protocol/crawl-state.ts';

const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

function channel(): readonly [here: MessagePort, there: MessagePort] {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  return [port1, port2];
}

interface Counter {
  add(n: number): Promise<number>;
}

test('of the calls to a thread that dies, those that it has begun are lost, and the others reach its successor', async () => {
  const begun = noBegunCall();
  const [here, there] = channel();
  const never = Promise.withResolvers<number>();
  const asked = Promise.withResolvers<void>();
  const dying: Counter = {
    add: async () => {
      asked.resolve();
      // As a thread that reads a page: it takes nothing more.
      there.removeAllListeners('message');
      return await never.promise;
    },
  };
  new Calls(there, { here: begun }).serve('counter', dying);
  const calls = new Calls(here, { there: begun });
  const counter = calls.remote<Counter>('counter');
  const first = counter.add(1);
  const second = counter.add(2);
  await asked.promise;
  calls.lose();
  await expect(first).rejects.toBeInstanceOf(LostCall);
  const third = counter.add(3);
  const [hereAgain, thereAgain] = channel();
  const seen: number[] = [];
  const successor: Counter = {
    add: async n => {
      seen.push(n);
      return n * 10;
    },
  };
  new Calls(thereAgain, { here: begun }).serve('counter', successor);
  calls.reconnect(hereAgain);
  expect(await Promise.all([second, third, counter.add(4)])).toEqual([20, 30, 40]);
  expect(seen).toEqual([2, 3, 4]);
});

test('a step whose call is lost leaves its message to the queue, and what may be asked twice is asked again', async () => {
  const lost = async (): Promise<Handled> => {
    throw new LostCall('gone');
  };
  expect(await againIfLost(lost)).toEqual({ kind: 'put-back', delayMs: 0 });
  await expect(
    againIfLost(async () => {
      throw new Error('no luck');
    }),
  ).rejects.toThrow('no luck');
  let asked = 0;
  const answer = await untilAnswered(async () => {
    asked += 1;
    if (asked < 3) throw new LostCall('gone');
    return 'here';
  });
  expect([answer, asked]).toEqual(['here', 3]);
});

describe('a state thread without memory', () => {
  const message = (site: number, turn: number): Message => ({ kind: 'parse', crawl: 'c', site, turn, id: 'm' });
  const done: Handled = { kind: 'done' };

  function memory() {
    const notes: string[] = [];
    const log = { note: ({ site, text }: { site: number; text: string }) => void notes.push(`${site}: ${text}`) };
    const clock = { now: () => 0, monotonic: () => 0, sleep: async () => undefined };
    return { notes, memory: new ThreadMemory({ clock, log }) };
  }

  /** The thread dies while it parses; the answer is whether the crawl goes on. */
  async function dies(thread: ThreadMemory, parsed: Message): Promise<boolean> {
    let goesOn = false;
    const parse = async (): Promise<Handled> => {
      goesOn = thread.survives();
      throw new LostCall('gone');
    };
    await againIfLost(() => thread.whileParsing(parsed, parse));
    return goesOn;
  }

  test('parsed the first of the turns that wait for it', async () => {
    const { memory: thread, notes } = memory();
    const first = Promise.withResolvers<Handled>();
    const second = Promise.withResolvers<Handled>();
    const all = [
      thread.whileParsing(message(1, 4), () => first.promise),
      thread.whileParsing(message(2, 7), () => second.promise),
    ];
    thread.survives();
    first.resolve(done);
    await all[0];
    thread.survives();
    second.resolve(done);
    await all[1];
    thread.survives();
    expect(notes.map(note => /^\d+: .*?(turn \d+|$)/.exec(note)![0].replace(/: .*?(turn|$)/, ' $1'))).toEqual([
      ...['1 turn 4', '2 turn 7', '0 '],
    ]);
  });

  test('is replaced three times at one turn, however many other turns are parsed in between', async () => {
    const { memory: thread, notes } = memory();
    for (let death = 1; death <= 4; death += 1) {
      expect(await dies(thread, message(1, 5))).toBe(death < 4);
      await thread.whileParsing(message(2, death), async () => done);
    }
    expect(notes).toHaveLength(3);
    expect(notes[0]).toMatch(/^1: .* while it parsed turn 5, which is parsed again$/);
  });

  test('may die at any number of turns, each of which is parsed in the end', async () => {
    const { memory: thread } = memory();
    for (let turn = 1; turn <= 20; turn += 1) {
      expect(await dies(thread, message(1, turn))).toBe(true);
      await thread.whileParsing(message(1, turn), async () => done);
    }
  });

  test('that parses nothing is replaced three times in all', () => {
    const { memory: thread, notes } = memory();
    expect([1, 2, 3, 4].map(() => thread.survives())).toEqual([true, true, true, false]);
    expect(notes[0]).toBe('0: the thread that keeps the state had no memory left and was started again');
  });
});
