import { cutText } from '../cut-text.ts';
import type { PageScan } from '../html/page-scan.ts';
import { attributeIs, attributeOfTag } from '../html/scanned-text.ts';
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
/** Distinct names of a page that are searched. */
const mostSearched = 20;
/** Places of a page that are looked at; beyond them its links count as sound. */
const mostPlaces = 20_000;

export function markupOf(scan: PageScan, encoding: string, description: string | undefined, isSecure: boolean): Markup {
  const { bytes, headings, images } = scan;
  let withoutAlt = 0;
  const said = (nameEnd: number, name: string): string | undefined => attributeOfTag(bytes, nameEnd, name, encoding);
  for (const nameEnd of images)
    if (said(nameEnd, 'alt') === undefined && !isNamed(name => said(nameEnd, name))) withoutAlt += 1;
  const about = cutText((description ?? '').replace(/\s+/g, ' ').trim(), longestText);
  return [about, headings, withoutAlt, lostAnchors(scan), isSecure ? insecureIn(scan, encoding) : ''];
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
function lostAnchors(scan: PageScan): string {
  // With a base, `#name` is of another page.
  if (scan.bases.length > 0) return '';
  const { bytes } = scan;
  const wanted = new Set<string>();
  for (let link = 0; link < scan.linkCount; link += 1) {
    const start = scan.valueStart(link);
    if (bytes[start] === HASH && !scan.needsDecoding(link) && scan.kind(link) === 'a')
      wanted.add(latin1(bytes, start + 1, scan.valueEnd(link)));
  }
  if (wanted.size === 0) return '';
  const page = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const room = { places: mostPlaces };
  dropIds(page, wanted, room);
  const lost: string[] = [];
  for (const name of wanted) {
    if (/^(?:top)?$|^[/!:?=]/i.test(name)) continue;
    if (lost.length === mostSearched) break;
    // A set: most names are written as they are meant, and to look for one goes through the page.
    if ([...new Set([name, decoded(name)])].every(each => !isNameIn(page, each, room))) lost.push(`#${name}`);
  }
  return cutText(lost.join(' '), longestText);
}

/** Takes away the values of attributes that are written `id=`. Some are not in a tag: then a lost link goes unseen. */
function dropIds(page: Buffer, wanted: Set<string>, room: { places: number }): void {
  for (let at = page.indexOf('id='); at >= 0 && room.places > 0 && wanted.size > 0; at = page.indexOf('id=', at)) {
    room.places -= 1;
    const before = page[at - 1] ?? 0;
    at += 3;
    // Not `data-id=`.
    if (before > 32 && before !== 34 && before !== 39 && before !== 47) continue;
    const quote = page[at];
    const isQuoted = quote === 34 || quote === 39;
    const start = isQuoted ? at + 1 : at;
    const limit = Math.min(page.length, start + longestText);
    let end = start;
    while (end < limit && (isQuoted ? page[end] !== quote : page[end]! > 32 && page[end] !== 62)) end += 1;
    wanted.delete(latin1(page, start, end));
  }
}

/** Whether the text is the value of an attribute `id` or `name`, however it is written. */
function isNameIn(page: Buffer, name: string, room: { places: number }): boolean {
  for (let at = page.indexOf(name, 0, 'latin1'); at >= 0; at = page.indexOf(name, at + 1, 'latin1')) {
    room.places -= 1;
    if (room.places < 0) return true;
    if (
      /[\s"'/](?:id|name)\s*=\s*["']?$/i.test(latin1(page, Math.max(0, at - 30), at)) &&
      /^[\s"'/>]?$/.test(latin1(page, at + name.length, at + name.length + 1))
    )
      return true;
  }
  return false;
}

/** Bytes of the name, its escapes undone. */
function decoded(name: string): string {
  return name.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
