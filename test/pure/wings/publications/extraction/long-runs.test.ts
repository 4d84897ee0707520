import { expect, test } from 'vitest';
import { extractPage } from '../../../../../shared/wings/publications/extraction/extract-page.ts';

const sentence = 'Some words of the article follow here, and it goes on for a while. ';
const article = `<article><h1>Headline of the day</h1><p>${sentence.repeat(8)}</p></article>`;
const linked = (members: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', ...members })}</script>`;

/** A search that begins anew at each character of a run takes minutes for one of these pages. */
test.each([' ', '\n', '<', '1', 'a', '.', '|'])('runs of %j are gone through once', sign => {
  const run = `a${sign.repeat(300_000)}b`;
  const page = [
    ...[`<pre>${run}</pre>`, `<title>${run}</title>`, `<meta name=author content="${run}">`],
    linked({ articleBody: run, keywords: run, headline: run, articleSection: run, author: { name: run } }),
  ];
  const found = extractPage({ html: `${page.join('')}${article}`, now: Date.UTC(2026, 10, 30) });
  expect(found.text).toContain('Some words of the article follow here');
});
