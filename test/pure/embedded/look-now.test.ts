import { expect, test } from 'vitest';
import { lookNow } from '../../../functions/embedded/watch-life.ts';

const [now, day] = [1_000_000, 86_400_000];

async function dueAfter(beyond?: number): Promise<Record<string, number>> {
  const due: Record<string, number> = { soon: now + 5, tomorrow: now + day, late: now + 400 * day, off: Infinity };
  const store = {
    readSites: async () => [{ site: 1 }],
    readEntries: async () => Object.entries(due).map(([identity, at]) => ({ identity, due: at })),
    setDue: async (_: string, __: number, identity: string, at: number) => {
      due[identity] = at;
      return true;
    },
  };
  await lookNow(store as unknown as Parameters<typeof lookNow>[0], 'c', now, beyond);
  return due;
}

test('a run of one look has all entries due that are on', async () => {
  expect(await dueAfter()).toEqual({ soon: now, tomorrow: now, late: now, off: Infinity });
});

test('an entry that rests beyond the longest interval, by a clock that was wrong, is due when the watch goes on', async () => {
  const due = { soon: now + 5, tomorrow: now + day, late: now, off: Infinity };
  expect(await dueAfter(now + day)).toEqual(due);
});
