import {
  checkWords,
  type IssueWords,
  issueReportWords,
  issueWords,
  severities,
} from '../../../shared/wings/graph/issues/issue-words.ts';
import { allFiles } from '../page/all-files.ts';
import { askList, attempt } from '../page/api.ts';
import type { SitePage, TablePage } from '../page/api-types.ts';
import { button } from '../page/controls.ts';
import { hasResults } from '../page/crawl-words.ts';
import { el, headed, pageLink, pageText, scrolledTable, section } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import type { ViewContext } from '../page/route.ts';
import { download, savedPage } from '../page/saved-page.ts';
import { tablesAmong } from '../tables/table-names.ts';
import { language, number, t } from '../words/language.ts';

/** Addresses of a check; its table has the others. */
const shownAddresses = 50;
const mostRows = 1_000;

/** Sites whose addresses are in the page to send, as in `issues.html`. */
const mostSitesSaved = 50;

/** Findings of the checks on the sites of a crawl, errors first, as a report to send. Addresses are read when they are opened. */
export async function issuesView(live: LiveCrawl, { signal }: ViewContext): Promise<HTMLElement> {
  if (!hasResults(live.current())) return el('p', { class: 'notice' }, t('filesLater'));
  const files = tablesAmong(await allFiles(live.id, signal));
  const counts = files.find(({ kind }) => kind === 'issues');
  if (counts === undefined) return el('p', {}, t('issues.noFile'));
  const ask = async (name: string, query: Record<string, string | number>): Promise<TablePage> =>
    await askList<TablePage>(['crawls', live.id, 'tables', ...name.split('/')], query, signal);
  const { columns, rows, total } = await ask(counts.name, { limit: mostRows });
  const cell = (row: readonly string[], column: string): string => row[columns.indexOf(column)] ?? '';
  const { sites: listed } = await askList<SitePage>(['crawls', live.id, 'sites'], { limit: mostRows }, signal);
  const own = files.filter(({ kind }) => kind === 'issue-pages');
  const bySite = Map.groupBy(rows, row => cell(row, 'Site'));
  const sites = [...bySite].map(([site, found]): SiteFindings => {
    const [name, origin] = [cell(found[0]!, 'SiteName'), cell(found[0]!, 'Origin')];
    // Of many sites the place names no files: most are called as their hosts.
    const host = new URL(origin).host.replace(':', '_');
    const named = listed.find(each => String(each.number) === site)?.file ?? host;
    const file = own.length === 1 && bySite.size === 1 ? own[0] : own.find(each => each.site === named);
    const findings = issueWords.flatMap(check => {
      const row = found.find(each => cell(each, 'Key') === check.key);
      return row === undefined ? [] : [{ check, count: Number(cell(row, 'Count')) }];
    });
    const read = async ({ key }: IssueWords): Promise<TablePage> =>
      await ask(file!.name, { column: 'Key', is: key, limit: shownAddresses });
    return { name, origin, findings, read: file === undefined ? undefined : read };
  });
  const rest = total > rows.length ? [el('p', {}, t('andMore', { count: total - rows.length }))] : [];
  const save = async (): Promise<void> => {
    const whole: HTMLElement[] = [];
    for (const [at, site] of sites.entries())
      whole.push(await siteReport(site, at < mostSitesSaved ? wholeAddresses : () => undefined));
    download(savedPage(t('tab.issues'), [...whole, ...rest]), 'issues.html');
  };
  const parts = await Promise.all(sites.map(async site => await siteReport(site, foldedAddresses(signal))));
  if (parts.length === 0) return el('p', {}, t('issues.none'));
  return el('div', {}, el('p', { class: 'actions' }, button(t('broken.save'), save)), ...parts, ...rest);
}

interface SiteFindings {
  readonly name: string;
  readonly origin: string;
  readonly findings: readonly { readonly check: IssueWords; readonly count: number }[];
  /** The first addresses of a check; undefined where no file has them. */
  readonly read: ((check: IssueWords) => Promise<TablePage>) | undefined;
}

type AddressPart = (
  check: IssueWords,
  read: (check: IssueWords) => Promise<TablePage>,
) => HTMLElement | undefined | Promise<HTMLElement>;

const wholeAddresses: AddressPart = async (check, read) => addresses(check, await read(check));

function foldedAddresses(signal: AbortSignal): AddressPart {
  return (check, read) => {
    const shown = el('details', {}, el('summary', {}, t('issues.addresses')));
    const fill = async (): Promise<void> => shown.append(addresses(check, await read(check)));
    shown.addEventListener('toggle', () => attempt(fill, signal), { once: true });
    return shown;
  };
}

async function siteReport({ name, origin, findings, read }: SiteFindings, part: AddressPart): Promise<HTMLElement> {
  const sections: HTMLElement[] = [];
  const counts: string[] = [];
  for (const severity of severities) {
    const own = findings.filter(found => found.check.severity === severity);
    counts.push(`${issueReportWords[language()][`${severity}s`]}: ${number(own.length)}`);
    for (const { check, count } of own) {
      const { title, why, mend } = checkWords(check, language());
      sections.push(
        el('section', { class: 'issue' }, [
          el('h3', {}, [
            el('span', { class: `badge ${severity}` }, issueReportWords[language()][severity]),
            ` ${title} (${number(count)})`,
          ]),
          el('p', {}, [
            `${why} ${mend} `,
            check.source === undefined ? undefined : pageLink(check.source, issueReportWords[language()].definition),
          ]),
          read === undefined ? undefined : await part(check, read),
        ]),
      );
    }
  }
  const heading = name === '' || origin.endsWith(`//${name}`) ? [] : [pageText(name), ' '];
  return section([...heading, pageLink(origin)], el('p', {}, counts.join(', ')), ...sections);
}

function addresses({ key }: IssueWords, { columns, rows, total }: TablePage): HTMLElement {
  const [url, detail] = [columns.indexOf('Url'), columns.indexOf('Detail')];
  const lines = rows.map(row => [
    key === 'bad-link' ? pageText(row[url]!) : pageLink(row[url]!),
    pageText(row[detail] ?? ''),
  ]);
  const heads = headed('column.Url', 'column.Detail');
  const more = total - rows.length;
  return el('div', {}, [
    scrolledTable(t('issues.addresses'), heads, lines, 'dense'),
    more > 0 ? el('p', {}, t('andMore', { count: more })) : undefined,
  ]);
}
