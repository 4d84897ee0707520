import type { SearchQuery, SearchTerm } from '../search/search-query.ts';
import { indexText } from './indexed-text.ts';

/** Whether a search finds a publication: for places that have no index of words. */
export function fitsWords({ all, none }: SearchQuery, title: string, text: string): boolean {
  const { stems, forms } = indexText(title, text);
  const [stemText, formSet] = [` ${stems.join(' ')} `, new Set(forms)];
  const fits = (term: SearchTerm): boolean =>
    stemText.includes(` ${term.stems.join(' ')} `) && (term.forms ?? []).every(form => formSet.has(form));
  return all.every(fits) && !none.some(fits);
}
