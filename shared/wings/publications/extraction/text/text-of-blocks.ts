import type { Block } from './page-blocks.ts';

/** A cell of a table of data; a longer one is a column of the page. */
const longestCell = 200;

export interface TextForm {
  /** Headings, items, quotations and code are marked as in Markdown. */
  readonly markup?: boolean;
}

/**
 * The text of blocks: an empty line between paragraphs, a line each for items, rows of tables and lines that a break parts.
 * Cells of a row are separated by tabs.
 */
export function textOfBlocks(blocks: readonly Block[], { markup = false }: TextForm = {}): string {
  let text = '';
  let before: Block | undefined;
  for (const block of blocks) {
    if (before !== undefined) text += between(before, block);
    text += markup ? marked(block) : block.text;
    before = block;
  }
  return text;
}

/** The separator of two neighbours in the text. */
export function between(before: Block, block: Block): string {
  if (block.isLine && before.element === block.element) return '\n';
  if (before.kind === 'item' && block.kind === 'item') return '\n';
  if (before.kind !== 'cell' || block.kind !== 'cell') return '\n\n';
  if (before.row !== block.row || before.row < 0) return '\n';
  return before.text.length <= longestCell && block.text.length <= longestCell ? '\t' : '\n';
}

function marked({ kind, level, text }: Block): string {
  switch (kind) {
    case 'heading':
      return `${'#'.repeat(level)} ${text}`;
    case 'item':
      return `${'  '.repeat(Math.max(0, level - 1))}- ${text}`;
    case 'quote':
      return `> ${text}`;
    case 'code':
      return `\`\`\`\n${text}\n\`\`\``;
    default:
      return text;
  }
}
