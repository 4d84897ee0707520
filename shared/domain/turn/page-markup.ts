import { cutText } from '../cut-text.ts';
import type { PageScan } from '../html/page-scan.ts';
import { attributeOfTag, valueText } from '../html/scanned-text.ts';
import { tagEnd } from '../html/skip-markup.ts';
import { latin1 } from '../latin1.ts';
import { anchorsOf } from './page-anchors.ts';

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
  /** Of its identifiers (`page-anchors.ts`); `''` or absent: they are not known. */
  ids?: string,
  /** Links to names on other pages of the domain, by page (`page-anchors.ts`): `/b#name#other https://sub.a.example/c#name`. */
  away?: string,
];

const longestText = 500;

/** `baseOf`: the base of relative addresses; called only if a link names a place on another page. */
export function markupOf(
  scan: PageScan,
  encoding: string,
  description: string | undefined,
  isSecure: boolean,
  baseOf: () => string,
): Markup {
  const { bytes, headings, images } = scan;
  let withoutAlt = 0;
  const said = (nameEnd: number, name: string): string | undefined => attributeOfTag(bytes, nameEnd, name, encoding);
  for (const nameEnd of images)
    if (said(nameEnd, 'alt') === undefined && !isNamed(name => said(nameEnd, name))) withoutAlt += 1;
  const about = cutText((description ?? '').replace(/\s+/g, ' ').trim(), longestText);
  const { lost, ids, away } = anchorsOf(scan, encoding, baseOf);
  return [
    about,
    headings,
    withoutAlt,
    lost,
    isSecure ? insecureIn(scan, encoding, scan.bases.length > 0 ? baseOf() : '') : '',
    ids,
    away,
  ];
}

/** Whether an image has another name than `alt` (WCAG 2.2, ARIA10, H65), or is an ornament that has none. */
function isNamed(said: (name: string) => string | undefined): boolean {
  if (/^(?:presentation|none)$/i.test(said('role') ?? '') || said('aria-hidden') === 'true') return true;
  return ['aria-label', 'aria-labelledby', 'title'].some(name => (said(name) ?? '').trim() !== '');
}

/** Relations whose address a browser loads for the page. */
const loads = /(?:^|\s)(?:stylesheet|icon|apple-touch-icon|manifest|preload|modulepreload)(?:\s|$)/i;
/** Attributes of elements that load something. */
const addresses = ['src', 'srcset', 'poster', 'data', 'href', 'xlink:href'];
const inStyle = /(?:\burl\(|@import)\s*(?:["']\s*)?(http:\/\/[^\s"')]*)/i;
const GREATER = 62;
const notLoaded = /\/\*[\s\S]*?(?:\*\/|$)|@namespace[^;]*/gi;

/** Mixed Content (W3C), section 4: what a page loads itself, not what it links to. `base`: of relative addresses, if the page names one. */
function insecureIn({ bytes, described, images, loaded, styles }: PageScan, encoding: string, base: string): string {
  const byBase = /^http:/i.test(base);
  const found = (nameEnd: number, name: string): string | undefined => {
    const value = attributeOfTag(bytes, nameEnd, name, encoding)?.trim();
    if (value === undefined || value === '') return undefined;
    const each = name === 'srcset' ? value.split(/\s+(?:[\d.]+[wx]\s*)?,?\s*|,\s+/) : [value];
    const isInsecure = (address: string): boolean =>
      /^http:/i.test(address) || (byBase && !/^(?:[a-z][a-z\d+.-]*:|#|$)/i.test(address));
    return each.find(isInsecure);
  };
  const mayHave = insecureBefore(bytes, byBase);
  for (const nameEnd of described)
    if (mayHave(nameEnd) && loads.test(attributeOfTag(bytes, nameEnd, 'rel', encoding) ?? '')) {
      const address = found(nameEnd, 'href');
      if (address !== undefined) return cutText(address, longestText);
    }
  for (const nameEnd of [...images, ...loaded])
    for (const name of mayHave(nameEnd) ? addresses : []) {
      const address = found(nameEnd, name);
      if (address !== undefined) return cutText(address, longestText);
    }
  for (let at = 0; at < styles.length; at += 2) {
    if (!mayHave(styles[at]!, styles[at + 1])) continue;
    const text = latin1(bytes, styles[at], styles[at + 1]);
    // The text of an element has no references; taking comments out costs more than a look.
    const style = bytes[styles[at]! - 1] === GREATER ? text : valueText(text, encoding);
    const address = inStyle.test(style) ? inStyle.exec(style.replace(notLoaded, ''))?.[1] : undefined;
    if (address !== undefined) return cutText(address, longestText);
  }
  return '';
}

/**
 * Whether the bytes from an offset up to another, or up to the end of the tag there, may have an address by http. Nearly no part of a
 * page has one, and one search goes past many parts.
 */
function insecureBefore(bytes: Uint8Array, always: boolean): (from: number, to?: number) => boolean {
  const page = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const place = (sign: string, from: number): number => (page.indexOf(sign, from, 'latin1') + 1 || Infinity) - 1;
  let [searched, next] = [0, -1];
  return (from, to) => {
    if (always) return true;
    if (from < searched || next < from) [searched, next] = [from, Math.min(place('http:', from), place('HTTP:', from))];
    return next < (to ?? tagEnd(bytes, from));
  };
}
