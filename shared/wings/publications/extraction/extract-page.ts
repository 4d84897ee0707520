import type { GivenPublication } from '../../../domain/applications/publication-application.ts';
import { defined } from '../../../domain/defined.ts';
import { type PageTree, pageTree } from '../../../domain/html/page-tree.ts';
import { attributeOf, type TreeNode } from '../../../domain/html/tree-node.ts';
import { postsIn, type TelegramPost, titleOfPost } from '../feeds/telegram-posts.ts';
import { plainText } from '../markup/read-markup.ts';
import { readDate } from '../times/read-date.ts';
import { disagreements, doubted } from './agreement.ts';
import { testArticle, wordShare } from './article-test.ts';
import { articleText } from './article-text.ts';
import { bodyOf } from './metadata/article-object.ts';
import { authorsOf } from './metadata/authors.ts';
import { isOfSeries } from './metadata/dated-series.ts';
import { linesAround, linesBefore } from './metadata/lines-around.ts';
import { nextPageOf } from './metadata/next-page.ts';
import { datesOf, type PageDate } from './metadata/page-dates.ts';
import * as pageFacts from './metadata/page-facts.ts';
import { type PageParts, pageParts } from './metadata/page-parts.ts';
import { dateIn } from './metadata/said-date.ts';
import { articleBody, signatureOf } from './metadata/signed-lines.ts';
import type { FactSource, Sourced } from './metadata/sourced.ts';
import { type Headline, titleOf } from './metadata/title.ts';
import { normalizedText } from './text/behind-headline.ts';
import { type HostTemplate, isTemplateText, type TemplatePage } from './text/host-template.ts';
import type { Block } from './text/page-blocks.ts';
import { marksOf, type TextMark } from './text/text-marks.ts';
import { type TextForm, textOfBlocks } from './text/text-of-blocks.ts';

/** The facts and the text of a page. A fact that the page does not say is null. */
export interface Extraction
  extends Pick<GivenPublication, 'title' | 'authors' | 'section' | 'tags' | 'language' | 'image' | 'text'> {
  readonly url: string | null;
  readonly published: PageDate | null;
  readonly modified: PageDate | null;
  readonly canonicalUrl: string | null;
  readonly ampUrl: string | null;
  readonly access: pageFacts.Access | null;
  /** Which lines of the text are headings, items, quotations, code; only if it was requested. */
  readonly marks?: readonly TextMark[];
  readonly captions: readonly string[];
  /** The method that gave the text: the automatic extractor, or a rule. */
  readonly method: 'readability' | 'grabber';
  /**
   * How sure text and title are, 0 to 1: less for a short text, a small share of its element or of the page, a text out of many elements,
   * headlines that differ, and half for each disagreement.
   */
  readonly confidence: number;
  readonly article: boolean;
  readonly articleScore: number;
  /** Where each fact was read. */
  readonly sources: Readonly<Record<string, FactSource>>;
  readonly warnings: readonly ExtractionWarning[];
}

/**
 * `plain-tree`: the HTML standard's tree would cost too much; `page-cut`: the end was not read; `text-from-ld`: the text is that of JSON-LD, or of other JSON of the page's scripts; `doubtful-text`: title, summary or text
 * of JSON-LD speak of another text; `further-pages`: the article goes on at further pages, which are not in the text; `no-page-type`: no
 * page type of the rules fits; `no-rule-text`: the rule of the text gave nothing; `rule-too-dear`, `rule-failed`: an expression would cost
 * too much, or gives a function what it cannot take.
 */
export type ExtractionWarning =
  | 'plain-tree'
  | 'page-cut'
  | 'text-from-ld'
  | 'no-text'
  | 'doubtful-text'
  | 'further-pages'
  | 'no-page-type'
  | 'no-rule-text'
  | 'rule-too-dear'
  | 'rule-failed';

export interface ExtractionRequest extends TextForm {
  /** The decoded page. */
  readonly html: string;
  readonly url?: string;
  /** When the page was seen, ms: relative dates count from it, later ones are not trusted. */
  readonly now: number;
  readonly template?: HostTemplate;
  /** An entry or a rule names the page as a publication: its text is what is behind the headline, however short. */
  readonly isNamed?: boolean;
  /** Which page of the article it is, from 1, and the address of the first one; absent: the first one. */
  readonly page?: { readonly first: string; readonly number: number };
  /** The text stays plain, and `marks` says what its lines are. */
  readonly marks?: true;
}

/** Characters; JSON-LD has its own text that is used where the page has less. */
const shortText = 250;
/** The first of several pages may hardly seem an article by itself. */
const leastScore = 0.4;
/** Share of a title's words that its article has at least. */
const leastShare = 0.35;

/** Words of the name of a section. */
const mostOfSection = 2;

/** Takes a page apart. Pure: the same request gives the same answer. Throws nothing, whatever the page. */
export function extractPage(request: ExtractionRequest): Extraction {
  return extractWithTexts(request).extraction;
}

/** A page as extracted, the texts for the template of its host, and the address of the next page of its article. */
export interface ExtractedPage {
  readonly extraction: Extraction;
  readonly learnt: TemplatePage;
  readonly next: string | undefined;
}

export function extractWithTexts(request: ExtractionRequest): ExtractedPage {
  return extractFromTree(pageTree(request.html), request);
}

/** The same of a page whose tree is there already. `base`: what addresses of the page are relative to. */
export function extractFromTree(tree: PageTree, request: Omit<ExtractionRequest, 'html'>): ExtractedTree {
  const parts = pageParts(tree.document, request.url);
  const shown = extractParts(tree, parts, request);
  const [post, ...others] = /[?&]embed=1(?:&|$)/.test(request.url ?? '') ? postsIn(tree.document) : [];
  if (post !== undefined && others.length === 0)
    return { ...shown, next: undefined, extraction: ofPost(post, shown.extraction, parts, request.now) };
  if (shown.extraction.text.length >= shortText) return shown;
  const state = parts.stateArticle();
  return state === undefined
    ? shown
    : extractParts(tree, { ...parts, article: { ...parts.article, ...state } }, request);
}

/** A post of a Telegram channel is its own article, however short. */
function ofPost(post: TelegramPost, shown: Extraction, parts: PageParts, now: number): Extraction {
  const [title, text] = [titleOfPost(post), post.text];
  return {
    ...{
      ...shown,
      title,
      text,
      authors: post.owner === undefined ? [] : [post.owner],
      section: null,
      tags: [],
      modified: null,
    },
    published: dateIn(post.published, 'time', { now }) ?? null,
    language: pageFacts.languageOf(parts, text)?.value ?? null,
    canonicalUrl: new URL(`/${post.id}`, shown.url ?? 'https://t.me').href,
    ...{
      access: null,
      captions: [],
      ...(shown.marks && { marks: [] }),
      confidence: 1,
      article: text !== '',
      articleScore: text === '' ? 0 : 1,
    },
    ...{ sources: { title: 'text', authors: 'text', published: 'time' }, warnings: text === '' ? ['no-text'] : [] },
  };
}

type ExtractedTree = ExtractedPage & { readonly base: string | undefined };

function extractParts(
  { document, isPlain, isCut }: PageTree,
  parts: PageParts,
  request: Omit<ExtractionRequest, 'html'>,
): ExtractedTree {
  const told = titleOf(parts);
  const isTemplate = request.template && isTemplateText(request.template, told?.value ?? '');
  const base = URL.parse(parts.base ?? '', request.url)?.href ?? request.url;
  const found = articleText(document, {
    ...{ title: told?.value ?? '', leadsElsewhere: (href: string) => leadsElsewhere(href, base, request.url) },
    ...defined({ isTemplate, isNamed: request.isNamed }),
  });
  const headline = headlineOf(told, found);
  const title = headline?.value ?? '';
  const signature = signatureOf(found);
  const body = articleBody(found, title, signature);
  const blocks = request.page === undefined ? body : [...headingBefore(found, body, title), ...body];
  const own = textOfBlocks(blocks, request);
  const text = longerText(own, parts);
  const canonical = pageFacts.canonicalOf(parts, base);
  const language = pageFacts.languageOf(parts, text === '' ? title : text);
  const reading = { now: request.now, ...(language !== undefined && { language: language.value }) };
  const around = linesAround(found.page, found.blocks, (node, line) =>
    readDate(line, reading) === undefined ? false : isOfSeries(node, line, parts.title, reading),
  );
  const dates = datesOf({ parts, url: request.url, ...around }, reading);
  const facts = {
    title: headline,
    authors: authorsOf(parts, [...around.after, ...around.before], signature?.text),
    section: pageFacts.sectionOf(parts),
    tags: pageFacts.tagsOf(parts),
    language,
    image: pageFacts.imageOf(parts, base),
    canonicalUrl: canonical,
    ampUrl: pageFacts.ampOf(parts, base),
    access: pageFacts.accessOf(parts, endOf(found)),
  };
  const url = request.url ?? canonical?.value;
  const isPaywalled = facts.access?.value === 'paywalled';
  const verdict = testArticle({ parts, ...found, text, title, url, isPaywalled });
  const disagreed = disagreements(parts, title, text);
  // The first page of several may be short: one that says the minute is a publication all the same.
  const isTimed = dates.published !== undefined && dates.published.precision !== 'day';
  const isArticle = verdict.score >= leastScore || request.isNamed === true || (isTimed && text !== '');
  const isWhole = text !== own || url === undefined || !isArticle;
  const next = isWhole ? undefined : nextPageOf(parts, { url, base, ...request.page });
  const extraction: Extraction = {
    url: request.url ?? null,
    title: facts.title?.value ?? null,
    authors: facts.authors?.value ?? [],
    published: dates.published ?? null,
    modified: dates.modified ?? null,
    section: facts.section?.value ?? null,
    tags: facts.tags?.value ?? [],
    language: facts.language?.value ?? null,
    image: facts.image?.value ?? null,
    canonicalUrl: facts.canonicalUrl?.value ?? null,
    ampUrl: facts.ampUrl?.value ?? null,
    access: facts.access?.value ?? null,
    text,
    ...(request.marks === true && text === own && { marks: marksOf(blocks) }),
    captions: found.captions.map(block => block.text),
    method: 'readability',
    confidence: doubted(confidenceOf(found, text), { parts, disagreed, ...spreadOf(found, text) }),
    article: verdict.isArticle,
    articleScore: verdict.score,
    sources: sourcesOf({ ...facts, published: dates.published, modified: dates.modified }),
    warnings: warningsOf({
      ...{ 'plain-tree': isPlain, 'page-cut': isCut, 'text-from-ld': text !== own, 'no-text': text === '' },
      ...{ 'doubtful-text': disagreed > 0, 'further-pages': next !== undefined },
    }),
  };
  const learnt = { title: told?.value ?? '', texts: found.page.blocks.map(block => block.text) };
  return { extraction, learnt, base, next };
}

/** Whether an address is of another page of the site, and not of a part of this one. */
function leadsElsewhere(href: string, base: string | undefined, own: string | undefined): boolean {
  if (base === undefined || own === undefined) return false;
  const [other, page] = [URL.parse(href, base), new URL(own)];
  if (other?.host !== page.host) return false;
  const path = page.pathname.replace(/\/+$/, '');
  // `/news.php?id=7` and `/news.php?id=8` are two pages.
  if (other.pathname.replace(/\/+$/, '') === path) return page.search !== '' && !other.search.startsWith(page.search);
  return !other.pathname.startsWith(`${path}/`);
}

/** The text of JSON-LD is taken where the page has next to none, or where it holds the page's text and more. */
function longerText(own: string, { article = {} }: PageParts): string {
  const body = bodyOf(article);
  const paragraphs = body
    .split(/\n|<\/p>|<br\s?\/?>\s?<br\s?\/?>/i)
    .map(paragraph => plainText(plainText(paragraph)))
    .filter(paragraph => paragraph !== '');
  const linked = paragraphs.join('\n\n');
  if (linked.length <= own.length) return own;
  const isMarkup = /<\/?\w/.test(body);
  const isHeld = own.length >= 40 && !isMarkup && normalizedText(linked).includes(normalizedText(own));
  return own.length >= shortText && !isHeld ? own : linked;
}

type Found = ReturnType<typeof articleText>;

/** A further page may begin with the heading of a chapter. */
function headingBefore({ page, blocks }: Found, [first]: readonly Block[], title: string): readonly Block[] {
  const before = first === blocks[0] ? page.blocks[page.blocks.indexOf(first!) - 1] : undefined;
  if (before?.kind !== 'heading' || before.linked > 0 || normalizedText(before.text) === normalizedText(title))
    return [];
  const aroundOf = ({ element }: Block) => page.elements[element]!.parent;
  return aroundOf(before) === aroundOf(first!) ? [before] : [];
}

/** A heading in front of the article that says more of it than the page's title does. */
function headlineOf(told: Headline | undefined, { page, blocks }: Found): Sourced<string> | undefined {
  const text = textOfBlocks(blocks);
  if (told === undefined || told.isAgreed || text === '') return told;
  const first = page.blocks.indexOf(blocks[0]!);
  const near = page.blocks.slice(Math.max(0, first - linesBefore), first + 1).reverse();
  const part = told.source === 'title' ? near.find(line => isPartOf(told.value, line.text)) : undefined;
  if (part !== undefined) return { value: part.text, source: 'text' };
  if (wordShare(told.value, text) >= leastShare) return told;
  // The name of a section is no headline, even where the lines near the text have few of its words.
  const share = told.value.split(' ').length <= mostOfSection ? 0.2 : 0.5;
  const better = near.find(
    ({ text: line, element, linked }) =>
      line.length < 200 &&
      linked < line.length &&
      isHeadline(page.elements[element]!.node) &&
      line.split(' ').length >= 3 &&
      wordShare(line, text) >= share,
  );
  return better === undefined ? told : { value: better.text, source: 'text' };
}

/** Whether a line is all that a title says beside the name of its site, of a section, or a day: "The Lark: Bridge opens again". */
function isPartOf(title: string, line: string): boolean {
  if (line.length >= title.length || line.split(' ').length < 3) return false;
  if (title.startsWith(line)) return /^\s*[|·•»«:–—/\\-]/.test(title.slice(line.length));
  return title.endsWith(line) && /[|·•»«:–—/\\-]\s*$/.test(title.slice(0, -line.length));
}

function isHeadline(node: TreeNode): boolean {
  return /^h[1-6]$/.test(node.name) || /title|headline|zag|heading/i.test(attributeOf(node, 'class') ?? '');
}

const linesBehind = 6;

/** The last three paragraphs of the text, and the lines behind it, where the rest may be offered to subscribers. */
function endOf({ page, blocks }: Found): string {
  const last = blocks.length === 0 ? 0 : page.blocks.indexOf(blocks.at(-1)!);
  return [...blocks.slice(-3), ...page.blocks.slice(last + 1, last + linesBehind)].map(({ text }) => text).join(' ');
}

function confidenceOf({ share, isRetried }: Found, text: string): number {
  const length = Math.min(1, text.length / 600);
  return length * (0.4 + 0.6 * Math.min(1, share * 1.2)) * (isRetried ? 0.6 : 1);
}

/** Elements that hold the text, and its share of the page. */
function spreadOf({ page, blocks }: Found, text: string): { readonly elements: number; readonly share: number } {
  const around = blocks.map(({ element }) => page.elements[element]!.parent);
  return { elements: new Set(around).size, share: text.length / Math.max(1, page.lengths.at(-1)!) };
}

function sourcesOf(
  facts: Readonly<Record<string, { readonly source: FactSource } | undefined>>,
): Extraction['sources'] {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) => (fact === undefined ? [] : [[name, fact.source]])),
  );
}

function warningsOf(found: Partial<Record<ExtractionWarning, boolean>>): readonly ExtractionWarning[] {
  return (Object.keys(found) as ExtractionWarning[]).filter(warning => found[warning]);
}
