import type { ChoiceRow, SharingSite } from '../../http/routes/choice-routes.ts';
import { askList, attempt } from '../page/api.ts';
import type { ChoicePage, LinkPage, SitePage } from '../page/api-types.ts';
import { button } from '../page/controls.ts';
import { isAtRest } from '../page/crawl-words.ts';
import {
  type Child,
  type Column,
  el,
  figure,
  filledTable,
  glossary,
  headed,
  pageText,
  section,
  setWidth,
} from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { type PagedTable, pagedTable } from '../page/paged-table.ts';
import type { ViewContext } from '../page/route.ts';
import { named, number, t } from '../words/language.ts';

const lookEveryMs = 3_000;
const rowsOfPage = 100;

type AskChoices = (query: Readonly<Record<string, string | number | undefined>>) => Promise<ChoicePage>;

/** The rule that shares out the page budget: what each site gave, why it was chosen, what is left. */
export async function ruleView(live: LiveCrawl, { signal }: ViewContext): Promise<HTMLElement> {
  const ask: AskChoices = query => askList<ChoicePage>(['crawls', live.id, 'choices'], query, signal);
  const first = await ask({ limit: 1 });
  if (first.sites === undefined || first.sites.length === 0) return el('p', {}, t('noRule'));
  const nameOf = await siteNames(live.id, signal);
  const newest = newestChoice(live.id, signal);
  const budget = el('dl', { class: 'figures' });
  const yields = yieldTable(nameOf);
  let lookedAt = 0;

  async function look(): Promise<void> {
    lookedAt = Date.now();
    const [{ rule = '', budget: most = 0, sites = [] }, last] = await Promise.all([ask({ limit: 1 }), newest.look()]);
    budget.replaceChildren(...budgetFigures(rule, most, sites));
    yields.show(sites, last);
  }

  const log = choiceLog(ask, nameOf);
  const deleted = await deletedNote(live.id, signal);
  await Promise.all([look(), log.restart()]);
  live.onChange(crawl => {
    if (isAtRest(crawl) || Date.now() - lookedAt >= lookEveryMs) attempt(look, signal);
  });
  return el('div', {}, [
    budget,
    deleted,
    section(t('yieldPerSite'), el('p', { class: 'hint' }, t('yieldHint')), yields.element),
    section(t('choiceLog'), [el('p', { class: 'actions' }, button(t('refresh'), log.refresh)), log.element]),
    glossary(['pages', 'externalAddresses']),
  ]);
}

/** How far the sums of the rule are above those of the tables: what was deleted later stays in what it saw. */
async function deletedNote(id: string, signal: AbortSignal): Promise<HTMLElement | undefined> {
  const query = { deleted: 'true', totals: 'true', limit: 1 };
  const { totals } = await askList<LinkPage>(['crawls', id, 'links', 'external'], query, signal);
  const count = totals?.links ?? 0;
  return count === 0 ? undefined : el('p', { class: 'hint' }, t('ruleSawDeleted', { count }));
}

/** A function that shows a site by its number and, if it is among the first thousand, its name. */
async function siteNames(id: string, signal: AbortSignal): Promise<(site: number) => HTMLElement> {
  const { sites } = await askList<SitePage>(['crawls', id, 'sites'], { limit: 1_000 }, signal);
  const names = new Map(sites.map(site => [site.number, site.shortName ?? site.name]));
  return site => {
    const name = names.get(site);
    return el('span', { class: 'numbered-site' }, `${site} `, name === undefined ? undefined : pageText(name));
  };
}

function budgetFigures(rule: string, budget: number, sites: readonly SharingSite[]): readonly HTMLElement[] {
  const sum = (of: (site: SharingSite) => number): number => sites.reduce((total, site) => total + of(site), 0);
  const finished = sum(site => site.finished);
  const granted = sum(site => site.granted);
  return [
    figure(t('field.rule'), named('rule', rule)),
    figure(t('budget'), number(budget)),
    figure(t('budgetUsed'), number(finished)),
    figure(t('budgetUnderWay'), number(Math.max(0, granted - finished))),
    figure(t('budgetLeft'), number(Math.max(0, budget - granted))),
    figure(t('reward'), number(sum(site => site.reward))),
  ];
}

/** Every decision of the rule, oldest first. */
function choiceLog(ask: AskChoices, nameOf: (site: number) => HTMLElement): PagedTable {
  return pagedTable<ChoiceRow>({
    name: 'choices',
    caption: t('choiceLog'),
    pageSize: rowsOfPage,
    columns: headed('#step', 'site', 'pagesGranted', '#reward', 'indexValues'),
    async load(cursor) {
      const { choices, next } = await ask({ limit: rowsOfPage, cursor });
      return { rows: choices, next };
    },
    cellsOf: choice => choiceCells(choice, nameOf(choice.site)),
    empty: t('noChoices'),
  });
}

const indexesShown = 5;

function choiceCells({ step, from, to, reward, indexes }: ChoiceRow, name: HTMLElement) {
  const best = indexes.slice(0, indexesShown).map(each => `${each.site}: ${number(each.value, 3)}`);
  return [
    number(step),
    name,
    to - from === 1 ? number(to) : `${number(from + 1)}–${number(to)}`,
    reward === undefined ? '–' : number(reward),
    `${best.join('; ')}${indexes.length > indexesShown ? ' …' : ''}`,
  ];
}

const rowsOfLook = 1_000;
/** A log that is longer is read on at the next look. */
const pagesOfLook = 20;

/** The newest choice of the log, which is read from its start and, at each look, from where the last one ended. */
function newestChoice(id: string, signal: AbortSignal): { look(): Promise<ChoiceRow | undefined> } {
  let cursor: string | undefined;
  let newest: ChoiceRow | undefined;
  return {
    async look() {
      for (let pages = 0; pages < pagesOfLook; pages += 1) {
        const page = await askList<ChoicePage>(['crawls', id, 'choices'], { limit: rowsOfLook, cursor }, signal);
        newest = page.choices.at(-1) ?? newest;
        if (page.next === undefined) break;
        cursor = page.next;
      }
      return newest;
    },
  };
}

interface YieldTable {
  readonly element: HTMLElement;
  /** Shows these sites, with their indexes at the choice `last`. */
  show(sites: readonly SharingSite[], last: ChoiceRow | undefined): void;
}

/** New external links per page and the index of each site at the newest choice; `nameOf` a site's number. */
function yieldTable(nameOf: (site: number) => HTMLElement): YieldTable {
  const columns: readonly Column[] = headed('site', 'share', '#perPage', '#reward', '#pages', '#indexValue', 'state');
  const { element, fill } = filledTable(t('yieldPerSite'), columns);
  return {
    element,
    show(sites, last) {
      const indexes = new Map(last?.indexes.map(({ site, value }) => [site, value]));
      const most = Math.max(1e-9, ...sites.map(meanOf));
      fill(sites.map(site => yieldCells(site, nameOf(site.site), most, indexes.get(site.site))));
    },
  };
}

function meanOf({ reward, finished }: SharingSite): number {
  return finished === 0 ? 0 : reward / finished;
}

function yieldCells(site: SharingSite, name: HTMLElement, most: number, index: number | undefined): readonly Child[] {
  const piece = el('span', { class: 'nodes' });
  setWidth(piece, meanOf(site) / most);
  return [
    name,
    el('span', { class: 'bar', 'aria-hidden': true }, piece),
    number(meanOf(site), 2),
    number(site.reward),
    t('ofGranted', { pages: site.finished, granted: site.granted }),
    index === undefined ? '–' : number(index, 4),
    named('share', site.state),
  ];
}
