/** Splits a text at blanks into lines of at most `most` characters; a longer word has its own line. */
export function foldText(text: string, most: number): string[] {
  if (text.length <= most) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > most) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
