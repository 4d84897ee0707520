import { type ChangeKind, changeKinds } from '../../../shared/wings/graph/diff/change-kinds.ts';
import type { Change } from '../../../shared/wings/graph/diff/compare-sites.ts';
import type {
  ComparedCrawls,
  ComparedSide,
  ComparedSiteView,
} from '../../../shared/wings/graph/diff/compared-crawls.ts';
import { checkWords, issueWords } from '../../../shared/wings/graph/issues/issue-words.ts';
import { askList } from '../page/api.ts';
import type { Crawl } from '../page/api-types.ts';
import { labelled, onSubmit, select } from '../page/controls.ts';
import { finishedCrawls, nameText } from '../page/crawl-names.ts';
import { type Child, el, pageLink, pageText, scrolledTable, section, shownText } from '../page/dom.ts';
import { hashOfComparison, type ViewContext } from '../page/route.ts';
import { download, savedPage, sendButtons } from '../page/saved-page.ts';
import { instant, language, named, t } from '../words/language.ts';

/** Two crawls, chosen from those that are finished, and what changed between them. The address names both. */
export async function compareView({ route, signal }: ViewContext): Promise<HTMLElement> {
  const crawls = await finishedCrawls(signal);
  const [before, after] = [route.query.get('before') ?? '', route.query.get('after') ?? ''];
  const head = [el('h1', { tabindex: -1 }, t('compare')), el('p', {}, t('compare.hint'))];
  if (crawls.length < 2) return el('div', {}, ...head, el('p', { class: 'notice' }, t('compare.none')));
  const form = choiceForm(crawls, before, after);
  if (before === '' || after === '') return el('div', {}, ...head, form);
  const compared = await askList<ComparedCrawls>(['crawls', after, 'changes'], { before }, signal);
  const report = el('div', {}, reportOf(compared));
  const title = `${t('compare')}: ${before} → ${after}`;
  const actions = el('p', { class: 'actions' }, [
    ...sendButtons(() => download(savedPage(title, [report]), `${after}.changes.html`)),
  ]);
  return el('div', {}, ...head, form, actions, report);
}

/** Two crawls of the same sites may have begun in the same minute. */
export function namedAndDated(crawl: Crawl): string {
  const texts = new Set([shownText(nameText(crawl)), crawl.id, instant(crawl.startedAt ?? crawl.createdAt)]);
  return [...texts].join(' · ');
}

/** The latest two unless others are chosen. */
function choiceForm(crawls: readonly Crawl[], before: string, after: string): HTMLElement {
  const optionOf = (crawl: Crawl) => [crawl.id, namedAndDated(crawl)] as const;
  const earlier = select(crawls, optionOf, before === '' ? crawls[1]!.id : before);
  const later = select(crawls, optionOf, after === '' ? crawls[0]!.id : after);
  const form = el('form', { class: 'filter' }, [
    labelled(t('compare.before'), earlier),
    labelled(t('compare.after'), later),
    el('div', { class: 'field' }, el('button', { class: 'primary' }, t('compare'))),
  ]);
  onSubmit(form, () => {
    location.hash = hashOfComparison(earlier.value, later.value);
  });
  return form;
}

function reportOf({ sites, same, more }: ComparedCrawls): readonly HTMLElement[] {
  return [
    ...(sites.length === 0 ? [el('p', {}, t('compare.nothing'))] : []),
    ...sites.map(siteSection),
    ...(same > 0 ? [el('p', {}, t('compare.same', { count: same }))] : []),
    ...(more > 0 ? [el('p', {}, t('compare.more', { count: more }))] : []),
  ];
}

function siteSection(site: ComparedSiteView): HTMLElement {
  const { origin, before, after, counts, changes } = site;
  const told = changeKinds.filter(kind => (counts[kind] ?? 0) > 0);
  const isLimited = [before, after].some(side => side !== undefined && side.status !== 'no-work');
  const tables = told.map(kind => {
    const count = counts[kind]!;
    const rows = changes.filter(({ what, change }) => `${what} ${change}` === kind);
    const columns = columnsOf(kind).map(text => ({ heading: text }));
    const cells = rows.map(change => cellsOf(kind, change));
    const heading = t(`changes.${kind}`, { count });
    return el('section', {}, [
      el('h3', {}, heading),
      rows.length < count ? el('p', { class: 'notice' }, t('compare.first', { count: rows.length })) : undefined,
      scrolledTable(heading, columns, cells),
    ]);
  });
  return section(pageText(origin), [
    el('p', {}, sizesText(before, after)),
    isLimited ? el('p', { class: 'notice' }, t('compare.limited')) : undefined,
    ...tables,
  ]);
}

function sizesText(before: ComparedSide | undefined, after: ComparedSide | undefined): string {
  const size = ({ pages, links }: ComparedSide): string => t('compare.size', { pages, links });
  if (before === undefined) return `${size(after!)}; ${t('compare.onlyAfter')}`;
  if (after === undefined) return `${size(before)}; ${t('compare.onlyBefore')}`;
  return t('compare.sizes', { before: size(before), after: size(after) });
}

function columnsOf(kind: ChangeKind): readonly string[] {
  const [url, other, title] = [t('column.Url'), t('compare.other'), t('title')];
  if (kind === 'page appeared' || kind === 'page changed') return [url, title];
  if (kind.startsWith('page ')) return [url, other, t('column.Reason'), title];
  if (kind.startsWith('link ')) return [url, other];
  return kind.startsWith('issue ') ? [url, t('tab.issues')] : [url];
}

function cellsOf(kind: ChangeKind, change: Change): readonly Child[] {
  const url = pageLink(change.url);
  const other = 'to' in change && change.to !== undefined ? pageLink(change.to) : '';
  const title = 'title' in change ? pageText(change.title) : '';
  if (kind === 'page appeared' || kind === 'page changed') return [url, title];
  if (change.what === 'link') return [url, other];
  if (change.what === 'issue') return [url, issueTitle(change.why)];
  return change.what === 'page' ? [url, other, whyText(change), title] : [url];
}

function issueTitle(key: string): string {
  const check = issueWords.find(each => each.key === key);
  return check === undefined ? key : checkWords(check, language()).title;
}

function whyText(change: Change): string {
  if (!('why' in change)) return '';
  const { why } = change;
  const known = named('why', why);
  const told = known === why ? named('skip', why) : known;
  const full = 'status' in change ? `${told} ${change.status}` : told;
  return 'by' in change ? t('compare.byEarlier', { why: full }) : full;
}
