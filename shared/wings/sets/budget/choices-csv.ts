import { csvTable } from '../../../files/csv-table.ts';
import type { Choice } from '../schedule/schedule.ts';

/** A decision with what came of it. */
export interface ToldChoice extends Choice {
  readonly name: string;
  /** Pages of it that were fetched. */
  readonly pages: number;
  /** New external links found on them. */
  readonly reward: number;
}

/** `reports/choices.csv` */
export function choicesCsv(choices: Iterable<ToldChoice>): Iterable<Uint8Array> {
  return csvTable(
    [
      ['Step', choice => choice.step],
      ['Rule', choice => choice.rule],
      ['Site', choice => choice.site],
      ['Name', choice => choice.name],
      ['From', choice => choice.from],
      ['To', choice => choice.to],
      ['Pages', choice => choice.pages],
      ['Reward', choice => choice.reward],
      ['Indexes', choice => choice.indexes.map(({ site, value }) => `${site}:${rounded(value)}`).join(' ')],
    ],
    choices,
  );
}

/** To six significant digits, in the shortest form. */
function rounded(value: number): string {
  return String(Number(value.toPrecision(6)));
}
