import { type SiteLabels, siteLabels } from '../../../domain/spec/sites/site-labels.ts';
import type { CrawlRules } from '../../../domain/turn/crawl-rules.ts';
import { registrableDomain } from '../../../domain/url/registrable-domain.ts';
import { isOfHosts, type SiteBounds } from '../../../domain/url/site-scope.ts';
import { type Column, columnsOf } from '../../../files/column.ts';
import { writeTable } from '../../../files/write-table.ts';
import type { EndedSite, ResultPart } from '../../../steps/unload/result-part.ts';
import { hasFiles } from '../../../steps/unload/site-file-names.ts';
import { withLabels } from '../formats/node-columns.ts';
import { hostOf, hostsOfSite } from '../hosts-of-site.ts';
import type { ReadChecks } from '../links/read-checks.ts';
import type { SiteReading } from '../read-site.ts';
import { folderOf } from '../site-graph/folder-of.ts';
import { richTypes } from './rich-files.ts';
import { isThere } from './rich-files-part.ts';
import { type OutsideLinks, outsideLinks, type UnitFigures, unitFigures } from './unit-figures.ts';

/** The indicators of one site, from its machine; plain JSON. */
interface SiteIndicators {
  readonly figures: UnitFigures;
  /** Hosts, or sites of the crawl by their numbers, that are linked, each with the pages that link there. */
  readonly linked: readonly (readonly [host: string, pages: number])[];
}

interface IndicatorRow {
  readonly name: string;
  readonly figures: UnitFigures;
  /** Of sites. */
  readonly site?: SiteLabels & {
    readonly inSites: number;
    readonly inPages: number;
  };
}

/** Webometric indicators: a file of folders per site, and one of all sites. */
export function indicatorsPart(
  read: (site: EndedSite) => Promise<SiteReading>,
  { spec, bounds }: Pick<CrawlRules, 'spec' | 'bounds'>,
  checksOf: ReadChecks,
): ResultPart<SiteIndicators> {
  const named = siteLabels(spec.sites);
  const linkedName = linkedNames({ spec, bounds });
  const hasHosts = isOfHosts(spec.scope);
  return {
    name: 'indicators',
    perSite: async (ended, sink) => {
      const reading = await read(ended);
      const checks = await checksOf();
      const hasFile = (url: string): boolean => isThere(checks, url);
      const outside = outsideLinks(reading);
      const { labels } = reading.results.graph;
      const unitOf = hasHosts ? (url: string): string => `${hostOf(url)}${folderOf(url)}` : folderOf;
      const columns = hasHosts ? placeColumns : folderColumns;
      // A host of the list that no page is of is reported by its zeros.
      const perHost = { nameOf: hostOf, always: hostsOfSite(spec, ended.row) };
      const ways = [{ nameOf: () => '', always: [''] }, { nameOf: unitOf }, ...(hasHosts ? [perHost] : [])];
      const [whole, units, hosts] = unitFigures(reading.results, outside, ways, hasFile);
      await writeTable(sink, `reports/${ended.fileName}.indicators`, withLabels(columns, labels), rowsOf(units!));
      if (hosts !== undefined)
        await writeTable(sink, `reports/${ended.fileName}.hosts`, withLabels(hostColumns, labels), rowsOf(hosts));
      const figures = whole!.get('')!;
      const names = linkedName === undefined ? outside.hosts : Array.from(reading.pages.externals, linkedName);
      return { figures, linked: linkedNamesOf(reading, outside, names) };
    },
    perCrawl: () => {
      const told = new Map<number, UnitFigures>();
      /** By linked host: the number of linking pages of each site. */
      const linking = new Map<string, Map<number, number>>();
      return {
        add: (site, { figures, linked }) => {
          told.set(site, figures);
          for (const [host, pages] of linked) {
            const sites = linking.get(host) ?? new Map<number, number>();
            linking.set(host, sites.set(site, pages));
          }
        },
        write: async ({ sites }, sink) => {
          const rows = sites.filter(row => hasFiles(row) && told.has(row.site));
          const table = rows.map(({ site, origin, start }): IndicatorRow => {
            const place = spec.scope === undefined ? new URL(origin).host : String(site);
            const to = [...(linking.get(place) ?? [])].filter(([other]) => other !== site);
            const inPages = to.reduce((sum, [, pages]) => sum + pages, 0);
            const labels = named?.get(site) ?? {
              number: site,
              name: hostOf(start),
              shortName: hostOf(start),
              tags: '',
            };
            const about = { ...labels, inSites: to.length, inPages };
            return { name: origin, figures: told.get(site)!, site: about };
          });
          await writeTable(sink, 'reports/indicators', siteColumns, table);
        },
      };
    },
  };
}

function rowsOf(units: ReadonlyMap<string, UnitFigures>): readonly IndicatorRow[] {
  return Array.from(units, ([name, figures]) => ({ name, figures }));
}

/** `names`: where each external address leads, by its number. */
function linkedNamesOf(
  { site }: Pick<SiteReading, 'site'>,
  { pages }: OutsideLinks,
  names: readonly string[],
): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  /** The page that a name was counted for last. */
  const counted = new Map<string, number>();
  let page = 0;
  for (const [identity, addresses] of pages()) {
    if (!site.records.hasPage(identity)) continue;
    page += 1;
    for (const each of addresses) {
      const name = names[each]!;
      if (counted.get(name) === page) continue;
      counted.set(name, page);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Six digits. */
const short = (value: number | undefined): number | undefined => value && Number(value.toPrecision(6));

const figureColumns = columnsOf<IndicatorRow>([
  ['Pages', 'integer', 'nodes: distinct HTML pages (*size*)', ({ figures }) => figures.pages],
  ['RichFiles', 'integer', 'linked files of the six types (*rich files*)', ({ figures }) => richFilesOf(figures)],
  ...richTypes.map(
    type =>
      [nameOfType(type), 'integer', `of these: ${type}`, ({ figures }: IndicatorRow) => figures.rich[type]] as const,
  ),
  ['OutSites', 'integer', 'linked hosts (domain model, Thelwall 2002)', ({ figures }) => figures.outSites],
  ['OutPages', 'integer', 'pages with an external link (page model)', ({ figures }) => figures.outPages],
  ['OutFolders', 'integer', 'folders with an external link (directory model)', ({ figures }) => figures.outFolders],
  ['OutAddresses', 'integer', 'distinct external addresses', ({ figures }) => figures.outAddresses],
  ['OutLinks', 'integer', 'links to them, every occurrence', ({ figures }) => figures.outLinks],
  ['SelfArcs', 'integer', 'pairs of different pages with a link', ({ figures }) => figures.selfArcs],
  ['SelfLinks', 'integer', 'all links between own pages (*self links*)', ({ figures }) => figures.selfLinks],
  ['Density', 'double', 'SelfArcs ÷ (Pages × (Pages − 1))', ({ figures }) => short(figures.density)],
  ['Reciprocity', 'double', 'share of SelfArcs whose opposite is one too', ({ figures }) => short(figures.reciprocity)],
  [
    'MeanLevel',
    'double',
    'mean of the levels of pages that clicks reach (*depth*)',
    ({ figures }) => short(figures.meanLevel),
  ],
  ['MaxLevel', 'integer', 'the greatest level', ({ figures }) => figures.maxLevel],
  ['Core', 'double', 'share of pages in the largest strong component', ({ figures }) => short(figures.core)],
  ['Into', 'double', 'share of pages on ways into it', ({ figures }) => short(figures.into)],
  ['OutOf', 'double', 'share of pages on ways out of it', ({ figures }) => short(figures.outOf)],
  ['Duplicates', 'integer', 'addresses merged because of equal content', ({ figures }) => figures.duplicates],
  ['Failed', 'integer', 'addresses that failed, as in `broken.csv`', ({ figures }) => figures.failed],
  ['MedianBytes', 'integer', 'of the pages', ({ figures }) => figures.medianBytes],
  ['MedianWords', 'integer', 'of the pages', ({ figures }) => figures.medianWords],
  ['Language', 'string', 'primary subtag that most pages declare', ({ figures }) => figures.language],
  ['LanguageShare', 'double', 'share of pages that declare it', ({ figures }) => short(figures.languageShare)],
]);

function richFilesOf({ rich }: UnitFigures): number {
  return richTypes.reduce((sum, type) => sum + rich[type], 0);
}

function nameOfType(type: string): string {
  return `${type[0]!.toUpperCase()}${type.slice(1)}`;
}

export const folderColumns: readonly Column<IndicatorRow>[] = [
  ...columnsOf<IndicatorRow>([['Folder', 'string', 'path up to the last slash', ({ name }) => name]]),
  ...figureColumns,
];

export const hostColumns: readonly Column<IndicatorRow>[] = [
  ...columnsOf<IndicatorRow>([['Host', 'string', 'sub-domain', ({ name }) => name]]),
  ...figureColumns,
];

const placeColumns: readonly Column<IndicatorRow>[] = [
  ...columnsOf<IndicatorRow>([
    ['Host', 'string', 'sub-domain', ({ name }) => name.slice(0, name.indexOf('/'))],
    ['Folder', 'string', 'path up to the last slash', ({ name }) => name.slice(name.indexOf('/'))],
  ]),
  ...figureColumns,
];

export const siteColumns: readonly Column<IndicatorRow>[] = [
  ...columnsOf<IndicatorRow>([
    ['Site', 'integer', 'number of the site', ({ site }) => site?.number],
    ['SiteName', 'string', 'its name; the host where the list gives none', ({ site }) => site?.name],
    ['ShortName', 'string', 'its short name', ({ site }) => site?.shortName],
    ['Tags', 'string', 'kinds of sites in the words of the list', ({ site }) => site?.tags],
    ['Origin', 'string', 'scheme, host and port', ({ name }) => name],
    ['InSites', 'integer', 'other sites of the crawl that link to the site', ({ site }) => site?.inSites],
    ['InPages', 'integer', 'pages of theirs that do', ({ site }) => site?.inPages],
  ]),
  ...figureColumns,
];

type NamedBounds = readonly [number: string, bounds: SiteBounds];

/**
 * Names the site of the crawl that an external address belongs to, by its number, so that links into each site can be
 * counted; empty: none of them. Undefined if a site is a host, which names itself.
 */
function linkedNames({ spec, bounds }: Pick<CrawlRules, 'spec' | 'bounds'>): ((address: string) => string) | undefined {
  if (spec.scope === undefined) return undefined;
  const nameOf = spec.scope === 'domain' ? registrableDomain : (hostname: string): string => hostname;
  const near = new Map<string, NamedBounds[]>();
  for (const { number, url, hosts = [] } of spec.sites) {
    const site = [String(number), bounds(number, url)] as const;
    for (const name of new Set([url, ...hosts].map(address => nameOf(new URL(address).hostname))))
      near.set(name, [...(near.get(name) ?? []), site]);
  }
  return address => {
    const url = new URL(address);
    return near.get(nameOf(url.hostname))?.find(([, site]) => site.belongs(url))?.[0] ?? '';
  };
}
