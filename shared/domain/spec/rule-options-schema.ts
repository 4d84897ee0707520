import * as z from 'zod';
import { allowance, asMessage } from '../refusal/refusal.ts';
import { specDefaults } from './crawl-spec.ts';
import { settingsOf, wholeNumber } from './fields/field-values.ts';
import { ruleOptionLimits } from './rule-option-limits.ts';

/** A whole number from 1 on; `unit` names its unit. */
function count(option: keyof typeof specDefaults.ruleOptions, unit: string) {
  return wholeNumber(1, ruleOptionLimits[option], unit);
}

/** Options of the rules that distribute a page budget (docs/design/budgets.md, "Sharing a page budget"). */
export const ruleOptionsSchema = z.strictObject(
  settingsOf(
    {
      gittinsN: count('gittinsN', 'pages of each step'),
      ucbM: count('ucbM', 'pages of each site'),
      quantumSeconds: count('quantumSeconds', 'seconds of each site'),
      grant: count('grant', 'pages of one grant'),
      inFlight: count('inFlight', 'grants under way at once'),
    },
    specDefaults.ruleOptions,
    'ruleOptions.',
  ),
  { error: asMessage(allowance('mapping', { of: 'of options of rules to numbers, for example { gittinsN: 10 }' })) },
);

export const ruleOptionKeys: readonly string[] = Object.keys(ruleOptionsSchema.shape);
