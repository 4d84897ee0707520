import { describe, expect, test } from 'vitest';
import { lookNow, OnceWatched } from '../../../functions/embedded/watch-life.ts';

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

describe('a run of one look behind a run that was killed', () => {
  const look = (at: number) => JSON.stringify({ last: { at } });

  /** `waiting` as the run begins; in it, the source comes to rest with these looks. */
  async function lookedAgain(waiting: string, looks: Readonly<Record<string, string>>) {
    const clock = { now: () => now };
    const row = { site: 1, status: 'active', waiting, due: now, pending: new Set(), trouble: {} };
    const set: string[] = [];
    let due: Record<string, number> = {};
    const store = {
      readSites: async () => [row],
      readEntries: async () =>
        Object.entries(looks).map(([identity, state]) => ({ identity, state, due: due[identity] ?? Infinity })),
      setDue: async (_: string, __: number, identity: string, at: number) => {
        set.push(identity);
        due[identity] = row.due = at;
        return true;
      },
    };
    const once = await OnceWatched.begin({ store, clock } as unknown as Parameters<typeof OnceWatched.begin>[0], 'c');
    const isVisited = () =>
      once.isVisited.isMet({ sites: [row] } as unknown as Parameters<typeof once.isVisited.isMet>[0]);
    await once.goOn('c');
    const [atWork, isEarly] = [[...set], isVisited()];
    due = Object.fromEntries(Object.keys(looks).map(identity => [identity, identity === 'off' ? Infinity : now + day]));
    Object.assign(row, { waiting: 'rest', due: now + day });
    await once.goOn('c');
    await once.goOn('c');
    return { atWork, isEarly, set, isVisited: isVisited() };
  }

  const looks = { old: look(now - 1), own: look(now), off: look(now - day), unseen: '{}' };

  test('has the entries due again whose look was broken off, once, when their source rests', async () => {
    expect(await lookedAgain('', looks)).toEqual({ atWork: [], isEarly: false, set: ['old'], isVisited: false });
  });

  test('requests nothing again of a source that rested, or whose looks are all of this run', async () => {
    expect((await lookedAgain('rest', looks)).set).toEqual([]);
    const { set, isVisited } = await lookedAgain('', { own: look(now), off: look(now - day) });
    expect([set, isVisited]).toEqual([[], true]);
  });
});
