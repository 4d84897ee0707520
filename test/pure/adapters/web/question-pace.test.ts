import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { QuestionPace } from '../../../../shared/adapters/web/question-pace.ts';

const silence = Object.assign(new Error('query ETIMEOUT'), { code: 'ETIMEOUT' });
const never = new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

/** Asks about `names`, each of which is answered after `answerMs`, or given up then if it is `silent`. */
function asking(pace: QuestionPace, names: number, answerMs: number, silent = false) {
  const asked: number[] = [];
  const ask = async (index: number): Promise<void> => {
    asked.push(index);
    await new Promise(resolve => setTimeout(resolve, answerMs));
    if (silent) throw silence;
  };
  const run = async (index: number): Promise<void> => {
    await pace.run(() => ask(index), { signal: never, isRepeat: false }).catch(() => undefined);
  };
  return { asked, done: Promise.all(Array.from({ length: names }, (_, index) => run(index))) };
}

describe('the pace of questions', () => {
  test('begins with 32 names, and each quick answer makes room for one more', async () => {
    const pace = new QuestionPace();
    const { asked } = asking(pace, 200, 10);
    expect([asked.length, pace.waiting]).toEqual([32, 168]);
    await pass(10);
    expect([asked.length, pace.waiting]).toEqual([32 + 64, 104]);
  });

  test('asks in the order in which names came', async () => {
    const { asked, done } = asking(new QuestionPace(), 300, 10);
    await pass(1_000);
    await done;
    expect(asked).toEqual(Array.from({ length: 300 }, (_, index) => index));
  });

  test('gives the place of a late name to the next, and makes room for a name less', async () => {
    const { asked } = asking(new QuestionPace(), 100, 3_000);
    await pass(499);
    expect(asked).toHaveLength(32);
    await pass(1);
    // 32 places less 32, but never fewer than 16.
    expect(asked).toHaveLength(32 + 16);
  });

  test('makes no room for fewer names once late ones never come', async () => {
    const pace = new QuestionPace();
    asking(pace, 200, 1_000, true);
    await pass(10_000);
    const quick = asking(pace, 200, 10);
    await pass(100);
    await quick.done;
    const { asked } = asking(pace, 1_000, 2_000, true);
    const atFirst = asked.length;
    await pass(500);
    expect(atFirst).toBeGreaterThan(200);
    expect(asked).toHaveLength(2 * atFirst);
  });

  test('asks about as many names as sites are fetched from before a request is given up, also where all are silent', async () => {
    const pace = new QuestionPace();
    asking(pace, 256, 20_000);
    await pass(8_500);
    expect(pace.waiting).toBe(0);
  });

  test('does not ask about a name that is given up in the line', async () => {
    const pace = new QuestionPace();
    asking(pace, 32, 400);
    const over = new AbortController();
    let isAsked = false;
    void pace.run(
      async () => {
        isAsked = true;
      },
      { signal: over.signal, isRepeat: false },
    );
    expect(pace.waiting).toBe(1);
    over.abort();
    await pass(1_000);
    expect([pace.waiting, isAsked]).toEqual([0, false]);
  });
});
