/**
 * The next page of an article of several pages. It is known by its address, which is that of the first page with a number, and by what
 * links to it: `rel=next`, its number, or a word for the next page. So the next article, and further readers' comments, are no page of it.
 */

import { attributeOf, type TreeNode, textIn } from '../../../../domain/html/tree-node.ts';
import { withoutTracking } from '../../../../domain/url/parameters/tracking.ts';
import { resolvedAddress } from '../../addresses.ts';
import type { PageParts } from './page-parts.ts';

/** Elements around a link that are looked at. */
const reach = 8;
/** Characters of a link that says a number, or a few words and the heading of the next page. */
const mostShown = 90;
const pageWords =
  'page|pages|pagina|página|pagenum|pageno|page_?n(?:um|o)|paged|pg|p|seite|sida|side|strona|str|stranica|s';
const pageParameter = new RegExp(`^(?:${pageWords}|curpage|pn|part|start|limitstart|PAGEN_\\d)$`, 'i');
/** Parameters that count other things: where a link shows the number that its address has, any other counts pages. */
const otherParameter =
  /comment|^cp|kommentar|reply|answer|rating|star|vote|year|month|day|img|photo|pic|slide|lang|size|id$/i;
/** The part that the address of a further page has behind the address of the first page; the second form needs a shown number. */
const pagePath = new RegExp(
  `^(?:/(?:index(?=[-_]?\\d))?[-_]?|[-_,.;](?=\\D))(?:(?:${pageWords})[-_/=,]?)?(\\d{1,2})$`,
  'i',
);
const numberPath = /^[-_,.](\d{1,2})$/;
const firstPath = new RegExp(`[-_/,.](?:${pageWords})[-_/=,]?1$`, 'i');
const extension = /\.(?:[sp]?html?|php|aspx?|jsp)$/i;
const otherNames =
  /comment|koment|kommentar|repl(?:y|ies)|review|disqus|related|sidebar|widget|recommend|teaser|otzyv|discuss|galler|slide(?:r|show)|carousel|most-?read|popular/i;
const word = '(?:page|seite|side|sida|p[áa]gina|strona|стр(?:\\.|аниц[аеыу])?|сторін(?:ка|ці))';
/** A number alone, of so many, or with a word for a page. */
const shownNumber = new RegExp(
  `^\\W{0,3}(?:${word}\\s)?(\\d{1,2})(?:(?:\\s(?:of|von|de|sur|di|van|av|z|из|з)\\s|\\s?/\\s?)\\d{1,2}|-я страница)?\\W{0,3}$`,
  'iu',
);
/** A number with a word for a page, before or behind other words: "Weiterlesen auf Seite 2", "Page 2: The pier". */
const namedNumber = new RegExp(`(?<!\\p{L})${word}\\s(\\d{1,2})(?:\\W{0,3}$|:\\s|\\sweiter)`, 'iu');
/** An entry of the article's contents. */
const listedNumber = /^(\d{1,2})[.):]\s\p{L}/u;
const shownPage =
  /^(?:(?:next|nächste|følgende|nästa) (?:page|seite|side|sida)|page suivante|p[áa]gina siguiente|siguiente p[áa]gina|próxima página|pagina successiva|volgende pagina|następna strona|(?:следующая|след\.?) стр(?:аница|\.)?|наступна сторінка|continue(?:d)? on (?:the )?next page|次のページ(?:へ)?|下一?[页頁]|다음 ?페이지|sonraki sayfa)(?:[\s\P{L}]*$|:\s)/iu;
const shownNext =
  /^(?:next|weiter|suivante?|siguiente|avanti|volgende|dalej|далее|дальше|вперёд|вперед|следующая|次へ|다음|[→»›>]+|weiter ?lesen|(?:continue reading|read (?:on|more|the rest)|keep reading)|(?:lire )?la suite|(?:seguir|continuar) (?:leyendo|lendo)|continua(?: a leggere)?|(?:lees verder|verder lezen)|czytaj dalej|läs vidare|læs videre|les videre|(?:читать )?(?:дальше|далее|продолжение)|читати далі|続きを読む|devamını oku)[\s.…→»›>]*$/iu;

export interface NextPageSearch {
  /** The address of the page. */
  readonly url: string;
  /** Addresses of the page are relative to it. */
  readonly base?: string | undefined;
  /** The address of the article's first page, and which page this is, from 1. */
  readonly first?: string;
  readonly number?: number;
}

/** The address of the article's next page; undefined where the page links to none. */
export function nextPageOf({ links, anchors }: PageParts, search: NextPageSearch): string | undefined {
  const { url, base = url, number = 1 } = search;
  const first = withoutTracking(new URL(search.first ?? url)).href;
  const stem = stemOf(new URL(first)).replace(firstPath, '');
  const wanted = { first, number: number + 1, ending: stem.includes('%') ? '' : /[\w.-]*$/.exec(stem)![0] };
  const linked = links.get('next')?.flatMap(href => resolved(href, base)) ?? [];
  const found = linked.find(address => isPage(address, wanted, 'next'));
  if (found !== undefined) return found;
  for (const anchor of anchors) {
    const address = pageBehind(anchor, base, wanted);
    if (address !== undefined) return address;
  }
  return undefined;
}

interface WantedPage {
  readonly first: string;
  readonly number: number;
  /** The end of the first page's path, which a whole address of a further page has too. */
  readonly ending: string;
}

/** The claim of a link about its address: the number of a page, that it is the next page, or that it is the next of anything. */
type Said = 'number' | 'page' | 'next';

function pageBehind(anchor: TreeNode, base: string, wanted: WantedPage): string | undefined {
  const href = attributeOf(anchor, 'href') ?? '';
  // Its number is in the address, counted from 1 or from 0.
  if (![wanted.number, wanted.number - 1].some(number => href.includes(String(number)))) return undefined;
  if (/^\s*(?:\/|https?:)/i.test(href) && !href.includes(wanted.ending)) return undefined;
  const said = saidBy(anchor, wanted);
  const [address] = said === undefined ? [] : resolved(href, base);
  return address !== undefined && isPage(address, wanted, said!) && !isOfOthers(anchor) ? address : undefined;
}

function saidBy(anchor: TreeNode, { number }: WantedPage): Said | undefined {
  const text = textIn(anchor, mostShown + 1) || labelOf(anchor);
  if (text.length > mostShown) return undefined;
  if ([shownNumber, listedNumber].some(form => form.exec(text)?.[1] === String(number))) return 'number';
  if (shownPage.test(text) || namedNumber.exec(text)?.[1] === String(number)) return 'page';
  return shownNext.test(text) || /(?:^|\s)next(?:\s|$)/i.test(attributeOf(anchor, 'rel') ?? '') ? 'next' : undefined;
}

/** The words of a link that shows a sign alone. */
function labelOf(anchor: TreeNode): string {
  const said = attributeOf(anchor, 'aria-label') ?? attributeOf(anchor, 'title');
  const picture = anchor.first?.name === 'img' ? attributeOf(anchor.first, 'alt') : undefined;
  return (said ?? picture ?? '').trim();
}

/** Whether an address is that of a further page, by what the link to it says. */
function isPage(address: string, { first, number }: WantedPage, said: Said): boolean {
  const [own, other] = [new URL(first), withoutTracking(new URL(address))];
  if (own.host !== other.host) return false;
  const whole = own.pathname.replace(/\/+$/, '');
  // The number may be behind the extension, too.
  const before = other.pathname.startsWith(`${whole}/`) ? whole : stemOf(own).replace(firstPath, '');
  const after = stemOf(other);
  const asked = furtherParameter(own, other, said);
  if (stemOf(own).replace(firstPath, '') === stemOf(other).replace(firstPath, '') && asked !== undefined)
    return asked === number || (asked === number - 1 && asked > 0 && (said === 'number' || !hasNumber(own)));
  if (asked !== undefined || own.search !== other.search || !after.startsWith(before)) return false;
  const rest = after.slice(before.length);
  const found = pagePath.exec(rest) ?? (said === 'next' ? null : numberPath.exec(rest));
  return found !== null && Number(found[1]) === number;
}

/** The number of the one parameter that an address has beside the parameters of the first page. */
function furtherParameter(own: URL, other: URL, said: Said): number | undefined {
  const before = [...own.searchParams].filter(([name, value]) => !(pageParameter.test(name) && value === '1'));
  const further = [...other.searchParams].filter(
    ([name, value]) => !before.some(each => each[0] === name && each[1] === value),
  );
  const [parameter] = further;
  if (parameter === undefined || further.length > 1 || other.searchParams.size !== before.length + 1) return undefined;
  const [name, value] = parameter;
  const counts = pageParameter.test(name) || (said === 'number' && !otherParameter.test(name));
  return counts && /^\d{1,2}$/.test(value) ? Number(value) : undefined;
}

/** Whether an address counts its pages from 1: it has the number of the first. */
function hasNumber({ searchParams }: URL): boolean {
  return [...searchParams.keys()].some(name => pageParameter.test(name));
}

function stemOf({ pathname }: URL): string {
  return pathname
    .replace(/(?:\/amp)?\/*$/i, '')
    .replace(extension, '')
    .replace(/\/index$/i, '');
}

function isOfOthers(node: TreeNode): boolean {
  let at: TreeNode | null = node;
  for (let i = 0; at !== null && i < reach; i += 1, at = at.parent) {
    if (['aside', 'footer', 'body', 'main', 'article'].includes(at.name)) return ['aside', 'footer'].includes(at.name);
    const names = `${attributeOf(at, 'class') ?? ''} ${attributeOf(at, 'id') ?? ''}`;
    if (names.length < 300 && otherNames.test(names)) return true;
  }
  return false;
}

function resolved(href: string, base: string): readonly string[] {
  const address = href === '' || href.startsWith('#') ? undefined : resolvedAddress(href, base);
  return address === undefined ? [] : [address];
}
