import { isLeft } from '../../../shared/domain/protocol/site-outcomes.ts';
import type { ShownGraph } from '../../http/routes/graph-routes.ts';
import { askList, pagesOf, partOrNotice } from '../page/api.ts';
import type { LevelTable, Page, SitePage } from '../page/api-types.ts';
import { button, labelled, onChosen, select } from '../page/controls.ts';
import { hasResults } from '../page/crawl-words.ts';
import { el, glossary, scrolledTable, shownText } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import type { ViewContext } from '../page/route.ts';
import { levelName, named, number, t } from '../words/language.ts';
import { namedBars, stackedBars } from './bar-plots.ts';
import { levelCells, parts, sumByLevel } from './level-bars.ts';
import { logPoints } from './point-plot.ts';

const nodesCounted = 5_000;

/** Levels and statuses of all sites while the crawl runs; degrees of one site once its graph is written. */
export async function plotsView(live: LiveCrawl, { signal }: ViewContext): Promise<HTMLElement> {
  const levels = el('div');
  const statuses = el('div');
  const refresh = async (): Promise<void> => {
    await live.refresh();
    const table = await askList<LevelTable>(['crawls', live.id, 'levels'], {}, signal);
    levels.replaceChildren(levelPlot(table));
    statuses.replaceChildren(statusPlot(table), await skipPlot(live, signal));
  };
  await refresh();
  const degrees = await degreePart(live, signal);
  return el('div', {}, [
    el('p', { class: 'actions' }, button(t('refresh'), refresh)),
    el('div', { class: 'plots' }, levels, statuses, degrees),
    glossary(['found', 'skipped', 'level', 'inDegree', 'outDegree']),
  ]);
}

function levelPlot({ levels }: LevelTable): HTMLElement {
  const sums = sumByLevel(levels);
  return plotFigure({
    title: t('pagesPerLevel'),
    picture: stackedBars(
      t('pagesPerLevel'),
      sums.map(sum => ({ name: levelName(sum.level), parts: parts.map(kind => ({ kind, value: sum[kind] })) })),
    ),
    key: parts.map(kind => ({ kind, name: t(kind) })),
    headings: [t('level'), t('found'), ...parts.map(part => t(part)), t('normalized')],
    rows: sums.map(levelCells),
  });
}

function statusPlot({ levels }: LevelTable): HTMLElement {
  const sum = (part: (typeof parts)[number]): number => levels.reduce((total, level) => total + level[part], 0);
  const bars = parts.map(part => ({ name: t(part), kind: part, value: sum(part) }));
  return plotFigure({
    title: t('statuses'),
    picture: namedBars(t('statuses'), bars),
    headings: [t('status'), t('addresses')],
    rows: bars.map(({ name, value }) => [name, number(value)]),
  });
}

interface SkippedPage extends Page {
  readonly skipped: readonly { readonly reason: string }[];
}

/** Of the first rows of the reports: enough for the proportions, whatever the crawl's size. */
async function skipPlot(live: LiveCrawl, signal: AbortSignal): Promise<HTMLElement | string> {
  if (!hasResults(live.current()) || live.current().outcomes?.skipped === 0) return '';
  const reasons: string[] = [];
  let isCut = false;
  for await (const page of pagesOf<SkippedPage>(['crawls', live.id, 'skipped'], {}, signal)) {
    reasons.push(...page.skipped.map(({ reason }) => reason).filter(reason => !isLeft(reason)));
    isCut = page.next !== undefined;
    if (reasons.length >= nodesCounted) break;
  }
  if (reasons.length === 0) return '';
  const bars = [...Map.groupBy(reasons, reason => reason)]
    .map(([reason, rows]) => ({ name: named('skip', reason), kind: 'skipped', value: rows.length }))
    .sort((one, other) => other.value - one.value);
  const title = isCut ? t('skipReasonsOfFirst', { count: reasons.length }) : t('skipReasons');
  return plotFigure({
    title,
    picture: namedBars(title, bars),
    headings: [t('why'), t('addresses')],
    rows: bars.map(({ name, value }) => [name, number(value)]),
  });
}

async function degreePart(live: LiveCrawl, signal: AbortSignal): Promise<HTMLElement> {
  if (!hasResults(live.current())) return el('p', { class: 'notice' }, t('degreesLater'));
  const { sites } = await askList<SitePage>(['crawls', live.id, 'sites'], { limit: 1_000 }, signal);
  const plot = el('div');
  const first = String(sites[0]?.number ?? 1);
  const choice = select(sites, ({ number: of, name }) => [String(of), `${of} ${shownText(name)}`], first);
  const show = async (site: string): Promise<void> => plot.replaceChildren(await degreePlot(live.id, site, signal));
  onChosen(choice, show, signal);
  await show(choice.value);
  return el('section', {}, el('div', { class: 'filter' }, labelled(t('degreesOf'), choice)), plot);
}

async function degreePlot(id: string, site: string, signal: AbortSignal): Promise<HTMLElement> {
  return await partOrNotice(async () => {
    const sample = await askList<ShownGraph>(['crawls', id, 'graph'], { site, nodes: nodesCounted }, signal);
    return degreeFigure(sample);
  });
}

/** Degree 0 has no place on a logarithmic axis; the table has it. */
function degreeFigure({ nodes, total }: ShownGraph): HTMLElement {
  const kinds = ['inDegree', 'outDegree'] as const;
  const counts = kinds.map(kind => Map.groupBy(nodes, node => node[kind]));
  const degrees = [...new Set(counts.flatMap(count => [...count.keys()]))].sort((one, other) => one - other);
  const of = (index: number, degree: number): number => counts[index]?.get(degree)?.length ?? 0;
  const title =
    nodes.length === total.nodes ? t('degrees') : t('degreesOfFirst', { count: nodes.length, total: total.nodes });
  const series = kinds.map((kind, index) => ({
    kind,
    name: t(kind),
    points: degrees
      .filter(degree => degree > 0 && of(index, degree) > 0)
      .map(degree => [degree, of(index, degree)] as const),
  }));
  return plotFigure({
    title,
    key: series,
    picture: logPoints(title, { x: t('degree'), y: t('nodes') }, series),
    headings: [t('degree'), t('inDegree'), t('outDegree')],
    rows: degrees.map(degree => [number(degree), number(of(0, degree)), number(of(1, degree))]),
  });
}

interface PlotFigure {
  readonly title: string;
  readonly picture: SVGElement;
  /** The meaning of the colours, where there are several. */
  readonly key?: readonly KindName[];
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface KindName {
  /** Style class. */
  readonly kind: string;
  readonly name: string;
}

/** A plot with its numbers: a person who does not see the plot reads the table. */
function plotFigure({ title, picture, key = [], headings, rows }: PlotFigure): HTMLElement {
  const columns = headings.map((heading, index) => ({ heading, isNumber: index > 0 }));
  return el('figure', {}, [
    el('figcaption', {}, el('h2', {}, title), key.length === 0 ? undefined : kindKey(key)),
    picture,
    el('details', {}, el('summary', {}, t('asTable')), scrolledTable(title, columns, rows)),
  ]);
}

function kindKey(key: readonly KindName[]): HTMLElement {
  const items = key.map(({ kind, name }) =>
    el('li', {}, el('span', { class: `key ${kind}`, 'aria-hidden': true }), name),
  );
  return el('ul', { class: 'colours' }, items);
}
