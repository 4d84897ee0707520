import { expect, test } from 'vitest';
import type { Handled, Message } from '../../shared/domain/protocol/crawl-state.ts';
import type { Queue } from '../../shared/ports/ports.ts';

export interface OpenQueue {
  readonly queue: Queue;
  /** Delivers to `handle` from now on. */
  consume(handle: (message: Message) => Promise<Handled>): void;
  close(): Promise<void> | void;
}

/** The promises of every queue: at least once, an id that stays, delays that are kept. */
export function queueContract(open: () => OpenQueue | Promise<OpenQueue>): void {
  const wake = { kind: 'fetch', crawl: 'c', site: 1, turn: 1 } as const;
  const done: Handled = { kind: 'done' };

  async function delivered(
    wakes: Parameters<Queue['send']>[0],
    most: number,
    handle: (message: Message, times: number) => Handled = () => done,
  ): Promise<{ message: Message; at: number }[]> {
    const opened = await open();
    const seen: { message: Message; at: number }[] = [];
    try {
      await new Promise<void>((resolve, reject) => {
        opened.consume(async message => {
          seen.push({ message, at: performance.now() });
          if (seen.length === most) resolve();
          return handle(message, seen.length);
        });
        opened.queue.send(wakes).catch(reject);
      });
    } finally {
      await opened.close();
    }
    return seen;
  }

  test('every message is delivered, both kinds, each with an id of its own', async () => {
    const wakes = [1, 2, 3].flatMap(turn => [
      { ...wake, turn },
      { ...wake, kind: 'parse' as const, turn, due: 5 },
    ]);
    const seen = await delivered(wakes, 6);
    expect(new Set(seen.map(({ message }) => message.id)).size).toBe(6);
    const bare = seen.map(({ message: { id: _, ...rest } }) => JSON.stringify(rest));
    expect(bare.sort()).toEqual(wakes.map(each => JSON.stringify(each)).sort());
  });

  test('a delayed message comes no sooner', async () => {
    const begin = performance.now();
    const seen = await delivered(
      [
        { ...wake, delayMs: 150 },
        { ...wake, turn: 2 },
      ],
      2,
    );
    expect(seen.map(({ message }) => message.turn)).toEqual([2, 1]);
    expect(seen[1]!.at - begin).toBeGreaterThanOrEqual(149);
  });

  test('a message that is put back comes again under its id, no sooner than asked', async () => {
    const seen = await delivered([wake], 2, (_, times) => (times === 1 ? { kind: 'put-back', delayMs: 120 } : done));
    expect(seen[1]!.message).toEqual(seen[0]!.message);
    expect(seen[1]!.at - seen[0]!.at).toBeGreaterThanOrEqual(119);
  });
}
