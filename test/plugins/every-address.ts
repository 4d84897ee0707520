import type { AnalyzedPage, PageAnalyzer } from '../../shared/domain/turn/page-analyzer.ts';

const attributes = 'action background cite codebase data formaction href longdesc ping poster src'.split(' ');
/** An absolute address, or a path with a slash that is neither part of a longer word nor an end tag. */
const addressLike = /(?<![\w<:/.])(?:https?:\/\/|\.{0,2}\/)[^\s"'<>(),;]+/g;

/** Texts that look like an address: in attributes, texts, comments, scripts, style sheets, headers, well-known files. */
function* addresses({ level, header, html, tree }: AnalyzedPage): Iterable<string> {
  if (level === 0) yield* ['/robots.txt', '/sitemap.xml'];
  for (const [, target] of header('link')?.matchAll(/<([^>]+)>/g) ?? []) yield target!;
  yield header('content-location') ?? '';
  const $ = tree();
  for (const name of attributes) yield* $(`[${name}]`).map((_, element) => $(element).attr(name));
  // The base of a path in a text is not known: perhaps the root.
  for (const [text] of html().matchAll(addressLike)) yield* [text, text.replace(/^\.+/, '')];
}

export const analyzers: readonly PageAnalyzer[] = [
  {
    name: 'every-address',
    reads: ['application/xml', 'text/xml', 'text/css', 'text/plain'],
    links: page => {
      const $ = page.tree();
      // Each once; those of `a` elements are links of the page anyway.
      const known = new Set(['', ...$('a').map((_, element) => $(element).attr('href'))]);
      return new Set([...addresses(page)].filter(address => !known.has(address)));
    },
  },
];
