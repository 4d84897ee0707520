import { type SiteLabels, siteLabels } from '../../../domain/spec/sites/site-labels.ts';
import type { CrawlRules } from '../../../domain/turn/crawl-rules.ts';
import { isOfHosts } from '../../../domain/url/site-scope.ts';
import { type CsvColumn, csvTable } from '../../../files/csv-table.ts';
import { writeBlocks } from '../../../files/write-blocks.ts';
import type { EndedSite, ResultPart } from '../../../steps/unload/result-part.ts';
import { hasFiles } from '../../../steps/unload/site-file-names.ts';
import { withLabels } from '../formats/label-columns.ts';
import { hostOf, hostsOfSite } from '../hosts-of-site.ts';
import type { SiteReading } from '../read-site.ts';
import { folderOf } from '../site-graph/folder-of.ts';
import { linkedNames } from './linked-names.ts';
import { richTypes } from './rich-files.ts';
import { isThere, type RichChecks } from './rich-files-part.ts';
import { type OutsideLinks, outsideLinks, type UnitFigures, unitFigures } from './unit-figures.ts';

/** What a site's machine tells; plain JSON. */
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
  checksOf: () => Promise<RichChecks | undefined>,
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
      // A host of the list that no page is of is told by its zeros.
      const perHost = { nameOf: hostOf, always: hostsOfSite(spec, ended.row) };
      const ways = [{ nameOf: () => '', always: [''] }, { nameOf: unitOf }, ...(hasHosts ? [perHost] : [])];
      const [whole, units, hosts] = unitFigures(reading.results, outside, ways, hasFile);
      await writeBlocks(
        sink,
        `reports/${ended.fileName}.indicators.csv`,
        csvTable(withLabels(columns, labels), rowsOf(units!)),
      );
      if (hosts !== undefined)
        await writeBlocks(
          sink,
          `reports/${ended.fileName}.hosts.csv`,
          csvTable(withLabels(hostColumns, labels), rowsOf(hosts)),
        );
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
          await writeBlocks(sink, 'reports/indicators.csv', csvTable(siteColumns, table));
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
const short = (value: number | undefined): number | string => (value === undefined ? '' : Number(value.toPrecision(6)));

const figure = (name: string, of: (figures: UnitFigures) => number | string | undefined): CsvColumn<IndicatorRow> => [
  name,
  ({ figures }) => of(figures) ?? '',
];

const figureColumns: readonly CsvColumn<IndicatorRow>[] = [
  figure('Pages', ({ pages }) => pages),
  figure('RichFiles', ({ rich }) => richTypes.reduce((sum, type) => sum + rich[type], 0)),
  ...richTypes.map(type => figure(`${type[0]!.toUpperCase()}${type.slice(1)}`, ({ rich }) => rich[type])),
  figure('OutSites', ({ outSites }) => outSites),
  figure('OutPages', ({ outPages }) => outPages),
  figure('OutFolders', ({ outFolders }) => outFolders),
  figure('OutAddresses', ({ outAddresses }) => outAddresses),
  figure('OutLinks', ({ outLinks }) => outLinks),
  figure('SelfArcs', ({ selfArcs }) => selfArcs),
  figure('SelfLinks', ({ selfLinks }) => selfLinks),
  figure('Density', ({ density }) => short(density)),
  figure('Reciprocity', ({ reciprocity }) => short(reciprocity)),
  figure('MeanLevel', ({ meanLevel }) => short(meanLevel)),
  figure('MaxLevel', ({ maxLevel }) => maxLevel),
  figure('Core', ({ core }) => short(core)),
  figure('Into', ({ into }) => short(into)),
  figure('OutOf', ({ outOf }) => short(outOf)),
  figure('Duplicates', ({ duplicates }) => duplicates),
  figure('Failed', ({ failed }) => failed),
  figure('MedianBytes', ({ medianBytes }) => medianBytes),
  figure('MedianWords', ({ medianWords }) => medianWords),
  figure('Language', ({ language }) => language),
  figure('LanguageShare', ({ languageShare }) => short(languageShare)),
];

const folderColumns: readonly CsvColumn<IndicatorRow>[] = [['Folder', ({ name }) => name], ...figureColumns];

const hostColumns: readonly CsvColumn<IndicatorRow>[] = [['Host', ({ name }) => name], ...figureColumns];

const placeColumns: readonly CsvColumn<IndicatorRow>[] = [
  ['Host', ({ name }) => name.slice(0, name.indexOf('/'))],
  ['Folder', ({ name }) => name.slice(name.indexOf('/'))],
  ...figureColumns,
];

const siteColumns: readonly CsvColumn<IndicatorRow>[] = [
  ['Site', ({ site }) => site?.number ?? ''],
  ['SiteName', ({ site }) => site?.name ?? ''],
  ['ShortName', ({ site }) => site?.shortName ?? ''],
  ['Tags', ({ site }) => site?.tags ?? ''],
  ['Origin', ({ name }) => name],
  ['InSites', ({ site }) => site?.inSites ?? ''],
  ['InPages', ({ site }) => site?.inPages ?? ''],
  ...figureColumns,
];
