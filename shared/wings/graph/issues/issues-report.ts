import { number, reportStyle, reportTable } from '../../../files/html-report.ts';
import { xmlText } from '../../../files/xml-text.ts';
import type { IssueCheck, SiteIssue, SiteIssues } from './issue-check.ts';
import { severities } from './issue-words.ts';

/** Sites with lists of addresses; of the others `issues.csv` has the counts. */
const mostSites = 50;

/** `reports/issues.html`: the issues on one page to send that requests nothing else, has no scripts and no dates. */
export function issuesReport(sites: readonly SiteIssues[], checks: ReadonlyMap<string, IssueCheck>): string {
  const shown = sites.slice(0, mostSites);
  const more = sites.length - shown.length;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Issues</title>
<style>${reportStyle}</style>
</head>
<body>
<h1>Issues</h1>
${shown.map(site => siteSection(site, checks)).join('')}${more > 0 ? `<p>${number(more)} more sites in <code>issues.csv</code>.</p>\n` : ''}</body>
</html>
`;
}

function siteSection({ origin, issues }: SiteIssues, checks: ReadonlyMap<string, IssueCheck>): string {
  const ofSeverity = severities.map(severity => issues.filter(({ key }) => checks.get(key)!.severity === severity));
  const counts = severities.map((severity, at) => `${number(ofSeverity[at]!.length)} ${severity}s`).join(', ');
  const parts = ofSeverity.flat().map(issue => issueSection(issue, checks.get(issue.key)!));
  return `<h2>${xmlText(origin)}</h2>\n<p>${counts}.</p>\n${parts.join('')}`;
}

function issueSection({ count, first }: SiteIssue, { key, severity, en, source }: IssueCheck): string {
  const defined = source === undefined ? '' : ` <a href="${xmlText(source)}">Definition</a>`;
  const table = reportTable({
    caption: `${en.title}: ${number(count)}`,
    columns: [
      ['Address', ([url]: readonly [string, string]) => url],
      ['Detail', ([, detail]: readonly [string, string]) => detail],
    ],
    rows: first,
    most: first.length,
    total: count,
    all: 'issue-pages.csv',
  });
  return `<h3>${severity}: ${xmlText(en.title)} (<code>${key}</code>)</h3>
<p>${xmlText(en.why)} ${xmlText(en.mend)}${defined}</p>
${table}`;
}
