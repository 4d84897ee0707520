import type { ResolvedSpec } from '../../../domain/spec/crawl-spec.ts';
import { hostLabels } from '../../../domain/spec/sites/site-labels.ts';
import type { CrawlRules } from '../../../domain/turn/crawl-rules.ts';
import { columnsOf } from '../../../files/column.ts';
import { writeBlocks, writeTable } from '../../../files/write-table.ts';
import type { EndedSite, ResultPart } from '../../../steps/unload/result-part.ts';
import type { ReadChecks } from '../links/read-checks.ts';
import { nearestOf } from '../near-duplicates/near-duplicates-part.ts';
import type { SiteReading } from '../read-site.ts';
import { writeReport } from '../report-part.ts';
import type { SiteListing } from '../sitemap-part.ts';
import { findIssues, type IssuePage } from './find-issues.ts';
import type { IssueCheck, SiteIssues } from './issue-check.ts';
import { issueChecks } from './issue-checks.ts';
import { issueSite } from './issue-site.ts';
import type { IssueLanguage } from './issue-words.ts';
import { issuesReport, mostSites } from './issues-report.ts';

interface IssueRow extends Pick<SiteIssues, 'origin' | 'labels'> {
  readonly check: IssueCheck;
  readonly count: number;
}

export const issueColumns = columnsOf<IssueRow>([
  ['Site', 'integer', 'number of the site', ({ labels }) => labels.number],
  ['SiteName', 'string', 'its name; the host where the list gives none', ({ labels }) => labels.name],
  ['ShortName', 'string', 'its short name', ({ labels }) => labels.shortName],
  ['Tags', 'string', 'kinds of sites in the words of the list', ({ labels }) => labels.tags],
  ['Origin', 'string', 'scheme, host and port', ({ origin }) => origin],
  ['Key', 'string', 'the [check](issues.md)', ({ check }) => check.key],
  ['Severity', 'string', '`error`, `warning` or `notice`', ({ check }) => check.severity],
  ['Count', 'integer', 'addresses that it found', ({ count }) => count],
  ['Title', 'string', 'what is found', ({ check }) => check.title],
  ['Why', 'string', 'why it matters', ({ check }) => check.why],
  ['Mend', 'string', 'how to mend it', ({ check }) => check.mend],
]);

export const issuePageColumns = columnsOf<IssuePage>([
  ['Key', 'string', 'the [check](issues.md)', ({ check }) => check.key],
  ['Severity', 'string', '`error`, `warning` or `notice`', ({ check }) => check.severity],
  ['Url', 'string', 'normalized address; of `bad-link` the text of the link', ({ url }) => url],
  ['Detail', 'string', 'what the check saw: a status, a target, a number', ({ detail }) => detail],
]);

/** Addresses of a check in the page to send. */
const firstShown = 20;
const none: SiteIssues['issues'][number]['first'] = [];
const byKey = new Map(issueChecks.map(check => [check.key, check]));

interface Readers {
  readonly read: (site: EndedSite) => Promise<SiteReading>;
  readonly listingOf: (site: EndedSite) => Promise<SiteListing | undefined>;
  readonly checksOf: ReadChecks;
}

/** `reports/<site>.issue-pages.csv`, and of the whole crawl `reports/issues.csv` and `reports/issues.html`. */
export function issuesPart(
  { read, listingOf, checksOf }: Readers,
  rules: CrawlRules,
  language: IssueLanguage = 'en',
): ResultPart<SiteIssues> {
  return {
    name: 'issues',
    perSite: async (ended, sink) => {
      const reading = await read(ended);
      const tables = { reading, listing: await listingOf(ended), externals: await checksOf() };
      const counts = new Map<IssueCheck, { count: number; first: (readonly [string, string])[] }>();
      const counted = function* (): Iterable<IssuePage> {
        for (const page of issuesOf(tables, ended, rules)) {
          const known = counts.get(page.check) ?? { count: 0, first: [] };
          counts.set(page.check, known);
          known.count += 1;
          if (known.first.length < firstShown) known.first.push([page.url, page.detail]);
          yield page;
        }
      };
      await writeReport(sink, ended, 'issue-pages', { reading, columns: issuePageColumns, rows: counted() });
      const found = issueChecks.filter(check => counts.has(check));
      const { origin, site } = ended.row;
      const labels = reading.results.graph.labels ?? hostLabels(site, origin);
      return { origin, labels, issues: found.map(check => ({ key: check.key, ...counts.get(check)! })) };
    },
    perCrawl: () => {
      const sites: SiteIssues[] = [];
      return {
        add: (_, site) => {
          // Of each of many sites little may stay in memory until the end: counts, with the one text of each key.
          const counts = site.issues.map(({ key, count }) => ({ key: byKey.get(key)!.key, count, first: none }));
          sites.push(sites.length < mostSites ? site : { ...site, issues: counts });
        },
        write: async (_, sink) => {
          const rows = sites.flatMap(({ origin, labels, issues }) =>
            issues.map(({ key, count }) => ({ origin, labels, check: byKey.get(key)!, count })),
          );
          await writeTable(sink, 'reports/issues', issueColumns, rows);
          await writeBlocks(sink, 'reports/issues.html', [Buffer.from(issuesReport(sites, byKey, language))]);
        },
      };
    },
  };
}

/** Whether a crawl with these settings runs a check: some need an option. */
export function runsCheck(
  { key }: Pick<IssueCheck, 'key'>,
  { sitemaps, checkExternal, nearDuplicates }: Pick<ResolvedSpec, 'sitemaps' | 'checkExternal' | 'nearDuplicates'>,
): boolean {
  if (key === 'orphan' || key.startsWith('sitemap-')) return sitemaps !== undefined;
  if (key.startsWith('external-')) return checkExternal === true;
  return key !== 'near-duplicate' || nearDuplicates !== undefined;
}

/** The findings of a site; `diff` compares those of two crawls. */
export function issuesOf(
  tables: Parameters<typeof findIssues>[0],
  { row }: Pick<EndedSite, 'row'>,
  { normalize, bounds, spec }: Pick<CrawlRules, 'normalize' | 'bounds' | 'spec'>,
): ReturnType<typeof findIssues> {
  const { belongs } = bounds(row.site, row.start);
  const { reading, listing } = tables;
  const site = issueSite({ reading, listing, normalize, belongs, nearest: nearestOf(reading, spec) });
  return findIssues(tables, site, issueChecks, normalize);
}
