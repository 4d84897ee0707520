import { type Signature, signatureOf } from '../copies/min-hash.ts';
import { hashedStemOf } from '../search/stems.ts';
import { wordHash } from '../search/word-hash.ts';
import { wordsOf } from '../search/words.ts';
import { formFilter } from './form-filter.ts';
import { wordKeyOf } from './text-key.ts';

/** What a store needs beside a text to find it again. */
export interface IndexedText {
  /** Equal for texts that are the same by words. */
  readonly key: string;
  /** Stems of title and text in their order. */
  readonly stems: readonly string[];
  /** Tells which words title and text may have as they are written. */
  readonly filter: Uint8Array;
  /** Of the text alone: copies often have a title of their own. Undefined for a text without a word. */
  readonly signature: Signature | undefined;
}

/** Pure: the same title and text give the same index. */
export function indexText(title: string, text: string): IndexedText {
  const [titleWords, words] = [wordsOf(title), wordsOf(text)];
  const forms = [...titleWords, ...words];
  const hashes = Uint32Array.from(forms, wordHash);
  return {
    key: wordKeyOf(titleWords, words),
    stems: forms.map((form, at) => hashedStemOf(form, hashes[at]!)),
    filter: formFilter(hashes),
    signature: signatureOf(hashes.subarray(titleWords.length)),
  };
}
