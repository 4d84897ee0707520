import * as z from 'zod';
import { allowance, asMessage } from '../refusal/refusal.ts';
import { specDefaults } from './crawl-spec.ts';
import { wholeNumber } from './fields/field-values.ts';
import { ruleOptionLimits } from './rule-option-limits.ts';

const defaults = specDefaults.ruleOptions;

/** A whole number from 1 on; `unit` names its unit. */
function count(option: keyof typeof defaults, unit: string, description: string) {
  return wholeNumber(1, ruleOptionLimits[option], unit).optional().meta({ default: defaults[option], description });
}

/** Options of the rules that distribute a page budget (docs/design/budgets.md, "Sharing a page budget"). */
export const ruleOptionsSchema = z
  .strictObject(
    {
      gittinsN: count('gittinsN', 'pages of each step', '`gittins`: pages of each step.'),
      ucbM: count('ucbM', 'pages of each site', '`ucb1`: pages of each site before its index decides.'),
      quantumSeconds: count('quantumSeconds', 'seconds of each site', '`quantum`: seconds of each site.'),
      grant: count('grant', 'pages of one grant', 'Pages of one grant of rules that decide page by page.'),
      inFlight: count('inFlight', 'grants under way at once', 'Grants under way at once; 1 is the textbook sequence.'),
    },
    { error: asMessage(allowance('mapping', { of: 'of options of rules to numbers, for example { gittinsN: 10 }' })) },
  )
  .meta({ description: 'Numbers of the rules.' });

export const ruleOptionKeys: readonly string[] = Object.keys(ruleOptionsSchema.shape);
