import { scramble } from '../../../domain/word-hash.ts';
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
  /** Of the text alone: copies often have their own title, but those of a short text. Undefined for a text without a word. */
  readonly signature: Signature | undefined;
}

/** Words of a notice: "Lost and found" of two days may have equal texts, and is no copy. */
const shortText = 30;

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
    signature: signatureOf(
      ofText.hashes.length < shortText ? titledWords(ofTitle.hashes, ofText.hashes) : ofText.hashes,
    ),
  };
}

/** The words of a text so that no run of them is that of the same text under another title. */
function titledWords(title: Uint32Array, text: Uint32Array): Uint32Array {
  const seed = title.reduce((sum, word) => scramble(Math.imul(sum, 31) + word), 0);
  return text.map(word => (word ^ seed) >>> 0);
}

/** Months since 1970, in UTC. */
export function monthOf(instant: number): number {
  const date = new Date(instant);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}
