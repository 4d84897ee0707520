import { readablePath } from '../../../shared/files/readable-address.ts';
import type { ShownMeasures, ShownNode } from '../../../shared/wings/graph/formats/graph-sample.ts';
import { type Child, pageText, shownText } from '../page/dom.ts';
import { levelName, number, t } from '../words/language.ts';
import { groupColours, type KeyEntry, largestFirst } from './node-panel.ts';
import { levelColour, levelsTold, sharedColour } from './palette.ts';

/** How pages are coloured, and what the colours mean. */
interface PageColouring {
  readonly key: readonly KeyEntry[];
  colourOf(node: ShownNode): string;
}

export const pageColourings = ['folder', 'level', 'component', 'host'] as const;
export type PageColouringName = (typeof pageColourings)[number];

export const pageLabels = ['title', 'address', 'none'] as const;

/** Measures by which a page may be drawn larger; `same`: by none. */
export const pageSizes = ['inDegree', 'outDegree', 'pageRank', 'hub', 'authority', 'same'] as const;
export type PageSizeName = (typeof pageSizes)[number];

const longestLabel = 32;

export function pageColouring(by: PageColouringName, nodes: readonly ShownNode[]): PageColouring {
  return by === 'level' ? byLevel(nodes) : byGroup(nodes, groupings[by]);
}

export function usualColouring(nodes: readonly ShownNode[]): PageColouringName {
  const host = nodes[0] && groupings.host(nodes[0]);
  return nodes.some(node => groupings.host(node) !== host) ? 'host' : 'folder';
}

/** Those measures that these nodes have. */
export function sizesOf(nodes: readonly ShownNode[]): readonly PageSizeName[] {
  const isRanked = nodes.some(({ pageRank }) => pageRank !== undefined);
  return isRanked ? pageSizes : ['inDegree', 'outDegree', 'same'];
}

/** The radius of each node: its area is that of the measure. */
export function pageSizing(by: PageSizeName, nodes: readonly ShownNode[]): (node: ShownNode) => number {
  // Many nodes are drawn small, so that they do not cover each other.
  const least = nodes.length > 300 ? 1.5 : 3;
  if (by === 'same') return () => 2 * least;
  const most = Math.max(0, ...nodes.map(node => node[by] ?? 0));
  return node => least + 5 * least * Math.sqrt(most === 0 ? 0 : (node[by] ?? 0) / most);
}

export function pageLabel(by: (typeof pageLabels)[number], node: ShownNode): string {
  if (by === 'none') return '';
  return shownText(by === 'address' || node.title === '' ? node.label : node.title, longestLabel);
}

function byLevel(nodes: readonly ShownNode[]): PageColouring {
  const deepest = Math.max(0, ...nodes.map(({ level }) => level));
  const told = Array.from({ length: Math.min(deepest + 1, levelsTold) }, (_, level) => level);
  return {
    key: [
      ...told.map(level => ({
        colour: levelColour(level),
        text: level === levelsTold - 1 && deepest > level ? t('levelFrom', { level }) : t('levelIs', { level }),
      })),
      ...(nodes.some(({ level }) => level < 0) ? [{ colour: sharedColour, text: t('orphan') }] : []),
    ],
    colourOf: ({ level }) => levelColour(level),
  };
}

/** The property by which pages are grouped. */
const groupings: Readonly<Record<Exclude<PageColouringName, 'level'>, (node: ShownNode) => string>> = {
  folder: ({ url }) => readablePath(/^\/[^/]+\//.exec(new URL(url).pathname)?.[0] ?? '/'),
  host: ({ url }) => new URL(url).host,
  component: ({ component }) => (component === undefined ? '–' : t('componentIs', { number: component })),
};

/** The largest groups have a colour each, all others one. */
function byGroup(nodes: readonly ShownNode[], groupOf: (node: ShownNode) => string): PageColouring {
  const groups = [...Map.groupBy(nodes, groupOf)].sort(largestFirst);
  const { key, colourOf } = groupColours(groups, group => shownText(group, longestLabel));
  const others = groups.slice(key.length).reduce((sum, [, { length }]) => sum + length, 0);
  const rest = { colour: sharedColour, text: `${t('otherGroups')} (${number(others)})` };
  return { key: others === 0 ? key : [...key, rest], colourOf: node => colourOf(groupOf(node)) };
}

const measures = ['pageRank', 'hub', 'authority', 'component'] as const satisfies readonly (keyof ShownMeasures)[];

/** The figures of a page beside its picture, except for its address. */
export function pageFigures(node: ShownNode): readonly (readonly [string, Child])[] {
  return [
    [t('title'), node.title === '' ? '–' : pageText(node.title)],
    [t('level'), levelName(node.level)],
    [t('inDegree'), number(node.inDegree)],
    [t('outDegree'), number(node.outDegree)],
    ...measures.flatMap(name => {
      const value = node[name];
      return value === undefined ? [] : [[t(`measure.${name}`), number(value, 6)] as const];
    }),
  ];
}
