/*
 * The text of a publication as blocks to be shown. It is plain text with a light markup as in Markdown, of which headings, items,
 * quotations and code are known; every other sign is text. Nothing in it becomes markup of the page.
 */

export type TextBlock =
  | { readonly kind: 'paragraph' | 'quote'; readonly lines: readonly string[] }
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly { readonly depth: number; readonly text: string }[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] };

/** Pure, and in time with the length of the text. */
export function textBlocks(text: string): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; ) {
    if (lines[at]!.trim() === '') {
      at += 1;
      continue;
    }
    const end = lines[at] === '```' ? endOfCode(lines, at) : endOfBlock(lines, at);
    blocks.push(blockOf(lines.slice(at, end)));
    at = end;
  }
  return blocks;
}

/** Code that never ends is the rest of the text. */
function endOfCode(lines: readonly string[], from: number): number {
  const end = lines.indexOf('```', from + 1);
  return end < 0 ? lines.length : end + 1;
}

/** A block ends at an empty line, and where lines of another kind begin. */
function endOfBlock(lines: readonly string[], from: number): number {
  const kind = kindOf(lines[from]!);
  if (kind === 'heading') return from + 1;
  let end = from + 1;
  while (end < lines.length && lines[end]!.trim() !== '' && kindOf(lines[end]!) === kind) end += 1;
  return end;
}

function kindOf(line: string): TextBlock['kind'] {
  if (line === '```') return 'code';
  if (/^#{1,6} \S/.test(line)) return 'heading';
  if (/^ {0,20}- \S/.test(line)) return 'list';
  if (line.startsWith('> ')) return 'quote';
  return line.includes('\t') ? 'table' : 'paragraph';
}

function blockOf(lines: readonly string[]): TextBlock {
  const [first = ''] = lines;
  switch (kindOf(first)) {
    case 'code':
      return {
        kind: 'code',
        text: lines.slice(1, lines.at(-1) === '```' && lines.length > 1 ? -1 : undefined).join('\n'),
      };
    case 'heading': {
      const level = first.indexOf(' ');
      return { kind: 'heading', level, text: first.slice(level + 1) };
    }
    case 'list':
      return { kind: 'list', items: lines.map(itemOf) };
    case 'quote':
      return { kind: 'quote', lines: lines.map(line => line.slice(2)) };
    case 'table':
      return { kind: 'table', rows: lines.map(line => line.split('\t')) };
    case 'paragraph':
      return { kind: 'paragraph', lines };
  }
}

function itemOf(line: string): { readonly depth: number; readonly text: string } {
  const start = line.indexOf('- ');
  return { depth: Math.floor(start / 2), text: line.slice(start + 2) };
}
