import type { specDefaults } from './crawl-spec.ts';
import { isMapping } from './fields/is-mapping.ts';

const mostPages = 10_000;

/** The largest value of each number of the rules; the least is 1. */
export const ruleOptionLimits: Readonly<Record<keyof typeof specDefaults.ruleOptions, number>> = {
  gittinsN: mostPages,
  ucbM: mostPages,
  quantumSeconds: 86_400,
  grant: mostPages,
  inFlight: 256,
};

/** Whether the rule options of a stored value are within the limits. Its other members may be anything. */
export function areRuleOptions(value: unknown): boolean {
  if (!isMapping(value)) return false;
  return Object.entries(ruleOptionLimits).every(([name, most]) => {
    const number = value[name];
    return number === undefined || (Number.isSafeInteger(number) && Number(number) >= 1 && Number(number) <= most);
  });
}
