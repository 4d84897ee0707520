/** Letters that take two columns (East Asian Wide and Fullwidth, UAX 11), and pictures of emoji. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;
const halfwidth = /[\uff61-\uffdc]/;
/** Marks on the letter before them, and signs that are not seen. */
const none = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Columns of a terminal that a text takes. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

/** The beginning of a text that takes `most` columns at most. */
export function cutToColumns(text: string, most: number): string {
  let [width, end] = [0, 0];
  for (const character of text) {
    width += widthOf(character);
    if (width > most) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** The text, with blanks behind it up to `columns`. */
export function padColumns(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - textWidth(text)));
}

/** A text of any origin as part of one line: controls and marks of direction do nothing to a terminal. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .toWellFormed();
}

/** Splits a text at blanks into lines of at most `most` columns; a longer word has its own line. */
export function foldText(text: string, most: number): string[] {
  if (textWidth(text) <= most) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && textWidth(line) + 1 + textWidth(word) > most) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function widthOf(character: string): number {
  if (none.test(character)) return 0;
  if (character < '\u0300' || halfwidth.test(character)) return 1;
  return wide.test(character) ? 2 : 1;
}
