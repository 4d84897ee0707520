/**
 * The decisions of a schedule, as a pure function of the reports in grant order. Decision g uses exactly the reports of
 * grants ≤ g − W: one report of the first grant under way is applied, then all decisions are made that this allows,
 * then the next. So reports that are doubled, late or out of order change nothing, and neither does how they are handed
 * over.
 *
 * That a site has no more pages is only known when a grant came back short; its later grants then count as read. Unused
 * pages return. Since t(i), s(i) and n count pages, not grants, a grant without pages leaves no trace. So grants of one
 * page with W = 1 give the pages of the textbook, which leaves empty sites out beforehand.
 */

import type { RuleName } from '../../../domain/spec/rules.ts';
import { adaptive } from './adaptive.ts';
import { type Rule, type RuleChoice, roomOf, unspent } from './rule.ts';
import type { Choice, Decision, Grant, GrantReport, Schedule, ScheduledSite } from './schedule.ts';
import { equal, gittins, quantum, sequential, ucb1 } from './simple-rules.ts';
import { siteOf, withSite } from './site-of.ts';

const rules: Readonly<Record<RuleName, Rule>> = { adaptive, sequential, quantum, equal, gittins, ucb1 };

export interface NewSchedule extends Pick<Schedule, 'rule' | 'options' | 'oneEach' | 'budget'> {
  readonly sites: readonly { readonly site: number; readonly most?: number }[];
}

/** Nothing granted yet; the first grants are those of a `decide` without reports. */
export function beginSchedule({ sites, ...given }: NewSchedule): Schedule {
  const open = sites
    .toSorted((a, b) => a.site - b.site)
    .map((site): ScheduledSite => ({ ...site, state: 'open', granted: 0, finished: 0, reward: 0 }));
  return arranged({ ...given, next: 1, sites: open, underWay: [], largest: 0 });
}

/** After the sites or the budget have changed. */
export function arranged(schedule: Schedule): Schedule {
  return rules[schedule.rule].arrange?.(schedule) ?? schedule;
}

/**
 * After sites came in with finished pages whose single rewards nobody kept: they count as if each page had given the mean of
 * its site.
 */
export function recalled(schedule: Schedule): Schedule {
  const means = schedule.sites.map(({ reward, finished }) => (finished === 0 ? 0 : reward / finished));
  const largest = means.reduce((most, mean) => Math.max(most, mean), schedule.largest);
  return rules[schedule.rule].recall?.({ ...schedule, largest }) ?? { ...schedule, largest };
}

/**
 * Reads what it can of `reports` and makes all decisions that they allow. A report whose grant is not the first under way
 * is not kept: it is to be given again. The same schedule comes back where nothing changed. `now`: wall clock, ms. Throws
 * if a report has other pages than its grant.
 */
export function decide(schedule: Schedule, reports: readonly GrantReport[], now: number): Decision {
  const waiting = new Map(reports.filter(({ step }) => step < schedule.next).map(report => [report.step, report]));
  const choices: Choice[] = [];
  let decided = makeGrants(schedule, now, choices);
  for (let head = decided.underWay[0]; head !== undefined; head = decided.underWay[0]) {
    const report = waiting.get(head.step);
    if (report === undefined) break;
    decided = makeGrants(learn(addReport(decided, head, report), head.site, report.rewards), now, choices);
  }
  return { schedule: decided, choices };
}

/** No grant under way and none possible: the crawl ends by its page budget. A host in trouble may still have its pages. */
export function nothingLeft(schedule: Schedule): boolean {
  if (schedule.underWay.length > 0) return false;
  const left = unspent(schedule);
  const heldBack = schedule.sites.some(
    site =>
      site.state === 'held' && (site.granted > site.finished || (left > 0 && roomOf({ ...site, state: 'open' }) > 0)),
  );
  return !heldBack && (left <= 0 || rules[schedule.rule].choose(schedule, left, 0) === undefined);
}

/** Makes decisions until W grants are under way, the budget is shared out or nothing can be chosen. */
function makeGrants(schedule: Schedule, now: number, choices: Choice[]): Schedule {
  let decided = schedule;
  while (decided.underWay.length < decided.options.inFlight) {
    const left = unspent(decided);
    const choice = left > 0 ? rules[decided.rule].choose(decided, left, now) : undefined;
    if (choice === undefined) break;
    const grant = grantOf(decided, choice, left);
    choices.push({ ...grant, rule: decided.rule, indexes: choice.indexes });
    decided = withGrant(decided, grant, choice);
  }
  return decided;
}

function grantOf(schedule: Schedule, { site: number, pages }: RuleChoice, left: number): Grant {
  const site = siteOf(schedule, number);
  const to = site.granted + Math.min(pages, left, roomOf(site));
  return { step: schedule.next, site: number, from: site.granted, to };
}

function withGrant(schedule: Schedule, grant: Grant, { memory }: RuleChoice): Schedule {
  return {
    ...withSite(schedule, grant.site, { granted: grant.to }),
    next: grant.step + 1,
    underWay: [...schedule.underWay, grant],
    ...(memory !== undefined && { memory }),
  };
}

const stateAfter = { whole: 'open', short: 'dry', held: 'held' } as const;

/** The report of the first grant under way, added to the counts. Only an open site has grants under way. */
function addReport(schedule: Schedule, head: Grant, { rewards, end, step }: GrantReport): Schedule {
  const pages = head.to - head.from;
  if (rewards.length > pages || (end === 'whole' && rewards.length < pages)) {
    throw new Error(`grant ${step} is of ${pages} pages, its report (${end}) of ${rewards.length}`);
  }
  const { granted, finished: before, reward } = siteOf(schedule, head.site);
  const finished = before + rewards.length;
  const isOpen = end === 'whole';
  return {
    ...withSite(schedule, head.site, {
      state: stateAfter[end],
      granted: end === 'short' ? finished : granted,
      finished,
      reward: rewards.reduce((sum, each) => sum + each, reward),
    }),
    underWay: isOpen ? schedule.underWay.slice(1) : schedule.underWay.filter(({ site }) => site !== head.site),
    largest: rewards.reduce((largest, each) => Math.max(largest, each), schedule.largest),
  };
}

/** With what the rule makes of a report that was counted. */
function learn(schedule: Schedule, site: number, rewards: readonly number[]): Schedule {
  const { siteMemory, memory } = rules[schedule.rule].learn?.(schedule, siteOf(schedule, site), rewards) ?? {};
  const kept = siteMemory === undefined ? schedule : withSite(schedule, site, { memory: siteMemory });
  return memory === undefined ? kept : { ...kept, memory };
}
