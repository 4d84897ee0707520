import { unlessLost } from '../../domain/lost-object.ts';
import { decodeListed, type ListedAddresses, listedName } from '../../domain/protocol/listed-addresses.ts';
import type { ResolvedSpec } from '../../domain/spec/crawl-spec.ts';
import type { CrawlRules } from '../../domain/turn/crawl-rules.ts';
import { columnsOf } from '../../files/column.ts';
import type { SiteFigures } from '../../report/summary.ts';
import type { EndedSite, ResultPart } from '../../steps/unload/result-part.ts';
import type { ReadPorts, SiteReading } from './read-site.ts';
import { type ReadSite, reportPart } from './report-part.ts';

/**
 * `orphan`: no click leads there. `not-listed`: a page to which clicks lead and that no sitemap names. `elsewhere`: an address
 * outside of the site.
 */
type SitemapKind = 'orphan' | 'linked' | 'not-listed' | 'elsewhere';

interface SitemapRow {
  readonly url: string;
  readonly kind: SitemapKind;
  readonly level: number | '';
  /** The outcome of its request; empty if it was not requested. */
  readonly status: string;
  readonly modified: string;
  readonly sitemap: string;
}

export const sitemapColumns = columnsOf<SitemapRow>([
  ['Url', 'string', 'normalized address', row => row.url],
  [
    'Kind',
    'string',
    '`orphan`: listed, no clicks lead there; `not-listed`: the reverse; `linked`; `elsewhere`: listed, not of the site',
    row => row.kind,
  ],
  ['Level', 'integer', 'least number of clicks; empty if there is none', row => row.level],
  ['Status', 'string', '`node`, `redirect`, `duplicate` or a skip reason; empty: not requested', row => row.status],
  ['LastModified', 'string', '`lastmod` of the sitemap, UTC', row => row.modified],
  ['Sitemap', 'string', 'the file that lists it first', row => row.sitemap],
]);

/** The addresses in the sitemaps of a site. */
export interface SiteListing extends ListedAddresses {
  /** Addresses outside of the site. */
  readonly elsewhere: ReadonlySet<string>;
}

/** Undefined if no sitemap is read, or if the crawl was stopped before, which a notice says. */
export async function siteListing(
  objects: ReadPorts['objects'],
  { spec, bounds }: { readonly spec: Pick<ResolvedSpec, 'sitemaps'> } & Pick<CrawlRules, 'bounds'>,
  { row }: EndedSite,
): Promise<SiteListing | undefined> {
  if (spec.sitemaps === undefined) return undefined;
  return await unlessLost(async () => {
    const listed = decodeListed(await objects.get(listedName(row.site)));
    const ofSite = bounds(row.site, row.start);
    const others = listed.addresses.filter(({ address }) => !ofSite.belongs(new URL(address)));
    return { ...listed, elsewhere: new Set(others.map(({ address }) => address)) };
  }, undefined);
}

/** How many addresses of other sites the sitemaps of a site list, and the first of them. Undefined if they list none. */
export function listedElsewhere(listing: SiteListing | undefined): SiteFigures['listedElsewhere'] {
  const [first] = listing?.elsewhere ?? [];
  return first === undefined ? undefined : { count: listing!.elsewhere.size, first };
}

/** `reports/<site>.sitemap.csv`: what sitemaps list beside what clicks have found. */
export function sitemapPart(
  read: ReadSite,
  listingOf: (site: EndedSite) => Promise<SiteListing | undefined>,
  { normalize }: Pick<CrawlRules, 'normalize'>,
): ResultPart<undefined> {
  return reportPart('sitemap', read, sitemapColumns, async (reading, ended) => {
    const listing = await listingOf(ended);
    return listing && sitemapRows(reading, listing, normalize);
  });
}

/** Orphans first, then pages that are not listed, then the others; each group by address. */
function sitemapRows(
  { site }: SiteReading,
  { addresses, files, elsewhere }: SiteListing,
  normalize: CrawlRules['normalize'],
): readonly SitemapRow[] {
  const known = new Map<string, Pick<SitemapRow, 'status'> & { readonly level: number }>();
  for (const { identity, level, outcome } of site.records.values())
    known.set(identity, { level, status: outcome.kind === 'skipped' ? outcome.reason : outcome.kind });
  for (const { url, level, reason } of site.open) known.set(url, { level, status: reason });
  const rows = new Map<string, SitemapRow>();
  for (const { address, file, modified = '' } of addresses) {
    const url = normalize(new URL(address));
    if (rows.has(url)) continue;
    const { level = -1, status = '' } = known.get(url) ?? {};
    const kind = elsewhere.has(address) ? 'elsewhere' : level < 0 ? 'orphan' : 'linked';
    const shown = modified === '' ? '' : `${modified.slice(0, 19)}Z`;
    rows.set(url, {
      url,
      kind,
      level: level < 0 ? '' : level,
      status,
      modified: shown,
      sitemap: files[file] ?? '',
    });
  }
  for (const { identity, level, outcome } of site.records.values())
    if (outcome.kind === 'node' && level >= 0 && !rows.has(identity))
      rows.set(identity, { url: identity, kind: 'not-listed', level, status: 'node', modified: '', sitemap: '' });
  const order: readonly SitemapKind[] = ['orphan', 'not-listed', 'linked', 'elsewhere'];
  const place = ({ kind }: SitemapRow): number => order.indexOf(kind);
  return [...rows.values()].sort((a, b) => place(a) - place(b) || (a.url < b.url ? -1 : 1));
}
