import { z } from 'zod';
import { specDefaults } from './crawl-spec.ts';
import { wholeNumber } from './whole-number.ts';

const defaults = specDefaults.ruleOptions;
const mostPages = 10_000;

/** The numbers of the rules that share out a page budget (design, section 5). */
export const ruleOptionsSchema = z
  .strictObject(
    {
      gittinsN: wholeNumber(1, mostPages, 'pages of each step')
        .optional()
        .meta({ default: defaults.gittinsN, description: '`gittins`: pages of each step.' }),
      ucbM: wholeNumber(1, mostPages, 'pages of each site')
        .optional()
        .meta({ default: defaults.ucbM, description: '`ucb1`: pages of each site before its index decides.' }),
      quantumSeconds: wholeNumber(1, 86_400, 'seconds of each site')
        .optional()
        .meta({ default: defaults.quantumSeconds, description: '`quantum`: seconds of each site.' }),
      grant: wholeNumber(1, mostPages, 'pages of one grant')
        .optional()
        .meta({ default: defaults.grant, description: 'Pages of one grant of rules that decide page by page.' }),
      inFlight: wholeNumber(1, 256, 'grants under way at once')
        .optional()
        .meta({ default: defaults.inFlight, description: 'Grants under way at once; 1 is the textbook sequence.' }),
    },
    { error: 'allowed is a mapping of options of rules to numbers, for example { gittinsN: 10 }' },
  )
  .meta({ description: 'Numbers of the rules.' });

export const ruleOptionKeys: readonly string[] = Object.keys(ruleOptionsSchema.shape);
