import * as z from 'zod';
import { allowance, asMessage } from '../refusal/refusal.ts';
import { specDefaults } from './crawl-spec.ts';
import { settingsOf, trueFalse, wholeNumber } from './fields/field-values.ts';
import { ruleOptionLimits } from './rule-option-limits.ts';
import { traverseDefaults } from './traverse-options.ts';

const million = 1_000_000;
const wordError = asMessage(allowance('line', { most: 64 }));

const wordsError = asMessage(allowance('list', { of: 'words' }));
const word = z
  .string({ error: wordError })
  .min(1, { error: wordError })
  .max(64, { error: wordError })
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: wordError });

/** Options of a traversal (docs/design/browser.md, "Clicking through a page"). */
export const traverseOptionsSchema = z.strictObject(
  settingsOf(
    {
      clicks: wholeNumber(0, 10 * million, 'presses'),
      untilKnown: wholeNumber(0, million, 'known addresses in a row'),
      wholeLists: trueFalse,
      neverPress: z.array(word, { error: wordsError }).max(1_000, { error: wordsError }),
      pairs: wholeNumber(0, 10_000, 'pairs'),
      fruitless: wholeNumber(1, 1_000, 'presses'),
      history: wholeNumber(1, 10, 'presses'),
      tries: wholeNumber(1, 100, 'ways'),
      states: wholeNumber(1, 5_000, 'states'),
      buttons: wholeNumber(1, 5_000, 'buttons'),
      loadMs: wholeNumber(0, 600_000, 'milliseconds'),
      windowMs: wholeNumber(1, 60_000, 'milliseconds'),
      idleMs: wholeNumber(0, 600_000, 'milliseconds'),
    },
    traverseDefaults,
    'traverseOptions.',
  ),
  {
    error: asMessage(allowance('mapping', { of: 'of options of traversals to values, for example { clicks: 100 }' })),
  },
);

export const traverseOptionKeys: readonly string[] = Object.keys(traverseOptionsSchema.shape);

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
