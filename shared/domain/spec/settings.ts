import { linkElements } from '../html/link-element.ts';
import { directiveNames, purposes } from '../robots/preferences.ts';
import { builtInParts, presetNames, topics } from './crawl-spec.ts';
import { fieldPath, type SpecPath } from './fields/field-path.ts';
import type { FieldName } from './fields/field-values.ts';
import { isMapping } from './fields/is-mapping.ts';
import { ruleNames } from './rules.ts';

/** How the text of an option or a variable becomes a value of the spec; `some-names`: at least one. */
export type SettingKind =
  | 'number'
  | 'duration'
  | 'milliseconds'
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
  /** Its group in the help text. */
  readonly heading: string;
  /** Built-in values for the completion of a shell, if `argument` does not list them. Plugins may add others. */
  readonly words: readonly string[];
}

type SettingRow = readonly [
  path: FieldName,
  option: string,
  argument: string,
  kind: SettingKind,
  words?: readonly string[],
];

/** Variables are named after the options: `--time-limit` is `ORBWEAVER_TIME_LIMIT`. */
function group(heading: string, rows: readonly SettingRow[]): readonly Setting[] {
  return rows.map(([path, option, argument, kind, words = []]) => {
    const variable = `ORBWEAVER_${option.slice(2).replaceAll('-', '_').toUpperCase()}`;
    return { path: path.split('.'), option, argument, variable, kind, heading, words };
  });
}

/** Every setting that can be given outside a file, in the order of the help text. */
export const settings: readonly Setting[] = [
  ...group('Purpose:', [['preset', '--preset', '<name>', 'text', presetNames]]),
  ...group('Limits:', [
    ['maxLevel', '--depth', '<level>', 'number'],
    ['limit', '--limit', '<pages>', 'number'],
    ['siteLimit', '--site-limit', '<pages>', 'number'],
    ['timeLimitSeconds', '--time-limit', '<time>', 'duration'],
    ['patternLimit', '--pattern-limit', '<pages>', 'number'],
  ]),
  ...group('Target set:', [
    ['rule', '--rule', '<name>', 'text', [...ruleNames, 'auto']],
    ['topic', '--topic', '<topic>', 'text', topics],
    ['ruleOptions.gittinsN', '--gittins-n', '<pages>', 'number'],
    ['ruleOptions.ucbM', '--ucb-m', '<pages>', 'number'],
    ['ruleOptions.quantumSeconds', '--quantum', '<time>', 'duration'],
    ['ruleOptions.grant', '--grant', '<pages>', 'number'],
    ['ruleOptions.inFlight', '--in-flight', '<count>', 'number'],
    ['order', '--order', '<breadth-first|links>', 'text'],
    ['groupBy', '--group-by', '<host|domain>', 'text'],
  ]),
  ...group('Politeness:', [
    ['delayMs', '--delay', '<ms>', 'milliseconds'],
    ['maxDownloads', '--max-downloads', '<count>', 'number'],
    ['timeoutSeconds', '--timeout', '<time>', 'duration'],
    ['retries', '--retries', '<count>', 'number'],
    ['maxPageBytes', '--max-page-size', '<size>', 'size'],
    ['robots', '--robots', '<policy>', 'text', builtInParts.robots],
    ['purpose', '--purpose', '<name>', 'text', purposes],
    ['heed', '--heed', '<names>', 'some-names', directiveNames],
    ['userAgent', '--user-agent', '<name>', 'text'],
    ['contact', '--contact', '<address>', 'text'],
    ['acceptLanguage', '--accept-language', '<languages>', 'text'],
    ['noCookies', '--no-cookies', '', 'switch'],
    ['allowHosts', '--allow-host', '<name:port>', 'names'],
  ]),
  ...group('Which pages:', [
    ['include', '--include', '<regexp>', 'texts'],
    ['exclude', '--exclude', '<regexp>', 'texts'],
    ['schemes', '--schemes', '<same|both|any>', 'text'],
    ['scope', '--scope', '<what>', 'text', ['host', 'domain', 'prefix', 'list']],
    ['hosts', '--host', '<host>', 'texts'],
    ['sitemaps', '--sitemaps', '<add|only|report>', 'text'],
    ['profile', '--profile', '<graph|beebot|rccrawler>', 'text'],
    ['elements', '--elements', '<names>', 'some-names', linkElements],
    ['frames', '--frames', '', 'switch'],
    ['duplicates', '--duplicates', '<merge|keep>', 'text'],
    ['normalization', '--normalization', '<rule=on|off>', 'switches'],
    ['normalization.dropParams', '--drop-params', '<names>', 'names'],
    ['render', '--render', '<when>', 'text', ['never', 'auto', 'always']],
    ['extensions', '--extensions', '<names>', 'names'],
  ]),
  ...group('Clicking:', [
    ['traverse', '--traverse', '<regexp>', 'texts'],
    ['traverseOptions.clicks', '--clicks', '<n>', 'number'],
    ['traverseOptions.untilKnown', '--until-known', '<n>', 'number'],
    ['traverseOptions.wholeLists', '--whole-lists', '', 'switch'],
    ['traverseOptions.neverPress', '--never-press', '<words>', 'names'],
    ['traverseOptions.pairs', '--pairs', '<n>', 'number'],
    ['traverseOptions.fruitless', '--fruitless', '<n>', 'number'],
    ['traverseOptions.history', '--history', '<n>', 'number'],
    ['traverseOptions.tries', '--tries', '<n>', 'number'],
    ['traverseOptions.states', '--states', '<n>', 'number'],
    ['traverseOptions.buttons', '--buttons', '<n>', 'number'],
    ['traverseOptions.loadMs', '--load-ms', '<ms>', 'milliseconds'],
    ['traverseOptions.windowMs', '--window-ms', '<ms>', 'milliseconds'],
    ['traverseOptions.idleMs', '--idle-ms', '<ms>', 'milliseconds'],
  ]),
  ...group('Results and plugins:', [
    ['name', '--name', '<text>', 'text'],
    ['formats', '--format', '<names>', 'some-names', builtInParts.formats],
    ['allLinks', '--all-links', '', 'switch'],
    ['checkExternal', '--check-external', '', 'switch'],
    ['richFiles', '--rich-files', '', 'switch'],
    ['nearDuplicates', '--near-duplicates', '<share>', 'number'],
    ['warc', '--warc', '', 'switch'],
    ['fromWarc', '--from-warc', '<file>', 'texts'],
    ['archiveDate', '--archive-date', '<date>', 'text'],
    ['since', '--since', '<directory>', 'text'],
    ['extract', '--extract', '<name=expression>', 'texts'],
    ['plugins', '--plugin', '<module>', 'texts'],
    ['finish', '--finish', '<names>', 'names'],
    ['writers', '--writer', '<names>', 'names'],
    ['analyzers', '--analyzer', '<names>', 'names'],
    ['durability', '--durability', '<safe|fast>', 'text'],
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
