/** The same bad inputs, as each door takes them. */

/** A setting of a crawl: the options of commands, and the place in a spec, where the page's form has it too if it has a field of that place. */
interface SpecFault {
  readonly options: readonly string[];
  readonly path: string;
  readonly value: unknown;
}

const number = (option: string, path: string, ...texts: readonly string[]): readonly SpecFault[] =>
  texts.map(text => ({
    options: [option, text],
    path,
    value: /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text,
  }));
const word = (option: string, path: string, text: string): SpecFault => ({
  options: [option, text],
  path,
  value: text,
});
const list = (option: string, path: string, ...texts: readonly string[]): SpecFault => ({
  options: texts.flatMap(text => [option, text]),
  path,
  value: texts,
});

/** Numbers, times, patterns, languages, names, addresses, lists and tables of settings. */
export const specFaults: readonly SpecFault[] = [
  ...number('--limit', 'limit', '0', 'many', '1.5'),
  ...number('--site-limit', 'siteLimit', '-1'),
  ...number('--depth', 'maxLevel', '1.5', '99999999'),
  ...number('--delay', 'delayMs', 'soon', '-5'),
  ...number('--retries', 'retries', '1000'),
  ...number('--max-downloads', 'maxDownloads', '0'),
  ...number('--near-duplicates', 'nearDuplicates', '7'),
  word('--contact', 'contact', 'nobody'),
  word('--user-agent', 'userAgent', 'é'),
  word('--accept-language', 'acceptLanguage', '???'),
  word('--robots', 'robots', 'obay'),
  word('--scope', 'scope', 'planet'),
  word('--render', 'render', 'sometimes'),
  word('--rule', 'rule', 'gitins'),
  word('--schemes', 'schemes', 'ftp'),
  word('--sitemaps', 'sitemaps', 'maybe'),
  word('--durability', 'durability', 'eternal'),
  list('--include', 'include', '('),
  list('--exclude', 'exclude', 'a', '['),
  list('--extract', 'extract', 'a=css:['),
  list('--format', 'formats', 'gefx'),
  list('--allow-host', 'allowHosts', '://'),
];

/** Filters of publications: the options of commands, and the query of the API. */
interface FilterFault {
  readonly command: 'publications' | 'report' | 'watch mentions' | 'watch reread';
  readonly options: string;
  readonly query: string;
}

const filter = (command: FilterFault['command'], options: string, query: string): FilterFault => ({
  ...{ command, options, query },
});

/** Days, tags of languages, classes, shares, periods and unknown names, one at a time and several at once. */
export const filterFaults: readonly FilterFault[] = [
  filter('publications', '--since yesterday', 'since=yesterday'),
  filter('publications', '--until 2024-13-40', 'until=2024-13-40'),
  filter('publications', '--since 2024-03-06 --until 2024-03-05', 'since=2024-03-06&until=2024-03-05'),
  filter('publications', '--since x --until y', 'since=x&until=y'),
  filter('publications', '--language english', 'language=english'),
  filter('publications', '--tone glad', 'tone=glad'),
  filter('publications', '--confidence 7', 'confidence=7'),
  filter('publications', '--organization none', 'organization=none'),
  filter(
    'publications',
    '--since x --tone glad --confidence much --language english',
    'since=x&tone=glad&confidence=much&language=english',
  ),
  filter('report', '--by colour', 'by=colour'),
  filter('report', '--across colour', 'across=colour'),
  filter('report', '--since x --confidence -1', 'since=x&confidence=-1'),
  filter('report', '--by month --across source', 'by=month&across=source'),
  filter('report', '--quotes 99 --format html', 'quotes=99&format=html'),
  filter('report', '--quotes x --compare-since y', 'quotes=x&compareSince=y'),
  filter(
    'report',
    '--compare-since 2024-03-06 --compare-until 2024-03-05',
    'compareSince=2024-03-06&compareUntil=2024-03-05',
  ),
  filter('report', '--compare-before', 'compareBefore=true'),
  filter('report', '--organization none', 'organization=none'),
  filter('report', '--models none --compare-models none', 'models=none&compareModels=none'),
  filter('watch mentions', '--since x --until y', 'since=x&until=y'),
  filter('watch mentions', '--organization none', 'organization=none'),
  filter('watch reread', '--since x', 'since=x'),
];

/** Changes of a watch: the command behind the name of the watch, and the request. */
export const changeFaults: readonly {
  readonly command: readonly string[];
  readonly rest: readonly string[];
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}[] = [
  {
    ...{ command: ['sources', 'add'], rest: ['ftp://example.org/', '--kind', 'feed'], method: 'POST' },
    ...{ path: 'entries', body: { address: 'ftp://example.org/', kind: 'feed' } },
  },
  {
    ...{ command: ['sources', 'add'], rest: ['https://me:secret@example.org/', '--kind', 'feed'], method: 'POST' },
    ...{ path: 'entries', body: { address: 'https://me:secret@example.org/', kind: 'feed' } },
  },
  {
    ...{ command: ['alerts', 'add'], rest: ['a/b'], method: 'POST', path: 'alerts' },
    body: { name: 'a/b', filter: {}, notify: [] },
  },
  {
    ...{
      command: ['alerts', 'add'],
      rest: ['a/b', '--notify', 'nobody', '--daily', '25:00', '--time-zone', 'Mars/North'],
    },
    ...{ method: 'POST', path: 'alerts' },
    body: { name: 'a/b', filter: {}, notify: ['nobody'], digest: { at: '25:00', timeZone: 'Mars/North' } },
  },
  { ...{ command: ['alerts', 'rm'], rest: ['none'], method: 'DELETE', path: 'alerts?name=none' } },
  {
    ...{ command: ['applications', 'on'], rest: ['none'], method: 'PATCH', path: 'applications' },
    body: { names: ['none'], on: true },
  },
];

/** The sentence of a refusal without the field, which each door calls by a name that its reader knows. */
export function withoutField(sentence: string): string {
  return sentence
    .replace(/^orbweaver: /, '')
    .replace(/^(?:--[\w-]+|address \d+|[\w.[\]]+)(?: \w+)?: /, '')
    .replace(/"me:secret@|…@/, '');
}
