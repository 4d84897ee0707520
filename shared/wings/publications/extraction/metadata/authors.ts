import { decodeEntities } from '../../../../domain/html/decode-text.ts';
import type { TreeNode } from '../../../../domain/html/tree-node.ts';
import { textIn } from '../../../../domain/html/tree-text.ts';
import { isElsewhere } from './elsewhere.ts';
import { isObject, type Json, listOf, stringOf, typesOf } from './json-ld.ts';
import { metaOf, type NamedElement, type PageParts } from './page-parts.ts';
import type { Sourced } from './sourced.ts';

const mostAuthors = 20;
const longestName = 60;
/** Elements around a name that are looked at. */
const reach = 6;
const prefix =
  /^[\s\p{P}]*(?:(?:veröffentlicht|verfasst|geschrieben|gepostet|erstellt|publiziert|eingestellt|autoren?|autorin|text|ein beitrag)(?: von|\s*:)|post(?:ed)? (?:author )?by|view all posts by|all posts by|published by|written by|words by|story by|article by|contributed by|authors?\s*:|(?:analysis |opinion |review )?by|von|von:|автор(?:ы|и|ка|ом)?(?: статьи| текста| статті)?\s*[:—–-]?|текст\s*:|quelle\s*:|source\s*:|источник\s*:|redaktion\s*:|reporting by|words and photos by|par|por|di|door|przez|autor\s*:?)\s+/iu;
/** What follows a name: a date, a job, a network. */
const tail =
  /\s*(?:[|•·]|(?:^|\s)[–—-]\s|\s\/\s?|\/\s|(?:^|\s)(?:editing|edited|photos?|additional reporting) by\s|\s(?:on|am|um|in|at|for|vom)\s+(?=\d|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\p{Lu})|\(|@|https?:|\d{1,2}[.:/]\d|\d{4}|,\s+(?:staff|senior|editor|correspondent|reporter|special|the\s|contributing)).*$/iu;
const noName =
  /^(?:admin(?:istrator)?|redaktion|editor(?:ial)?(?: (?:team|staff|board))?|staff|team|gast(?:autor)?|guest|webmaster|user|author|autor|anonymous|unknown|none|null|redakcja|редакция|администратор|share|comments?|kommentare?|posted|print|email|home|about|uncategorized|allgemein|news|nachrichten|новости|veröffentlicht|aktualisiert|geändert|stand|datum|quelle|published|updated|опубликовано|обновлено|publié|publicado|lesezeit)$/i;

/** A line that says itself whose text it is. */
const signedLine =
  /^(?:автор(?:ы|и|ка)?(?: статьи| текста| статті)?\s*[:—–]|(?:текст|authors?|written by)\s*:)\s+\p{Lu}/iu;

/**
 * The names of the authors, best source first: JSON-LD, microdata and links, metas, elements by their classes, and a line that
 * names them. `lines`: short ones around the article. Where no place names a person: the publisher or another organization.
 */
export function authorsOf(parts: PageParts, lines: readonly string[] = []): Sourced<readonly string[]> | undefined {
  const linked = linkedAuthors(parts);
  const publishers = new Set(publishersOf(parts).map(plain));
  const isPerson = (name: string) => !publishers.has(plain(name));
  const finders: ReadonlyArray<readonly [Sourced<never>['source'], () => readonly string[]]> = [
    ['ld', () => linked.people],
    ['microdata', () => namesOf(parts, ({ itemprop }) => /(?:^|\s)author(?:\s|$)/.test(itemprop))],
    ['meta', () => metaAuthors(parts)],
    ['link', () => namesOf(parts, ({ rel, node }) => node.name === 'a' && /(?:^|\s)author(?:\s|$)/.test(rel))],
    ['text', () => namesOf(parts, isByline)],
    ['text', () => lines.filter(line => signedLine.test(line)).slice(0, 1)],
  ];
  let publisher: Sourced<readonly string[]> | undefined;
  for (const [source, find] of finders) {
    const names = [...new Set(find().flatMap(peopleIn))].slice(0, mostAuthors);
    const people = names.filter(isPerson);
    if (people.length > 0) return { value: people, source };
    if (names.length > 0) publisher ??= { value: names, source };
  }
  return linked.organizations.length === 0 ? publisher : { value: linked.organizations, source: 'ld' };
}

/** How a publisher and its site call themselves. */
function publishersOf(parts: PageParts): readonly string[] {
  const publisher = listOf(parts.article?.['publisher']).flatMap(each =>
    isObject(each) ? (stringOf(each, 'name') ?? []) : [],
  );
  const site = metaOf(parts, 'og:site_name', 'application-name', 'publisher');
  return site === undefined ? publisher : [...publisher, site];
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

const bylineNames =
  /(?:^|[\s_-])(?:by-?line|p-author|h-card|fn|autor(?:name|en)?|writer|person-link)(?:$|[\s_-])|author(?:s|-?name|-?list|-?link|-?item)*(?:$|[\s_-])/;

function isByline({ names, node }: NamedElement): boolean {
  if (/comment|sidebar|widget|related|avatar|bio|box|social|footer/.test(names) || !bylineNames.test(names))
    return false;
  return node.name !== 'body' && node.name !== 'article' && !/\b(?:no|post|entry)-author\b.*\bpost\b/.test(names);
}

interface LinkedAuthors {
  readonly people: readonly string[];
  readonly organizations: readonly string[];
}

function linkedAuthors({ article, jsonLd }: PageParts): LinkedAuthors {
  if (article === undefined) return { people: [], organizations: [] };
  const byId = new Map(jsonLd.flatMap(each => (typeof each['@id'] === 'string' ? [[each['@id'], each] as const] : [])));
  const authors = [...listOf(article['author']), ...listOf(article['creator'])].map((author: Json) => {
    const id = isObject(author) && stringOf(author, 'name') === undefined ? author['@id'] : undefined;
    return typeof id === 'string' ? (byId.get(id) ?? author) : author;
  });
  const isOrganization = (author: Json) =>
    isObject(author) && typesOf(author).some(type => type.endsWith('Organization'));
  return {
    people: authors.filter(author => !isOrganization(author)).flatMap(namesIn),
    organizations: authors.filter(isOrganization).flatMap(namesIn).slice(0, mostAuthors),
  };
}

/** The names of an author of JSON-LD: a text, a list of them, or a given and a family name. */
function namesIn(author: Json): readonly string[] {
  if (!isObject(author)) return typeof author === 'string' ? [author] : [];
  const names = listOf(author['name']).filter(name => typeof name === 'string' && name.trim() !== '') as string[];
  const parted = ['givenName', 'familyName'].flatMap(part => stringOf(author, part) ?? []).join(' ');
  return names.length > 0 || parted === '' ? names : [parted];
}

function metaAuthors({ metas }: PageParts): readonly string[] {
  for (const name of [
    'article:author',
    'author',
    'parsely-author',
    'sailthru.author',
    'dc.creator',
    'dcterms.creator',
    'byl',
    'citation_author',
    'article:author_name',
  ]) {
    const values = (metas.get(name) ?? []).filter(value => !/^https?:|\.(?:com|ru|de)\b|^www\./i.test(value));
    if (values.some(value => peopleIn(value).length > 0)) return values;
  }
  return [];
}

/** The first element that names people, and those of its kind beside it. */
function namesOf(parts: PageParts, isAuthor: (element: NamedElement) => boolean): readonly string[] {
  const elements = parts.named.filter(element => isAuthor(element) && !isElsewhere(element)).slice(0, mostAuthors);
  const names =
    elements.length === 0 ? [] : parts.named.filter(({ itemprop }) => /(?:^|\s)name(?:\s|$)/.test(itemprop));
  const texts = elements.map(element => ({ element, text: bylineOf(element, names) }));
  const first = texts.find(({ text }) => text.length < 200 && peopleIn(text).length > 0);
  if (first === undefined) return [];
  return texts.filter(each => each === first || areBeside(each.element, first.element)).map(({ text }) => text);
}

/** What microdata calls the name of an author, without the job behind it; else all words of the element. */
function bylineOf({ node }: NamedElement, named: readonly NamedElement[]): string {
  const name = named.find(each => isWithin(each.node, node));
  return textIn(name?.node ?? node, 300);
}

function isWithin(node: TreeNode, outer: TreeNode): boolean {
  let at: TreeNode | null = node.parent;
  for (let i = 0; at !== null && at !== outer && i < reach; i += 1) at = at.parent;
  return at === outer;
}

function areBeside(one: NamedElement, other: NamedElement): boolean {
  if (one.names !== other.names || one.itemprop !== other.itemprop || one.rel !== other.rel) return false;
  const [parent, around] = [one.node.parent, other.node.parent];
  return parent === around || (parent?.parent === around?.parent && parent?.name === around?.name);
}

/** The people that a byline names: two to five words with capitals each, as bylines have them. */
function peopleIn(byline: string): string[] {
  let text = decodeEntities(byline, { attribute: false })
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (text.length > 300) return [];
  for (let cut = text.replace(prefix, ''); cut !== text; cut = text.replace(prefix, '')) text = cut;
  return text
    .split(
      /\s*(?:;|,(?!\s*[JS]r\b))\s*|(?<=\p{Ll}{3})\. (?=\p{Lu})|\s+(?:and|und|et|и|y|og|och|ja|en|oraz|та|&)\s+|(?<=\p{Ll})\s+[ieaі]\s+(?=\p{Lu})/u,
    )
    .map(name =>
      name
        .replace(prefix, '')
        .replace(tail, '')
        .replace(/(?<!\s[JS]r)[\s\p{P}]+$/u, '')
        .trim(),
    )
    .filter(isName);
}

function isName(name: string): boolean {
  if (
    name.length < 2 ||
    name.length > longestName ||
    noName.test(name) ||
    /^(?:by|von|фото|foto|photo)(?![\p{L}])/iu.test(name)
  )
    return false;
  if (/\d|[?!<>{}[\]=_]|https?:|\.(?:com|de|ru|net|org)\b/i.test(name)) return false;
  const words = name.split(' ');
  if (words.length > 6) return false;
  return words.some(word => /^[\p{Lu}\p{Lo}]/u.test(word)) || words.length === 1;
}
