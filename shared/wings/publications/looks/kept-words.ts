/**
 * How much of a text is in a later text, without the text: of the long words the least hashes are kept. They are a fair
 * sample, so that the share of them in a later text estimates the share of all (A. Z. Broder, 1997).
 */
import { scramble, wordHash } from '../../../domain/word-hash.ts';
import { wordsOf } from '../search/words.ts';

/** Words of a sample. */
const mostOfSample = 48;
/** Letters: shorter words are in all texts of a language. */
const longWord = 5;
/** A text with fewer long words is compared by all of its words. */
const fewWords = 4;
/** Bytes of each hash. */
const hashBytes = 3;

/** Of a text, as base64; empty for a text without words. */
export function sampleOf(text: string): string {
  const least = [...hashesOf(text)].toSorted((a, b) => a - b).slice(0, mostOfSample);
  const bytes = Buffer.alloc(least.length * hashBytes);
  for (const [at, hash] of least.entries()) bytes.writeUIntBE(hash, at * hashBytes, hashBytes);
  return bytes.toString('base64');
}

/** The share of a sample's words that a text has, 0 to 1; 1 for an empty sample. */
export function keptIn(sample: string, text: string): number {
  const bytes = Buffer.from(sample, 'base64');
  const count = bytes.length / hashBytes;
  if (count === 0) return 1;
  const words = new Set(wordsOf(text).map(hashOf));
  const kept = Array.from({ length: count }, (_, at) => words.has(bytes.readUIntBE(at * hashBytes, hashBytes)));
  return kept.filter(Boolean).length / count;
}

function hashesOf(text: string): ReadonlySet<number> {
  const words = [...new Set(wordsOf(text))];
  const long = words.filter(word => word.length >= longWord);
  return new Set((long.length < fewWords ? words : long).map(hashOf));
}

function hashOf(word: string): number {
  return scramble(wordHash(word)) >>> (32 - 8 * hashBytes);
}
