export interface Unigrams {
  /** By piece: its number and the logarithm of its probability. */
  readonly vocabulary: ReadonlyMap<string, { readonly id: number; readonly score: number }>;
  readonly unknown: number;
  /** The length of the longest piece, in UTF-16 units. */
  readonly longest: number;
  /** Below the score of any piece. */
  readonly unknownScore: number;
}

const space = '\u2581';

/**
 * Parts a text into the pieces that are most probable together (SentencePiece, unigram), by the best way to each place. Of
 * what SentencePiece does to a text first, compatible forms and spaces are done here.
 */
export function unigrams(text: string, all: Unigrams): number[] {
  const plain = text.normalize('NFKC').replaceAll(/[\p{Cc}\p{Cf}]/gu, each => (/\s/.test(each) ? ' ' : ''));
  const words = plain.split(/\s+/).filter(word => word !== '');
  return words.flatMap(word => bestPieces(`${space}${word}`, all));
}

function bestPieces(word: string, { vocabulary, unknown, longest, unknownScore }: Unigrams): readonly number[] {
  const best: { score: number; from: number; id: number }[] = [{ score: 0, from: -1, id: -1 }];
  for (let to = 1; to <= word.length; to++) {
    let here = { score: best[to - 1]!.score + unknownScore, from: to - 1, id: unknown };
    for (let from = Math.max(0, to - longest); from < to; from++) {
      const piece = vocabulary.get(word.slice(from, to));
      if (piece !== undefined && best[from]!.score + piece.score > here.score)
        here = { score: best[from]!.score + piece.score, from, id: piece.id };
    }
    best.push(here);
  }
  const ids: number[] = [];
  for (let at = word.length; at > 0; at = best[at]!.from)
    // Unknown characters side by side are one token.
    if (best[at]!.id !== unknown || ids.at(-1) !== unknown) ids.push(best[at]!.id);
  return ids.reverse();
}
