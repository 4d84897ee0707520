/** A word of a sentence, with its offsets in UTF-16 units. */
export interface SentenceWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Nothing or the end of a sentence is before it, so its capital says nothing. */
  readonly isFirst: boolean;
}

/** The words of a text, in its order. */
export function wordsAt(text: string): readonly SentenceWord[] {
  let before = 0;
  return Array.from(text.matchAll(/[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}'’\u00ad]*/gu), match => {
    const start = match.index;
    const end = start + match[0].length;
    const isFirst = before === 0 || /[.!?…]/.test(text.slice(before, start));
    before = end;
    return { text: match[0], start, end, isFirst };
  });
}
