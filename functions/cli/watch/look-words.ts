/** Words for the outcomes of looks and for the reasons of what is left out. The codes are those of `--json`. */

const outcomes: Readonly<Record<string, string>> = {
  unchanged: 'nothing new (304)',
  truncated: 'cut off: what is whole is taken, the last whole one counts',
  'moved-away': 'redirects to another host',
  refused: 'refuses to answer a program',
  challenge: 'wants proof that a person is there',
  'no-sitemap': 'is no sitemap any more',
  'no-feed-empty': 'is no feed any more: empty',
  'no-feed-html': 'is no feed any more: a page',
  'no-feed-sitemap': 'is no feed any more: a sitemap',
  'no-feed-xml': 'is no feed any more: other XML',
  'no-feed-json': 'is no feed any more: other JSON',
  'no-feed-text': 'is no feed any more: a text',
  'no-feed-binary': 'is no feed any more: no text',
  'no-browser': 'no browser could be started (logs/errors.csv says why)',
  'browser-hung': 'hung in the browser',
  'browser-crashed': 'crashed in the browser',
  'browser-too-large': 'is too large in the browser',
  'content-type': 'is another kind of document (PDF or the like)',
  binary: 'is no text',
  robots: 'may not be requested (robots.txt)',
  'too-large': 'is too large',
  timeout: 'took too long',
  dns: 'has no such host',
  network: 'could not be reached',
  tls: 'has no secure connection',
  'http-status': 'answers with a fault',
  'host-down': 'is on a host that does not answer',
  drawn: 'is drawn by scripts',
  undrawn: 'is drawn by scripts whose requests failed',
  'no-article': 'has no article',
  'shared-text': 'has the text of other addresses',
  'other-text': 'has another headline than its entry says',
  redirects: 'redirects in a circle, or to the home page',
  protocol: 'answers against the rules of HTTP',
  parser: 'cannot be read',
  decode: 'could not be decoded',
};

const reasons: Readonly<Record<string, string>> = {
  // Addresses by their kind.
  list: 'lists of links',
  archive: 'further parts of lists',
  'archive-limit': 'further parts beyond 5,000',
  service: 'tags, search and the like',
  file: 'files (PDF and the like)',
  'other-host': 'addresses of other hosts',
  unknown: 'addresses unlike publications',
  // Faults of documents.
  truncated: 'documents that are cut off',
  entities: 'documents with their own entities (not unpacked)',
  malformed: 'malformed places',
  encoding: 'documents in another encoding than is said',
  'no-address': 'items without an address',
  'bad-address': 'items with no usable address',
  'bad-item': 'items that are none',
  repeated: 'items that are named twice',
  'bad-date': 'dates that are none (items kept)',
  'future-date': 'dates in the future (items kept)',
  'old-date': 'dates before 1990 (items kept)',
  'too-many': 'items beyond the limit',
  'cut-text': 'texts that were cut',
  'bad-gzip': 'documents that cannot be unpacked',
  // Pages that gave no publication.
  'not-publication': 'lists and feeds',
  'no-article': 'pages without an article',
  challenge: 'pages that want proof of a person',
  drawn: 'pages that scripts draw',
  undrawn: 'pages whose scripts could not draw them',
  'shared-text': 'pages with the text of other addresses',
  'other-text': 'pages with another headline than their entries say',
  'moved-away': 'redirects to other hosts',
  'content-type': 'other kinds of documents (PDF and the like)',
  binary: 'binary contents',
};

/** Words for the outcome of a look, with its code behind them. */
export function outcomeWords(outcome: string): string {
  const [, status] = /^status-(\d+)$/.exec(outcome) ?? [];
  if (status !== undefined) return `answers ${status}`;
  const words = outcomes[outcome];
  return words === undefined ? outcome : `${words} (${outcome})`;
}

/** `files (PDF and the like): 8, …`. */
export function countedReasons(counts: Readonly<Record<string, number>>, shown: (count: number) => string): string {
  return Object.entries(counts)
    .map(([reason, count]) => `${reasons[reason] ?? reason}: ${shown(count)}`)
    .join(', ');
}
