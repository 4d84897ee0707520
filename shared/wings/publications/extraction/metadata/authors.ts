import { decodeEntities } from '../../../../domain/html/decode-text.ts';
import { textIn } from '../../../../domain/html/tree-text.ts';
import { isElsewhere } from './elsewhere.ts';
import { isObject, type Json, listOf, stringOf, typesOf } from './json-ld.ts';
import type { NamedElement, PageParts } from './page-parts.ts';
import type { Sourced } from './sourced.ts';

const mostAuthors = 20;
const longestName = 60;
const prefix =
  /^[\s\p{P}]*(?:(?:veröffentlicht|verfasst|geschrieben|gepostet|erstellt|publiziert|eingestellt|autoren?|autorin|text|ein beitrag)(?: von|\s*:)|post(?:ed)? (?:author )?by|view all posts by|all posts by|published by|written by|words by|story by|article by|contributed by|authors?\s*:|(?:analysis |opinion |review )?by|von|von:|автор(?:ы|ом)?(?: статьи| текста)?\s*:?|текст\s*:|par|por|di|door|przez|autor\s*:?)\s+/iu;
/** What follows a name: a date, a job, a network. */
const tail =
  /\s*(?:[|•·/]|(?:^|\s)[–—-]\s|\s(?:on|am|um|in|at|for|vom)\s+(?=\d|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\p{Lu})|\(|@|https?:|\d{1,2}[.:/]\d|\d{4}|,\s+(?:staff|senior|editor|correspondent|reporter|special|the\s|contributing)).*$/iu;
const noName =
  /^(?:admin(?:istrator)?|redaktion|editor(?:ial)?(?: (?:team|staff|board))?|staff|team|gast(?:autor)?|guest|webmaster|user|author|autor|anonymous|unknown|none|null|redakcja|редакция|администратор|share|comments?|kommentare?|posted|print|email|home|about|uncategorized|allgemein|news)$/i;

/** A line that says itself whose text it is. */
const signedLine = /^(?:автор(?:ы)?(?: статьи| текста)?|текст|authors?|written by)\s*:\s+\p{Lu}/iu;

/**
 * The names of the authors, best source first: JSON-LD, microdata and links, metas, elements by their classes, and a line that
 * names them. `lines`: short ones around the article.
 */
export function authorsOf(parts: PageParts, lines: readonly string[] = []): Sourced<readonly string[]> | undefined {
  const finders: ReadonlyArray<readonly [Sourced<never>['source'], () => readonly string[]]> = [
    ['ld', () => linkedAuthors(parts)],
    ['microdata', () => namesOf(parts, ({ itemprop }) => /(?:^|\s)author(?:\s|$)/.test(itemprop))],
    ['meta', () => metaAuthors(parts)],
    ['link', () => namesOf(parts, ({ rel, node }) => node.name === 'a' && /(?:^|\s)author(?:\s|$)/.test(rel))],
    ['text', () => namesOf(parts, isByline)],
    ['text', () => lines.filter(line => signedLine.test(line)).slice(0, 1)],
  ];
  for (const [source, find] of finders) {
    const names = [...new Set(find().flatMap(peopleIn))].slice(0, mostAuthors);
    if (names.length > 0) return { value: names, source };
  }
  return undefined;
}

function isByline({ names, node }: NamedElement): boolean {
  if (/comment|sidebar|widget|related|avatar|bio|box|social|footer/.test(names)) return false;
  if (
    /(?:^|[\s_-])(?:by-?line|author(?:[-_]?name|s|-link)?|p-author|h-card|fn|autor(?:name|en)?|writer|article__author)(?:$|[\s_-])/.test(
      names,
    )
  )
    return node.name !== 'body' && node.name !== 'article' && !/\b(?:no|post|entry)-author\b.*\bpost\b/.test(names);
  return false;
}

function linkedAuthors({ article, jsonLd }: PageParts): readonly string[] {
  if (article === undefined) return [];
  const byId = new Map(jsonLd.flatMap(each => (typeof each['@id'] === 'string' ? [[each['@id'], each] as const] : [])));
  return [...listOf(article['author']), ...listOf(article['creator'])].flatMap((author: Json) => {
    if (typeof author === 'string') return [author];
    if (!isObject(author)) return [];
    const id = author['@id'];
    const full = stringOf(author, 'name') === undefined && typeof id === 'string' ? (byId.get(id) ?? author) : author;
    if (typesOf(full).includes('Organization')) return [];
    const name = stringOf(full, 'name');
    return name === undefined ? [] : [name];
  });
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

function namesOf({ named }: PageParts, isAuthor: (element: NamedElement) => boolean): readonly string[] {
  const elements = named.filter(element => isAuthor(element) && !isElsewhere(element)).slice(0, 10);
  const names = elements.map(({ node }) => textIn(node, 300)).filter(text => text !== '' && text.length < 200);
  const first = names.find(text => peopleIn(text).length > 0);
  return first === undefined ? [] : [first];
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
    .split(/\s*[,;]\s*|(?<=\p{Ll}{3})\. (?=\p{Lu})|\s+(?:and|und|et|и|y|&)\s+/u)
    .map(name =>
      name
        .replace(prefix, '')
        .replace(tail, '')
        .replace(/[\s\p{P}]+$/u, '')
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
  return words.some(word => /^\p{Lu}/u.test(word)) || words.length === 1;
}
