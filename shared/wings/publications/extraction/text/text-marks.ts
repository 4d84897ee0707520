import type { Block } from './page-blocks.ts';
import { between } from './text-of-blocks.ts';

/**
 * The marks of lines of a text: the first of them from 0, how many, and the mark as in Markdown: `## ` before a heading, `- `
 * before an item (two blanks a depth before it), `> ` before each line of a quotation, a line of three backticks around code.
 */
export type TextMark = readonly [line: number, count: number, mark: string];

/** More marks than an article has. */
const mostMarks = 5_000;

/** The marks of the plain text of blocks. */
export function marksOf(blocks: readonly Block[]): readonly TextMark[] {
  const marks: TextMark[] = [];
  let line = 0;
  for (const [index, block] of blocks.entries()) {
    const count = block.text.split('\n').length;
    const mark = markOf(block);
    if (mark !== undefined && marks.length < mostMarks) marks.push([line, count, mark]);
    const next = blocks[index + 1];
    if (next !== undefined) line += count - 1 + between(block, next).split('\n').length - 1;
  }
  return marks;
}

function markOf({ kind, level }: Block): string | undefined {
  switch (kind) {
    case 'heading':
      return `${'#'.repeat(level)} `;
    case 'item':
      return `${'  '.repeat(Math.max(0, level - 1))}- `;
    case 'quote':
      return '> ';
    case 'code':
      return '```';
    default:
      return undefined;
  }
}

/** The text with its marks; marks of lines that it does not have are passed over. */
export function markedText(text: string, marks: readonly TextMark[]): string {
  const lines = text.split('\n');
  for (const [line, count, mark] of marks) {
    const last = line + count - 1;
    if (lines[line] === undefined || lines[last] === undefined) continue;
    if (mark === '```') {
      lines[line] = `\`\`\`\n${lines[line]}`;
      lines[last] += '\n```';
    } else if (mark === '> ') for (let at = line; at <= last; at += 1) lines[at] = `> ${lines[at]}`;
    else lines[line] = mark + lines[line];
  }
  return lines.join('\n');
}
