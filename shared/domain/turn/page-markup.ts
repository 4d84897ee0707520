import { cutText } from '../cut-text.ts';
import type { PageScan } from '../html/page-scan.ts';
import { attributeIs, attributeOfTag, attributeText, valueText } from '../html/scanned-text.ts';
import { mostIds } from '../html/skip-markup.ts';
import { latin1 } from '../latin1.ts';

/** Parts of a page that checks look at; `''`: none. A tuple, for each page of a crawl has one. */
export type Markup = readonly [
  /** Of the first `meta name=description`. */
  description: string,
  /** Levels of the headings in document order: `1223`. */
  headings: string,
  /** Images without `alt` or another name. */
  withoutAlt: number,
  /** Links `#name` of the page itself to no element with this id or name; a blank between them. */
  lostAnchors: string,
  /** The first address of plain http that a secure page loads. */
  insecure: string,
];

const HASH = 35;
const longestText = 500;
/** Most names that are reported. */
const mostLost = 20;

export function markupOf(scan: PageScan, encoding: string, description: string | undefined, isSecure: boolean): Markup {
  const { bytes, headings, images } = scan;
  let withoutAlt = 0;
  const said = (nameEnd: number, name: string): string | undefined => attributeOfTag(bytes, nameEnd, name, encoding);
  for (const nameEnd of images)
    if (said(nameEnd, 'alt') === undefined && !isNamed(name => said(nameEnd, name))) withoutAlt += 1;
  const about = cutText((description ?? '').replace(/\s+/g, ' ').trim(), longestText);
  return [about, headings, withoutAlt, lostAnchors(scan, encoding), isSecure ? insecureIn(scan, encoding) : ''];
}

/** Whether an image has another name than `alt` (WCAG 2.2, ARIA10, H65), or is an ornament that has none. */
function isNamed(said: (name: string) => string | undefined): boolean {
  if (/^(?:presentation|none)$/i.test(said('role') ?? '') || said('aria-hidden') === 'true') return true;
  return ['aria-label', 'aria-labelledby', 'title'].some(name => (said(name) ?? '').trim() !== '');
}

/** Mixed Content (W3C), section 4: what a page loads itself, not what it links to. */
function insecureIn({ bytes, described, images, loaded }: PageScan, encoding: string): string {
  const found = (nameEnd: number, name: string): string | undefined => {
    const value = attributeOfTag(bytes, nameEnd, name, encoding)?.trim();
    return value !== undefined && /^http:\/\//i.test(value) ? cutText(value, longestText) : undefined;
  };
  for (const nameEnd of described)
    if (attributeIs(bytes, nameEnd, 'rel', 'stylesheet', encoding) === true) {
      const address = found(nameEnd, 'href');
      if (address !== undefined) return address;
    }
  for (const nameEnd of [...images, ...loaded]) {
    const address = found(nameEnd, 'src') ?? found(nameEnd, 'data');
    if (address !== undefined) return address;
  }
  return '';
}

/** HTML standard, 7.4.6.4: an id, or the name of an `a`; `#` and `#top` are the top. Routes of scripts (`#/`, `#!`) are no names. */
function lostAnchors(scan: PageScan, encoding: string): string {
  // With a base, `#name` is of another page.
  if (scan.bases.length > 0 || scan.ids.places.length >= 2 * mostIds) return '';
  const { bytes } = scan;
  const lost = new Set<string>();
  let ids: Set<string> | undefined;
  for (let link = 0; link < scan.linkCount && lost.size < mostLost; link += 1) {
    if (bytes[scan.valueStart(link)] !== HASH || scan.kind(link) !== 'a') continue;
    ids ??= idsOf(scan, encoding);
    const name = attributeText(scan, link, encoding).slice(1).replace(/:~:.*/s, '');
    if (!ids.has(name) && !/^(?:top)?$|^[/!:?=]/i.test(name) && !ids.has(decoded(name))) lost.add(`#${name}`);
  }
  return cutText([...lost].join(' '), longestText);
}

function idsOf({ bytes, ids: { places } }: PageScan, encoding: string): Set<string> {
  const found = new Set<string>();
  for (let at = 0; at < places.length; at += 2)
    found.add(valueText(latin1(bytes, places[at], Math.min(places[at + 1]!, places[at]! + longestText)), encoding));
  return found;
}

/** The name with its escapes undone; unchanged where they are none of UTF-8. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
