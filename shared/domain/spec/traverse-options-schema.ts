import * as z from 'zod';
import { allowance, asMessage } from '../refusal/refusal.ts';
import { setting, trueFalse, wholeNumber } from './fields/field-values.ts';
import { type TraverseOptions, traverseDefaults } from './traverse-options.ts';

type NumberOption = {
  readonly [Name in keyof TraverseOptions]: TraverseOptions[Name] extends number ? Name : never;
}[keyof TraverseOptions];

/** A whole number from `least` to `most`; `unit` names its unit. */
function count(option: NumberOption, [least, most]: readonly [number, number], unit: string, description: string) {
  return wholeNumber(least, most, unit).optional().meta({ default: traverseDefaults[option], description });
}

const million = 1_000_000;
const wordError = asMessage(allowance('line', { most: 64 }));

const wordsError = asMessage(allowance('list', { of: 'words' }));
const word = z
  .string({ error: wordError })
  .min(1, { error: wordError })
  .max(64, { error: wordError })
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: wordError });

/** Options of a traversal (docs/design/browser.md, "Clicking through a page"). */
export const traverseOptionsSchema = z
  .strictObject(
    {
      clicks: count('clicks', [0, 10 * million], 'presses', 'Presses on one page in all; 0: no limit.'),
      untilKnown: count(
        'untilKnown',
        [0, million],
        'known addresses in a row',
        'Known addresses in a row after which a list is left; 0: never.',
      ),
      wholeLists: setting(
        trueFalse,
        'Press lists to their end although they could be requested without a browser.',
        traverseDefaults.wholeLists,
      ),
      neverPress: setting(
        z.array(word, { error: wordsError }).max(1_000, { error: wordsError }),
        'Buttons with these words are not pressed, beside those of the built-in list.',
        [...traverseDefaults.neverPress],
      ),
      pairs: count('pairs', [0, 10_000], 'pairs', 'Pairs of buttons that are pressed in a row at the end.'),
      fruitless: count('fruitless', [1, 1_000], 'presses', 'Presses in vain before a button is left alone.'),
      history: count('history', [1, 10], 'presses', 'Presses that the result of a press may depend on.'),
      tries: count('tries', [1, 100], 'ways', 'Ways to one state that may lead elsewhere.'),
      states: count('states', [1, 5_000], 'states', 'States of one page.'),
      buttons: count('buttons', [1, 5_000], 'buttons', 'Buttons of one state.'),
      loadMs: count('loadMs', [0, 600_000], 'milliseconds', "The page's time of a load, ms."),
      windowMs: count('windowMs', [1, 60_000], 'milliseconds', "The page's time after a press until it is quiet, ms."),
      idleMs: count(
        'idleMs',
        [0, 600_000],
        'milliseconds',
        "The page's time in which it is watched before the first press, ms.",
      ),
    },
    {
      error: asMessage(allowance('mapping', { of: 'of options of traversals to values, for example { clicks: 100 }' })),
    },
  )
  .meta({ description: 'Numbers of the traversals of `traverse`.' });

export const traverseOptionKeys: readonly string[] = Object.keys(traverseOptionsSchema.shape);
