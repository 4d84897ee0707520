import { attributeOf, nextNode, TextNode, type TreeNode, textIn } from '../../../../domain/html/tree-node.ts';
import { articleObject } from './article-object.ts';
import { isElsewhere, isOfHeadline } from './elsewhere.ts';
import { type JsonObject, readJsonLd } from './json-ld.ts';
import { stateArticle } from './state-article.ts';
import type { StateScript } from './state-values.ts';

/** The sources of metadata, gathered in one pass over the tree. */
export interface PageParts {
  readonly title: string;
  /** `content` of each `meta` by its `name`, `property` or `itemprop` in lower case, in document order. */
  readonly metas: ReadonlyMap<string, readonly string[]>;
  /** `href` of each `link` by each word of its `rel` in lower case. */
  readonly links: ReadonlyMap<string, readonly string[]>;
  readonly jsonLd: readonly JsonObject[];
  /** The object of JSON-LD that speaks of the page's article. */
  readonly article: JsonObject | undefined;
  readonly headings: readonly PageHeading[];
  /** Elements with `itemprop`, or `property` (RDFa: `schema:headline`), a `time` or a telling class or `rel`. */
  readonly named: readonly NamedElement[];
  /** Elements `a`, in document order. */
  readonly anchors: readonly TreeNode[];
  readonly language: string | undefined;
  readonly base: string | undefined;
  /** The date of the first publication in the state of the page, which is a script with data. */
  readonly stateDate: () => string | undefined;
  /** The article of that state, in the words of JSON-LD. */
  readonly stateArticle: () => JsonObject | undefined;
}

/** An `h1` or an `h2`. */
export interface PageHeading {
  readonly level: 1 | 2;
  readonly text: string;
  /** Those of the elements in it: a kicker and a headline, perhaps. */
  readonly parts: readonly string[];
}

export interface NamedElement {
  readonly node: TreeNode;
  readonly itemprop: string;
  /** Class and id, lower case. */
  readonly names: string;
  readonly rel: string;
  readonly order: number;
}

/** Of each kind. */
const mostParts = 2_000;
const mostScript = 1_000_000;
/** `meta` elements of microdata. */
const mostItems = 200;
/** Characters. */
const mostHeading = 1_000;
const partNames = new Set('a meta link title html base script h1 h2'.split(' '));
const telling =
  /author|byline|p-name|autor|auteur|avtor|writer|journalist|reporter|contributor|columnist|date|time|published|posted|meta|created|pub|data|дата|автор|datum|info|entry|stamp|sign|podpis|firma/i;

/** `2026-11-30 08:27:00 +0000 UTC`, which a browser shows above a day. */
const instant = /^20\d\d-\d\d-\d\d[ T]\d\d:\d\d/;

export function pageParts(document: TreeNode, url?: string): PageParts {
  const metas = new Map<string, string[]>();
  const links = new Map<string, string[]>();
  const jsonLd: JsonObject[] = [];
  const scripts: StateScript[] = [];
  const headings: PageHeading[] = [];
  const named: NamedElement[] = [];
  const anchors: TreeNode[] = [];
  const items = { left: mostItems };
  let title = '';
  let language: string | undefined;
  let base: string | undefined;
  let order = 0;
  for (let node = nextNode(document, document); node; node = nextNode(node, document)) {
    if (node instanceof TextNode) continue;
    order += 1;
    const { name } = node;
    if (named.length < mostParts && (node.attributes.length > 0 || isTellingTag(name)))
      addNamed(node, order, named, scripts);
    if (!partNames.has(name)) continue;
    if (name === 'a') {
      if (anchors.length < mostParts) anchors.push(node);
    } else if (name === 'meta') addMeta(node, metas, items);
    else if (name === 'link') addLink(node, links);
    else if (name === 'title' && title === '' && node.namespace.endsWith('xhtml')) title = textIn(node, 1_000);
    else if (name === 'html') language ??= attributeOf(node, 'lang') ?? attributeOf(node, 'xml:lang');
    else if (name === 'base') base ??= attributeOf(node, 'href');
    else if (name === 'script') addScript(node, jsonLd, scripts);
    else if ((name === 'h1' || name === 'h2') && headings.length < mostParts)
      headings.push({ level: name === 'h1' ? 1 : 2, text: headingText(node), parts: partsOf(node) });
  }
  const told = [...(links.get('canonical') ?? []), ...(metas.get('og:url') ?? [])];
  const addresses = told.length === 0 && url !== undefined ? [url] : told;
  const titles = [title, ...(metas.get('og:title') ?? []), ...headings.slice(0, 20).map(({ text }) => text)];
  const names = { addresses, titles: titles.filter(each => each !== '') };
  const article = articleObject(jsonLd, names);
  return {
    title,
    metas,
    links,
    jsonLd,
    article,
    headings,
    named,
    anchors,
    language,
    base,
    stateDate: () => stateDateIn(scripts),
    stateArticle: () => stateArticle(scripts, names),
  };
}

/** The first value of the first of these names that a page has. */
export function metaOf({ metas }: PageParts, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = metas.get(name)?.find(each => each !== '');
    if (value !== undefined) return value;
  }
  return undefined;
}

const metaKeys = ['name', 'property', 'itemprop', 'http-equiv'];

function addMeta(node: TreeNode, metas: Map<string, string[]>, items: { left: number }): void {
  const content = attributeOf(node, 'content')?.replace(/\s+/g, ' ').trim();
  if (content === undefined || content.length > 5_000 || metas.size >= mostParts) return;
  for (const key of metaKeys) {
    const name = attributeOf(node, key)?.toLowerCase();
    if (name === undefined) continue;
    // A card in a list of other articles has its own microdata.
    if (key !== 'itemprop') push(metas, name, content);
    else if (items.left-- <= 0) continue;
    else if (isOfHeadline({ node })) metas.set(name, [content, ...(metas.get(name) ?? [])]);
    else if (!isElsewhere({ node, names: '' })) push(metas, name, content);
  }
}

function addLink(node: TreeNode, links: Map<string, string[]>): void {
  const href = attributeOf(node, 'href')?.trim();
  if (href === undefined || href.length > 5_000 || links.size >= mostParts) return;
  for (const rel of (attributeOf(node, 'rel') ?? '').toLowerCase().split(/\s+/, 5))
    if (rel !== '') push(links, rel, href);
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else if (list.length < 100) list.push(value);
}

/** JSON-LD, also where a template forgot its type; other data are kept as they are. */
function addScript(node: TreeNode, into: JsonObject[], scripts: StateScript[]): void {
  if (!(node.first instanceof TextNode) || node.first.text.length > mostScript) return;
  const { text } = node.first;
  const type = attributeOf(node, 'type') ?? '';
  const isLd = /ld\+json/i.test(type) || text.startsWith('{"@context"');
  if (!isLd) scripts.push({ text, isJson: /^application\/json/i.test(type) });
  else if (into.length < 200) into.push(...readJsonLd(text));
}

const statedDate =
  /"(?:datePublished|date_published|publishedAt|published_at|publishedDate|publishDate|publish_date|publicationDate|createdAt|created_at)\\?":\s?\\?"((?:19|20)\d\d-\d\d-\d\d[^"\\]{0,20})/;

function stateDateIn(scripts: readonly StateScript[]): string | undefined {
  for (const { text } of scripts) {
    const found = statedDate.exec(text);
    if (found !== null) return found[1];
  }
  return undefined;
}

/** Where classes are made by programs, tests find elements by these. */
const dataName = /^data-(?:testid|test-id|qa|component)$/;

/** An address of a page about a person. */
const ofAuthor = /\/(?:aut|avt|jour|rep|contr|col|staff)[^/]*\/[^/]/i;

/** Characters of an attribute that may hold the data of an article. */
const leastState = 300;

/** Characters of classes and an id that name something. */
const mostNames = 300;

function addNamed(node: TreeNode, order: number, into: NamedElement[], scripts: StateScript[]): void {
  let [itemprop, rel, own, id, href] = ['', '', '', '', ''];
  for (const { name, value } of node.attributes) {
    if (value.length >= leastState && /^\s*[[{]/.test(value)) scripts.push({ text: value, isJson: true });
    else if (name === 'class') own = value;
    else if (name === 'id') id = value;
    else if (name === 'itemprop' || name === 'property') itemprop = value.toLowerCase().replace(/^schema:/, '');
    else if (name === 'rel') rel = value.toLowerCase();
    else if (name === 'href') href = value;
    else if (name === 'title' && instant.test(value)) own += ' time-title';
    else if (name.startsWith('data-') && dataName.test(name)) own += ` ${value}`;
  }
  const isTelling =
    itemprop !== '' || isTellingTag(node.name) || rel === 'author' || (href !== '' && ofAuthor.test(href));
  if (!isTelling && (own.length + id.length >= mostNames || !(telling.test(own) || telling.test(id)))) return;
  into.push({ node, itemprop, names: `${own} ${id}`.trim().toLowerCase(), rel, order });
}

function isTellingTag(name: string): boolean {
  return name === 'time' || name === 'address' || name === 'relative-time' || name === 'time-ago';
}

/** The text of a heading, or of the picture in its place. A kicker may have an element, and no blank behind it: "<span>Brookhaven</span>Council votes". */
function headingText(heading: TreeNode): string {
  let text = '';
  let image = '';
  let left = mostParts;
  for (let node = nextNode(heading, heading); node && left > 0; node = nextNode(node, heading)) {
    left -= 1;
    if (node.name === 'br') text += ' ';
    else if (node.name === 'img') image ||= attributeOf(node, 'alt') ?? '';
    else if (!(node instanceof TextNode)) continue;
    else text += /[\p{L}\p{N}]{2}$/u.test(text.slice(-4)) && /^\p{Lu}/u.test(node.text) ? ` ${node.text}` : node.text;
  }
  return (text.trim() || image).slice(0, mostHeading).replace(/\s+/g, ' ').trim();
}

/** A lone element in a heading has the parts. */
function partsOf(heading: TreeNode): string[] {
  const parts: string[] = [];
  let lone: TreeNode | undefined;
  for (let child = heading.first; child; child = child.next) {
    const text = child instanceof TextNode ? child.text.trim() : textIn(child, mostHeading);
    if (text === '') continue;
    lone = parts.length === 0 && !(child instanceof TextNode) ? child : undefined;
    parts.push(text);
  }
  return lone === undefined ? parts : partsOf(lone);
}
