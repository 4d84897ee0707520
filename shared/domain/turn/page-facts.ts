import { cutText } from '../cut-text.ts';
import type { PageScan } from '../html/page-scan.ts';
import { attributeIs, attributeOfTag } from '../html/scanned-text.ts';
import type { PageHeaders } from '../http/fetch-answer.ts';
import { isHtml } from '../http/page-type.ts';
import { isWish, type PageStatement, statementsOf } from '../robots/preferences.ts';
import { boundedAddress } from '../url/bounded-address.ts';
import { withoutCredentials } from '../url/normalize.ts';
import { type Markup, markupOf } from './page-markup.ts';
import { type StartHint, startHints } from './start-hints.ts';

/** Facts that a page and its HTTP headers state about the page. Missing facts are absent. */
export interface PageFacts {
  /** The Content-Type header as sent. */
  readonly contentType: string;
  /** Absolute address of the first `link rel=canonical`, else that of the Link header. */
  readonly canonical?: string;
  /** Directives of `meta name=robots` and of X-Robots-Tag, lower case, each once, joined by `, `. */
  readonly robots?: string;
  /** Language and absolute address of each `link rel=alternate hreflang`, then of the Link header; a blank between the two. `…`: there are more. */
  readonly hreflang?: readonly string[];
  /** The `lang` of the `html` element, else the Content-Language header. */
  readonly language?: string;
  /** The language of the text (ISO 639-1), of a page of HTML that declares none (`detect-languages.ts`). */
  readonly detected?: string;
  /** The Last-Modified header as sent. */
  readonly lastModified?: string;
  /** Hints of a start page with at most one link. */
  readonly hints?: readonly StartHint[];
  /** Wishes of the owner (`preferences.ts`), in the header and then in the page. */
  readonly statements?: readonly PageStatement[];
  /** Of HTML alone; absent in segments of earlier versions. */
  readonly markup?: Markup;
  /** Number of words (`count-words.ts`); 0 unless the page is HTML. */
  readonly words: number;
}

interface Answer {
  /** The base of relative addresses; called only if the page has one. */
  base(): string;
  readonly encoding: string;
  readonly contentType: string;
  readonly headers: PageHeaders | undefined;
  /** Whether the page came by https. */
  readonly isSecure?: boolean;
  readonly start?: { readonly address: string; readonly refresh: string | undefined } | undefined;
}

/** Longest Content-Type header that is kept. */
export const longestContentType = 200;
const mostAlternates = 60;
const mostMetas = 50;
const longestText = 200;
const longestAlternates = 4_000;
/** The last item of a list of alternates that is longer. */
export const moreAlternates = '…';
const longestLinks = 4_000;

/** Facts from the scan of a page and its headers. */
export function pageFacts(scan: PageScan, answer: Answer): PageFacts {
  const { base: baseOf, encoding, contentType, headers, start } = answer;
  const said = new SaidInTags();
  for (const nameEnd of scan.described) readTag(scan.bytes, nameEnd, encoding, said);
  for (const { relations, language, address } of linksOf(headers?.link))
    if (relations.includes('canonical')) said.canonical ??= address;
    else if (relations.includes('alternate') && language !== undefined && said.alternates.length <= mostAlternates)
      said.alternates.push([language.trim(), address]);
  const { canonical } = said;
  const needsBase = canonical !== undefined || said.alternates.length > 0;
  const base = needsBase ? baseOf() : '';
  const language = said.language ?? headers?.['content-language'];
  const robots = directives(said.robots, headers?.['x-robots-tag']);
  const statements = statementsOf(headers, said.metas);
  const hreflang = alternatesOf(said.alternates, base);
  return {
    contentType: cutText(contentType, longestContentType),
    ...ifSaid('canonical', canonical === undefined ? '' : absolute(canonical, base)),
    ...ifSaid('robots', robots),
    ...(hreflang.length !== 0 && { hreflang }),
    ...ifSaid('language', cutText((language ?? '').trim(), longestText)),
    ...ifSaid('lastModified', headers?.['last-modified'] ?? ''),
    ...(start !== undefined && scan.linkCount <= 1 && { hints: startHints(scan.html, start.refresh, start.address) }),
    ...(statements.length > 0 && { statements }),
    ...(isHtml(contentType) && {
      markup: markupOf(scan, encoding, said.description, answer.isSecure === true, baseOf),
    }),
    words: scan.words,
  };
}

/** Wishes of the owner in a page and its header. */
export function statementsIn(
  scan: PageScan,
  encoding: string,
  headers: PageHeaders | undefined,
): readonly PageStatement[] {
  const said = new SaidInTags();
  for (const nameEnd of scan.described) readTag(scan.bytes, nameEnd, encoding, said);
  return statementsOf(headers, said.metas);
}

class SaidInTags {
  canonical: string | undefined;
  language: string | undefined;
  description: string | undefined;
  readonly metas: (readonly [name: string, content: string])[] = [];
  readonly robots: string[] = [];
  readonly alternates: (readonly [language: string, address: string])[] = [];
}

/** A tag with `lang` but without `rel` and `name` is the `html` tag. */
function readTag(page: Uint8Array, nameEnd: number, encoding: string, said: SaidInTags): void {
  // Nearly all these tags are style sheets and descriptions, so they must cost no string and no function here.
  const isStyle = attributeIs(page, nameEnd, 'rel', 'stylesheet', encoding);
  if (isStyle === false) readRelation(page, nameEnd, encoding, said);
  if (isStyle !== undefined) return;
  const name = attributeOfTag(page, nameEnd, 'name', encoding)?.trim().toLowerCase();
  if (name === undefined) said.language ??= attributeOfTag(page, nameEnd, 'lang', encoding);
  else if (name === 'description') said.description ??= attributeOfTag(page, nameEnd, 'content', encoding);
  else if (said.metas.length < mostMetas && name !== 'viewport') {
    const content = attributeOfTag(page, nameEnd, 'content', encoding) ?? '';
    if (!isWish(name, content)) return;
    if (name === 'robots') said.robots.push(content);
    said.metas.push([name, content]);
  }
}

function readRelation(page: Uint8Array, nameEnd: number, encoding: string, said: SaidInTags): void {
  const attribute = (name: string): string | undefined => attributeOfTag(page, nameEnd, name, encoding);
  const relations = attribute('rel')!
    .toLowerCase()
    .split(/[\t\n\f\r ]+/);
  if (relations.includes('canonical')) said.canonical ??= attribute('href');
  else if (relations.includes('alternate') && said.alternates.length <= mostAlternates) {
    const [language, href] = [attribute('hreflang'), attribute('href')];
    if (language !== undefined && href !== undefined) said.alternates.push([language.trim(), href]);
  }
}

const linkValue = /<([^<>]*)>((?:[ \t]*;[ \t]*[^\s=;,"]+(?:[ \t]*=[ \t]*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)*)/g;
const linkParameter = /;[ \t]*([^\s=;,"]+)(?:[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;

interface HeaderLink {
  readonly relations: readonly string[];
  readonly language: string | undefined;
  readonly address: string;
}

/**
 * Links in a Link header (RFC 8288, 3.3): the canonical address (RFC 6596) and versions in other languages. A link with `anchor`
 * describes another page.
 */
function* linksOf(header = ''): Iterable<HeaderLink> {
  for (const [, address = '', parameters = ''] of header.slice(0, longestLinks).matchAll(linkValue)) {
    const said = new Map<string, string>();
    for (const [, name = '', quoted, token = ''] of parameters.matchAll(linkParameter))
      if (!said.has(name.toLowerCase())) said.set(name.toLowerCase(), quoted ?? token);
    const relations = (said.get('rel') ?? '').toLowerCase().split(/\s+/);
    if (!said.has('anchor')) yield { relations, language: said.get('hreflang'), address };
  }
}

function directives(said: readonly string[], header: string | undefined): string {
  if (said.length === 0 && header === undefined) return '';
  const each = [...said, header ?? ''].flatMap(text => text.toLowerCase().split(',')).map(text => text.trim());
  return cutText([...new Set(each.filter(text => text !== ''))].join(', '), longestText);
}

function alternatesOf(alternates: SaidInTags['alternates'], base: string): string[] {
  const found: string[] = [];
  let length = 0;
  for (const [language, href] of alternates) {
    const text = `${cutText(language, longestText).replace(/\s/g, '')} ${absolute(href, base)}`;
    length += text.length;
    if (length > longestAlternates || found.length === mostAlternates) return [...found, moreAlternates];
    found.push(text);
  }
  return found;
}

/** The absolute address without user name and password; empty if `href` is no address. */
function absolute(href: string, base: string): string {
  const url = URL.parse(href.trim(), base);
  return url === null ? '' : boundedAddress(withoutCredentials(url).href);
}

function ifSaid<Name extends string>(name: Name, text: string): { readonly [Key in Name]?: string } {
  return text === '' ? {} : ({ [name]: text } as { readonly [Key in Name]: string });
}
