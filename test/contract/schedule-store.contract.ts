/** The promises of every keeper of the schedule (`ScheduleStore`), with two callers on one state. */
import { beforeEach, expect, test } from 'vitest';
import { specDefaults } from '../../shared/domain/spec/crawl-spec.ts';
import { addSite } from '../../shared/wings/sets/schedule/crawl-schedule.ts';
import { beginSchedule, decide } from '../../shared/wings/sets/schedule/decide.ts';
import type { Choice, GrantReport, Schedule } from '../../shared/wings/sets/schedule/schedule.ts';
import type { ScheduledStore } from '../../shared/wings/sets/schedule/schedule-store.ts';
import { id, type OpenCallers, openCrawl } from './callers.ts';
import { siteRow, tokenUntil } from './sample-state.ts';

/** The schedule of a crawl of `sites` sites with its first decisions. */
function begun(sites: number, inFlight = 3): { schedule: Schedule; choices: readonly Choice[] } {
  const options = { ...specDefaults.ruleOptions, inFlight };
  const numbers = Array.from({ length: sites }, (_, index) => ({ site: index + 1 }));
  return decide(beginSchedule({ rule: 'ucb1', options, budget: 10 * sites, sites: numbers }), [], 0);
}

function choiceOf(step: number): Choice {
  const indexes = [
    { site: 2, value: 1 / 3 },
    { site: 1, value: 0.25 },
  ];
  return { step, rule: 'ucb1', site: 2, from: step - 1, to: step, indexes };
}

/** `most`: sites of the largest schedule. */
export function scheduleStoreContract(open: OpenCallers<ScheduledStore>, most = 10_000): void {
  let first: ScheduledStore;
  let second: ScheduledStore;

  beforeEach(async () => {
    const callers = await openCrawl(open);
    ({ first, second } = callers);
    return async () => await callers.close();
  });

  /** A turn that is fetched and then parsed; its pages begin behind `from` others. */
  const parse = async (turn: number, from: number, pages: readonly number[], site = 1): Promise<string> => {
    const lease = { host: `h${site}`, crawl: id, site, turn, attempt: `a${turn}` };
    await first.takeToken({ ...lease, message: 'm', now: 1_700_000_000_000, delayMs: 0, idle: true });
    const patch = { turn, addPending: { turn, attempt: lease.attempt } };
    await first.leaveTurn(lease, { patch, demand: {}, token: tokenUntil(0, 0) });
    return await commit(turn, from, pages, site);
  };
  const commit = async (turn: number, from: number, pages: readonly number[], site = 1): Promise<string> => {
    const add = siteRow(id, site).counters;
    const rewards = { first: from, pages };
    return (await second.commitParse(id, site, { turn, message: 'p', add, due: 0, rewards })).kind;
  };

  test('a schedule is read as it was written, with the version of the write', async () => {
    expect(await first.readSchedule(id)).toBeUndefined();
    const { schedule, choices } = begun(2);
    expect(await first.writeSchedule(id, 0, schedule, choices)).toBe(true);
    expect(await second.readSchedule(id)).toEqual({ version: 1, schedule });
    const next = { ...schedule, next: 99 };
    expect(await second.writeSchedule(id, 1, next, [])).toBe(true);
    expect(await first.readSchedule(id)).toEqual({ version: 2, schedule: next });
    expect(await second.readChoices(id, 0, 10)).toEqual(choices);
  });

  test('of two callers that decide on the same version one is heard, and nothing of the other is kept', async () => {
    const { schedule } = begun(2);
    const wrote = await Promise.all([
      first.writeSchedule(id, 0, { ...schedule, next: 1 }, [choiceOf(1)]),
      second.writeSchedule(id, 0, { ...schedule, next: 2 }, [choiceOf(1), choiceOf(2)]),
    ]);
    expect(wrote.toSorted()).toEqual([false, true]);
    const { version, schedule: kept } = (await first.readSchedule(id))!;
    expect([version, kept.next]).toEqual([1, wrote[0] ? 1 : 2]);
    expect(await first.readChoices(id, 0, 10)).toHaveLength(kept.next);
    expect(await first.writeSchedule(id, 0, schedule, [choiceOf(3)])).toBe(false);
    expect(await first.writeSchedule(id, 2, schedule, [choiceOf(3)])).toBe(false);
    expect(await first.readChoices(id, 0, 10)).toHaveLength(kept.next);
  });

  test('choices are read in their order, from any step on, some at a time', async () => {
    const { schedule } = begun(2);
    const choices = Array.from({ length: 10 }, (_, index) => choiceOf(index + 1));
    await first.writeSchedule(id, 0, schedule, choices.slice(0, 4));
    await first.writeSchedule(id, 1, schedule, []);
    await first.writeSchedule(id, 2, schedule, choices.slice(4, 5));
    await first.writeSchedule(id, 3, schedule, choices.slice(5));
    expect(await second.readChoices(id, 0, 100)).toEqual(choices);
    expect(await second.readChoices(id, 2, 4)).toEqual(choices.slice(2, 6));
    expect(await second.readChoices(id, 10, 4)).toEqual([]);
  });

  test(`a schedule of ${most} sites is kept, whatever their rule remembers of them`, async () => {
    const { schedule } = begun(most);
    const sites = schedule.sites.map((site, index) => ({ ...site, memory: noise(index) }));
    const large = { ...schedule, sites };
    await first.writeSchedule(id, 0, large, []);
    expect(await second.readSchedule(id)).toEqual({ version: 1, schedule: large });
    await first.writeSchedule(id, 1, schedule, []);
    expect(await second.readSchedule(id)).toEqual({ version: 2, schedule });
    await first.writeSchedule(id, 2, large, []);
    expect(await second.readSchedule(id)).toEqual({ version: 3, schedule: large });
  });

  test('decisions for a thousand sites are what they would be in one place, whichever caller makes them', async () => {
    let decided = begun(1_000, 8);
    await first.writeSchedule(id, 0, decided.schedule, decided.choices);
    for (let version = 1; version <= 24; version += 1) {
      const [reader, writer] = version % 3 === 0 ? [first, second] : [second, first];
      expect(await reader.readSchedule(id)).toEqual({ version, schedule: decided.schedule });
      const { schedule } = (await writer.readSchedule(id))!;
      decided = decide(schedule, [wholeReport(schedule)], 0);
      expect(await writer.writeSchedule(id, version, decided.schedule, decided.choices)).toBe(true);
    }
    expect(await second.readSchedule(id)).toEqual({ version: 25, schedule: decided.schedule });
    const grown = addSite(decided.schedule, { site: 1_001 });
    expect(await second.writeSchedule(id, 25, grown, [])).toBe(true);
    expect(await first.readSchedule(id)).toEqual({ version: 26, schedule: grown });
  });

  test('of two callers that write one version for a thousand sites, at first or later, one is heard wholly', async () => {
    const { schedule } = begun(1_000);
    const marked = (from: number, reward: number): Schedule => ({
      ...schedule,
      sites: schedule.sites.map(site => (site.site > from ? { ...site, reward } : site)),
    });
    for (const [version, from] of [0, 990, 0].entries()) {
      const [one, other] = [marked(from, 2 * version + 1), marked(from, 2 * version + 2)];
      const wrote = await Promise.all([
        first.writeSchedule(id, version, one, []),
        second.writeSchedule(id, version, other, []),
      ]);
      expect(wrote.toSorted()).toEqual([false, true]);
      const kept = { version: version + 1, schedule: wrote[0] ? one : other };
      expect(await first.readSchedule(id)).toEqual(kept);
      expect(await second.readSchedule(id)).toEqual(kept);
    }
  });

  test('whoever reads while another writes sees one version', async () => {
    const { schedule } = begun(100);
    const at = (next: number): Schedule => ({
      ...{ ...schedule, next },
      sites: schedule.sites.map(site => (site.site % 20 === 0 ? { ...site, reward: next } : site)),
    });
    await first.writeSchedule(id, 0, at(1), []);
    let isWriting = true;
    const writing = (async () => {
      for (let version = 1; version <= 20; version += 1) await first.writeSchedule(id, version, at(version + 1), []);
      isWriting = false;
    })();
    while (isWriting) {
      const { version, schedule: read } = (await second.readSchedule(id))!;
      expect(read).toEqual(at(version));
    }
    await writing;
  });

  test('the rewards of parsed turns are read in page order, from any page on, per site', async () => {
    expect(await second.readRewards(id, 1, 0)).toEqual([]);
    await parse(1, 0, [5]);
    await parse(2, 1, []);
    await parse(3, 1, [0, 7, 1]);
    await parse(1, 0, [9], 2);
    await parse(4, 4, [2, 0]);
    const all = [5, 0, 7, 1, 2, 0];
    for (let skip = 0; skip <= 7; skip += 1) expect(await second.readRewards(id, 1, skip)).toEqual(all.slice(skip));
    expect(await first.readRewards(id, 2, 0)).toEqual([9]);
  });

  test('a turn that is committed again adds no rewards', async () => {
    expect(await parse(1, 0, [3, 4])).toBe('committed');
    expect(await commit(1, 0, [3, 4])).toBe('not-pending');
    expect(await second.readRewards(id, 1, 0)).toEqual([3, 4]);
  });
}

/** The first grant under way gave something on each of its pages. */
function wholeReport({ underWay: [head] }: Schedule): GrantReport {
  const { step, from, to } = head!;
  return { step, rewards: Array.from({ length: to - from }, (_, page) => (step * 7 + page) % 5), end: 'whole' };
}

/** Numbers that no compression makes small. */
function noise(seed: number): readonly number[] {
  return Array.from({ length: 6 }, (_, index) => Math.sin(seed * 6 + index + 1));
}
