import type { ShownNode } from '../../../shared/wings/graph/formats/graph-sample.ts';
import type { ShownGraph } from '../../http/routes/graph-routes.ts';
import { askList, attempt } from '../page/api.ts';
import { button, labelled, onChosen, select } from '../page/controls.ts';
import { el, headed, pageLink, pageText, section, shownText } from '../page/dom.ts';
import { wholeTable } from '../page/paged-table.ts';
import type { PictureNode } from '../page/vendor.ts';
import { levelName, number, t } from '../words/language.ts';
import type { Word } from '../words/word.ts';
import { layOutByForce } from './force-layout.ts';
import { radialLayout, type Spot } from './graph-layout.ts';
import { type GraphPicture, graphPicture, type PictureEdge } from './graph-picture.ts';
import { neighbourLists } from './neighbours.ts';
import { colourKey, nodePanel } from './node-panel.ts';
import { nodeSearch } from './node-search.ts';
import * as pageLooks from './page-looks.ts';
import { quietArcs } from './quiet-arcs.ts';

const counts = ['200', '500', '1000', '2000', '5000', '10000'];

/** The choices of the person. */
interface Look {
  readonly layout: 'force' | 'rings';
  readonly count: string;
  /** Absent: by host where the site has several, else by folder. */
  readonly colours?: pageLooks.PageColouringName;
  readonly size: pageLooks.PageSizeName;
  readonly labels: (typeof pageLooks.pageLabels)[number];
}

const usual: Look = { layout: 'force', count: '1000', size: 'inDegree', labels: 'title' };

/** Pages of one site: those of the highest rank laid out by forces, or the first ones by level as rings around the start page. */
export async function siteGraphPart(id: string, site: DrawnSite, signal: AbortSignal): Promise<HTMLElement> {
  const place = el('div');
  let ending = new AbortController();
  const show = async (look: Look): Promise<void> => {
    ending.abort();
    ending = new AbortController();
    const until = AbortSignal.any([signal, ending.signal]);
    const shown = await pictureOf(id, site, look, show, until);
    if (!until.aborted) place.replaceChildren(shown);
  };
  await show(usual);
  return place;
}

/** The site whose pages are drawn, as the list of sites has it. */
export interface DrawnSite {
  readonly number: string;
  readonly name: string;
  readonly tags: readonly string[];
}

export function siteTitle({ name, tags = [] }: Partial<Pick<DrawnSite, 'tags'>> & Pick<DrawnSite, 'name'>): string {
  return tags.length === 0 ? name : `${name} [${tags.join('; ')}]`;
}

async function pictureOf(
  id: string,
  site: DrawnSite,
  look: Look,
  show: (look: Look) => Promise<void>,
  signal: AbortSignal,
): Promise<HTMLElement> {
  const order = look.layout === 'force' ? 'rank' : 'level';
  const sample = await askList<ShownGraph>(
    ['crawls', id, 'graph'],
    { site: site.number, nodes: look.count, order },
    signal,
  );
  const byId = new Map(sample.nodes.map(node => [String(node.id), node]));
  const edges = drawnEdges(sample, look.layout);
  let now = { ...look, colours: look.colours ?? pageLooks.usualColouring(sample.nodes) };
  const looks = () => {
    const { key, colourOf } = pageLooks.pageColouring(now.colours, sample.nodes);
    const sizeOf = pageLooks.pageSizing(now.size, sample.nodes);
    const lookOf = (node: string): Pick<PictureNode, 'color' | 'size' | 'label'> => {
      const page = byId.get(node)!;
      return { color: colourOf(page), size: sizeOf(page), label: pageLooks.pageLabel(now.labels, page) };
    };
    return { key, lookOf };
  };
  const title = siteTitle(site);
  const panel = nodePanel();
  const tell = (node: string): void =>
    panel.show([
      ...pageLooks.pageFigures(byId.get(node)!),
      [t('address'), pageLink(byId.get(node)!.url)],
      [t('site'), pageText(title)],
    ]);
  const nameOf = (node: string): string => pageLooks.pageLabel('title', byId.get(node)!);
  const choose = (node: string | undefined): void => {
    picture.select(node);
    if (node === undefined) {
      picture.isolate(undefined);
      return;
    }
    tell(node);
    const go = (to: string): void => goTo(to);
    panel.element.append(neighbourLists(node, edges, nameOf, { choose: go, isolate: picture.isolate }));
  };
  const goTo = (node: string): void => {
    choose(node);
    attempt(() => picture.centre(node), signal);
  };
  const nodes = drawnNodes(sample, look.layout, looks().lookOf);
  const listener = { onPoint: tell, onSelect: choose };
  const { total } = sample;
  const drawn = { name: site.name, title: shownText(title), total, nodes, edges, key: () => looks().key };
  const picture = await graphPicture(drawn, listener, signal);
  const key = el('div', {}, colourKey(looks().key));
  const relook = (change: Partial<Look>): void => {
    now = { ...now, ...change };
    picture.recolour(looks().lookOf);
    key.replaceChildren(colourKey(looks().key));
  };
  const working = el('p', { class: 'hint', role: 'status' });
  if (look.layout === 'force') beginLayout([...nodes.keys()], edges, picture, working, signal);
  const loud = edges.filter(({ isQuiet }) => !isQuiet).length;
  return el('div', {}, [
    el('p', {}, sampleSentence(sample, look.layout)),
    loud < edges.length
      ? el('p', { class: 'hint' }, t(look.layout === 'force' ? 'fewArcsOnly' : 'firstArcsOnly', { count: loud }))
      : undefined,
    controls(now, sample.nodes, change => attempt(() => show({ ...now, ...change }), signal), relook),
    key,
    typeKey(sample.edges),
    working,
    el('div', { class: 'graph' }, [
      picture.element,
      el('div', {}, nodeSearch(sample.nodes.map(searched), goTo), panel.element),
    ]),
    section(t('graphAsTable'), await nodeTable(sample.nodes, goTo)),
  ]);
}

/** Not waited for: the picture is there and moves. */
function beginLayout(
  ids: readonly string[],
  edges: readonly PictureEdge[],
  picture: GraphPicture,
  working: HTMLElement,
  signal: AbortSignal,
): void {
  working.textContent = t('layingOut');
  attempt(async () => {
    await layOutByForce(ids, edges, picture.move, signal);
    working.textContent = '';
  }, signal);
}

/** `redraw` for what needs another graph or layout, `relook` for what does not. */
function controls(
  look: Required<Look>,
  nodes: readonly ShownNode[],
  redraw: (change: Partial<Look>) => void,
  relook: (change: Partial<Look>) => void,
): HTMLElement {
  const choice = <T extends string>(
    label: Word,
    name: keyof Look,
    values: readonly T[],
    textOf: (value: T) => string,
    change: (change: Partial<Look>) => void,
  ): HTMLElement => {
    const made = select(values, value => [value, textOf(value)], look[name]);
    return labelled(
      t(label),
      onChosen(made, value => change({ [name]: value })),
    );
  };
  return el('div', { class: 'filter' }, [
    choice('layout', 'layout', ['force', 'rings'] as const, each => t(`layoutBy.${each}`), redraw),
    choice('pagesDrawn', 'count', counts, each => number(Number(each)), redraw),
    choice('colours', 'colours', pageLooks.pageColourings, each => t(`colourBy.${each}`), relook),
    choice('nodeSize', 'size', pageLooks.sizesOf(nodes), each => t(`measure.${each}`), relook),
    choice('nodeLabels', 'labels', pageLooks.pageLabels, each => t(`labelBy.${each}`), relook),
  ]);
}

function sampleSentence({ nodes, edges, total, isCut }: ShownGraph, layout: Look['layout']): string {
  if (nodes.length === total.nodes && isCut !== true)
    return t('graphWhole', { nodes: total.nodes, edges: total.edges });
  const values = { nodes: nodes.length, total: total.nodes, edges: edges.length, allEdges: total.edges };
  return t(layout === 'force' ? 'graphRanked' : 'graphSample', values);
}

function drawnNodes(
  sample: ShownGraph,
  layout: Look['layout'],
  lookOf: (id: string) => Pick<PictureNode, 'color' | 'size' | 'label'>,
): ReadonlyMap<string, PictureNode> {
  const rings: ReadonlyMap<number, Spot> = layout === 'rings' ? radialLayout(sample) : new Map();
  return new Map(
    sample.nodes.map(({ id }, place) => {
      // Until the forces have placed it.
      const angle = (2 * Math.PI * place) / sample.nodes.length;
      const spot = rings.get(id) ?? { x: Math.cos(angle), y: Math.sin(angle) };
      return [String(id), { ...spot, ...lookOf(String(id)) }];
    }),
  );
}

function drawnEdges(sample: ShownGraph, layout: Look['layout']): readonly PictureEdge[] {
  const quiet = quietArcs(sample, layout);
  return sample.edges.map(edge => ({
    source: String(edge.source),
    target: String(edge.target),
    ...((edge.type === 'script' || edge.type === 'click') && { colour: typeColours[edge.type] }),
    isQuiet: quiet.has(edge),
  }));
}

/** Of arcs whose links only scripts make, while the page loads or after a press. */
const typeColours = { script: '#c2571a', click: '#8f3fb0' };

/** Absent if all links are in the pages as they were sent. */
function typeKey(edges: ShownGraph['edges']): HTMLElement | undefined {
  const counted = (['script', 'click'] as const).map(type => ({
    type,
    count: edges.filter(edge => edge.type === type).length,
  }));
  const there = counted.filter(({ count }) => count > 0);
  if (there.length === 0) return undefined;
  return colourKey(
    there.map(({ type, count }) => ({ colour: typeColours[type], text: t(`arcsBy.${type}`, { count }) })),
  );
}

function searched(node: ShownNode) {
  return { id: String(node.id), texts: [node.title, node.url], shown: shownText(`${node.title} ${node.label}`, 60) };
}

async function nodeTable(nodes: readonly ShownNode[], choose: (id: string) => void): Promise<HTMLElement> {
  return await wholeTable(nodes, {
    caption: t('pagesOfGraph'),
    columns: headed('title', 'address', '#level', '#inDegree', '#outDegree', 'picture'),
    cellsOf: node => [
      pageText(node.title === '' ? node.label : node.title),
      pageLink(node.url, node.label),
      levelName(node.level),
      number(node.inDegree),
      number(node.outDegree),
      button(t('show'), () => choose(String(node.id)), { class: 'small' }),
    ],
    empty: t('noPages'),
  });
}
