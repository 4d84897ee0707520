import { unescaped } from '../../../domain/url/url-parts.ts';
import { chunksOf } from '../store/chunks-of.ts';
import type { PublicationRow, PublicationStore } from '../store/publication-store.ts';
import type { JudgedPublication } from './judged-mentions.ts';

const atOnce = 500;
const mostCharacters = 100;

/**
 * The section that the page or its feed states; else the first folder of the address; else an empty text. Blanks are one, and a longer
 * name is cut.
 */
export function sectionOf({ details, address }: Pick<PublicationRow, 'details' | 'address'>): string {
  const { section } = JSON.parse(details) as { readonly section?: unknown };
  const stated = typeof section === 'string' ? lineOf(section) : '';
  const [, folder = ''] = /^[a-z]+:\/\/[^/?#]*\/([^/?#]+)\//i.exec(address) ?? [];
  return stated === '' ? lineOf(unescaped(folder)) : stated;
}

function lineOf(text: string): string {
  const line = text
    .normalize()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return [...line].slice(0, mostCharacters).join('');
}

/** Pairs with their sections. */
export async function* withSections(
  store: Pick<PublicationStore, 'rows'>,
  pairs: AsyncIterable<JudgedPublication>,
): AsyncGenerator<readonly [JudgedPublication, section: string]> {
  for await (const some of chunksOf(pairs, atOnce)) {
    const rows = await store.rows([...new Set(some.map(({ publication }) => publication))]);
    const sections = new Map(rows.map(row => [row.id, sectionOf(row)]));
    for (const pair of some) yield [pair, sections.get(pair.publication) ?? ''];
  }
}
