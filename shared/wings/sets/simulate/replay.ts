import { beginSchedule, decide } from '../schedule/decide.ts';
import type { Choice, Grant, GrantReport, Schedule } from '../schedule/schedule.ts';

/** A site's rewards in page order: new external links of each page that counts in a budget. */
export type RewardSequence = readonly number[];

export type ReplayOptions = Pick<Schedule, 'rule' | 'options' | 'oneEach' | 'budget'>;

export interface Replayed {
  /** Links after so many pages, from 0 on, in the order in which the pages were read. */
  readonly links: readonly number[];
  /** Site n is the n-th sequence, from 1. */
  readonly choices: readonly Choice[];
}

/**
 * The pages that the rule would have collected from sites that give these rewards. It asks the function that decides in a crawl,
 * and says it no more than a crawl would: that a site has ended is seen when a grant gives too few pages.
 */
export function replay(sequences: readonly RewardSequence[], options: ReplayOptions): Replayed {
  const sites = sequences.map((_, index) => ({ site: index + 1 }));
  const links = [0];
  let { schedule, choices } = decide(beginSchedule({ ...options, sites }), [], 0);
  const made = [...choices];
  for (let head = schedule.underWay[0]; head !== undefined; head = schedule.underWay[0]) {
    const report = reportOf(head, sequences[head.site - 1]!);
    for (const reward of report.rewards) links.push(links.at(-1)! + reward);
    ({ schedule, choices } = decide(schedule, [report], 0));
    for (const choice of choices) made.push(choice);
  }
  return { links, choices: made };
}

function reportOf({ step, from, to }: Grant, sequence: RewardSequence): GrantReport {
  const rewards = sequence.slice(from, to);
  return { step, rewards, end: rewards.length < to - from ? 'short' : 'whole' };
}
