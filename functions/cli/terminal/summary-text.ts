import { refusalClasses } from '../../../shared/domain/protocol/refusal-class.ts';
import { isLeft, leftReasons } from '../../../shared/domain/protocol/site-outcomes.ts';
import { readableAddress } from '../../../shared/files/readable-address.ts';
import { startFaultText } from '../../../shared/report/start-fault.ts';
import type { CrawlSummary, Refusals, SiteSummary } from '../../../shared/report/summary.ts';
import { siteFileNames } from '../../../shared/steps/unload/site-file-names.ts';
import { countsOf } from '../../../shared/wings/publications/counts.ts';
import { hasFailed } from './exit-codes.ts';
import { formatCount, formatCounted, formatDuration, formatTable } from './print.ts';

const reasons: Readonly<Record<SiteSummary['finishReason'] | CrawlSummary['finishReason'], string>> = {
  'no-work': 'everything within reach was fetched',
  'page-budget': 'the page limit was reached',
  'time-limit': 'the time limit was reached',
  stopped: 'it was stopped',
  'not-available': 'no start page could be loaded',
  'start-pages': 'some start pages could not be loaded; everything else within reach was fetched',
  removed: 'it was removed',
  'same-as': 'another site has its origin',
};

/** More sites are counted, not shown. */
const mostSites = 20;

/** More are in `crawl.json`: of a list whose hosts do not answer, they would push all else out of sight. */
const mostNotices = 30;

interface Shown {
  /** A wider table is split into two. */
  readonly width?: number;
  /** The option that raises the limit of pages that ended the crawl. */
  readonly limit?: 'limit' | 'site-limit';
}

/** The end of a crawl for people, line by line; `resume` is the command that would go on. */
export function summaryLines(
  summary: CrawlSummary,
  resume: string,
  { width = 80, limit = 'limit' }: Shown = {},
): readonly string[] {
  const { notices } = summary;
  const sites = summary.sites.map(site => ({ ...site, origin: readableAddress(site.origin) }));
  return [
    ...startFaultLines(sites),
    headline(summary),
    '',
    ...siteTables(sites.slice(0, mostSites), width, summary.files.length > 0),
    ...(sites.length > mostSites ? [`and ${formatCounted(sites.length - mostSites, 'more site')}`] : []),
    ...sites.slice(0, mostSites).flatMap(siteRemarks),
    ...notices.slice(0, mostNotices).map(notice => `Note: ${notice}`),
    ...(notices.length > mostNotices
      ? [`and ${formatCounted(notices.length - mostNotices, 'more note')}: \`notices\` of crawl.json`]
      : []),
    '',
    ...nextSteps(summary, resume, limit),
  ];
}

/** Sites that gave no page come first: a study that misses them is wrong. */
export function startFaultLines(sites: readonly SiteSummary[]): readonly string[] {
  const failed = sites.filter(hasFailed);
  if (failed.length === 0) return [];
  const shown = failed.slice(0, mostSites).map(({ startFault }) => startFault!);
  return [
    `NO PAGE from ${formatCount(failed.length)} of ${formatCounted(sites.length, 'start address', 'start addresses')}:`,
    ...shown.map(fault => `  ${readableAddress(fault.address)}: ${startFaultText(fault)}`),
    ...(failed.length > mostSites
      ? [`  and ${formatCount(failed.length - mostSites)} more; in all ${reasonsOf(failed)}`]
      : []),
    '',
  ];
}

/** `480 dns, 20 timeout`, the most frequent first. */
function reasonsOf(failed: readonly SiteSummary[]): string {
  const sorted = [...countsOf(failed.map(({ startFault }) => startFault!.reason))].toSorted(([, a], [, b]) => b - a);
  return sorted.map(([reason, count]) => `${formatCount(count)} ${reason}`).join(', ');
}

function headline({ unchanged, finishReason, elapsedMs, sites }: CrawlSummary): string {
  const cutByDepth = finishReason === 'no-work' && sites.some(site => (site.skippedBy.level ?? 0) > 0);
  const why = `${finishReason}: ${cutByDepth ? 'everything within the depth limit was fetched' : reasons[finishReason]}`;
  if (unchanged) return `Finished before (${why}); nothing was changed.`;
  if (finishReason === 'stopped') return `Stopped after ${formatDuration(elapsedMs)}.`;
  return `Finished after ${formatDuration(elapsedMs)} (${why}).`;
}

const header = [
  'Site',
  'Nodes',
  'Arcs',
  'Deepest',
  'Redirects',
  'Duplicates',
  'Skipped',
  'External',
  'Unusable',
  'Ended by',
];

/** Columns that are left out where all their numbers are 0. */
const droppable: readonly string[] = ['Redirects', 'Duplicates', 'Skipped', 'External', 'Unusable'];

/** Columns that only result files say: of a run that was ended at once, their numbers are not known. */
const ofResults: readonly string[] = ['Arcs', 'Deepest', 'External', 'Unusable'];

function siteTables(sites: readonly SiteSummary[], width: number, hasResults: boolean): readonly string[] {
  const rows = sites.map(siteRow);
  const kept = header.map(
    (name, at) =>
      (hasResults || !ofResults.includes(name)) && (!droppable.includes(name) || rows.some(row => row[at] !== '0')),
  );
  const only = (row: readonly string[]) => row.filter((_, at) => kept[at]);
  const table = [header, ...rows].map(only);
  const whole = formatTable(table);
  return whole.every(line => line.length <= width) ? whole : inHalves(table);
}

/** Half of the columns, then the site again with the other half. */
function inHalves(table: readonly (readonly string[])[]): readonly string[] {
  const half = Math.ceil((table[0]!.length + 1) / 2);
  const parts = [
    table.map(row => row.slice(0, half)),
    table.map(([site = '', ...row]) => [site, ...row.slice(half - 1)]),
  ];
  return parts.flatMap((part, at) => (at === 0 ? formatTable(part) : ['', ...formatTable(part)]));
}

function siteRow({ origin, outcomes, ...site }: SiteSummary): readonly string[] {
  const numbers = [
    outcomes.nodes,
    site.arcs,
    site.levels,
    outcomes.redirects,
    outcomes.duplicates,
    outcomes.skipped - leftOf(site),
  ];
  const reason = site.sameAs === undefined ? site.finishReason : `same-as ${site.sameAs}`;
  return [
    origin,
    ...[...numbers, site.externalAddresses ?? site.externalLinks, site.badLinks].map(formatCount),
    reason,
  ];
}

function leftOf({ skippedBy }: Pick<SiteSummary, 'skippedBy'>): number {
  return leftReasons.reduce((sum, reason) => sum + (skippedBy[reason] ?? 0), 0);
}

function siteRemarks({
  origin,
  redirectedFrom,
  skippedBy,
  normalized,
  why,
  startFault,
  pagesUnchanged,
  refusals = {},
  externalRefusals,
  languages,
}: SiteSummary): readonly string[] {
  const skipped = Object.entries(skippedBy).filter(([reason, count]) => count > 0 && !isLeft(reason));
  const left = leftOf({ skippedBy });
  return [
    ...redirectedFrom.map(from => `${from} redirected to ${origin}`),
    ...(skipped.length === 0
      ? []
      : [`Skipped of ${origin}: ${skipped.map(([reason, count]) => `${reason} ${formatCount(count)}`).join(', ')}`]),
    ...refusedLine('No page', origin, refusals),
    ...refusedLine('External links', origin, externalRefusals ?? {}),
    ...(left === 0 ? [] : [`Left to do of ${origin}: ${formatCounted(left, 'address', 'addresses')}`]),
    // A crawl of an earlier version has not counted them.
    ...(normalized > 0
      ? [`Joined by normalization, of ${origin}: ${formatCounted(normalized, 'address', 'addresses')} (merges.csv)`]
      : []),
    ...detectedLine(origin, languages),
    ...(pagesUnchanged === undefined
      ? []
      : [
          `Unchanged since then, of ${origin}: ${formatCounted(pagesUnchanged.notLoaded, 'page')} not loaded, ${formatCount(pagesUnchanged.notParsed)} loaded and not parsed`,
        ]),
    ...(why === undefined || startFault !== undefined ? [] : [`${origin}: ${why}`]),
  ];
}

function detectedLine(origin: string, languages: SiteSummary['languages']): readonly string[] {
  const detected = Object.entries(languages?.detected ?? {}).map(([name, count]) => `${name} ${formatCount(count)}`);
  return detected.length === 0 ? [] : [`Language not declared, but detected, of ${origin}: ${detected.join(', ')}`];
}

/** Only where something else than a failure or a missing page is among them. */
function refusedLine(what: string, origin: string, refusals: Refusals): readonly string[] {
  const some = refusalClasses.filter(name => (refusals[name] ?? 0) > 0);
  if (!some.some(name => name !== 'gone' && name !== 'error')) return [];
  return [`${what} of ${origin}: ${some.map(name => `${name} ${formatCount(refusals[name]!)}`).join(', ')}`];
}

/** A run that was ended at once has written no result files. */
function resultsLine({ directory, files }: CrawlSummary): string {
  return files.length > 0 ? `Results:       ${directory}` : `Directory:     ${directory} (no result files yet)`;
}

/** That of the site with most nodes; none if there is no node. */
function graphToOpen({ sites, files }: CrawlSummary): string | undefined {
  const names = siteFileNames(sites.map(site => ({ ...site, site: site.number })));
  const [largest] = sites
    .filter(({ outcomes }) => outcomes.nodes > 0)
    .toSorted((a, b) => b.outcomes.nodes - a.outcomes.nodes);
  if (largest === undefined) return undefined;
  const graph = `graph/${names.get(largest.number)}`;
  return [`${graph}.gexf`, `${graph}.edges.csv`].find(file => files.includes(file));
}

function nextSteps(summary: CrawlSummary, resume: string, limit: NonNullable<Shown['limit']>): readonly string[] {
  const { directory, files, finishReason, unchanged, sites } = summary;
  const gephi = graphToOpen(summary);
  const failed = sites.find(hasFailed);
  const report = sites.length > 1 && files.includes('fragment/report.html');
  const raise =
    { 'time-limit': ' --time-limit <more>', 'page-budget': ` --${limit} <more>` }[finishReason as string] ?? '';
  const more = raise !== '' || (!unchanged && ['stopped', 'not-available', 'start-pages'].includes(finishReason));
  return [
    ...(gephi === undefined ? [] : [`Open in Gephi: ${directory}/${gephi}`]),
    ...(files.includes('reports/issues.html') ? [`Issues:        ${directory}/reports/issues.html`] : []),
    ...(report ? [`Web fragment:  ${directory}/fragment/report.html`] : []),
    ...(more ? [`Go on:         ${resume}${raise}`] : []),
    ...(failed === undefined ? [] : [`Mend a start:  ${resume} --start-page ${failed.number}=<address>`]),
    resultsLine(summary),
  ];
}
