import { attributeOf, nextNode, TextNode, type TreeNode, textIn } from '../../../../domain/html/tree-node.ts';
import { isElsewhere } from './elsewhere.ts';
import { isObject, type Json, listOf, stringOf, typesOf } from './json-ld.ts';
import { metaOf, type NamedElement, type PageParts } from './page-parts.ts';
import { isPersonalName, peopleIn } from './people-in.ts';
import { isSignature, isSignedLine, signedBy } from './signed-lines.ts';
import type { Sourced } from './sourced.ts';

const mostAuthors = 20;
/** Elements around a name that are looked at. */
const reach = 6;
/** Elements around each of several names. */
const mostWrapping = 3;
/** Folders of authors' pages. */
const authorFolder =
  /\/(?:authors?|autor(?:en|es|i)?|auteurs?|avtor(?:y|i)?|journalists?|reporters?|contributors?|columnists?|staff)\/[^/?#]+/i;

/**
 * The names of the authors, best source first: JSON-LD, microdata and links, metas, elements by their classes, and a line that
 * names them. `lines`: short ones around the article; `signature`: the line under it that names them. Where no place names a person: the publisher or another organization.
 */
export function authorsOf(
  parts: PageParts,
  lines: readonly string[] = [],
  signature?: string,
): Sourced<readonly string[]> | undefined {
  const linked = linkedAuthors(parts);
  const publishers = new Set(publishersOf(parts).map(plain));
  const isPerson = (name: string) => !publishers.has(plain(name)) && !isSiteOf(parts.title, name);
  const finders: ReadonlyArray<readonly [Sourced<never>['source'], () => readonly string[]]> = [
    ['meta', () => writersBeside(parts, linked.people)],
    ['ld', () => linked.people],
    ['microdata', () => namesOf(parts, ({ itemprop }) => /(?:^|\s)author(?:\s|$)/.test(itemprop))],
    ['meta', () => metaAuthors(parts)],
    ['link', () => namesOf(parts, ({ rel, node }) => node.name === 'a' && /(?:^|\s)author(?:\s|$)/.test(rel))],
    ['text', () => namesOf(parts, isByline)],
    ['text', () => lines.filter(isSignedLine).slice(0, 1)],
    ['text', () => lines.flatMap(signedBy).slice(0, 1)],
    ['text', () => (signature === undefined ? [] : [signature])],
    ['text', () => namesOf(parts, ({ node }) => isSignature(node))],
    ['link', () => namesOf(parts, element => isAuthorLink(element, lines))],
    ['text', () => namesOf(parts, ({ node }) => node.name === 'address' && isPersonalName(textIn(node, 100)))],
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

/** A link near the article to the page of an author, whose name it shows. */
function isAuthorLink({ node }: NamedElement, lines: readonly string[]): boolean {
  if (node.name !== 'a' || !authorFolder.test(attributeOf(node, 'href') ?? '')) return false;
  const name = textIn(node, 100);
  return isPersonalName(name) && lines.some(line => line.includes(name));
}

/** How a publisher and its site call themselves. */
function publishersOf(parts: PageParts): readonly string[] {
  const publisher = listOf(parts.article?.['publisher']).flatMap(each =>
    isObject(each) ? (stringOf(each, 'name') ?? []) : [],
  );
  const site = metaOf(parts, 'og:site_name', 'application-name', 'publisher');
  return site === undefined ? publisher : [...publisher, site];
}

/** Whether a title ends with a bar or dash and this name. */
function isSiteOf(title: string, name: string): boolean {
  return title.endsWith(name) && /\s[|·–—-]\s$/.test(title.slice(0, -name.length));
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

const bylineNames =
  /(?:^|[\s_-])(?:by-?line|p-author|h-card|fn|autor(?:name|en)?|writer|person-link|reporter|contributor|journalist|columnist|auteur|autore|avtor|автор)(?:-?name)?(?:$|[\s_-])|author(?:s|-?name|-?list|-?link|-?item)*(?:$|[\s_-])/;

function isByline({ names, node }: NamedElement): boolean {
  if (/comment|sidebar|widget|related|avatar|bio|box|social|footer|role|job/.test(names) || !bylineNames.test(names))
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

/** As plugins of WordPress write it. */
const writtenBy =
  /^(?:written by|verfasst von|écrit par|escrito por|scritto da|geschreven door|autor|автор|написано|napisane przez)/i;

const authorNames =
  'article:author author parsely-author sailthru.author dc.creator dcterms.creator byl citation_author article:author_name'.split(
    ' ',
  );

function metaAuthors({ metas }: PageParts): readonly string[] {
  for (const name of authorNames) {
    const values = (metas.get(name) ?? []).filter(value => !/^https?:|\.(?:com|ru|de)\b|^www\./i.test(value));
    const isCatalogued = /^dc|^citation/.test(name);
    if (values.some(value => peopleIn(value).length > 0)) return isCatalogued ? values.map(asSpoken) : values;
  }
  return writtenNames(metas);
}

/** All writers as the card of a page names them, where they are more than those of JSON-LD: some systems name one author and contributors. */
function writersBeside({ metas }: PageParts, linked: readonly string[]): readonly string[] {
  const writers = writtenNames(metas).flatMap(peopleIn);
  const isMore = linked.length > 0 && writers.length > linked.length && linked.every(name => writers.includes(name));
  return isMore ? writers : [];
}

function writtenNames(metas: PageParts['metas']): readonly string[] {
  return writtenBy.test(metas.get('twitter:label1')?.[0] ?? '') ? (metas.get('twitter:data1') ?? []) : [];
}

/** "Miller, Mary", as catalogues name a person. */
function asSpoken(name: string): string {
  return name.replace(/^(\p{Lu}[\p{L}’'-]+), (\p{Lu}[\p{L}.’'-]+(?: \p{Lu}\.?)?)$/u, '$2 $1');
}

/** The first element that names people, the innermost of several, and those of its kind beside it. */
function namesOf(parts: PageParts, isAuthor: (element: NamedElement) => boolean): readonly string[] {
  const elements = parts.named.filter(element => isAuthor(element) && !isElsewhere(element)).slice(0, mostAuthors);
  const names =
    elements.length === 0 ? [] : parts.named.filter(({ itemprop }) => /(?:^|\s)name(?:\s|$)/.test(itemprop));
  const texts = elements.map(element => ({ element, text: bylineOf(element, names) }));
  const naming = texts.filter(({ text }) => text.length < 200 && peopleIn(text).length > 0);
  const outer = naming[0];
  if (outer === undefined) return [];
  const first = naming.find(({ element }) => isWithin(element.node, outer.element.node)) ?? outer;
  return texts.filter(each => each === first || areBeside(each.element, first.element)).map(({ text }) => text);
}

/** The names of authors in microdata, without the job behind them; else all words of the element. */
function bylineOf({ node }: NamedElement, named: readonly NamedElement[]): string {
  const isOfEmployer = ({ parent }: TreeNode) =>
    /worksfor|affiliation|publisher|memberof/i.test((parent && attributeOf(parent, 'itemprop')) ?? '');
  const names = named.filter(each => isWithin(each.node, node) && !isOfEmployer(each.node));
  const texts = names.map(each => attributeOf(each.node, 'content') ?? textIn(each.node, 300));
  return names.length === 0 ? partedText(node) : [...new Set(texts)].join('; ');
}

/** The words of an element. A bar divides the name from an element that follows without a blank, a semicolon the items of a list. */
function partedText(outer: TreeNode): string {
  let text = '';
  for (let node = nextNode(outer, outer); node && text.length < 300; node = nextNode(node, outer)) {
    if (node.name === 'li' && /\p{L}/u.test(text)) text += '; ';
    if (!(node instanceof TextNode)) continue;
    const isJoined = /\p{Ll}[\p{L}.]*$/u.test(text) && /^\p{Lu}/u.test(node.text);
    text += isJoined ? `${/\s/.test(text.trim()) ? ' | ' : ' '}${node.text}` : node.text;
  }
  return text.replace(/\s+/g, ' ').trim();
}

function isWithin(node: TreeNode, outer: TreeNode): boolean {
  let at: TreeNode | null = node.parent;
  for (let i = 0; at !== null && at !== outer && i < reach; i += 1) at = at.parent;
  return at === outer;
}

function areBeside(one: NamedElement, other: NamedElement): boolean {
  if (one.names !== other.names || one.itemprop !== other.itemprop || one.rel !== other.rel) return false;
  let [mine, others] = [one.node.parent, other.node.parent];
  for (let i = 0; mine !== others && mine?.name === others?.name && i < mostWrapping; i += 1)
    [mine, others] = [mine?.parent ?? null, others?.parent ?? null];
  return mine === others;
}
