import { linkElements } from '../html/link-element.ts';
import { directiveNames, purposes } from '../robots/preferences.ts';
import { builtInParts, presetNames, topics } from './crawl-spec.ts';
import { fieldPath, type SpecPath } from './fields/field-path.ts';
import { isMapping } from './fields/is-mapping.ts';
import { ruleNames } from './rules.ts';

/** How the text of an option or a variable becomes a value of the spec; `some-names`: at least one. */
export type SettingKind =
  | 'number'
  | 'duration'
  | 'size'
  | 'text'
  | 'texts'
  | 'names'
  | 'some-names'
  | 'switch'
  | 'switches';

/** One setting of the spec as the command line and the environment have it. */
export interface Setting {
  /** Its place in the spec. */
  readonly path: readonly string[];
  readonly option: string;
  readonly argument: string;
  readonly variable: string;
  readonly kind: SettingKind;
  /** Help text without the default. */
  readonly help: string;
  /** Its group in the help text. */
  readonly heading: string;
  /** Built-in values for the completion of a shell, if `argument` does not list them. Plugins may add others. */
  readonly words: readonly string[];
}

type SettingRow = readonly [
  path: string,
  option: string,
  argument: string,
  kind: SettingKind,
  help: string,
  words?: readonly string[],
];

/** Variables are named after the options: `--time-limit` is `ORBWEAVER_TIME_LIMIT`. */
function group(heading: string, rows: readonly SettingRow[]): readonly Setting[] {
  return rows.map(([path, option, argument, kind, help, words = []]) => {
    const variable = `ORBWEAVER_${option.slice(2).replaceAll('-', '_').toUpperCase()}`;
    return { path: path.split('.'), option, argument, variable, kind, help, heading, words };
  });
}

/** Every setting that can be given outside a file, in the order of the help text. */
export const settings: readonly Setting[] = [
  ...group('Purpose:', [
    ['preset', '--preset', '<name>', 'text', 'what the crawl is for: audit, graph, archive, set', presetNames],
  ]),
  ...group('Limits:', [
    ['maxLevel', '--depth', '<level>', 'number', 'deepest level, inclusive'],
    ['limit', '--limit', '<pages>', 'number', 'pages in all; --rule divides them among the sites'],
    ['siteLimit', '--site-limit', '<pages>', 'number', 'pages per site'],
    ['timeLimitSeconds', '--time-limit', '<time>', 'duration', 'running time: seconds, or 90s, 15m, 2h, 1d'],
    ['patternLimit', '--pattern-limit', '<pages>', 'number', 'pages per pattern of an address, against traps'],
  ]),
  ...group('Target set:', [
    [
      'rule',
      '--rule',
      '<name>',
      'text',
      `${ruleNames.join(', ')} or auto: who gets the next pages of --limit`,
      [...ruleNames, 'auto'],
    ],
    ['topic', '--topic', '<topic>', 'text', 'universities, institutes or unknown: what --rule auto goes by', topics],
    ['ruleOptions.gittinsN', '--gittins-n', '<pages>', 'number', 'gittins: pages of each step'],
    ['ruleOptions.ucbM', '--ucb-m', '<pages>', 'number', 'ucb1: pages of each site at first'],
    ['ruleOptions.quantumSeconds', '--quantum', '<time>', 'duration', 'quantum: time of each site'],
    ['ruleOptions.grant', '--grant', '<pages>', 'number', 'pages of one decision'],
    ['ruleOptions.inFlight', '--in-flight', '<count>', 'number', 'decisions under way at once'],
    ['groupBy', '--group-by', '<host|domain>', 'text', 'what a site of the Web fragment is'],
  ]),
  ...group('Politeness:', [
    ['delayMs', '--delay', '<ms>', 'number', 'milliseconds between two requests to one host'],
    [
      'maxDownloads',
      '--max-downloads',
      '<count>',
      'number',
      'requests at once to one host; of more than 64 sites fewer in each turn',
    ],
    ['timeoutSeconds', '--timeout', '<time>', 'duration', 'time to the first byte of an answer'],
    ['retries', '--retries', '<count>', 'number', 'further tries for a page without an answer'],
    ['maxPageBytes', '--max-page-size', '<size>', 'size', 'largest page: bytes, or 500kB, 20MB'],
    ['robots', '--robots', '<policy>', 'text', 'obey, disallow-only or ignore', builtInParts.robots],
    ['purpose', '--purpose', '<name>', 'text', 'leave out what owners reserve against this use of it', purposes],
    [
      'heed',
      '--heed',
      '<names>',
      'some-names',
      'noindex, nofollow: directives of pages that are obeyed',
      directiveNames,
    ],
    ['userAgent', '--user-agent', '<name>', 'text', 'User-Agent header'],
    ['contact', '--contact', '<address>', 'text', 'your e-mail or web address, shown to the sites'],
    [
      'acceptLanguage',
      '--accept-language',
      '<languages>',
      'text',
      'languages that pages are wanted in: "de, en;q=0.5"',
    ],
    ['noCookies', '--no-cookies', '', 'switch', 'send back no cookies of redirects that lead to the same page'],
    ['allowHosts', '--allow-host', '<name:port>', 'names', 'private host that may be crawled; repeatable'],
  ]),
  ...group('Which pages:', [
    ['include', '--include', '<regexp>', 'texts', 'fetch only URLs that match one of these; repeatable'],
    ['exclude', '--exclude', '<regexp>', 'texts', 'fetch no URL that matches one of these; repeatable'],
    [
      'schemes',
      '--schemes',
      '<same|both|any>',
      'text',
      'both: http and https of a host are one site; any: on any port',
    ],
    [
      'scope',
      '--scope',
      '<what>',
      'text',
      'a site is a host, domain (with sub-domains), prefix or list (with each --host)',
      ['host', 'domain', 'prefix', 'list'],
    ],
    ['hosts', '--host', '<host>', 'texts', 'of --scope list: a further host or address prefix of the site; repeatable'],
    ['sitemaps', '--sitemaps', '<add|only|report>', 'text', 'what becomes of the addresses that sitemaps list'],
    [
      'profile',
      '--profile',
      '<graph|beebot|rccrawler>',
      'text',
      'links, sites, addresses and answers as BeeBot or RCCrawler took them',
    ],
    ['elements', '--elements', '<names>', 'some-names', 'a, area, link, frame, refresh', linkElements],
    ['frames', '--frames', '', 'switch', 'add frame to --elements'],
    ['duplicates', '--duplicates', '<merge|keep>', 'text', 'pages of equal content: one node, or one each'],
    ['normalization', '--normalization', '<rule=on|off>', 'switches', 'switch rules, for example trailingSlash=on'],
    ['normalization.dropParams', '--drop-params', '<names>', 'names', 'query parameters to drop: utm_*,gclid'],
    [
      'render',
      '--render',
      '<when>',
      'text',
      'never, auto (where this brings links or an article) or always: pages as their scripts make them',
      ['never', 'auto', 'always'],
    ],
    ['extensions', '--extensions', '<names>', 'names', 'extensions not fetched, in place of the built-in list'],
  ]),
  ...group('Clicking:', [
    [
      'traverse',
      '--traverse',
      '<regexp>',
      'texts',
      'click through pages in whose URL one of these is found; repeatable',
    ],
    ['traverseOptions.clicks', '--clicks', '<n>', 'number', 'presses on one page in all, 0: no limit'],
    ['traverseOptions.untilKnown', '--until-known', '<n>', 'number', 'leave a list after n known addresses, 0: never'],
    ['traverseOptions.wholeLists', '--whole-lists', '', 'switch', 'press lists that need no browser to their end, too'],
    ['traverseOptions.neverPress', '--never-press', '<words>', 'names', 'buttons with these words are not pressed'],
    ['traverseOptions.pairs', '--pairs', '<n>', 'number', 'pairs of buttons pressed in a row at the end'],
    ['traverseOptions.fruitless', '--fruitless', '<n>', 'number', 'presses in vain before a button is left alone'],
    ['traverseOptions.history', '--history', '<n>', 'number', 'presses that the result of a press may depend on'],
    ['traverseOptions.tries', '--tries', '<n>', 'number', 'ways to one state that may lead elsewhere'],
    ['traverseOptions.states', '--states', '<n>', 'number', 'states of one page'],
    ['traverseOptions.buttons', '--buttons', '<n>', 'number', 'buttons of one state'],
    ['traverseOptions.loadMs', '--load-ms', '<n>', 'number', "the page's time of a load"],
    ['traverseOptions.windowMs', '--window-ms', '<n>', 'number', "the page's time after a press until it is quiet"],
    ['traverseOptions.idleMs', '--idle-ms', '<n>', 'number', "the page's time of watching before the first press"],
  ]),
  ...group('Results and plugins:', [
    ['name', '--name', '<text>', 'text', 'what you call the crawl, in lists and in crawl.json'],
    [
      'formats',
      '--format',
      '<names>',
      'some-names',
      'csv, gexf, graphml, net, parquet, xlsx, commoncrawl',
      builtInParts.formats,
    ],
    ['allLinks', '--all-links', '', 'switch', 'write every link with its page, anchor and rel'],
    [
      'checkExternal',
      '--check-external',
      '',
      'switch',
      'request each external address once: dead, moved, refused ones',
    ],
    [
      'richFiles',
      '--rich-files',
      '',
      'switch',
      'request linked pdf, doc, ppt … by HEAD: only those that are there count',
    ],
    ['nearDuplicates', '--near-duplicates', '<share>', 'number', 'report pages whose texts agree so far: 0.5 to 1'],
    ['warc', '--warc', '', 'switch', 'write every exchange as WARC 1.1 with an index, into archive/'],
    ['fromWarc', '--from-warc', '<file>', 'texts', 'answer from this archive, request nothing; repeatable'],
    [
      'archiveDate',
      '--archive-date',
      '<date>',
      'text',
      'of --from-warc: captures nearest to this day or instant (UTC)',
    ],
    ['since', '--since', '<directory>', 'text', 'load and parse only what changed since this crawl'],
    ['extract', '--extract', '<name=expression>', 'texts', 'column of the pages: XPath, or css:SELECTOR; repeatable'],
    ['plugins', '--plugin', '<module>', 'texts', 'file of a module that adds parts; repeatable'],
    ['finish', '--finish', '<names>', 'names', 'finish conditions of plugins'],
    ['writers', '--writer', '<names>', 'names', 'result writers of plugins'],
    ['analyzers', '--analyzer', '<names>', 'names', 'page analyzers of plugins'],
    ['durability', '--durability', '<safe|fast>', 'text', 'safe: survives a power failure; fast: may begin anew then'],
  ]),
];

/** The option or variable for `path`: `--include`, or for a rule `--normalization fragment`. */
export function settingName(path: SpecPath, by: 'option' | 'variable'): string {
  const holders = settings.filter(each => each.path.every((key, index) => path[index] === key));
  const setting = holders.reduce<Setting | undefined>(
    (best, each) => (best === undefined || each.path.length > best.path.length ? each : best),
    undefined,
  );
  const below = path.slice(setting?.path.length ?? 0).filter(key => typeof key !== 'number');
  return [setting?.[by] ?? '', fieldPath(below)].filter(Boolean).join(' ');
}

/** `spec` with `value` at the setting's place. */
export function withSetting(
  spec: Readonly<Record<string, unknown>>,
  [key = '', ...below]: readonly string[],
  value: unknown,
): Readonly<Record<string, unknown>> {
  const inner = spec[key];
  if (below.length === 0)
    return { ...spec, [key]: isMapping(inner) && isMapping(value) ? { ...inner, ...value } : value };
  return { ...spec, [key]: withSetting(isMapping(inner) ? inner : {}, below, value) };
}
