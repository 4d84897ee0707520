import { wordShare } from './article-test.ts';
import type { Extraction } from './extract-page.ts';
import type { TextMark } from './text/text-marks.ts';

/** Share of the title's words that the title of a further page has. */
const leastShare = 0.5;

/**
 * The relation of a further page to its article: `joined` with its text; `other`: the page belongs to another article, or has
 * nothing new; `none`: it has no text.
 */
export type FurtherPage<E extends Extraction> =
  | { readonly kind: 'joined'; readonly article: E }
  | { readonly kind: 'other' | 'none' };

/** An article with the text of its next page. Lines with which all of its pages begin, as the lead, are there once. */
export function joinPage<E extends Extraction>(article: E, page: Extraction): FurtherPage<E> {
  if (page.text === '') return { kind: 'none' };
  if (wordShare(article.title ?? '', page.title ?? '') < leastShare) return { kind: 'other' };
  const known = new Set(article.text.split('\n'));
  const lines = page.text.split('\n');
  const first = lines.findIndex(line => line !== '' && !known.has(line));
  if (first < 0) return { kind: 'other' };
  const shift = article.text.split('\n').length + 1 - first;
  const marks = (page.marks ?? []).flatMap(([line, count, mark]): TextMark[] =>
    line < first ? [] : [[line + shift, count, mark]],
  );
  return {
    kind: 'joined',
    article: {
      ...article,
      text: `${article.text}\n\n${lines.slice(first).join('\n')}`,
      ...(article.marks !== undefined && { marks: [...article.marks, ...marks] }),
      captions: [...article.captions, ...page.captions],
    },
  };
}

/** All pages of the article are in its text. */
export function wholeArticle<E extends Extraction>(article: E): E {
  return { ...article, warnings: article.warnings.filter(each => each !== 'further-pages') };
}
