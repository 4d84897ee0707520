import { collapsed } from './page-blocks.ts';

/** Texts that pages of one host have in common, learnt page by page. A plain value that can be stored as JSON. */
export interface HostTemplate {
  readonly version: 1;
  /** Pages learnt, each with its own title; halved now and then, with the counts, so that old texts go. */
  readonly pages: number;
  /** Marks of the titles learnt last: a page is learnt once. */
  readonly titles: readonly string[];
  /** How many pages had a text, by the mark of the text. */
  readonly texts: Readonly<Record<string, number>>;
}

/** The texts that a page gives to the template of its host. */
export interface TemplatePage {
  readonly title: string;
  readonly texts: readonly string[];
}

const empty: HostTemplate = { version: 1, pages: 0, titles: [], texts: {} };
/** A template of fewer pages says nothing: two versions of one article would erase each other. */
const leastPages = 3;
/** A text of the template is on at least so many other pages, and on this share of them. */
const leastOthers = 2;
const leastShare = 0.1;
const mostPages = 60;
const mostTexts = 4_000;
const mostOfPage = 600;

/** The template after one more page of the host. A page with a title that was learnt already changes nothing. */
export function learnPage(template: HostTemplate | undefined, { title, texts }: TemplatePage): HostTemplate {
  const before = template ?? empty;
  const mark = markOf(title);
  if (before.titles.includes(mark)) return before;
  const counts = new Map(Object.entries(before.texts));
  for (const each of new Set(texts.slice(0, mostOfPage).map(markOf))) counts.set(each, (counts.get(each) ?? 0) + 1);
  const learnt = { pages: before.pages + 1, titles: [...before.titles, mark].slice(-mostPages) };
  return bounded({ version: 1, ...learnt, texts: Object.fromEntries(counts) });
}

/** Whether enough pages were learnt for the template to say anything. */
export function isTold(template: HostTemplate | undefined): boolean {
  return template !== undefined && template.pages >= leastPages;
}

/** Whether a text of a page is of its host and not of its article. `title`: of the page that the text is on. */
export function isTemplateText(template: HostTemplate, title: string): (text: string) => boolean {
  const own = template.titles.includes(markOf(title)) ? 1 : 0;
  const others = template.pages - own;
  if (others < leastPages) return () => false;
  const least = Math.max(leastOthers, leastShare * others);
  return text => (template.texts[markOf(text)] ?? 0) - own >= least;
}

function bounded(template: HostTemplate): HostTemplate {
  const isOld = template.pages >= mostPages;
  let texts = Object.entries(template.texts);
  if (isOld) texts = texts.map(([mark, count]) => [mark, Math.floor(count / 2)] as [string, number]);
  texts = texts.filter(([, count]) => count > 0);
  if (texts.length > mostTexts) texts = texts.sort((a, b) => b[1] - a[1]).slice(0, mostTexts);
  const pages = isOld ? Math.floor(template.pages / 2) : template.pages;
  return { ...template, pages, texts: Object.fromEntries(texts) };
}

/** 53 bits of a text in lower case. */
function markOf(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const character of collapsed(text).toLowerCase()) {
    const code = character.codePointAt(0)!;
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36);
}
