import type { AnalyzedPage, PageAnalyzer } from '../../../shared/domain/turn/page-analyzer.ts';

const addressAttributes =
  'action archive background cite codebase data formaction href icon longdesc lowsrc dynsrc manifest ping poster profile src value xlink:href'.split(
    ' ',
  );
const attribute = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))|"([^"]*)"/g;
const addressLike = /(?<![\w<:/.])(?:https?:\/\/|\.{0,2}\/)[^\s"'<>(),;]+/g;

/** Addresses of attributes, headers, style sheets and well-known files; texts, comments and scripts are not scanned. */
function* addresses({ level, contentType, header, html }: AnalyzedPage): Iterable<string> {
  if (level === 0) yield* ['/robots.txt', '/sitemap.xml'];
  for (const [, target] of header('link')?.matchAll(/<([^>]+)>/g) ?? []) yield target!;
  yield header('content-location') ?? '';
  if (!/html/i.test(contentType)) {
    for (const [text] of html().matchAll(addressLike)) yield text;
    return;
  }
  // Tags of the source: the tree has lost those that HTML does not allow where they stand.
  for (const [tag] of html()
    .replace(/<!--.*?-->/gs, '')
    .matchAll(/<[a-z!][^>]*>/gi)) {
    for (const [, name = '', quoted, single, bare, external] of tag.matchAll(attribute)) {
      const value = quoted ?? single ?? bare ?? external ?? '';
      if (addressAttributes.includes(name.toLowerCase())) yield value;
      for (const [text] of value.matchAll(addressLike)) yield text;
    }
  }
}

export const analyzers: readonly PageAnalyzer[] = [
  {
    name: 'attributes-and-headers',
    reads: ['application/xml', 'text/xml', 'text/css', 'text/plain'],
    links: page => {
      const $ = page.tree();
      const known = new Set(['', ...$('a').map((_, element) => $(element).attr('href'))]);
      return new Set([...addresses(page)].filter(address => !known.has(address)));
    },
  },
];
