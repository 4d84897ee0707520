import type { ResultFile } from '../page/api-types.ts';

/** A CSV file of the results: what it holds, and of which site; '' for one of the whole crawl. */
export interface TableFile {
  readonly kind: string;
  readonly site: string;
  readonly name: string;
  readonly url: string;
}

/** In the order in which people look for them. */
const kinds = [
  ...[
    'pages',
    'external',
    'broken',
    'broken-folders',
    'external-checks',
    'rich-files',
    'near-duplicates',
    'issue-pages',
    'preferences',
    'sitemap',
    'traversed-pages',
    'skipped',
    'merges',
    'bad',
    'levels',
    'pairs',
  ],
  ...[
    'issues',
    'indicators',
    'hosts',
    'folders',
    'fragment/sites',
    'fragment/links',
    'fragment/co-links',
    'choices',
    'host-links',
    'folder-links',
    'traversals',
    'nodes',
    'edges',
  ],
];
const ofSite =
  /^(?:pages|links|reports|graph)\/(.+?)(?:\.(external|bad|broken|broken-folders|external-checks|rich-files|near-duplicates|issue-pages|preferences|sitemap|traversals|skipped|merges|levels|pairs|host-links|folder-links|nodes|edges|indicators|hosts))?\.csv$/;
const ofCrawl = /^(?:reports\/(indicators|choices|issues|traversals)|(fragment\/[\w-]+))\.csv$/;

/** Kinds of the tables of a site, where a table of the whole crawl has the same name. */
const ofSiteAlone: Readonly<Record<string, string>> = { indicators: 'folders', traversals: 'traversed-pages' };

/** The tables among the files, by kind; those of other kinds (of plugins) are left out. */
export function tablesAmong(files: readonly ResultFile[]): readonly TableFile[] {
  const found = files.flatMap((file): TableFile[] => {
    const whole = ofCrawl.exec(file.name);
    const own = ofSite.exec(file.name);
    const kind =
      whole?.[1] ??
      whole?.[2] ??
      ofSiteAlone[own?.[2] ?? ''] ??
      own?.[2] ??
      (own !== null && file.name.startsWith('pages/') ? 'pages' : '');
    const site = whole === null ? (own?.[1] ?? '') : '';
    return kinds.includes(kind) ? [{ kind, site, name: file.name, url: file.url }] : [];
  });
  return found.sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}
