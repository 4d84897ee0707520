import { type IssueWords, issueWords, severities } from '../../../shared/wings/graph/issues/issue-words.ts';
import { allFiles } from '../page/all-files.ts';
import { askList } from '../page/api.ts';
import { button } from '../page/controls.ts';
import { hasResults } from '../page/crawl-words.ts';
import { el } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { attempt } from '../page/notices.ts';
import type { ViewContext } from '../page/route.ts';
import { download, savedPage } from '../page/saved-page.ts';
import { pageLink, pageText } from '../page/shown-text.ts';
import { scrolled, table } from '../page/tables.ts';
import { tablesAmong } from '../tables/table-names.ts';
import { language, named, t } from '../words/language.ts';
import { checkWords } from './check-words.ts';

interface TablePage {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly total: number;
}

/** Addresses of a check; the table has the others. */
const shownAddresses = 50;
const mostRows = 1_000;

/** Findings of the checks on the sites of a crawl, errors first, as a report to send. Addresses are read when they are opened. */
export async function issuesView(live: LiveCrawl, { signal }: ViewContext): Promise<HTMLElement> {
  if (!hasResults(live.current())) return el('p', { class: 'notice' }, t('filesLater'));
  const files = tablesAmong(await allFiles(live.id, signal));
  const counts = files.find(({ kind }) => kind === 'issues');
  if (counts === undefined) return el('p', {}, t('issues.noFile'));
  const ask = async (name: string, query: Record<string, string | number>): Promise<TablePage> =>
    await askList<TablePage>(['crawls', live.id, 'tables', ...name.split('/')], query, signal);
  const { columns, rows } = await ask(counts.name, { limit: mostRows });
  const cell = (row: readonly string[], column: string): string => row[columns.indexOf(column)] ?? '';
  const sites = Map.groupBy(rows, row => cell(row, 'Site'));
  const own = files.filter(({ kind }) => kind === 'issue-pages');
  const reports = [...sites].map(([origin, found], at) => {
    const file = own.length === sites.size ? own.find(({ site }) => isOf(site, origin)) : own[at];
    const sections = severities.flatMap(severity =>
      issueWords
        .filter(check => check.severity === severity)
        .flatMap(check => {
          const row = found.find(each => cell(each, 'Key') === check.key);
          if (row === undefined) return [];
          const read = async (): Promise<HTMLElement> =>
            addresses(check, await ask(file!.name, { column: 'Key', is: check.key, limit: shownAddresses }));
          return [section(check, Number(cell(row, 'Count')), file === undefined ? undefined : read, signal)];
        }),
    );
    return el('section', {}, el('h2', {}, pageLink(origin)), ...sections);
  });
  const actions = el('p', { class: 'actions' }, [
    button(t('broken.save'), () => download(savedPage(t('tab.issues'), reports), 'issues.html')),
  ]);
  return el('div', {}, actions, ...(reports.length === 0 ? [el('p', {}, t('issues.none'))] : reports));
}

/** Whether files with this start of their names are those of the origin. */
function isOf(site: string, origin: string): boolean {
  return site === new URL(origin).host.replace(':', '_');
}

function section(
  check: IssueWords,
  count: number,
  read: (() => Promise<HTMLElement>) | undefined,
  signal: AbortSignal,
): HTMLElement {
  const { title, why, mend } = checkWords(check);
  const shown = el('details', {}, el('summary', {}, t('issues.addresses')));
  shown.addEventListener(
    'toggle',
    () => read !== undefined && attempt(async () => shown.append(await read()), signal),
    { once: true },
  );
  return el('section', {}, [
    el('h3', {}, `${named('severity', check.severity)}: ${title} (${count.toLocaleString(language())})`),
    el('p', {}, `${why} ${mend} `, ...(check.source === undefined ? [] : [pageLink(check.source)])),
    read === undefined ? undefined : shown,
  ]);
}

function addresses({ key }: IssueWords, { columns, rows, total }: TablePage): HTMLElement {
  const [url, detail] = [columns.indexOf('Url'), columns.indexOf('Detail')];
  const lines = rows.map(row => [
    key === 'bad-link' ? pageText(row[url]!) : pageLink(row[url]!),
    pageText(row[detail] ?? ''),
  ]);
  const heads = [{ heading: t('column.Url') }, { heading: t('column.Detail') }];
  const more = total - rows.length;
  return el('div', {}, [
    scrolled(t('issues.addresses'), table(t('issues.addresses'), heads, lines)),
    more > 0 ? el('p', {}, t('andMore', { count: more })) : undefined,
  ]);
}
