import type { pageOrders } from '../../../domain/spec/crawl-spec.ts';
import type { RuleName } from '../../../domain/spec/rules.ts';
import type { BudgetOutcome, LinkCurve } from './compare-rules.ts';

/** Which rules are compared, at which budgets of pages. */
export interface AskedSimulation {
  readonly rules: readonly RuleName[];
  readonly budgets: readonly number[];
  /** Order in which the pages of each site come; absent: as they came. */
  readonly order?: (typeof pageOrders)[number] | undefined;
}

/** The pages that each rule would have collected from the sites of some crawls. */
export interface SimulatedRules {
  /** The first sites; `siteCount` counts all. */
  readonly sites: readonly {
    readonly crawl: string;
    readonly site: number;
    readonly origin: string;
    readonly status: string;
    readonly pages: number;
    readonly links: number;
  }[];
  readonly siteCount: number;
  readonly pages: number;
  readonly links: number;
  /** Pages that a quantum of time comes to. */
  readonly quantumPages: number;
  readonly budgets: readonly BudgetOutcome[];
  /** At the largest budget: links after so many pages, some points of each line. */
  readonly curves: readonly {
    readonly name: LinkCurve['name'];
    readonly points: readonly (readonly [pages: number, links: number])[];
  }[];
}
