import type { SpecPath } from './read-spec.ts';

/** How the text of an option or a variable becomes a value of the spec. */
export type SettingKind = 'number' | 'duration' | 'text' | 'texts' | 'names' | 'switch' | 'switches';

/** One setting of the spec as command line and environment name it. */
export interface Setting {
  /** Where the spec has it. */
  readonly path: readonly string[];
  readonly option: string;
  readonly argument: string;
  readonly variable: string;
  readonly kind: SettingKind;
  readonly help: string;
}

function setting(path: string, option: string, argument: string, kind: SettingKind, help: string): Setting {
  const variable = `ORBWEAVER_${option.slice(2).replaceAll('-', '_').toUpperCase()}`;
  return { path: path.split('.'), option, argument, variable, kind, help };
}

/** Every setting that can be given outside a file, in the order of the help text. */
export const settings: readonly Setting[] = [
  setting('maxLevel', '--depth', '<level>', 'number', 'deepest level, inclusive (default: no limit)'),
  setting('limit', '--limit', '<pages>', 'number', 'pages in all, split equally over the sites'),
  setting('siteLimit', '--site-limit', '<pages>', 'number', 'pages per site'),
  setting('timeLimitSeconds', '--time-limit', '<time>', 'duration', 'running time: seconds, or 90s, 15m, 2h'),
  setting('patternLimit', '--pattern-limit', '<pages>', 'number', 'pages per pattern of an address, against traps'),
  setting('delayMs', '--delay', '<ms>', 'number', 'between two starts on one site (default: 1000)'),
  setting('maxDownloads', '--max-downloads', '<count>', 'number', 'at the same time from one site (default: 2)'),
  setting('include', '--include', '<regexp>', 'texts', 'fetch only URLs that one of these finds; repeatable'),
  setting('exclude', '--exclude', '<regexp>', 'texts', 'fetch no URL that one of these finds; repeatable'),
  setting('schemes', '--schemes', '<same|both>', 'text', 'both: http and https of a host are one site'),
  setting('frames', '--frames', '', 'switch', 'count addresses of frames as internal links'),
  setting('duplicates', '--duplicates', '<merge|keep>', 'text', 'pages of equal content: one node or one each'),
  setting(
    'normalization',
    '--normalization',
    '<rule=on|off>',
    'switches',
    'switch rules, for example trailingSlash=on',
  ),
  setting('normalization.dropParams', '--drop-params', '<names>', 'names', 'query parameters to drop: utm_*,gclid'),
  setting('extensions', '--extensions', '<names>', 'names', 'extensions not fetched, in place of the list'),
  setting('robots', '--robots', '<policy>', 'text', 'obey, disallow-only or ignore (default: obey)'),
  setting('userAgent', '--user-agent', '<name>', 'text', 'User-Agent header'),
  setting('contact', '--contact', '<address>', 'text', 'your e-mail or web address, told to the sites'),
  setting('allowHosts', '--allow-host', '<name:port>', 'names', 'private host that may be asked; repeatable'),
  setting('formats', '--format', '<names>', 'names', 'csv, gexf, graphml, net, parquet, commoncrawl'),
  setting('plugins', '--plugin', '<module>', 'texts', 'module that adds parts; repeatable'),
  setting('finish', '--finish', '<names>', 'names', 'finish conditions of plugins'),
  setting('writers', '--writer', '<names>', 'names', 'result writers of plugins'),
  setting('analyzers', '--analyzer', '<names>', 'names', 'page analyzers of plugins'),
];

/** The setting that holds `path`, the most exact one, and what of the path lies below it. */
export function settingAt(path: SpecPath): { readonly setting: Setting; readonly below: SpecPath } | undefined {
  const holders = settings.filter(each => each.path.every((key, index) => path[index] === key));
  const exact = holders.sort((a, b) => b.path.length - a.path.length)[0];
  return exact === undefined ? undefined : { setting: exact, below: path.slice(exact.path.length) };
}

/** `spec` with `value` at the setting's place. */
export function withSetting(
  spec: Readonly<Record<string, unknown>>,
  [key = '', ...below]: readonly string[],
  value: unknown,
): Readonly<Record<string, unknown>> {
  const inner = spec[key];
  if (below.length === 0)
    return { ...spec, [key]: isObject(inner) && isObject(value) ? { ...inner, ...value } : value };
  return { ...spec, [key]: withSetting(isObject(inner) ? inner : {}, below, value) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
