import { type Child, el } from '../page/dom.ts';
import { shownText } from '../page/shown-text.ts';
import { scrolled } from '../page/tables.ts';
import { t } from '../words/language.ts';
import { type TextBlock, textBlocks } from './text-blocks.ts';
import type { Comparison } from './watch-types.ts';

/** Marks of where a word may be split, and of the order of bytes: nobody reads them. */
const silent = /[\u00AD\u200B\u2060\uFEFF]/g;

/** The whole text of a page, for reading. */
function readText(text: string): string {
  return shownText(text.replaceAll(silent, ''), Number.POSITIVE_INFINITY);
}

/** The text of a publication. */
export function textView(text: string): HTMLElement {
  const blocks = textBlocks(text);
  if (blocks.length === 0) return el('p', { class: 'hint' }, t('noText'));
  return el('div', { class: 'text', dir: 'auto' }, blocks.map(blockView));
}

function blockView(block: TextBlock): HTMLElement {
  switch (block.kind) {
    case 'heading':
      // One level for all, whatever the page had: an outline has no gaps.
      return el('h2', { class: block.level > 2 ? 'minor' : undefined }, readText(block.text));
    case 'paragraph':
      return el('p', { dir: 'auto' }, linesView(block.lines));
    case 'quote':
      return el('blockquote', { dir: 'auto' }, linesView(block.lines));
    case 'code':
      return el('pre', {}, linesView(block.text.split('\n'), '\n'));
    case 'list':
      return el('ul', { dir: 'auto' }, [
        ...block.items.map(({ depth, text }) =>
          el('li', { class: depth === 0 ? undefined : `depth-${Math.min(3, depth)}` }, readText(text)),
        ),
      ]);
    case 'table':
      return scrolled(
        t('asTable'),
        el('table', {}, [
          el('caption', {}, t('asTable')),
          el('tbody', {}, ...block.rows.map(row => el('tr', {}, ...row.map(cell => el('td', {}, readText(cell)))))),
        ]),
      );
  }
}

function linesView(lines: readonly string[], between?: string): readonly Child[] {
  return lines.flatMap((line, index) => [
    ...(index === 0 ? [] : [between ?? el('br')]),
    readText(line.replaceAll('\t', ' ')),
  ]);
}

/** More changes would be too many elements for a browser. */
const mostParts = 5_000;

/** The changes between two versions: added words are underlined, removed ones struck out, and both say so to those who listen. */
export function changesView({ from, to, title, text }: Comparison): HTMLElement {
  const shown = text.slice(0, mostParts);
  return el('div', { class: 'text changes', dir: 'auto' }, [
    el('h2', {}, t('changesFrom', { from, to })),
    el('p', { class: 'hint' }, el('ins', {}, t('legendAdded')), ' · ', el('del', {}, t('legendRemoved'))),
    title.some(({ kind }) => kind !== 'same') ? el('h3', {}, partsView(title)) : undefined,
    el('div', { class: 'lines' }, partsView(shown)),
    shown.length < text.length ? el('p', { class: 'hint' }, t('changesCut', { count: mostParts })) : undefined,
  ]);
}

function partsView(parts: Comparison['text']): readonly Child[] {
  const tags = { added: 'ins', removed: 'del', same: 'span' } as const;
  return parts.map(({ kind, text }) => {
    const lines = text.split('\n').map(line => readText(line.replaceAll('\t', ' ')));
    return el(tags[kind], {}, lines.join('\n'));
  });
}
