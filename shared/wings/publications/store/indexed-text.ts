import { type Signature, signatureOf } from '../copies/min-hash.ts';
import { stemOf } from '../search/stems.ts';
import { wordsOf } from '../search/words.ts';
import { textKeyOf } from './text-key.ts';

/** What a store needs beside a text to find it again. */
export interface IndexedText {
  /** Equal for texts that are the same by words. */
  readonly key: string;
  /** Words of title and text as they are written, and their stems; both in the order of the text. */
  readonly forms: readonly string[];
  readonly stems: readonly string[];
  /** Of the text alone: copies often have a title of their own. Undefined for a text without a word. */
  readonly signature: Signature | undefined;
}

/** Pure: the same title and text give the same index. */
export function indexText(title: string, text: string): IndexedText {
  const words = wordsOf(text);
  const forms = [...wordsOf(title), ...words];
  return { key: textKeyOf(title, text), forms, stems: forms.map(stemOf), signature: signatureOf(words) };
}
