/** Where the places of the test are. */
interface Places {
  /** Directories. */
  readonly watch: string;
  readonly crawl: string;
  readonly id: string;
}

/** Options of a command that selects publications: each kind of filter, and each kind of refusal. */
const selections = [
  '',
  '--format csv --bom',
  '--format jsonl --limit 3',
  '--format parquet',
  '--query мост --format jsonl',
  '--source herald --limit 2',
  '--source nowhere',
  '--since 2024-03-05 --until 2024-03-06T12:00Z',
  '--since yesterday',
  '--originals --language en',
  '--language english',
  '--organization cytology --format jsonl --limit 2',
  '--organization none',
  '--tone neutral,positive --tone unclassified',
  '--tone glad',
  '--confidence 7',
  '--tone neutral --nested --confidence 0.5',
  '--limit 0',
  '--language EN --organization cytology --format jsonl',
  '--application lengths --format csv',
  '--application lengths --source 1 --limit 2',
  '--application none',
  '--application lengths --originals',
];
const counts = [
  '',
  '--format json',
  '--format csv --by source',
  '--format svg',
  '--by month --with-copies --nested',
  '--organization cytology --source 2 --format csv',
  '--organization cytology --organization idstu --format csv',
  '--organization none',
  '--since 2024-03-05 --compare-until 2024-03-05',
  '--since x',
  '--compare-models none',
];
const mentions = [
  '',
  '--format jsonl --organization cytology',
  '--format csv --bom --source 1',
  '--format parquet',
  '--since 2024-03-05 --originals',
  '--organization none',
  '--source nowhere',
  '--until x',
];

function line(text: string): readonly string[] {
  return text.split(' ').filter(word => word !== '');
}

/** Command lines, the same ones of this machine and of the API. */
export function commands({ watch, crawl, id }: Places): readonly (readonly string[])[] {
  const pairs = (here: string, there: string, rest: readonly string[]) =>
    rest.flatMap(options => [
      [...line(here), watch, ...line(options)],
      [...line(`remote ${there}`), 'w', ...line(options)],
    ]);
  return [
    ...pairs('publications', 'publications', selections),
    ...pairs('report', 'report', counts),
    ...pairs('watch mentions', 'watches mentions', mentions),
    ...pairs('labels export', 'labels export', ['', '--format csv', '--format xml']),
    ...pairs('watch status', 'watches status', ['', '--json']),
    ...pairs('watch failed', 'watches failed', ['--json']),
    ...pairs('watch organizations list', 'watches organizations list', ['']),
    ...pairs('watch applications list', 'watches applications list', ['']),
    ...pairs('watch rules list', 'watches rules list', ['1', '9']),
    ...['labels queue W --annotator A', 'labels agreement W --json', 'status C', 'status C --json', 'sites list C'].map(
      text => line(text).map(word => (word === 'W' ? watch : word === 'C' ? crawl : word)),
    ),
    ...['ls', 'parts', 'status CRAWL', 'watches ls', 'models list w', 'publications ../w', 'report w --api x'].map(
      text => line(`remote ${text}`).map(word => (word === 'CRAWL' ? id : word)),
    ),
  ];
}

const publicationQueries = [
  ...[
    '',
    'limit=3',
    'limit=0&source=x',
    'query=мост',
    'query=%22&since=x&tone=glad',
    'source=2&originals=true',
    'cluster=1',
  ],
  ...[
    'since=2024-03-05&until=2024-03-06',
    'organization=cytology',
    'organization=cytology,idstu',
    'organization=none',
    'tone=neutral&tone=positive',
  ],
  ...[
    'tone=neutral&confidence=2',
    'confidence=2',
    'nested=perhaps',
    'cursor=x',
    'language=en&limit=2',
    'language=english&sourc=1&limit=0',
    'language=en&tone=positive&tone=neutral',
  ],
];
const watchPaths = [
  ...publicationQueries.map(query => `publications?${query}`),
  ...['', 'source=2', 'query=-x', 'organization=cytology', 'organization=none', 'tone=neutral', 'cursor=x'].flatMap(
    query => [`publications/count?${query}`, `mentions/count?${query}`],
  ),
  ...['', 'format=csv&bom=true', 'format=xml', 'source=1', 'organization=cytology', 'cursor=x'].flatMap(query => [
    `publications/export?${query}`,
    `mentions/export?${query}`,
  ]),
  ...['1', '1?version=1', '1?version=9', '1?version=x', '99', 'x'].map(rest => `publications/${rest}`),
  ...['1', '1/compare', '2/compare', '1/compare?from=1&to=9', '99/compare'].map(rest => `publications/${rest}`),
  ...[
    '',
    'by=source',
    'organization=cytology&organization=idstu&format=csv',
    'by=x&format=y',
    'format=csv&bom=true',
    'format=txt',
    'compareUntil=2024-03-05',
    'source=2',
  ].map(query => `report?${query}`),
  ...[
    'report?organization=none',
    'report?models=none',
    'report?confidence=x&since=y',
    'labels/export',
    'labels/export?format=x',
  ],
  ...['publications/1/labels', 'publications/99/labels', 'labels/queue', 'labels/queue?annotator=A', 'labels/disputes'],
  ...['quality', 'training', 'models/1', 'organizations', 'organizations?limit=1', 'candidates', 'candidates?limit=x'],
  ...[
    'applications',
    'applications/lengths/records',
    'applications/lengths/records?format=csv',
    'applications/none/records',
  ],
  ...[
    'applications/lengths/records?source=2&since=2024-03-06',
    'applications/lengths/records?source=1,2',
    'applications/lengths/records?since=x&source=y',
  ],
  ...[
    'sources/1/rules',
    'sources/9/rules',
    'sources',
    'sources/1',
    'sources/9',
    'sources/x',
    'sources?limit=1',
    'findings',
  ],
];
const crawlPaths = [
  ...['', '/spec', '/choices', '/fragment', '/graph', '/graph?nodes=3&order=rank', '/graph?order=x&nodes=0', '/levels'],
  ...[
    '/levels?site=x',
    '/links/internal?limit=3',
    '/links/external',
    '/links/bad?format=csv',
    '/links/none',
    '/link-domains',
  ],
  ...[
    '/links/internal?sort=x&site=y&limit=0',
    '/link-domains?sort=x',
    '/results',
    '/results/nodes.csv',
    '/results/none',
  ],
  ...[
    '/results.zip',
    '/results.zip?x=1',
    '/skipped',
    '/sites',
    '/sites?limit=0&sort=x',
    '/tables/sites.csv',
    '/tables/none.csv',
  ],
  ...[
    '/tables/external.csv?column=x',
    '/referrers?page=1',
    '/referrers?page=x&site=y',
    '/changes',
    '/changes?before=w',
  ],
];

/** Paths of the API that change nothing: each with its filters and what it refuses. */
export function askedPaths(crawl: string): readonly string[] {
  return [
    ...watchPaths.map(path => `/watches/w/${path}`),
    ...['/watches', '/watches/w', '/watches/none', `/watches/${crawl}/publications`, '/watches/none/report?by=x'],
    ...crawlPaths.map(path => `/crawls/${crawl}${path}`),
    ...['/crawls', '/crawls?limit=0', '/crawls/none', '/parts', '/none'],
  ].map(path => encodeURI(path));
}
