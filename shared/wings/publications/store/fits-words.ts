import type { SearchQuery, SearchTerm } from '../search/search-query.ts';
import { stemOf } from '../search/stems.ts';
import { wordsOf } from '../search/words.ts';

/** Whether a search finds a publication: for places that have no index of words. */
export function fitsWords({ all, none }: SearchQuery, title: string, text: string): boolean {
  const forms = [...wordsOf(title), ...wordsOf(text)];
  const stems = forms.map(stemOf);
  const fits = (term: SearchTerm): boolean =>
    term.forms === undefined ? hasRun(stems, term.stems) : hasRun(forms, term.forms);
  return all.every(fits) && !none.some(fits);
}

/** Whether words follow one another in a text with nothing in between. */
export function hasRun(words: readonly string[], run: readonly string[]): boolean {
  return ` ${words.join(' ')} `.includes(` ${run.join(' ')} `);
}
