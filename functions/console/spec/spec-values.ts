import { decodeDuration, decodeMilliseconds } from '../../../shared/domain/spec/decode-setting.ts';
import { siteOfFields } from '../../../shared/domain/spec/sites/site-fields.ts';

/*
 * The typed text, as values of a spec. Nothing is judged here: a text that is no number is sent as it is, so that the app, which
 * has the only rules, says what is wrong with it.
 */

export function wholeNumber(text: string): number | string {
  const typed = text.trim();
  return /^-?(?:\d{1,15}|\d{1,9}\.\d{1,6})$/.test(typed) ? Number(typed) : typed;
}

/** The text of a setting that is a number, or a time as people write it. */
export function numberAt(path: string, text: string): number | string {
  if (path.endsWith('Seconds')) return decodeDuration(text);
  return isTime(path) ? decodeMilliseconds(text) : wholeNumber(text);
}

/** A time may have a letter: 15m. */
export const isTime = (path: string): boolean => /Seconds$|Ms$/.test(path);

/** A point or a comma before its decimals. */
export function anyNumber(text: string): number | string {
  return wholeNumber(text.replace(',', '.'));
}

/** One a line; empty lines count for nothing. */
export function lines(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '');
}

/** Separated by commas or spaces. */
export function words(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter(word => word !== '');
}

export interface SiteEntry {
  readonly url: string;
  readonly number?: number | string;
  readonly name?: string;
  readonly shortName?: string;
  readonly tags?: readonly string[];
}

export function siteEntries(text: string): readonly SiteEntry[] {
  return lines(text).map(line => siteOfFields(line, siteValue) as unknown as SiteEntry);
}

function siteValue(key: string, text: string): unknown {
  if (key === 'number') return wholeNumber(text);
  return key === 'tags' ? text.split(/\s*[,;]\s*/).filter(tag => tag !== '') : text;
}

/** The lines that `siteEntries` reads as these sites. */
export function siteLines(entries: readonly SiteEntry[]): string {
  return entries
    .map(({ url, number = '', name = '', shortName = '', tags = [] }) =>
      [url, number, name, shortName, tags.join('; ')].join('\t').trimEnd(),
    )
    .join('\n');
}

export type Spec = Readonly<Record<string, unknown>>;

/** The value of `spec` at `path`. */
export function valueAt(spec: Spec, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, key) => (Object(inner) as Spec)[key], spec);
}

/** `spec` without what it has at `path`. */
export function withoutValue(spec: Spec, path: string): Spec {
  const [key = '', ...below] = path.split('.');
  const { [key]: value, ...rest } = spec;
  if (below.length === 0) return rest;
  const left = withoutValue(Object(value) as Spec, below.join('.'));
  return Object.keys(left).length === 0 ? rest : { ...rest, [key]: left };
}

/** The settings of sites that a line of the form does not show. */
export function besideLines(sites: readonly SiteEntry[]): readonly SiteEntry[] {
  return sites
    .map(({ number: _, name: __, shortName: ___, tags: ____, ...site }) => site)
    .filter(site => Object.keys(site).length > 1);
}

/** `given` above `beside`, entry by entry; sites are those of `given`, with what `beside` says of their addresses. */
export function withBeside(given: Spec, beside: Spec): Spec {
  const { sites = [], ...settings } = beside as { readonly sites?: readonly SiteEntry[] };
  const byUrl = new Map(sites.map(site => [site.url, site]));
  const whole: Record<string, unknown> = { ...settings };
  for (const [key, value] of Object.entries(given)) {
    const isMapping = typeof value === 'object' && !Array.isArray(value);
    whole[key] = isMapping ? { ...Object(whole[key]), ...Object(value) } : value;
  }
  const own = given['sites'] as readonly SiteEntry[] | undefined;
  return own === undefined ? whole : { ...whole, sites: own.map(site => ({ ...byUrl.get(site.url), ...site })) };
}

/** `value` at `path` (`ruleOptions.gittinsN`) of a copy of `spec`. */
export function withValue(spec: Spec, path: string, value: unknown): Spec {
  const [key = '', ...below] = path.split('.');
  if (below.length === 0) return { ...spec, [key]: value };
  return { ...spec, [key]: withValue(Object(spec[key]) as Record<string, unknown>, below.join('.'), value) };
}
