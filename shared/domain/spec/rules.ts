/** Rules by name; `adaptive` is the default. */
export const ruleNames = ['adaptive', 'sequential', 'quantum', 'equal', 'gittins', 'ucb1'] as const;
export type RuleName = (typeof ruleNames)[number];

export interface RuleOptions {
  /** `gittins`: pages of one step. */
  readonly gittinsN: number;
  /** `ucb1`: pages of each site before its index decides. */
  readonly ucbM: number;
  /** `quantum`: seconds of each site. */
  readonly quantumSeconds: number;
  /** `quantum` where no clock runs (a replay): pages of each site instead of seconds. */
  readonly quantumPages?: number;
  /** Pages of one grant; `gittins` has its own step instead. */
  readonly grant: number;
  /** W: grants under way at once; 1 is the textbook sequence. */
  readonly inFlight: number;
}
