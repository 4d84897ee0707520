import { type Signature, signatureOf } from '../copies/min-hash.ts';
import { scanWords } from '../search/scan-words.ts';
import { formFilter } from './form-filter.ts';
import { wordKeyOf } from './text-key.ts';

/** The keys by which a store finds a text again, beside the text. */
export interface IndexedText {
  /** Equal for texts that are the same by words. */
  readonly key: string;
  /** Stems of title and text in their order, with a blank between two. */
  readonly stems: string;
  /** Says which words title and text may have as they are written. */
  readonly filter: Uint8Array;
  /** Of the text alone: copies often have their own title. Undefined for a text without a word. */
  readonly signature: Signature | undefined;
}

/** Pure: the same title and text give the same index. */
export function indexText(title: string, text: string): IndexedText {
  const [ofTitle, ofText] = [scanWords(title), scanWords(text)];
  const hashes = new Uint32Array(ofTitle.hashes.length + ofText.hashes.length);
  hashes.set(ofTitle.hashes);
  hashes.set(ofText.hashes, ofTitle.hashes.length);
  return {
    key: wordKeyOf(ofTitle.forms, ofText.forms),
    stems: `${ofTitle.stems} ${ofText.stems}`,
    filter: formFilter(hashes),
    signature: signatureOf(ofText.hashes),
  };
}
