import type { ResolvedSite, ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import type { CrawlSpec } from '../../../shared/domain/spec/crawl-spec-schema.ts';

/** A spec with every default written out, in the form that the API takes: what runs there is what was decided here. */
export function specToSend(spec: ResolvedSpec): CrawlSpec {
  return { ...settingsToSend(spec), sites: spec.sites.map(siteToSend) };
}

/** The same without sites, for a list of them that is uploaded. */
export function settingsToSend({ sites: _, allowHosts, plugins, ...settings }: ResolvedSpec): CrawlSpec {
  const { include, exclude, formats, finish, writers, analyzers, extensions, elements, normalization, ...others } =
    settings;
  const { traverse = [], traverseOptions, ...plain } = others;
  return {
    ...plain,
    normalization: { ...normalization, dropParams: [...normalization.dropParams] },
    elements: [...elements],
    include: [...include],
    exclude: [...exclude],
    formats: [...formats],
    ...(extensions === undefined ? {} : { extensions: [...extensions] }),
    ...(finish.length > 0 ? { finish: [...finish] } : {}),
    ...(writers.length > 0 ? { writers: [...writers] } : {}),
    ...(analyzers.length > 0 ? { analyzers: [...analyzers] } : {}),
    ...(traverse.length > 0 ? { traverse: [...traverse], ...toSend(traverseOptions) } : {}),
    // Refused over there, with the reason.
    ...(allowHosts.length > 0 ? { allowHosts: [...allowHosts] } : {}),
    ...(plugins.length > 0 ? { plugins: [...plugins] } : {}),
  };
}

function toSend(options: ResolvedSpec['traverseOptions']): Pick<CrawlSpec, 'traverseOptions'> {
  return options === undefined ? {} : { traverseOptions: { ...options, neverPress: [...options.neverPress] } };
}

function siteToSend({ limit: _, ownLimit, ...site }: ResolvedSite): NonNullable<CrawlSpec['sites']>[number] {
  return { ...site, ...(ownLimit === undefined ? {} : { limit: ownLimit }) };
}

/** Columns of a list of sites; `shown` gives nothing where the value is what it would be by itself. */
const columns: readonly { readonly key: string; readonly shown: (site: ResolvedSite, index: number) => string }[] = [
  { key: 'url', shown: ({ url }) => url },
  { key: 'number', shown: ({ number }, index) => (number === index + 1 ? '' : String(number)) },
  { key: 'name', shown: ({ name, url }) => (name === new URL(url).host ? '' : name) },
  { key: 'shortName', shown: ({ shortName, name }) => (shortName === name ? '' : shortName) },
  { key: 'delayMs', shown: ({ delayMs }) => String(delayMs) },
  { key: 'maxDownloads', shown: ({ maxDownloads }) => String(maxDownloads) },
  { key: 'maxLevel', shown: ({ maxLevel }) => String(maxLevel ?? '') },
  { key: 'limit', shown: ({ ownLimit }) => String(ownLimit ?? '') },
];

/** Sites as a table that `parseInputLines` reads back; a column without values is left out. */
export function sitesAsTable(sites: readonly ResolvedSite[]): string {
  const used = columns.filter(({ shown }) => sites.some((site, index) => shown(site, index) !== ''));
  const rows = sites.map((site, index) => used.map(({ shown }) => quoted(shown(site, index))).join(','));
  return `${[used.map(({ key }) => key).join(','), ...rows].join('\n')}\n`;
}

/** RFC 4180 section 2. */
function quoted(field: string): string {
  return /[",\r\n]|^\s|\s$|^#/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
