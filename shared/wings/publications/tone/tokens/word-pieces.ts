/** Words of a text as the tokenizers of BERT split it: runs of letters and digits, and each sign by itself. */
const words = /[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu;
const ideographs = /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/gu;
/** A longer word is one unknown token. */
const longestWord = 100;

export interface WordPieces {
  readonly vocabulary: ReadonlyMap<string, number>;
  readonly unknown: number;
  /** The beginning of pieces within a word: `##`. */
  readonly prefix: string;
  readonly isLowercase: boolean;
  readonly dropsAccents: boolean;
}

/** Parts a text into the longest known pieces from the left (WordPiece). */
export function wordPieces(
  text: string,
  { vocabulary, unknown, prefix, isLowercase, dropsAccents }: WordPieces,
): number[] {
  const cased = isLowercase ? text.toLowerCase() : text;
  const plain = dropsAccents ? cased.normalize('NFD').replaceAll(/\p{Mn}/gu, '') : cased;
  const clean = plain.replaceAll(/[\p{Cc}\p{Cf}\ufffd]/gu, each => (/\s/.test(each) ? ' ' : ''));
  const ids: number[] = [];
  for (const [word] of clean.replaceAll(ideographs, ' $& ').matchAll(words)) ids.push(...piecesOf(word));
  return ids;

  function piecesOf(word: string): readonly number[] {
    if (word.length > longestWord) return [unknown];
    const found: number[] = [];
    for (let from = 0; from < word.length; ) {
      let to = word.length;
      let id: number | undefined;
      for (; to > from; to--) {
        id = vocabulary.get(`${from === 0 ? '' : prefix}${word.slice(from, to)}`);
        if (id !== undefined) break;
      }
      if (id === undefined) return [unknown];
      found.push(id);
      from = to;
    }
    return found;
  }
}
