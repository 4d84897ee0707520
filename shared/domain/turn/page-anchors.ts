import { cutText } from '../cut-text.ts';
import type { PageScan } from '../html/page-scan.ts';
import { attributeText, valueText } from '../html/scanned-text.ts';
import { mostIds } from '../html/skip-markup.ts';
import { latin1 } from '../latin1.ts';
import { withoutCredentials } from '../url/normalize.ts';
import { unescaped } from '../url/url-parts.ts';
import { nextWordHash, wordHash, wordHashStart } from '../word-hash.ts';

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
  return {
    lost: lostAnchors(scan, encoding),
    ids: scan.ids.length <= 2 * mostKept ? marksOf(scan, encoding) : '',
    away: awayAnchors(scan, encoding, baseOf),
  };
}

/** Whether the page with these marks may have the name, which may be escaped. Of two marks in 16 million one is the same. */
export function hasName(ids: string, name: string): boolean {
  return hasMark(ids, markOf(name)) || (name.includes('%') && hasMark(ids, markOf(unescaped(name))));
}

function hasMark(ids: string, mark: string): boolean {
  for (let at = ids.indexOf(mark, 1); at > 0; at = ids.indexOf(mark, at + 1)) if (at % 4 === 1) return true;
  return false;
}

const signs = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');
const marks = new Uint8Array(4 * mostKept);

function marksOf({ bytes, ids: places }: PageScan, encoding: string): string {
  for (let at = 0; at < places.length; at += 2) {
    const [start, end] = [places[at]!, Math.min(places[at + 1]!, places[at]! + longestText)];
    let hash = wordHashStart;
    let isPlain = true;
    // Nearly all are plain, and cost no string.
    for (let i = start; i < end && isPlain; i += 1) {
      const code = bytes[i]!;
      isPlain = code > 31 && code < 127 && code !== AMPERSAND;
      hash = nextWordHash(hash, code);
    }
    putMark(2 * at, isPlain ? hash : wordHash(valueText(latin1(bytes, start, end), encoding)));
  }
  return `.${latin1(marks, 0, 2 * places.length)}`;
}

function markOf(name: string): string {
  putMark(0, wordHash(name));
  return latin1(marks, 0, 4);
}

/** 24 bits in four letters. */
function putMark(at: number, hash: number): void {
  const bits = hash ^ (hash >>> 24);
  for (let i = 0; i < 4; i += 1) marks[at + i] = signs[(bits >>> (6 * i)) & 63]!;
}

function lostAnchors(scan: PageScan, encoding: string): string {
  // With a base, `#name` is of another page.
  if (scan.bases.length > 0 || scan.ids.length >= 2 * mostIds) return '';
  const { bytes } = scan;
  const lost = new Set<string>();
  let ids: Set<string> | undefined;
  for (let link = 0; link < scan.linkCount && lost.size < mostLost; link += 1) {
    if (bytes[scan.valueStart(link)] !== HASH || scan.kind(link) !== 'a') continue;
    ids ??= idsOf(scan, encoding);
    const name = nameBehind(attributeText(scan, link, encoding), 0);
    if (!ids.has(name) && !unnamed.test(name) && !ids.has(unescaped(name))) lost.add(`#${name}`);
  }
  return cutText([...lost].join(' '), longestText);
}

function awayAnchors(scan: PageScan, encoding: string, baseOf: () => string): string {
  const found = new Map<string, Set<string>>();
  let [length, hash, count] = [0, -1, 0];
  let base: URL | undefined;
  const isOwn = scan.bases.length === 0;
  // Links to one page are mostly beside each other.
  let [before, address]: [string | undefined, string | undefined] = [undefined, undefined];
  for (let link = 0; link < scan.linkCount && count < mostAway && length < longestAway; link += 1) {
    const start = scan.valueStart(link);
    // One search serves all links before the next sign.
    if (hash < start) hash = scan.bytes.indexOf(HASH, start);
    if (hash < 0) break;
    // `#name` is of the page itself, unless there is a base.
    if ((hash === start && isOwn) || hash >= scan.valueEnd(link) || scan.kind(link) !== 'a') continue;
    const text = attributeText(scan, link, encoding);
    const at = text.indexOf('#');
    const name = nameBehind(text, at);
    if (at < 0 || unnamed.test(name)) continue;
    const to = text.slice(0, at);
    if (to !== before) {
      base ??= new URL(baseOf());
      address = resolved(to, base, isOwn);
      before = to;
    }
    if (address === undefined) continue;
    const names = found.get(address) ?? new Set();
    if (names.size === 0) {
      found.set(address, names);
      length += address.length;
    }
    const kept = name.replace(/[\s#]/g, encodeURIComponent);
    if (names.has(kept)) continue;
    names.add(kept);
    length += kept.length + 1;
    count += 1;
  }
  return Array.from(found, ([to, names]) => `${to}#${[...names].join('#')}`).join(' ');
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

function idsOf({ bytes, ids: places }: PageScan, encoding: string): Set<string> {
  const found = new Set<string>();
  for (let at = 0; at < places.length; at += 2)
    found.add(valueText(latin1(bytes, places[at], Math.min(places[at + 1]!, places[at]! + longestText)), encoding));
  return found;
}
