import { decodeEntities } from '../../../../domain/html/decode-text.ts';
import { stringOf } from './json-ld.ts';
import { metaOf, type PageParts } from './page-parts.ts';
import type { Sourced } from './sourced.ts';

const leastWords = 0.6;
/** What parts a headline from the name of its site in a title. */
const separator = /\s+[|·•»«:–—/\\-]+\s+|\s*[|»]\s*|(?<=\p{L}): (?=\p{Lu})/u;

/**
 * The headline: the heading that has the words of the page's title; else what JSON-LD or the page's card says, without the
 * name of the site; else a lone heading.
 */
export function titleOf(parts: PageParts): Sourced<string> | undefined {
  const linked = clean(stringOf(parts.article ?? {}, 'headline'));
  const card = clean(metaOf(parts, 'og:title', 'twitter:title', 'dc.title', 'parsely-title', 'sailthru.title'));
  const site = clean(metaOf(parts, 'og:site_name', 'application-name'));
  const page = clean(parts.title);
  const told = [card, page, linked].filter(each => each !== '');
  const headings = parts.headings.filter(({ text }) => text.length > 3 && text.length < 400);
  for (const level of [1, 2] as const) {
    const match = headings.find(
      heading => heading.level === level && told.some(title => agrees(clean(heading.text), title, site)),
    );
    if (match !== undefined) return { value: clean(match.text), source: 'text' };
  }
  if (card !== '' && !isSite(card, site)) return { value: withoutSite(card, site), source: 'meta' };
  if (linked !== '') return { value: linked, source: 'ld' };
  if (page !== '') return { value: withoutSite(page, site), source: 'title' };
  const first = headings.find(({ level }) => level === 1) ?? headings[0];
  return first === undefined ? undefined : { value: clean(first.text), source: 'text' };
}

/** Whether a heading says what a title says, besides the name of the site. */
function agrees(heading: string, title: string, site: string): boolean {
  if (isSite(heading, site)) return false;
  const words = wordsOf(heading);
  if (words.length === 0) return false;
  const others = new Set(wordsOf(title));
  const common = words.filter(word => others.has(word)).length;
  if (common / words.length < 0.8) return false;
  const headline = wordsOf(withoutSite(title, site));
  return common >= leastWords * Math.min(headline.length, longestPart(title));
}

function longestPart(title: string): number {
  return Math.max(...title.split(separator).map(part => wordsOf(part).length));
}

function isSite(text: string, site: string): boolean {
  return site !== '' && wordsOf(text).join(' ') === wordsOf(site).join(' ');
}

/** A title without the site's name before or behind it; where no name is known, its first part between bars that has three words. */
function withoutSite(title: string, site: string): string {
  const parts = title.split(/\s+(?:[|·•»«]|::)\s+|\s*\|\s*/u).filter(part => part !== '');
  const others = parts.filter(part => !isSite(part, site));
  const main = others.find(part => wordsOf(part).length >= 3) ?? others[0] ?? title;
  const ends = main.split(separator);
  if (ends.length < 2) return main;
  const last = ends.at(-1)!;
  const first = ends[0]!;
  const isShort = site === '' && wordsOf(last).length <= 4 && wordsOf(first).length > wordsOf(last).length;
  if (isSite(last, site) || isShort) return main.slice(0, main.lastIndexOf(last)).replace(/[\s|·•»«:–—/\\-]+$/u, '');
  if (isSite(first, site)) return main.slice(main.indexOf(first) + first.length).replace(/^[\s|·•»«:–—/\\-]+/u, '');
  return main;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function clean(text: string | undefined): string {
  return decodeEntities(text ?? '', { attribute: false })
    .replace(/\s+/g, ' ')
    .trim();
}
