import { allowance, BadInput, refusedValue } from '../../../domain/refusal/refusal.ts';
import { stemOf } from './stems.ts';
import { wordsOf } from './words.ts';

/** Words that a search may name in all. */
const mostSearched = 32;

/** One thing that a text shall have, or shall not have. */
export interface SearchTerm {
  /** Stems in the order in which the text has them, with nothing in between. */
  readonly stems: readonly string[];
  /** Of words in quotation marks: the forms themselves; they follow one another too. */
  readonly forms?: readonly string[];
}

/** A text fits that has all of `all` and nothing of `none`. */
export type SearchQuery = ReturnType<typeof parseSearch>;

const parts = /(?<not>(?<=^|\s)[-\u2212])?(?:["«„“](?<quoted>[^"»“”]*)["»“”]?|(?<bare>[^\s"«»„“”]+))/gu;

/**
 * The search that a person typed: words in any of their forms, `"words in quotation marks"` as they are written and in this
 * order, `-word` or `-"words"` for what shall be missing. A word with a hyphen is its parts in their order. Throws `BadInput` for
 * a search without a word that shall be there, and for one of more than 32 words.
 */
export function parseSearch(text: string) {
  const all: SearchTerm[] = [];
  const none: SearchTerm[] = [];
  let count = 0;
  for (const { groups } of text.matchAll(parts)) {
    const { not, quoted, bare } = groups!;
    const words = wordsOf(quoted ?? bare ?? '');
    if (words.length === 0) continue;
    count += words.length;
    const stems = words.map(stemOf);
    (not === undefined ? all : none).push(quoted === undefined ? { stems } : { stems, forms: words });
  }
  if (all.length === 0) throw new BadInput([refusedValue('query', text, allowance('search-without-word'))]);
  if (count > mostSearched)
    throw new BadInput([refusedValue('query', text, allowance('search-too-long', { most: mostSearched }))]);
  return { all, none };
}
