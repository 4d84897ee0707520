import { labelOf, peopleIn } from '../../extraction/metadata/people-in.ts';
import { normalizedText } from '../../extraction/text/behind-headline.ts';
import { readDate } from '../../times/read-date.ts';
import type { FieldData, RulesData } from '../rules/rules-schema.ts';
import type { ElementPath } from './element-paths.ts';
import { type SeenPage, type SourcePage, seePages } from './seen-page.ts';
import { suggestLine, type WantedLine } from './suggest-line.ts';
import { suggestText, type TextPath } from './suggest-text.ts';

/** Rules learnt from pages of one source, for a person to accept. */
export interface SuggestedRules {
  /** Null if the pages have no article, or their articles no place in common. */
  readonly rules: RulesData | null;
  readonly pages: number;
  /** Pages that the automatic extractor takes for articles; the rules are learnt from them. */
  readonly articles: number;
  /** Articles whose text the rules select. */
  readonly matched: number;
}

/** Most page types, and most pages of one source that rules are learnt from. */
const most = { types: 4, pages: 60 };
/** Fewer articles are no source to learn from. */
const leastArticles = 2;
/** Characters of a title, of a date with what is beside it, of a byline. */
const longest = { title: 300, published: 80, authors: 100 };
const dateLabel = /^\p{L}[\p{L} ]{2,30}:/u;
/** A fact that was read there needs no rule, or has no place in the page. */
const elsewhere = new Set(['ld', 'meta', 'url', 'title']);

/**
 * Learns rules from pages of one source: where the text that the automatic extractor finds is on all of them, and the title, the
 * time and the authors if the pages say them in their text. Pure. `now`: when the pages were fetched, ms.
 */
export function suggestRules(pages: readonly SourcePage[], now: number): SuggestedRules {
  const articles = seePages(pages.slice(0, most.pages), now).filter(({ extraction }) => extraction.article);
  const texts: TextPath[] = [];
  let left: readonly SeenPage[] = articles;
  while (texts.length < most.types && left.length >= leastArticles) {
    const text = suggestText(left);
    if (text === undefined) break;
    texts.push(text);
    left = left.filter(page => !text.pages.includes(page));
  }
  const types = rarestFirst(texts, articles).map((text, i) =>
    pageType(text, { name: texts.length === 1 ? 'article' : `article-${i + 1}`, now }),
  );
  const matched = articles.length - left.length;
  return { rules: types.length === 0 ? null : { types }, pages: pages.length, articles: articles.length, matched };
}

/** A wide container of a page type may also be on pages with a narrower container. */
function rarestFirst(texts: readonly TextPath[], pages: readonly SeenPage[]): readonly TextPath[] {
  const count = ({ xpath }: TextPath) => pages.filter(({ byPath }) => byPath.has(xpath)).length;
  return texts.toSorted((a, b) => count(a) - count(b));
}

function pageType(
  { xpath, drop, pages }: TextPath,
  { name, now }: { readonly name: string; readonly now: number },
): RulesData['types'][number] {
  return {
    name,
    match: xpath,
    fields: {
      ...fieldOf('title', suggestLine(wantedTitles(pages), longest.title)),
      text: { xpath, ...(drop.length !== 0 && { drop: [...drop] }) },
      ...fieldOf('published', suggestLine(wantedTimes(pages, now), longest.published)),
      ...fieldOf('authors', suggestLine(wantedAuthors(pages), longest.authors)),
    },
  };
}

function fieldOf(name: string, xpath: ElementPath | undefined): Readonly<Record<string, FieldData>> {
  return xpath === undefined ? {} : { [name]: { xpath } };
}

/** None where most pages have the same title, for that is the name of their site. */
function wantedTitles(pages: readonly SeenPage[]): readonly WantedLine[] {
  const titles = new Set(pages.map(({ extraction }) => normalizedText(extraction.title ?? '')));
  return titles.size <= pages.length / 2 ? [] : pages.flatMap(page => wantedLine(page, page.extraction.title ?? ''));
}

/** All elements of the way name the authors and nobody else, as a rule takes them all. */
function wantedAuthors(pages: readonly SeenPage[]): readonly WantedLine[] {
  const wanted = pages.flatMap(page => {
    const { authors, sources } = page.extraction;
    const isAll = (names: readonly string[]) =>
      names.length > 0 && new Set([...names, ...authors]).size === authors.length;
    const isLine = (text: string) => isAll(peopleIn(text));
    const isWhole = (texts: readonly string[]) => {
      const names = new Set(texts.flatMap(peopleIn));
      return texts.every(isLine) && names.size === authors.length;
    };
    return isElsewhere(sources['authors']) ? [] : [{ page, isLine, isWhole, labelOf }];
  });
  return atLeastHalf(pages, wanted);
}

function wantedTimes(pages: readonly SeenPage[], now: number): readonly WantedLine[] {
  const wanted = pages.flatMap(page => {
    const { published, language } = page.extraction;
    if (published === null || isElsewhere(published.source)) return [];
    const reading = { now, ...(language !== null && { language }) };
    const isLine = (text: string) => readDate(text, reading)?.at === published.at;
    return [{ page, isLine, labelOf: (text: string) => dateLabel.exec(text)?.[0] }];
  });
  return atLeastHalf(pages, wanted);
}

function wantedLine(page: SeenPage, text: string): readonly WantedLine[] {
  const line = normalizedText(text);
  return line === '' ? [] : [{ page, isLine: other => normalizedText(other) === line }];
}

/** Fields that only some pages have are left to the automatic extractor. */
function atLeastHalf(pages: readonly SeenPage[], wanted: readonly WantedLine[]): readonly WantedLine[] {
  return wanted.length < Math.max(leastArticles, pages.length / 2) ? [] : wanted;
}

function isElsewhere(source: string | undefined): boolean {
  return source === undefined || elsewhere.has(source);
}
