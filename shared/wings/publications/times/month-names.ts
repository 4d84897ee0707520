import words from './month-names.json' with { type: 'json' };

/** Month numbers by their names, short ones too: a longer name counts before a shorter. */
const names: Readonly<Record<string, string>> = words.months;

/** Names that count only beside a year: some are other words too, and who writes in these languages writes the year. */
const namesBesideYear: Readonly<Record<string, string>> = words.monthsBesideYear;

const numbers = new Map<string, number>();

/** For a pattern: every name known so far, the longest first. */
function patternWith(lists: Readonly<Record<string, string>>): string {
  for (const list of Object.values(lists)) {
    for (const [index, month] of list.split('|').entries())
      for (const name of month.split(' ').map(each => each.replace('_', ' ')))
        if (name !== '' && !numbers.has(name)) numbers.set(name, index + 1);
  }
  return [...numbers.keys()]
    .sort((a, b) => b.length - a.length)
    .join('|')
    .replaceAll('.', '\\.');
}

export const monthPattern = patternWith(names);
/** Beside a year. */
export const monthBesideYearPattern = patternWith(namesBesideYear);

/** Where Croats name another month than Poles and Ukrainians. */
const croatian: Readonly<Record<string, number>> = { lip: 6, listopad: 10, listopada: 10, lis: 10 };

/** 1 to 12; undefined for a word that is no month. `language`, BCP 47: the *listopad* of Croats is October, that of Poles November. */
export function monthOf(name: string, language = ''): number | undefined {
  const word = name.toLowerCase().replace(/\.$/, '');
  return (/^hr\b/i.test(language) ? croatian[word] : undefined) ?? numbers.get(word);
}
