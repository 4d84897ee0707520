import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noCounts } from '../../../../../shared/domain/protocol/crawl-state.ts';
import { readSpec } from '../../../../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../../../../shared/domain/spec/resolve/resolve-spec.ts';
import { type RuleName, ruleNames } from '../../../../../shared/domain/spec/rules.ts';
import {
  addSite,
  firstSchedule,
  followCrawl,
  raiseBudget,
  releaseSite,
  removeSite,
  reopenSite,
} from '../../../../../shared/wings/sets/schedule/crawl-schedule.ts';
import { beginSchedule, decide, nothingLeft } from '../../../../../shared/wings/sets/schedule/decide.ts';
import type { GrantReport, Schedule } from '../../../../../shared/wings/sets/schedule/schedule.ts';
import { siteRow } from '../../../../contract/sample-state.ts';
import { draws } from '../../../draws.ts';
import { textbook } from './play.ts';

const options = { ...textbook, gittinsN: 3, ucbM: 3, grant: 2, inFlight: 3 };

function begun(rule: RuleName, budget: number, sites: number, changed: Partial<typeof options> = {}): Schedule {
  const numbers = Array.from({ length: sites }, (_, index) => ({ site: index + 1 }));
  return decide(beginSchedule({ rule, options: { ...options, ...changed }, budget, sites: numbers }), [], 0).schedule;
}

/** Reads the first grant under way as whole, each page with reward 1. */
function next(schedule: Schedule): Schedule {
  const head = schedule.underWay[0]!;
  const rewards = Array<number>(head.to - head.from).fill(1);
  return decide(schedule, [{ step: head.step, rewards, end: 'whole' }], 0).schedule;
}

function toTheEnd(schedule: Schedule): Schedule {
  let now = decide(schedule, [], 0).schedule;
  while (now.underWay.length > 0) now = next(now);
  return now;
}

const finishedOf = (schedule: Schedule): number[] => schedule.sites.map(({ finished }) => finished);
const site = (schedule: Schedule, number: number) => schedule.sites.find(each => each.site === number)!;

describe('a site that is added', () => {
  test.each(ruleNames.filter(name => name !== 'sequential'))('gets pages by %s', rule => {
    const added = toTheEnd(addSite(next(begun(rule, 60, 2)), { site: 3 }));
    expect(site(added, 3).finished).toBeGreaterThan(0);
    expect(finishedOf(added).reduce((sum, pages) => sum + pages, 0)).toBe(60);
  });

  test('shares with R1 what is unspent anew', () => {
    // 10 of 40 pages are spent and one is granted: the other 29 are shared by three.
    let schedule = begun('equal', 40, 2, { inFlight: 1 });
    for (let grant = 0; grant < 10; grant++) schedule = next(schedule);
    expect(site(schedule, 1).granted).toBe(11);
    expect(finishedOf(toTheEnd(addSite(schedule, { site: 3 })))).toEqual([21, 10, 9]);
  });

  test('cannot have a number that is taken', () => {
    expect(() => addSite(begun('equal', 40, 2), { site: 2 })).toThrow('site 2 is in the schedule');
  });
});

describe('a site that is removed', () => {
  test('gives back what it has not spent, and its grants leave the queue', () => {
    const schedule = begun('sequential', 20, 2);
    expect(schedule.underWay).toHaveLength(3);
    const removed = removeSite(schedule, 1, 1);
    expect(removed.underWay).toEqual([]);
    expect(finishedOf(toTheEnd(removed))).toEqual([1, 19]);
  });

  test('leaves reports of its grants without effect', () => {
    const schedule = begun('sequential', 20, 2);
    const late: GrantReport = { step: schedule.underWay[0]!.step, rewards: [7, 7], end: 'whole' };
    const after = decide(removeSite(schedule, 1, 2), [late], 0).schedule;
    expect(site(after, 1)).toMatchObject({ finished: 2, reward: 0 });
  });
});

describe('a host in trouble', () => {
  const held = (schedule: Schedule, rewards: readonly number[]): Schedule => {
    const head = schedule.underWay[0]!;
    return decide(schedule, [{ step: head.step, rewards, end: 'held' }], 0).schedule;
  };

  test('keeps its site out of the choice and the rest of its pages reserved', () => {
    const schedule = held(begun('sequential', 20, 2), [5]);
    expect(site(schedule, 1)).toMatchObject({ state: 'held', granted: 6, finished: 1, reward: 5 });
    expect(schedule.underWay.every(grant => grant.site === 2)).toBe(true);
    const waiting = toTheEnd(schedule);
    expect(finishedOf(waiting)).toEqual([1, 14]);
    expect(nothingLeft(waiting)).toBe(false);
  });

  test('gets that rest as one grant under a number of its own when it is well again', () => {
    const waiting = toTheEnd(held(begun('sequential', 20, 2), [5]));
    const released = releaseSite(waiting, 1);
    expect(released.underWay).toEqual([{ step: waiting.next, site: 1, from: 1, to: 6 }]);
    const ended = toTheEnd(released);
    expect(finishedOf(ended)).toEqual([6, 14]);
    expect(nothingLeft(ended)).toBe(true);
  });

  test('does not keep R1 from giving the rest to another site', () => {
    const schedule = begun('equal', 10, 2, { grant: 5, inFlight: 2 });
    const ended = toTheEnd(held(schedule, []));
    // The page that the silent host was granted stays its own.
    expect(finishedOf(ended)).toEqual([0, 9]);
    expect(finishedOf(toTheEnd(removeSite(ended, 1, 0)))).toEqual([0, 10]);
  });
});

test('a raised budget goes on as if it had been larger, and is never lowered', () => {
  const ended = toTheEnd(begun('equal', 30, 3));
  expect(nothingLeft(ended)).toBe(true);
  expect(finishedOf(ended)).toEqual([10, 10, 10]);
  expect(raiseBudget(ended, 20)).toBe(ended);
  const raised = raiseBudget(ended, 60);
  expect(nothingLeft(raised)).toBe(false);
  expect(finishedOf(toTheEnd(raised))).toEqual([20, 20, 20]);
});

test('a dry site may be opened again', () => {
  const schedule = begun('sequential', 20, 1);
  const dry = decide(schedule, [{ step: 1, rewards: [1], end: 'short' }], 0).schedule;
  expect(site(dry, 1)).toMatchObject({ state: 'dry', granted: 1, finished: 1 });
  expect(dry.underWay).toEqual([]);
  expect(nothingLeft(dry)).toBe(true);
  expect(finishedOf(toTheEnd(reopenSite(dry, 1)))).toEqual([20]);
});

test.each([
  ['removed', (schedule: Schedule) => removeSite(schedule, 9, 0)],
  ['released', (schedule: Schedule) => releaseSite(schedule, 9)],
  ['opened again', (schedule: Schedule) => reopenSite(schedule, 9)],
])('a site that is not there cannot be %s', (_, change) => {
  expect(() => change(begun('equal', 40, 2))).toThrow('site 9 is not in the schedule');
});

/** Events that may happen between two reports, with numbers that choose among the sites. */
type Event = {
  readonly kind: 'report' | 'held' | 'short' | 'add' | 'remove' | 'release' | 'reopen' | 'raise';
  n: number;
};

const kinds = ['report', 'report', 'report', 'held', 'short', 'add', 'remove', 'release', 'reopen', 'raise'] as const;

function after(schedule: Schedule, { kind, n }: Event): Schedule {
  const some = schedule.sites[n % schedule.sites.length]!;
  switch (kind) {
    case 'add':
      return decide(addSite(schedule, { site: schedule.sites.length + 1, ...(n % 3 === 0 && { most: n }) }), [], 0)
        .schedule;
    case 'remove':
      return decide(removeSite(schedule, some.site, some.finished + (n % (some.granted - some.finished + 1))), [], 0)
        .schedule;
    case 'release':
      return decide(releaseSite(schedule, some.site), [], 0).schedule;
    case 'reopen':
      return decide(reopenSite(schedule, some.site), [], 0).schedule;
    case 'raise':
      return decide(raiseBudget(schedule, schedule.budget + (n % 20)), [], 0).schedule;
    default: {
      const head = schedule.underWay[0];
      if (head === undefined) return schedule;
      const pages = kind === 'report' ? head.to - head.from : n % (head.to - head.from + 1);
      const rewards = Array<number>(pages).fill(n % 5);
      return decide(schedule, [{ step: head.step, rewards, end: kind === 'report' ? 'whole' : kind }], 0).schedule;
    }
  }
}

function demandSums({ sites, budget, underWay }: Schedule): void {
  expect(sites.reduce((sum, { granted }) => sum + granted, 0)).toBeLessThanOrEqual(budget);
  for (const { site, state, finished, granted, most } of sites) {
    expect(granted).toBeLessThanOrEqual(most ?? Number.POSITIVE_INFINITY);
    const mine = underWay.filter(grant => grant.site === site);
    if (state === 'dry') expect(granted).toBe(finished);
    if (state !== 'open') expect(mine).toEqual([]);
    // The pages of a site that are under way are its pages without a gap, in order.
    else expect([finished, ...mine.map(({ to }) => to)]).toEqual([...mine.map(({ from }) => from), granted]);
  }
}

test('whatever happens to sites and budget, the sums are right and the budget is spent to the end', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ruleNames),
      fc.array(fc.record({ kind: fc.constantFrom(...kinds), n: fc.nat(60) }), { maxLength: 40 }),
      (rule, events) => {
        let schedule = begun(rule, 50, 3);
        for (const event of events) {
          schedule = after(schedule, event);
          demandSums(schedule);
        }
        for (const { site } of schedule.sites) schedule = releaseSite(reopenSite(schedule, site), site);
        schedule = toTheEnd(schedule);
        demandSums(schedule);
        expect(nothingLeft(schedule)).toBe(true);
        const finished = finishedOf(schedule).reduce((sum, pages) => sum + pages, 0);
        const room = schedule.sites.reduce((sum, { most }) => sum + (most ?? Number.POSITIVE_INFINITY), 0);
        expect(finished).toBe(Math.min(schedule.budget, room));
      },
    ),
    { numRuns: draws(300) },
  );
});

test('a site that turns out to be another one ends by its report, whenever a tick sees that', () => {
  const spec = resolveSpec([
    readSpec({ sites: [{ url: 'https://a.test/' }, { url: 'https://b.test/' }], limit: 20 }, String),
  ]);
  const first = decide(firstSchedule(spec), [], 0).schedule;
  const rows = [siteRow('c', 1), siteRow('c', 2, { status: 'same-as', sameAs: 1, used: 1 })];
  expect(followCrawl(first, spec, rows, 0)).toBe(first);
});

describe('a limit that comes late', () => {
  const specOf = (rule: RuleName, limit: number) => {
    const sites = [1, 2, 3, 4].map(number => ({ url: `https://s${number}.test/` }));
    return resolveSpec([
      readSpec({ sites, limit, rule, ruleOptions: { inFlight: 1, grant: 2 } }, path => path.join('.')),
    ]);
  };
  /** Site 1 has 2 of its 10 pages to be parsed still, site 2 is done, site 3 has not begun, site 4 was removed. */
  const rowOf = (
    site: number,
    used: number,
    parsed: number,
    links: number,
    status: 'active' | 'no-work' | 'removed',
  ) => ({
    row: siteRow('c', site, {
      ...{ status, used, grant: status === 'active' ? used : Number.POSITIVE_INFINITY },
      counters: { ...noCounts, pages: parsed, newExternalLinks: links },
    }),
    hasRewards: parsed === 0,
  });
  const past = [
    rowOf(1, 10, 8, 40, 'active'),
    rowOf(2, 5, 5, 5, 'no-work'),
    rowOf(3, 0, 0, 0, 'active'),
    rowOf(4, 3, 3, 0, 'removed'),
  ];
  const rows = past.map(({ row }) => row);

  test.each(ruleNames)('counts what each site has fetched, and %s gives the rest to the page', rule => {
    const spec = specOf(rule, 40);
    const first = firstSchedule(spec, past);
    expect(first.sites).toMatchObject([
      { site: 1, state: 'open', granted: 10, finished: 8, reward: 40 },
      { site: 2, state: 'dry', granted: 5, finished: 5, reward: 5 },
      { site: 4, state: 'dry', granted: 3, finished: 3, reward: 0 },
    ]);
    expect(first.underWay).toEqual([{ step: 1, site: 1, from: 8, to: 10 }]);
    const end = toTheEnd(followCrawl(first, spec, rows, 0));
    expect(end.sites.reduce((sum, { finished }) => sum + finished, 0)).toBe(40);
    expect([site(end, 2).finished, site(end, 4).finished, nothingLeft(end)]).toEqual([5, 3, true]);
  });

  test('leaves nothing to give where more is fetched than it allows', () => {
    const spec = specOf('adaptive', 12);
    const end = toTheEnd(followCrawl(firstSchedule(spec, past), spec, rows, 0));
    expect([...finishedOf(end), nothingLeft(end)]).toEqual([10, 5, 0, 3, true]);
  });

  test('tells sites apart by the means of what they gave before', () => {
    const spec = specOf('adaptive', 400);
    const rich = [rowOf(1, 60, 60, 6, 'active'), rowOf(2, 60, 60, 600, 'active')];
    const { choices } = decide(firstSchedule(spec, rich), [], 0);
    expect(choices[0]).toMatchObject({ site: 2, from: 60 });
  });

  test('reads the rewards of a site that was alone with a limit from its first page on', () => {
    const alone = {
      row: siteRow('c', 1, { used: 4, grant: 9, counters: { ...noCounts, pages: 4 } }),
      hasRewards: true,
    };
    expect(firstSchedule(specOf('gittins', 20), [alone]).underWay).toEqual([{ step: 1, site: 1, from: 0, to: 9 }]);
  });
});
