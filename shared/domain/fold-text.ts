import { textWidth } from './text-width.ts';

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
