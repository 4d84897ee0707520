/** FNV-1a of an empty word. */
export const wordHashStart = 0x811c9dc5;

/** The hash with one more code unit; a signed number until the last one. */
export function nextWordHash(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

/** FNV-1a of the code units of a word: 32 bits. Stored data depends on it. */
export function wordHash(word: string): number {
  let hash = wordHashStart;
  for (let at = 0; at < word.length; at += 1) hash = nextWordHash(hash, word.charCodeAt(at));
  return hash >>> 0;
}

/** Words in a row that are compared as one (`copies/min-hash.ts`, `html/text-signature.ts`). */
export const runLength = 3;

/** Spreads the bits of a number over all 32 (the last step of MurmurHash3). */
export function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
