import type { RuleOptions } from '../../../../../shared/domain/spec/rules.ts';
import { decide } from '../../../../../shared/wings/sets/schedule/decide.ts';
import type { Choice, Grant, GrantReport, Schedule } from '../../../../../shared/wings/sets/schedule/schedule.ts';

/** W = 1 and grants of one page. */
export const textbook: RuleOptions = {
  gittinsN: 1,
  ucbM: 1,
  quantumSeconds: 60,
  quantumPages: 2,
  grant: 1,
  inFlight: 1,
};

/** The site of each page, in the order in which the pages are read, where every report comes in its time. */
export function pagesOf(start: Schedule, sequences: readonly (readonly number[])[]): number[] {
  const pages: number[] = [];
  let { schedule } = decide(start, [], 0);
  for (let head = schedule.underWay[0]; head !== undefined; head = schedule.underWay[0]) {
    const report = reportOf(head, sequences);
    pages.push(...report.rewards.map(() => head!.site));
    ({ schedule } = decide(schedule, [report], 0));
  }
  return pages;
}

/** All choices where every report comes in its time. */
export function choicesOf(start: Schedule, sequences: readonly (readonly number[])[]): Choice[] {
  let { schedule, choices } = decide(start, [], 0);
  const made = [...choices];
  for (let head = schedule.underWay[0]; head !== undefined; head = schedule.underWay[0]) {
    ({ schedule, choices } = decide(schedule, [reportOf(head, sequences)], 0));
    made.push(...choices);
  }
  return made;
}

/** Site n is the n-th sequence, from 1. */
export function reportOf({ step, site, from, to }: Grant, sequences: readonly (readonly number[])[]): GrantReport {
  const rewards = sequences[site - 1]!.slice(from, to);
  return { step, rewards, end: rewards.length < to - from ? 'short' : 'whole' };
}

export function sitesOf(sequences: readonly unknown[]): { site: number }[] {
  return sequences.map((_, index) => ({ site: index + 1 }));
}
