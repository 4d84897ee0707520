import { allFiles } from '../page/all-files.ts';
import { pathWith } from '../page/api.ts';
import { button, labelled, select } from '../page/controls.ts';
import { hasResults } from '../page/crawl-words.ts';
import { type Child, el } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { attempt, say } from '../page/notices.ts';
import { hashOf, type ViewContext } from '../page/route.ts';
import { download, savedPage } from '../page/saved-page.ts';
import { pageLink, pageText } from '../page/shown-text.ts';
import { scrolled, table } from '../page/tables.ts';
import { siteNames } from '../tables/site-names.ts';
import { type TableFile, tablesAmong } from '../tables/table-names.ts';
import { named, t } from '../words/language.ts';
import { type BrokenAddress, type BrokenAddresses, brokenAddresses, mostRows } from './broken-rows.ts';

/** The values that the address of the view keeps. */
type Asked = Readonly<Record<'of' | 'state', string>>;

const states = ['dead', 'moved', 'failing', 'refused', 'not-asked'];
/** Of an address, before the others are folded. */
const pagesShown = 5;

/** Addresses that failed, each with its status and all pages that link there, as a report to send. */
export async function brokenView(live: LiveCrawl, { route, signal }: ViewContext): Promise<HTMLElement> {
  if (!hasResults(live.current())) return el('p', { class: 'notice' }, t('filesLater'));
  const files = tablesAmong(await allFiles(live.id, signal));
  const sites = files.filter(({ kind }) => kind === 'broken').map(({ site }) => site);
  if (sites.length === 0) return el('p', {}, t('noFiles'));
  const names = await siteNames(live.id, files, signal);
  const nameOf = (site: string): string => names.get(site) ?? site;
  const place = el('div');
  let asked: Asked = { of: route.query.get('of') ?? '', state: route.query.get('state') ?? '' };
  const show = async (next: Partial<Asked>): Promise<void> => {
    asked = { ...asked, ...next };
    history.replaceState(null, '', hashOf(live.id, 'broken', asked));
    const site = sites.includes(asked.of) ? asked.of : sites[0]!;
    const fileOf = (kind: string): TableFile | undefined =>
      files.find(each => each.kind === kind && each.site === site);
    place.replaceChildren(...(await siteReport(live.id, site, fileOf, { asked, sites, nameOf, show }, signal)));
  };
  await show({});
  return place;
}

interface Choices {
  readonly asked: Asked;
  readonly sites: readonly string[];
  readonly nameOf: (file: string) => string;
  readonly show: (next: Partial<Asked>) => Promise<void>;
}

async function siteReport(
  id: string,
  site: string,
  fileOf: (kind: string) => TableFile | undefined,
  choices: Choices,
  signal: AbortSignal,
): Promise<readonly HTMLElement[]> {
  const [own, others] = [fileOf('broken')!, fileOf('external-checks')];
  const { state } = choices.asked;
  const within = await brokenAddresses(id, own.name, { state: '' }, signal);
  const outside = others === undefined ? undefined : await brokenAddresses(id, others.name, { state }, signal);
  const parts = [
    section(t('broken.within', { count: within.addresses.length }), within, t('broken.none'), false),
    outside === undefined
      ? el('section', {}, el('h2', {}, t('broken.outsideHeading')), el('p', {}, t('broken.notChecked')))
      : section(t('broken.outside', { count: outside.addresses.length }), outside, t('broken.none'), true),
  ];
  const title = `${t('tab.broken')}: ${choices.nameOf(site)}`;
  const csv = (file: TableFile, text: string): HTMLElement =>
    el('a', { href: csvPath(id, file), download: true, class: 'button' }, text);
  const actions = el('p', { class: 'actions' }, [
    button(t('broken.save'), () => download(savedPage(title, parts), `${site}.broken.html`)),
    button(t('broken.copyLink'), async () => {
      await navigator.clipboard.writeText(location.href);
      say(t('broken.linkCopied'));
    }),
    csv(own, t('broken.csvWithin')),
    others === undefined ? undefined : csv(others, t('broken.csvOutside')),
  ]);
  return [choiceForm(site, choices, others !== undefined, signal), actions, ...parts];
}

function csvPath(id: string, { name }: TableFile): string {
  return pathWith(['crawls', id, 'tables', ...name.split('/')], { format: 'csv' });
}

function choiceForm(
  chosen: string,
  { asked, sites, nameOf, show }: Choices,
  hasStates: boolean,
  signal: AbortSignal,
): HTMLElement {
  const site = select(
    sites.map(value => ({ value, text: nameOf(value) })),
    chosen,
  );
  site.addEventListener('change', () => attempt(() => show({ of: site.value }), signal));
  const state = select(
    [{ value: '', text: t('any') }, ...states.map(value => ({ value, text: named('checked', value) }))],
    asked.state,
  );
  state.addEventListener('change', () => attempt(() => show({ state: state.value }), signal));
  return el('div', { class: 'filter' }, [
    sites.length > 1 ? labelled(t('site'), site) : undefined,
    hasStates ? labelled(t('broken.state'), state) : undefined,
  ]);
}

function section(
  heading: string,
  { addresses, isCut }: BrokenAddresses,
  empty: string,
  isOutside: boolean,
): HTMLElement {
  const columns = [
    t('column.Url'),
    ...(isOutside ? [t('broken.state')] : []),
    t('column.Status'),
    t('broken.linkedFrom'),
  ];
  const rows = addresses.map((address): readonly Child[] => [
    pageLink(address.url),
    ...(isOutside ? [named('checked', address.state)] : []),
    statusOf(address),
    linkingPages(address),
  ]);
  const shown = table(
    heading,
    columns.map(text => ({ heading: text })),
    rows,
  );
  return el('section', {}, [
    el('h2', {}, heading),
    isCut ? el('p', { class: 'notice' }, t('broken.cut', { count: mostRows })) : undefined,
    rows.length === 0 ? el('p', {}, empty) : scrolled(heading, shown),
  ]);
}

function statusOf({ status, reason, target }: BrokenAddress): Child {
  const told = reason === '' || reason === 'http-status' ? named('checkStatus', status) : named('skip', reason);
  if (target === '') return told;
  return el('span', {}, `${told} → `, pageLink(target));
}

/** Each page with the texts of its links. */
function linkingPages({ links }: BrokenAddress): Child {
  if (links.length === 0) return t('broken.noPage');
  const texts = new Map<string, string[]>();
  for (const { page, anchor } of links) {
    const known = texts.get(page) ?? [];
    texts.set(page, anchor === '' || known.includes(anchor) ? known : [...known, anchor]);
  }
  const items = [...texts].map(([page, anchors]) =>
    el('li', {}, pageLink(page), ...anchors.flatMap(anchor => [' “', pageText(anchor), '”'])),
  );
  const rest = items.slice(pagesShown);
  return el('div', {}, [
    el('ul', {}, items.slice(0, pagesShown)),
    rest.length === 0
      ? undefined
      : el('details', {}, el('summary', {}, t('andMore', { count: rest.length })), el('ul', {}, rest)),
  ]);
}
