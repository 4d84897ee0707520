import { randomInt } from 'node:crypto';
import { cutText } from '../cut-text.ts';
import type { PageScan } from '../html/page-scan.ts';
import { attributeText, valueText } from '../html/scanned-text.ts';
import { isLetter, mostIds } from '../html/skip-markup.ts';
import { latin1 } from '../latin1.ts';
import { withoutCredentials } from '../url/normalize.ts';
import { unescaped } from '../url/url-parts.ts';
import { nextWordHash, scramble, wordHash, wordHashStart } from '../word-hash.ts';

const [SPACE, HASH, AMPERSAND] = [32, 35, 38];
const longestText = 500;
/** Most lost names of a page, and most of its links to names on other pages. */
const [mostLost, mostAway] = [20, 100];
const longestAway = 4_000;
/** Of a page with more identifiers none is kept, and links to names on it are not judged. */
const mostKept = 2_000;
/** HTML standard, 7.4.6.4: `#` and `#top` are the top. Routes of scripts (`#/`, `#!`) are no names. */
const unnamed = /^(?:top)?$|^[/!:?=]/i;

interface Anchors {
  /** Links `#name` of the page itself to no element with this id, and no `a` with this name; a blank between them. */
  readonly lost: string;
  /** Marks of all identifiers, behind a dot; empty where they are too many. */
  readonly ids: string;
  /** Names on other pages of the domain that links lead to: `/page#name#other /page2#name`, whole addresses at other origins. */
  readonly away: string;
}

export function anchorsOf(scan: PageScan, encoding: string, baseOf: () => string): Anchors {
  const ids = hashesOf(scan, encoding);
  return {
    lost: lostAnchors(scan, encoding, ids),
    ids: ids.length <= mostKept ? marksOf(ids) : '',
    away: awayAnchors(scan, encoding, baseOf),
  };
}

const signs = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');
/** The bits of a sign. */
const bitsOf = Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, signs.indexOf(code)));
const marks = new Uint8Array(4 * mostKept);

/** 24 bits in four letters for each identifier. */
function marksOf(ids: readonly number[]): string {
  for (const [index, hash] of ids.entries()) {
    const mark = markOf(hash);
    for (let i = 0; i < 4; i += 1) marks[4 * index + i] = signs[(mark >>> (6 * i)) & 63]!;
  }
  return `.${latin1(marks, 0, 4 * ids.length)}`;
}

function markOf(hash: number): number {
  return (hash ^ (hash >>> 24)) & 0xffffff;
}

/** The names of a page that has these marks. */
export function namesIn(ids: string): ReadonlySet<number> {
  const names = new Set<number>();
  for (let at = 1; at < ids.length; at += 4) {
    let mark = 0;
    for (let i = 0; i < 4; i += 1) mark |= bitsOf[ids.charCodeAt(at + i)]! << (6 * i);
    names.add(mark);
  }
  return names;
}

/** Whether the page with these names may have this one, which may be escaped. Of two marks in 16 million one is the same. */
export function hasName(names: ReadonlySet<number>, name: string): boolean {
  return names.has(markOf(wordHash(name))) || (name.includes('%') && names.has(markOf(wordHash(unescaped(name)))));
}

const [inIdentifier, inAddress] = [1, 2];
/** By byte: whether it stands for itself in an identifier, and in the name of an address. */
const plain = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code < SPACE || code > 126 || code === AMPERSAND) return 0;
  return ' #%~'.includes(String.fromCharCode(code)) ? inIdentifier : inIdentifier + inAddress;
});

/** The hash of a text of such bytes, which needs no string; 0 if there are others. */
function plainHash(bytes: Uint8Array, start: number, end: number, kind: number): number {
  let hash = wordHashStart;
  for (let at = start; at < end; at += 1) {
    const code = bytes[at]!;
    if ((plain[code]! & kind) === 0) return 0;
    hash = nextWordHash(hash, code);
  }
  return hash;
}

/** Of the identifiers of a page. */
function hashesOf({ bytes, ids: places }: PageScan, encoding: string): number[] {
  const hashes: number[] = [];
  for (let at = 0; at < places.length; at += 2) {
    const [start, end] = [places[at]!, Math.min(places[at + 1]!, places[at]! + longestText)];
    const hash = plainHash(bytes, start, end, inIdentifier);
    hashes.push(hash === 0 ? wordHash(valueText(latin1(bytes, start, end), encoding)) : hash);
  }
  return hashes;
}

const seed = randomInt(2 ** 32);
/** Nobody can choose names whose keys are in one place of a set. */
const keyOf = (hash: number): number => scramble(hash ^ seed) | 0;

function lostAnchors(scan: PageScan, encoding: string, ids: readonly number[]): string {
  // With a base, `#name` is of another page.
  if (scan.bases.length > 0 || ids.length >= mostIds) return '';
  const { bytes } = scan;
  const lost = new Set<string>();
  let known: Set<number> | undefined;
  for (let link = 0; link < scan.linkCount && lost.size < mostLost; link += 1) {
    const start = scan.valueStart(link);
    if (bytes[start] !== HASH || scan.kind(link) !== 'a') continue;
    known ??= new Set(ids.map(keyOf));
    if (known.has(keyOf(plainHash(bytes, start + 1, scan.valueEnd(link), inAddress)))) continue;
    const name = nameBehind(attributeText(scan, link, encoding), 0);
    const isKnown = known.has(keyOf(wordHash(name))) || known.has(keyOf(wordHash(unescaped(name))));
    if (!isKnown && !unnamed.test(name)) lost.add(`#${name}`);
  }
  return cutText([...lost].join(' '), longestText);
}

/** `/page#name#other` of one page, and hashes of its names. */
interface AwayPage {
  text: string;
  readonly names: Set<number>;
}

function awayAnchors(scan: PageScan, encoding: string, baseOf: () => string): string {
  const { bytes } = scan;
  const found = new Map<string, AwayPage>();
  let [length, count] = [0, 0];
  let base: URL | undefined;
  const isOwn = scan.bases.length === 0;
  // Links to one page are mostly beside each other.
  let [before, page]: [string | undefined, AwayPage | undefined] = [undefined, undefined];
  for (let link = 0; link < scan.linkCount && count < mostAway && length < longestAway; link += 1) {
    if (!scan.hasFragment(link) || scan.kind(link) !== 'a') continue;
    const [start, end] = [scan.valueStart(link), scan.valueEnd(link)];
    let hash = start;
    while (bytes[hash] !== HASH) hash += 1;
    // `#name` is of the page itself, unless there is a base.
    if (hash === start && isOwn) continue;
    // Nearly all are plain, and cost a string only where page or name are new.
    let key =
      isLongName(bytes, hash, end) && !scan.needsDecoding(link) ? plainHash(bytes, hash + 1, end, inAddress) : 0;
    let name: string | undefined;
    let to: string | undefined;
    if (key === 0) {
      const text = attributeText(scan, link, encoding);
      const at = text.indexOf('#');
      name = nameBehind(text, at);
      if (at < 0 || unnamed.test(name)) continue;
      to = text.slice(0, at);
      name = name.replace(/[\s#]/g, encodeURIComponent);
      key = wordHash(name) | 0;
    } else if (!isText(bytes, start, hash, before)) to = latin1(bytes, start, hash);
    if (to !== undefined && to !== before) {
      base ??= new URL(baseOf());
      const address = resolved(to, base, isOwn);
      page = address === undefined ? undefined : (found.get(address) ?? { text: address, names: new Set() });
      if (page?.names.size === 0) {
        length += page.text.length;
        found.set(page.text, page);
      }
      before = to;
    }
    if (page === undefined || page.names.has(key)) continue;
    page.names.add(key);
    const text = `#${name ?? latin1(bytes, hash + 1, end)}`;
    page.text += text;
    length += text.length;
    count += 1;
  }
  return Array.from(found.values(), ({ text }) => text).join(' ');
}

/** Whether the name behind the sign begins with a letter, and is longer than `top`. */
function isLongName(bytes: Uint8Array, sign: number, end: number): boolean {
  return end - sign > 4 && isLetter(bytes[sign + 1]!);
}

function isText(bytes: Uint8Array, start: number, end: number, text: string | undefined): boolean {
  if (text?.length !== end - start) return false;
  for (let at = start; at < end; at += 1) if (bytes[at] !== text.charCodeAt(at - start)) return false;
  return true;
}

/** The name behind the `#` at `at`, without directives (`:~:text=…`), and without what the URL standard takes out. */
function nameBehind(text: string, at: number): string {
  const end = text.indexOf(':~:', at);
  let last = end < 0 ? text.length : end;
  // A pattern for the end would go through each run of blanks again and again.
  while (end < 0 && last > at + 1 && text.charCodeAt(last - 1) <= SPACE) last -= 1;
  return text.slice(at + 1, last).replace(/[\t\n\r]/g, '');
}

/** Addresses that begin with a name or a slash and need no work, and steps upwards. */
const plainPath = /^\/?[\w~-][\w.~-]*(?:\/[\w~-][\w.~-]*)*\/?$/;
const up = '../';

/** From the path on where `isOwn`: the base is the page itself, whose origin it has; undefined for other domains. */
function resolved(address: string, base: URL, isOwn: boolean): string | undefined {
  let [folder, rest] = [base.pathname.slice(0, base.pathname.lastIndexOf('/') + 1), address];
  for (; rest.startsWith(up); rest = rest.slice(up.length))
    folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1) || '/';
  if (isOwn && plainPath.test(rest)) {
    if (!rest.startsWith('/')) return folder + rest;
    if (rest === address) return address;
  }
  const url = URL.parse(address, base);
  if (url === null || domainOf(url) !== domainOf(base)) return undefined;
  return isOwn && url.origin === base.origin ? url.pathname + url.search : withoutCredentials(url).href;
}

/** Hosts of one site have the last two labels in common. */
function domainOf({ hostname }: URL): string {
  return hostname.split('.').slice(-2).join('.');
}
