/** FNV-1a of no code unit. */
export const wordHashStart = 0x811c9dc5;

/** With one more code unit; a signed number until the last one. */
export function nextWordHash(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

/** FNV-1a of the code units of a word: 32 bits. What is stored depends on it. */
export function wordHash(word: string): number {
  let hash = wordHashStart;
  for (let at = 0; at < word.length; at += 1) hash = nextWordHash(hash, word.charCodeAt(at));
  return hash >>> 0;
}
