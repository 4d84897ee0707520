import type { ShownNode } from '../../../shared/wings/graph/formats/graph-sample.ts';
import type { ShownGraph } from '../../http/routes/graph-routes.ts';
import { askList } from '../page/api.ts';
import { button } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import { pageLink, pageText, shownText } from '../page/shown-text.ts';
import type { PictureNode } from '../page/vendor.ts';
import { wholeTable } from '../page/whole-table.ts';
import { number, t } from '../words/language.ts';
import { parentsOf, radialLayout } from './graph-layout.ts';
import { graphPicture } from './graph-picture.ts';
import { colourKey, nodePanel } from './node-panel.ts';
import { levelColour, levelsTold } from './palette.ts';

const nodesShown = 1_000;
const longestLabel = 32;
const mostDrawn = 2_000;

/** Pages of one site by level, as rings around the start page. */
export async function siteGraphPart(id: string, site: string, signal: AbortSignal): Promise<HTMLElement> {
  const sample = await askList<ShownGraph>(['crawls', id, 'graph'], { site, nodes: nodesShown }, signal);
  const byId = new Map(sample.nodes.map(node => [String(node.id), node]));
  const panel = nodePanel();
  const tell = (node: string | undefined): void => {
    const told = node === undefined ? undefined : byId.get(node);
    if (told !== undefined) panel.show(wordsOf(told));
  };
  const choose = (node: string | undefined): void => {
    picture.select(node);
    tell(node);
  };
  const picture = await graphPicture(
    { nodes: drawnNodes(sample), edges: drawnEdges(sample) },
    { onPoint: tell, onSelect: choose },
    signal,
  );
  const nodes = await nodeTable(sample.nodes, choose);
  return el(
    'div',
    {},
    el('p', {}, sampleSentence(sample)),
    sample.edges.length > mostDrawn ? el('p', { class: 'hint' }, t('firstArcsOnly')) : undefined,
    levelKey(sample.nodes),
    typeKey(sample.edges),
    el('div', { class: 'graph' }, picture.element, panel.element),
    el('section', {}, el('h2', {}, t('graphAsTable')), nodes),
  );
}

function sampleSentence({ nodes, edges, total, isCut }: ShownGraph): string {
  if (nodes.length === total.nodes && isCut !== true)
    return t('graphWhole', { nodes: total.nodes, edges: total.edges });
  return t('graphSample', { nodes: nodes.length, total: total.nodes, edges: edges.length, allEdges: total.edges });
}

function drawnNodes(sample: ShownGraph): ReadonlyMap<string, PictureNode> {
  const spots = radialLayout(sample);
  // Many nodes are drawn small, so that they do not cover each other.
  const least = sample.nodes.length > 300 ? 1.5 : 3;
  return new Map(
    sample.nodes.map(node => [
      String(node.id),
      {
        ...spots.get(node.id)!,
        size: Math.min(4 * least, least * (1 + Math.log2(1 + node.inDegree) / 4)),
        color: levelColour(node.level),
        label: shownText(node.title === '' ? node.label : node.title, longestLabel),
      },
    ]),
  );
}

/** Of many arcs, those by which the pages were found first: all of them would fill the picture with one colour. */
function drawnEdges({ nodes, edges }: ShownGraph) {
  const parents = parentsOf(nodes, edges);
  return edges.map(({ source, target, type }) => ({
    source: String(source),
    target: String(target),
    ...(type === 'script' || type === 'click' ? { colour: typeColours[type] } : {}),
    isQuiet: edges.length > mostDrawn && parents.get(target) !== source,
  }));
}

/** Of arcs whose links only scripts make, while the page loads or after a press. */
const typeColours = { script: '#c2571a', click: '#8f3fb0' };

/** Absent where all links are in the pages as they were sent. */
function typeKey(edges: ShownGraph['edges']): HTMLElement | undefined {
  const counts = (['script', 'click'] as const).map(type => ({
    type,
    count: edges.filter(edge => edge.type === type).length,
  }));
  const there = counts.filter(({ count }) => count > 0);
  if (there.length === 0) return undefined;
  return colourKey(
    there.map(({ type, count }) => ({ colour: typeColours[type], text: t(`arcsBy.${type}`, { count }) })),
  );
}

function levelKey(nodes: readonly ShownNode[]): HTMLElement {
  const deepest = Math.max(0, ...nodes.map(({ level }) => level));
  const told = Array.from({ length: Math.min(deepest + 1, levelsTold) }, (_, level) => level);
  return colourKey(
    told.map(level => ({
      colour: levelColour(level),
      text: level === levelsTold - 1 && deepest > level ? t('levelFrom', { level }) : t('levelIs', { level }),
    })),
  );
}

function wordsOf({ title, url, level, inDegree, outDegree }: ShownNode) {
  return [
    [t('title'), title === '' ? '–' : pageText(title)],
    [t('address'), pageLink(url)],
    [t('level'), number(level)],
    [t('inDegree'), number(inDegree)],
    [t('outDegree'), number(outDegree)],
  ] as const;
}

async function nodeTable(nodes: readonly ShownNode[], choose: (id: string) => void): Promise<HTMLElement> {
  return await wholeTable(nodes, {
    caption: t('pagesOfGraph'),
    columns: [
      { heading: t('title') },
      { heading: t('address') },
      { heading: t('level'), isNumber: true },
      { heading: t('inDegree'), isNumber: true },
      { heading: t('outDegree'), isNumber: true },
      { heading: t('picture') },
    ],
    cellsOf: node => [
      pageText(node.title === '' ? node.label : node.title),
      pageLink(node.url, node.label),
      number(node.level),
      number(node.inDegree),
      number(node.outDegree),
      button(t('show'), () => choose(String(node.id)), { class: 'small' }),
    ],
    empty: t('noPages'),
  });
}
