/** Hashed features of the first link to a page, for the order of pages that is learnt. */

import { latin1 } from '../latin1.ts';
import { remember } from '../remember.ts';
import { nextWordHash, scramble, wordHashStart } from '../word-hash.ts';
import type { PageScan } from './page-scan.ts';

/** Features are numbers below it. */
export const linkFeatureCount = 4_096;

const mostWords = 6;
/** Features of a link: of its words, and five others. */
export const mostLinkFeatures = mostWords + 5;
const longestName = 12;
/** Bytes before a link in which the elements around it are sought. */
const placeBytes = 400;
const mostAround = 2;

export interface LinkContext {
  readonly anchor: string;
  /** `placeOf` the link. */
  readonly place: string;
  /** Normalized address of the page that the link leads to. */
  readonly target: string;
}

/** Features that all links of a page have: its normalized address, and the magnitude of the number of its external links. */
export function pageFeatures(address: string, externals: number): readonly number[] {
  return [feature('p', address), feature('e', String(Math.floor(Math.log2(1 + externals))))];
}

/** At most `mostLinkFeatures` numbers below `linkFeatureCount`; the last ones are `ofPage`. Stored data depends on them. */
export function linkFeatures({ anchor, place, target }: LinkContext, ofPage: readonly number[]): number[] {
  const words = (anchor.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).slice(0, mostWords);
  const [path = ''] = target.slice(target.indexOf('://') + 3).split(/[?#]/, 1);
  const cut = path.lastIndexOf('/') + 1;
  const folder = path.slice(0, cut).replace(/\d+/g, '0');
  const name = /^[^-_.]*/.exec(path.slice(cut))![0].slice(0, longestName);
  return [
    ...words.map(word => feature('w', word)),
    feature('t', place),
    feature('f', folder),
    feature('n', `${folder} ${name}`),
    ...ofPage,
  ];
}

function feature(kind: string, value: string): number {
  let hash = nextWordHash(wordHashStart, kind.charCodeAt(0));
  for (let at = 0; at < value.length; at += 1) hash = nextWordHash(hash, value.charCodeAt(at));
  return scramble(hash) % linkFeatureCount;
}

/** The element of a link and the two elements around it that are still open, with their classes: `ul.menu>li>a.item`. */
export function placeOf(scan: PageScan, link: number): string {
  const end = scan.nameEnd(link);
  const html = latin1(scan.bytes, Math.max(0, end - placeBytes), scan.valueStart(link));
  let at = html.lastIndexOf('<', html.length - (scan.valueStart(link) - end) - 1);
  const path = [nameAndClass(html.slice(at + 1))];
  let closed = 0;
  while (path.length <= mostAround) {
    const close = html.lastIndexOf('>', at - 1);
    at = close < 0 ? -1 : html.lastIndexOf('<', close);
    if (at < 0) break;
    const tag = html.slice(at + 1, close);
    if (tag.startsWith('/')) closed += 1;
    else if (/^[a-z]/i.test(tag) && !/^(?:br|hr|img|input|link|meta|wbr)\b/i.test(tag)) {
      if (closed > 0) closed -= 1;
      else path.unshift(nameAndClass(tag));
    }
  }
  return path.join('>');
}

/** Of tags that were met. A page repeats few of them, and reading one anew costs several times as much as finding it here. */
const met = new Map<string, string>();
const mostMet = 2_000;

function nameAndClass(tag: string): string {
  const known = met.get(tag);
  if (known !== undefined) return known;
  const read = readTag(tag);
  remember(met, tag, read, mostMet);
  return read;
}

function readTag(tag: string): string {
  const name = /^[a-z\d]*/i.exec(tag)![0].toLowerCase();
  const classes = /\sclass\s*=\s*(?:"([^"]*)|'([^']*)|([^\s>]*))/i.exec(tag);
  const said = (classes?.[1] ?? classes?.[2] ?? classes?.[3] ?? '').trim().split(/\s+/).slice(0, 2).join('.');
  return said === '' ? name : `${name}.${said.replace(/\d+/g, '0')}`;
}
