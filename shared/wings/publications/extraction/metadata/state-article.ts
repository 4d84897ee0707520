import { pageTree } from '../../../../domain/html/page-tree.ts';
import { jsonOf } from '../../../../domain/spec/fields/json-of.ts';
import { pageBlocks } from '../text/page-blocks.ts';
import { textOfBlocks } from '../text/text-of-blocks.ts';
import { areAlike, type PageNames, wordsOf } from './article-object.ts';
import { isObject, type Json, type JsonObject, listOf } from './json-ld.ts';
import { type StateScript, stateValues } from './state-values.ts';

/** Objects and lists of one page's data, levels of a body, and characters of a text that is a body. */
const most = { values: 50_000, levels: 12, paragraphs: 2_000, bodies: 100, text: 500_000, wrapping: 4 };
const leastBody = 250;
/** Words of a title that may be the name of the site alone. */
const mostOfSite = 3;

const bodyKeys =
  'articleBody bodyHtml body_html bodyText contentHtml content_html fullText full_text detailText body content text html story paragraphs blocks'.split(
    ' ',
  );
const titleKeys = 'headline title name heading'.split(' ');
const publishedKeys =
  'datePublished publishedAt published_at publishedDate publishDate publish_date date_published publicationDate publishedTime firstPublishedAt pubDate published date createdAt created_at'.split(
    ' ',
  );
const modifiedKeys = 'dateModified modifiedAt updatedAt updated_at date_modified modified lastModified'.split(' ');
const authorKeys =
  /^(?:authors?|aut(?:eure?|or[ae]?|orin|oren|ori)s?|byline|creator|credits?|journalists?|reporters?|writers|contributors|r[eé]dacteurs?|verfasser|avtory?)$/i;
/** Keys in words of the site's own language: none of them is that of a first publication. */
const otherDates =
  /modif|updat|chang|maj$|mise.?a.?jour|geaendert|aktualis|actuali|izmen|obnov|expir|creat|birth|start|event|end/i;
const addressKeys = 'url canonicalUrl canonical path slug permalink link href uri'.split(' ');
const nameKeys = 'name fullName full_name displayName display_name title nom nombre nome imya'.split(' ');
const wrappingKeys = 'data attributes fields person author user profile node nodes edges items contributor'.split(' ');
/** Where an object of a body has its words. */
const wordKeys =
  'text html content value rendered processed paragraph children paragraphs blocks items nodes data body'.split(' ');
const noText =
  /image|^foto|photo|picture|video|audio|embed|advert|^ads?$|related|gallery|promo|newsletter|script|caption|banner|poll/i;

/**
 * The article that only the data of a page's scripts have, in the words of JSON-LD: the object with a body whose headline or address is
 * that of the page; undefined without one. `scripts`: their texts, with the type of each.
 */
export function stateArticle(
  scripts: readonly StateScript[],
  { addresses, titles }: PageNames,
): JsonObject | undefined {
  const found: JsonObject[] = [];
  const isTitle = (headline: string) => titles.some(title => areAlike(wordsOf(title), wordsOf(headline)));
  let left = most.values;
  for (const { value, texts } of stateValues(scripts)) {
    const waiting: Json[] = [value];
    for (let at = 0; at < waiting.length && left > 0 && found.length < most.bodies; at += 1, left -= 1) {
      const next = waiting[at]!;
      if (isObject(next)) {
        const article = articleIn(next, texts, isTitle);
        if (article !== undefined) found.push(article);
      }
      for (const member of Object.values(next as JsonObject)) {
        const inner = typeof member === 'string' ? answerIn(member) : member;
        if (typeof inner === 'object' && inner !== null && waiting.length < most.values) waiting.push(inner);
      }
    }
  }
  const own = addresses.flatMap(address => URL.parse(address)?.pathname.replace(/\/$/, '') ?? []);
  const isOwn = ({ headline, url }: JsonObject) =>
    isTitle(String(headline)) ||
    own.some(path => path !== '' && typeof url === 'string' && url.length >= 3 && path.endsWith(url));
  const lengthOf = ({ articleBody }: JsonObject) => String(articleBody).length;
  const [best] = found.filter(isOwn).toSorted((a, b) => lengthOf(b) - lengthOf(a));
  const isUnnamed =
    own.some(path => path !== '') && titles.every(title => wordsOf(title).split(' ').length <= mostOfSite);
  return best ?? (found.length === 1 && isUnnamed ? found[0] : undefined);
}

/** A page may keep an answer as it came: `{"status":200,"body":"{\\"title\\":…}"}`. */
function answerIn(text: string): Json {
  return text.length >= leastBody && /^\s*[[{]/.test(text) ? ((jsonOf(text) ?? null) as Json) : null;
}

type Texts = ReadonlyMap<string, string>;

function articleIn(object: JsonObject, texts: Texts, isTitle: (text: string) => boolean): JsonObject | undefined {
  const headline = lineOf(object, titleKeys) ?? titleAmong(object, isTitle);
  if (headline === undefined) return undefined;
  const body = bodyKeys.map(key => bodyOf(object[key], texts)).find(text => text.length >= leastBody);
  const isOwn = body === undefined && isTitle(headline);
  const articleBody = isOwn ? bodyAmong(object, texts) : body;
  if (articleBody === undefined) return undefined;
  const address = lineOf(object, addressKeys)?.replace(/^https?:\/\/[^/]+|[?#].*$|\/$/g, '');
  const told = {
    datePublished: lineOf(object, publishedKeys) ?? (isOwn ? dateAmong(object) : undefined),
    dateModified: lineOf(object, modifiedKeys),
    url: address,
  };
  const facts = Object.entries(told).filter((fact): fact is [string, string] => fact[1] !== undefined);
  const authors = Object.entries(object).filter(([key]) => authorKeys.test(key));
  const author =
    authors.map(([, value]) => listOf(value).flatMap(each => namesOf(each))).find(names => names.length > 0) ?? [];
  return { '@type': 'NewsArticle', headline, articleBody, author, ...Object.fromEntries(facts) };
}

/** The page's title under a key in words of the site's own language. */
function titleAmong(object: JsonObject, isTitle: (text: string) => boolean): string | undefined {
  return Object.values(object).find(
    (value): value is string =>
      typeof value === 'string' &&
      value.length < 300 &&
      wordsOf(value).split(' ').length > mostOfSite &&
      isTitle(value),
  );
}

/** The longest text, or list of parts that have types, whatever its key. */
function bodyAmong(object: JsonObject, texts: Texts): string | undefined {
  const isPart = (part: Json) =>
    typeof part === 'string' || (isObject(part) && ('type' in part || '_type' in part || isSmallPart(part)));
  const [longest] = Object.entries(object)
    .filter(([key, value]) => !noText.test(key) && (typeof value === 'string' || listOf(value).every(isPart)))
    .map(([, value]) => bodyOf(value, texts))
    .toSorted((a, b) => b.length - a.length);
  return longest !== undefined && longest.length >= leastBody ? longest : undefined;
}

/** A part under names that nobody knows: `{"t":"p","v":"The council …"}`. */
function isSmallPart(part: JsonObject): boolean {
  return Object.keys(part).length <= 3 && !addressKeys.some(key => key in part);
}

function dateAmong(object: JsonObject): string | undefined {
  const isDate = (value: Json) => typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:[T ]\d|$)/.test(value);
  return Object.entries(object).find(([key, value]) => isDate(value) && !otherDates.test(key))?.[1] as
    | string
    | undefined;
}

function lineOf(object: JsonObject, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = object[key];
    const line = isObject(value) ? (value['rendered'] ?? value['text']) : value;
    if (typeof line === 'number' && line > 0) return String(line);
    if (typeof line === 'string' && line.trim() !== '' && line.length < 500) return line.trim();
  }
  return undefined;
}

/** Stores of content wrap an author: `{ person: { fullName } }`, `{ data: [{ attributes: { name } }] }`. */
function namesOf(author: Json, level = 0): readonly string[] {
  if (typeof author === 'string') return author.length < 200 && !/^[\w-]*\d[\w-]*$/.test(author) ? [author] : [];
  if (!isObject(author) || noText.test(String(author['role'] ?? ''))) return [];
  const name = lineOf(author, nameKeys);
  const parts = [
    ['firstName', 'first_name'],
    ['lastName', 'last_name'],
  ].flatMap(keys => lineOf(author, keys) ?? []);
  if (name !== undefined) return [name];
  if (parts.length > 0) return [parts.join(' ')];
  const inner = level < most.wrapping ? wrappingKeys.flatMap(key => listOf(author[key]).filter(isObject)) : [];
  return inner.flatMap(each => namesOf(each, level + 1));
}

/** The text of a body: a text, HTML, or a list of paragraphs. */
function bodyOf(value: Json | undefined, texts: Texts): string {
  if (value === undefined || value === null) return '';
  const paragraphs: string[] = [];
  addParagraphs(value, { into: paragraphs, texts }, 0);
  return paragraphs.join('\n').slice(0, most.text);
}

function addParagraphs(value: Json, adding: { readonly into: string[]; readonly texts: Texts }, level: number): void {
  const { into, texts } = adding;
  if (level > most.levels || into.length >= most.paragraphs) return;
  if (typeof value === 'string') {
    const text = plain(texts.get(value) ?? value);
    if (text !== '') into.push(text);
  } else if (isObject(value)) {
    const type = value['type'] ?? value['_type'] ?? value['__typename'] ?? value['kind'];
    if (typeof type === 'string' && noText.test(type)) return;
    const key = wordKeys.find(each => value[each] !== undefined && value[each] !== null && value[each] !== '');
    const own = key === undefined ? longestOf(value) : value[key]!;
    if (own !== undefined) addParagraphs(own, adding, level + 1);
  } else {
    const line = inlineText(listOf(value));
    if (line !== undefined) addParagraphs(line, adding, level + 1);
    else for (const each of listOf(value).slice(0, most.paragraphs)) addParagraphs(each, adding, level + 1);
  }
}

function longestOf(part: JsonObject): string | undefined {
  const texts = Object.values(part).filter(value => typeof value === 'string' && value.includes(' ')) as string[];
  return texts.toSorted((a, b) => b.length - a.length)[0];
}

/** The words of a line whose parts are set in several ways: `[{text: 'A '}, {text: 'bold', bold: true}]`. */
function inlineText(parts: readonly Json[]): string | undefined {
  const texts = parts.map(part =>
    isObject(part) && /^(?:span|text|undefined)$/.test(String(part['_type'] ?? part['type']))
      ? part['text']
      : undefined,
  );
  return parts.length > 0 && texts.every(text => typeof text === 'string') ? texts.join('') : undefined;
}

function plain(text: string): string {
  if (!/<\/?[a-z]/i.test(text)) return text.trim();
  const { blocks } = pageBlocks(pageTree(text.slice(0, most.text)).document);
  return textOfBlocks(blocks.filter(({ kind }) => kind !== 'caption'));
}
