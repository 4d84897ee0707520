import { scanWords } from '../search/scan-words.ts';
import type { SearchQuery, SearchTerm } from '../search/search-query.ts';

/** Whether a search finds a publication: for places that have no index of words. */
export function fitsWords({ all, none }: SearchQuery, title: string, text: string): boolean {
  const parts = [scanWords(title), scanWords(text)];
  const forms = parts.map(part => part.forms).join(' ');
  const stems = parts.map(part => part.stems).join(' ');
  const fits = (term: SearchTerm): boolean =>
    term.forms === undefined ? hasRun(stems, term.stems) : hasRun(forms, term.forms);
  return all.every(fits) && !none.some(fits);
}

/** Whether words follow one another in a text (words with a blank between two) with nothing in between. */
export function hasRun(words: string, run: readonly string[]): boolean {
  return ` ${words} `.includes(` ${run.join(' ')} `);
}
