import { randomUUID } from 'node:crypto';
import { defined } from '../../../shared/domain/defined.ts';
import type { ResolvedSite, ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import type { CrawlSpec } from '../../../shared/domain/spec/crawl-spec-schema.ts';
import { decodeSetting } from '../../../shared/domain/spec/decode-setting.ts';
import { givenNames } from '../../../shared/domain/spec/resolve/given-spec.ts';
import { mostInlineSites } from '../../../shared/domain/spec/site-count.ts';
import { type Estimate, estimateText } from '../commands/estimate-text.ts';
import { askedSpec } from '../spec/gather-spec.ts';
import type { OptionValues } from '../spec/spec-options.ts';
import { type Remote, type RemoteOptions, remoteApi } from './remote-api.ts';
import { watchCrawl } from './remote-watch.ts';

export interface RemoteStartOptions extends RemoteOptions, OptionValues {
  readonly input?: string;
  readonly config?: string;
  readonly watch?: true;
  readonly pagesPerSite?: string;
}

/** `orbweaver remote start`: prints the id; the exit code. */
export async function remoteStart(urls: readonly string[], options: RemoteStartOptions): Promise<number> {
  const spec = await askedSpec(urls, options, { partsAreElsewhere: true });
  const api = await remoteApi(options);
  // A request whose answer was lost may be sent again by a program in between.
  const headers = { 'idempotency-key': randomUUID() };
  const started = await api.call<{ id: string }>('POST', 'crawls', await orderOf(api, spec), headers);
  process.stdout.write(options.json ? `${JSON.stringify(started)}\n` : `${started.id}\n`);
  if (options.watch) return await watchCrawl(api, started.id, options);
  process.stderr.write(`The crawl is queued; watch it by: orbweaver remote watch ${started.id}\n`);
  return 0;
}

/** `orbweaver remote estimate`. */
export async function remoteEstimate(urls: readonly string[], options: RemoteStartOptions): Promise<void> {
  const spec = await askedSpec(urls, options, { partsAreElsewhere: true });
  const api = await remoteApi(options);
  const assumed =
    options.pagesPerSite === undefined ? {} : { pagesPerSite: decodeSetting('number', options.pagesPerSite) };
  const estimate = await api.call<Estimate>('POST', 'estimate', { ...(await orderOf(api, spec)), ...assumed });
  process.stdout.write(options.json ? `${JSON.stringify(estimate)}\n` : estimateText(estimate));
}

async function orderOf(api: Remote, spec: ResolvedSpec): Promise<object> {
  if (spec.sites.length <= mostInlineSites) return specToSend(spec);
  const list = Buffer.from(sitesAsTable(spec.sites));
  const upload = await api.call<{ sitesFrom: string; url: string }>('POST', 'uploads', { sizeBytes: list.byteLength });
  const answer = await fetch(upload.url, { method: 'PUT', body: list });
  if (!answer.ok) throw new Error(`the list of sites could not be uploaded: ${answer.status}`);
  return { ...settingsToSend(spec), sitesFrom: upload.sitesFrom };
}

/** A spec with every default written out, in the form that the API takes: what runs there is what was decided here. */
export function specToSend(spec: ResolvedSpec): CrawlSpec {
  return { ...settingsToSend(spec), sites: spec.sites.map(siteToSend) };
}

/** The same without sites, for a list of them that is uploaded. */
export function settingsToSend({ sites: _, autoRule, traverseOptions, ...settings }: ResolvedSpec): CrawlSpec {
  const isClicking = (settings.traverse ?? []).length > 0;
  const given = {
    ...settings,
    ...(autoRule === true && { rule: 'auto' }),
    ...(isClicking && defined({ traverseOptions })),
  };
  const isSent = (name: string, value: unknown): boolean => !(left.includes(name) && (value as unknown[]).length === 0);
  return Object.fromEntries(Object.entries(given).filter(entry => isSent(...entry)));
}

/** Lists that are not sent while nothing is in them; private hosts and plugins are refused over there, with the reason. */
const left: readonly string[] = ['finish', 'writers', 'analyzers', 'traverse', 'allowHosts', 'plugins'];

/** A host may be longer than a name, and a name longer than a short name. */
function siteToSend({ limit: _, ownLimit: limit, name, shortName, hosts, tags, ...site }: ResolvedSite): SentSite {
  const names = givenNames({ url: site.url, name, shortName });
  return { ...site, ...names, ...defined({ limit, hosts: hosts && [...hosts], tags: tags && [...tags] }) };
}

type SentSite = NonNullable<CrawlSpec['sites']>[number];

/** Columns of a list of sites. */
const columns = [
  ...(['url', 'number', 'name', 'shortName', 'tags', 'hosts'] as const),
  ...(['delayMs', 'maxDownloads', 'userAgent', 'maxLevel', 'limit'] as const),
];

/** Sites as a table that `parseInputLines` reads back; without numbers that are the places in it, and without empty columns. */
export function sitesAsTable(sites: readonly ResolvedSite[]): string {
  const sent = sites.map((site, index): SentSite => {
    const { number, ...rest } = siteToSend(site);
    return number === index + 1 ? rest : { ...rest, ...defined({ number }) };
  });
  const used = columns.filter(key => sent.some(site => site[key] !== undefined));
  const rows = sent.map(site => used.map(key => quoted(textOf(key, site[key]))).join(','));
  return `${[used.join(','), ...rows].join('\n')}\n`;
}

function textOf(key: string, value: SentSite[keyof SentSite] = ''): string {
  return Array.isArray(value) ? value.join(key === 'hosts' ? ' ' : '; ') : String(value);
}

/** RFC 4180 section 2. */
function quoted(field: string): string {
  return /[",\r\n]|^\s|\s$|^#/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
