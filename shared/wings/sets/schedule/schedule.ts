/**
 * Which site gets the next pages of a budget (docs/design/budgets.md, "Sharing a page budget"): the state of these decisions, as
 * plain JSON. Decision g uses exactly the reports of grants ≤ g − W, read in grant order, so the outcome does not depend
 * on time.
 */
import type { RuleName, RuleOptions } from '../../../domain/spec/rules.ts';

/** A site among those that share the budget. All pages are counted from the site's first one on. */
export interface ScheduledSite {
  readonly site: number;
  /** The site's own limit; absent without one. */
  readonly most?: number;
  /** `dry`: the site gave less than its grant, or has ended. `held`: the site's host is in trouble, so decisions leave it out. */
  readonly state: 'open' | 'dry' | 'held';
  /** Pages it may fetch in all: finished ones and those under way. Of a dry site: its finished ones. */
  readonly granted: number;
  /** Pages whose reports were read. */
  readonly finished: number;
  /** Sum of the rewards of finished pages. */
  readonly reward: number;
  /** The memory of the rule for the site: plain JSON, small, of a size that does not grow with its pages. */
  readonly memory?: unknown;
}

/** A decision: pages `from` (exclusive) to `to` of the site. */
export interface Grant {
  /** g, from 1. */
  readonly step: number;
  readonly site: number;
  readonly from: number;
  readonly to: number;
}

export interface Schedule {
  readonly rule: RuleName;
  readonly options: RuleOptions;
  /** A site has at most one grant under way: its pages are picked from what all its reports say. Absent: it may have several. */
  readonly oneEach?: true;
  /** N: pages in all. */
  readonly budget: number;
  /** Number of the next decision, from 1. */
  readonly next: number;
  /** By number, ascending. */
  readonly sites: readonly ScheduledSite[];
  /** Grants whose reports were not read yet, in their order. */
  readonly underWay: readonly Grant[];
  /** Largest reward of one finished page. */
  readonly largest: number;
  /** The memory of the rule for the whole set: plain JSON, small. */
  readonly memory?: unknown;
}

/** The result of the first grant under way. */
export interface GrantReport {
  readonly step: number;
  /** Rewards of its pages in page order: new external links found on each. */
  readonly rewards: readonly number[];
  /** `whole`: as many pages as granted; `short`: the site has no more; `held`: its host is in trouble, the rest comes later. */
  readonly end: 'whole' | 'short' | 'held';
}

/** A decision with its reasons, for the log of choices. */
export interface Choice extends Grant {
  readonly rule: RuleName;
  /** Index of the sites that could be chosen, best first, at most 20; empty if the rule computes none. */
  readonly indexes: readonly { readonly site: number; readonly value: number }[];
}

export interface Decision {
  readonly schedule: Schedule;
  readonly choices: readonly Choice[];
}
