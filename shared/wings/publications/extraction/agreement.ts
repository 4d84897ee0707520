import { wordShare } from './article-test.ts';
import { stringOf } from './metadata/json-ld.ts';
import { metaOf, type PageParts } from './metadata/page-parts.ts';
import { normalizedText } from './text/behind-headline.ts';

/** Shares of words below which a page does not speak of its text. */
const leastTitle = 0.2;
const leastSummary = 0.3;
/** Characters of a summary or a text that is compared. */
const leastCompared = 60;
const mostCompared = 5_000;
const leastWords = 5;
/** The factors of the confidence for disagreements. */
const doubt = 0.5;
const perHeadline = 0.3;
const perSpread = 0.1;
const mostHeadlines = 4;
const leastShare = 0.001;

/** The number of title, summary and JSON-LD's text that have few words in common with the extracted text. */
export function disagreements(parts: PageParts, title: string, whole: string): number {
  const text = whole.slice(0, mostCompared);
  if (text.length < leastCompared) return 0;
  const summary = metaOf(parts, 'og:description', 'description', 'twitter:description') ?? '';
  const linked = stringOf(parts.article ?? {}, 'articleBody')?.slice(0, 1_000) ?? '';
  const headline = stringOf(parts.article ?? {}, 'headline') ?? '';
  return [
    isFew(title, text, leastTitle) && (headline === '' || isFew(headline, text, leastTitle)),
    summary.length >= leastCompared && isFew(summary, text, leastSummary),
    linked.length >= leastCompared && isFew(linked, text, leastSummary),
  ].filter(Boolean).length;
}

/** A script without blanks, and a few words, say nothing. */
function isFew(words: string, text: string, least: number): boolean {
  if (/[\u3040-\u9fff\uac00-\ud7af]/.test(words) || words.split(/\s+/).length < leastWords) return false;
  return wordShare(words, text) < least;
}

/**
 * The rest of a confidence: less for each disagreement, for each further headline that JSON-LD, card and headings say, for a text
 * out of many elements, and for a page with much beside it. Weights of the logarithms: of real news pages (`bench/extraction`).
 */
export function doubted(
  confidence: number,
  {
    parts,
    disagreed,
    elements,
    share,
  }: Readonly<{ parts: PageParts; disagreed: number; elements: number; share: number }>,
): number {
  const further = Math.min(mostHeadlines, headlinesOf(parts).size) - 1;
  const spread = Math.log(Math.max(1, elements)) - Math.log(Math.max(leastShare, share));
  const left = Math.exp(-perHeadline * Math.max(0, further) - perSpread * spread);
  return Math.round(100 * confidence * left * doubt ** disagreed) / 100;
}

/** The headlines of the article on its page, each wording once. */
function headlinesOf(parts: PageParts): ReadonlySet<string> {
  const told = [
    stringOf(parts.article ?? {}, 'headline'),
    metaOf(parts, 'og:title'),
    metaOf(parts, 'twitter:title'),
    ...parts.headings.filter(({ level }) => level === 1).map(({ text }) => text),
  ];
  return new Set(told.map(text => normalizedText(text ?? '')).filter(text => text !== ''));
}
