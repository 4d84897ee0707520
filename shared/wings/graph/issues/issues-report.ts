import { number, reportEnd, reportHead, reportTable } from '../../../files/html-report.ts';
import { xmlText } from '../../../files/xml-text.ts';
import type { IssueCheck, SiteIssue, SiteIssues } from './issue-check.ts';
import { checkWords, type IssueLanguage, issueReportWords, severities } from './issue-words.ts';

/** Sites with lists of addresses; of the others `issues.csv` has the counts. */
export const mostSites = 50;

/** `reports/issues.html`: the issues on one page to send that requests nothing else, has no scripts and no dates. */
export function issuesReport(
  sites: readonly SiteIssues[],
  checks: ReadonlyMap<string, IssueCheck>,
  language: IssueLanguage = 'en',
): string {
  const shown = sites.slice(0, mostSites);
  const more = sites.length - shown.length;
  const { title, moreSites } = issueReportWords[language];
  const sections = shown.map(site => siteSection(site, checks, language));
  if (more > 0) sections.push(`<p>${filled(moreSites, more, 'issues.csv', language)}</p>\n`);
  return [reportHead(title, language), ...sections, reportEnd].join('');
}

function siteSection(
  { origin, issues }: SiteIssues,
  checks: ReadonlyMap<string, IssueCheck>,
  language: IssueLanguage,
): string {
  const ofSeverity = severities.map(severity => issues.filter(({ key }) => checks.get(key)!.severity === severity));
  const words = issueReportWords[language];
  const counts = severities.map((severity, at) => `${words[`${severity}s`]}: ${ofSeverity[at]!.length}`).join(', ');
  const parts = ofSeverity.flat().map(issue => issueSection(issue, checks.get(issue.key)!, language));
  return `<h2>${xmlText(origin)}</h2>\n<p>${counts}.</p>\n${parts.join('')}`;
}

function issueSection({ count, first }: SiteIssue, check: IssueCheck, language: IssueLanguage): string {
  const { key, severity, source } = check;
  const { title, why, mend } = checkWords(check, language);
  const words = issueReportWords[language];
  const defined = source === undefined ? '' : ` <a href="${xmlText(source)}">${words.definition}</a>`;
  const table = reportTable({
    caption: `${title}: ${counted(count, language)}`,
    columns: [
      [words.address, ([url]: readonly [string, string]) => url],
      [words.detail, ([, detail]: readonly [string, string]) => detail],
    ],
    rows: first,
    most: first.length,
    total: count,
    more: hidden => filled(words.more, hidden, 'issue-pages.csv', language),
  });
  return `<h3>${words[severity]}: ${xmlText(title)} (<code>${key}</code>)</h3>
<p>${xmlText(why)} ${xmlText(mend)}${defined}</p>
${table}`;
}

function filled(text: string, count: number, file: string, language: IssueLanguage): string {
  return text.replace('{count}', counted(count, language)).replace('{file}', `<code>${file}</code>`);
}

function counted(count: number, language: IssueLanguage): string {
  return language === 'ru' ? number(count).replaceAll(',', '\u00a0') : number(count);
}
