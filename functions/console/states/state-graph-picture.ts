import type { PageState } from '../../../shared/wings/clicking/state-files.ts';
import { type RingNode, radialLayout, type Spot } from '../graph/graph-layout.ts';
import { svg } from '../page/dom.ts';
import { t } from '../words/language.ts';

/** States that are drawn: of more a person sees nothing. */
export const mostDrawnStates = 300;

interface StatePicture {
  readonly element: SVGSVGElement;
  /** Marks the chosen state. */
  select(id: number): void;
}

/**
 * Draws the states as rings around the state after loading, by how many presses away they are. Each state can be reached
 * by the keyboard. It is an SVG: a graph of states is small, and this needs no WebGL.
 */
export function stateGraphPicture(states: readonly PageState[], onChoose: (id: number) => void): StatePicture {
  const drawn = states.slice(0, mostDrawnStates);
  const nodes = ringNodes(drawn);
  const edges = edgesOf(drawn);
  const spots = radialLayout({ nodes, edges });
  const size = radiusOf(nodes);
  const marks = new Map(drawn.map(state => [state.id, markOf(state, spots.get(state.id)!, size, onChoose)]));
  const reach = Math.max(0, ...[...spots.values()].flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)])) + 3 * size;
  const lines = edges.map(({ source, target }) => lineOf(spots.get(source)!, spots.get(target)!, size));
  const box = [-reach, -reach, 2 * reach, 2 * reach].join(' ');
  return {
    element: svg('svg', { class: 'states', viewBox: box, role: 'group', 'aria-label': t('statesDrawing') }, [
      ...lines,
      ...marks.values(),
    ]),
    select(id) {
      for (const [each, mark] of marks) mark.setAttribute('aria-pressed', String(each === id));
    },
  };
}

/** Ring of each state: presses from the state after loading; what no press leads to is outside. */
function ringNodes(states: readonly PageState[]): readonly RingNode[] {
  const levels = levelsFromRoot(states);
  const outside = Math.max(0, ...levels.values()) + 1;
  return states.map(({ id }) => ({ id, level: levels.get(id) ?? outside }));
}

/** Presses from the first state, by state; without those that none leads to. */
function levelsFromRoot(states: readonly PageState[]): ReadonlyMap<number, number> {
  const byId = new Map(states.map(state => [state.id, state]));
  const levels = new Map<number, number>();
  const root = states.find(({ isRoot }) => isRoot) ?? states[0];
  const queue = root === undefined ? [] : [root];
  if (root !== undefined) levels.set(root.id, 0);
  for (const { id, edges } of queue) {
    for (const { to } of edges) {
      const next = byId.get(to);
      if (next === undefined || levels.has(to)) continue;
      levels.set(to, levels.get(id)! + 1);
      queue.push(next);
    }
  }
  return levels;
}

/** Each pair once; presses that change nothing are reported in the table. */
function edgesOf(states: readonly PageState[]): readonly { readonly source: number; readonly target: number }[] {
  const drawn = new Set(states.map(({ id }) => id));
  return states.flatMap(({ id, edges }) => {
    const targets = new Set(edges.map(({ to }) => to).filter(to => to !== id && drawn.has(to)));
    return [...targets].map(target => ({ source: id, target }));
  });
}

/** In units of a ring: so small that the states of the fullest ring do not cover each other. */
function radiusOf(nodes: readonly RingNode[]): number {
  const counts = [...Map.groupBy(nodes, ({ level }) => level)].map(([level, ring]) => ring.length / Math.max(1, level));
  return Math.min(0.22, 2 / Math.max(1, ...counts));
}

function lineOf(from: Spot, to: Spot, size: number): SVGElement {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const part = length === 0 ? 0 : size / length;
  const end = { x: to.x - part * (to.x - from.x), y: to.y - part * (to.y - from.y) };
  const [sine, cosine] = length === 0 ? [0, 0] : [(to.y - from.y) / length, (to.x - from.x) / length];
  const wing = (side: number): string =>
    `${end.x - size * (0.6 * cosine + side * 0.3 * sine)},${end.y - size * (0.6 * sine - side * 0.3 * cosine)}`;
  const points = [`${end.x},${end.y}`, wing(1), wing(-1)].join(' ');
  return svg('g', { class: 'press', 'aria-hidden': true }, [
    svg('line', { x1: from.x, y1: from.y, x2: end.x, y2: end.y, 'stroke-width': size / 8 }),
    svg('polygon', { points }),
  ]);
}

function markOf({ id, isRoot }: PageState, { x, y }: Spot, size: number, onChoose: (id: number) => void): SVGElement {
  const name = isRoot ? t('rootState', { id }) : t('stateNumber', { id });
  const mark = svg(
    'g',
    { class: isRoot ? 'mark root' : 'mark', role: 'button', tabindex: 0, 'aria-label': name, 'aria-pressed': 'false' },
    svg('circle', { cx: x, cy: y, r: size, 'stroke-width': size / 6 }),
    svg('text', { x, y, 'font-size': size, 'text-anchor': 'middle', 'dominant-baseline': 'central' }, String(id)),
  );
  mark.addEventListener('click', () => onChoose(id));
  mark.addEventListener('keydown', event => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onChoose(id);
  });
  return mark;
}
