import { number, reportEnd, reportHead, reportTable } from '../../../files/html-report.ts';
import { xmlText } from '../../../files/xml-text.ts';
import type { IssueCheck, SiteIssue, SiteIssues } from './issue-check.ts';
import { severities } from './issue-words.ts';

/** Sites with lists of addresses; of the others `issues.csv` has the counts. */
export const mostSites = 50;

/** `reports/issues.html`: the issues on one page to send that requests nothing else, has no scripts and no dates. */
export function issuesReport(sites: readonly SiteIssues[], checks: ReadonlyMap<string, IssueCheck>): string {
  const shown = sites.slice(0, mostSites);
  const more = sites.length - shown.length;
  const sections = shown.map(site => siteSection(site, checks));
  if (more > 0) sections.push(`<p>${number(more)} more sites in <code>issues.csv</code>.</p>\n`);
  return [reportHead('Issues'), ...sections, reportEnd].join('');
}

function siteSection({ origin, issues }: SiteIssues, checks: ReadonlyMap<string, IssueCheck>): string {
  const ofSeverity = severities.map(severity => issues.filter(({ key }) => checks.get(key)!.severity === severity));
  const counts = severities.map((severity, at) => `${number(ofSeverity[at]!.length)} ${severity}s`).join(', ');
  const parts = ofSeverity.flat().map(issue => issueSection(issue, checks.get(issue.key)!));
  return `<h2>${xmlText(origin)}</h2>\n<p>${counts}.</p>\n${parts.join('')}`;
}

function issueSection({ count, first }: SiteIssue, { key, severity, title, why, mend, source }: IssueCheck): string {
  const defined = source === undefined ? '' : ` <a href="${xmlText(source)}">Definition</a>`;
  const table = reportTable({
    caption: `${title}: ${number(count)}`,
    columns: [
      ['Address', ([url]: readonly [string, string]) => url],
      ['Detail', ([, detail]: readonly [string, string]) => detail],
    ],
    rows: first,
    most: first.length,
    total: count,
    all: 'issue-pages.csv',
  });
  return `<h3>${severity}: ${xmlText(title)} (<code>${key}</code>)</h3>
<p>${xmlText(why)} ${xmlText(mend)}${defined}</p>
${table}`;
}
