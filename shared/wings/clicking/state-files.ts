import type { Attribute } from '../../files/attribute.ts';
import { gexfEdges, gexfEnd, gexfHead, gexfNode } from '../../files/gexf-markup.ts';
import { graphmlEnd, graphmlHead, graphmlNode } from '../../files/graphml-markup.ts';
import { xmlText } from '../../files/xml-text.ts';
import { pressesOf, type StateGraph } from './state-graph.ts';

/** One state of the page, as results show it. */
export interface PageState {
  readonly id: number;
  readonly isRoot: boolean;
  /** Different addresses of its links. */
  readonly links: number;
  /** Texts of its buttons, in document order. */
  readonly buttons: readonly string[];
  /** The states to which presses led; `times` presses in a row where more than one. */
  readonly edges: readonly { readonly to: number; readonly button: string; readonly times: number }[];
}

/** The states in the order in which they were met. */
export function statesOf(
  graph: StateGraph,
  buttonOf: (key: string) => { readonly text: string } | undefined,
): readonly PageState[] {
  const textOf = (key: string) => buttonOf(key)?.text ?? '';
  return [...graph.vertices].map(vertex => ({
    id: vertex.id,
    isRoot: vertex === graph.root,
    links: vertex.linkCount,
    buttons: vertex.buttons.map(textOf),
    edges: [...vertex.edges].flatMap(([edge, labels]) => {
      const { button, times } = pressesOf(edge);
      return [...new Set(labels.map(({ to }) => to))].map(to => ({ to, button: textOf(button), times }));
    }),
  }));
}

export const stateAttributes: readonly Attribute<PageState>[] = [
  { name: 'Root', type: 'integer', of: state => (state.isRoot ? 1 : 0) },
  { name: 'Links', type: 'integer', of: state => state.links },
  { name: 'Buttons', type: 'integer', of: state => state.buttons.length },
];
export const stateEdgeAttributes = [
  { name: 'Button', type: 'string' },
  { name: 'Presses', type: 'integer' },
] as const;

/** `graph/<host>.states.gexf`: GEXF 1.3. */
export function statesGexf(url: string, states: readonly PageState[]): string {
  const edges = states.flatMap(gexfEdgesOf);
  return [
    gexfHead({
      description: `States of ${url}`,
      nodeCount: states.length,
      nodeAttributes: stateAttributes,
      edgeAttributes: stateEdgeAttributes,
    }),
    ...states.map(state => gexfNode(state, `state ${state.id}`, stateAttributes)),
    gexfEdges(edges.length),
    ...edges,
    gexfEnd,
  ].join('');
}

/** `graph/<host>.states.graphml`. */
export function statesGraphml(states: readonly PageState[]): string {
  const edges = states.flatMap(graphmlEdgesOf);
  return [
    graphmlHead({ nodeAttributes: stateAttributes, edgeAttributes: stateEdgeAttributes }),
    ...states.map(state => graphmlNode(state, `state ${state.id}`, stateAttributes)),
    ...edges,
    graphmlEnd,
  ].join('');
}

export function gexfEdgesOf({ id, edges }: PageState): readonly string[] {
  return edges.map(
    ({ to, button, times }) =>
      `<edge source="${id}" target="${to}"><attvalues><attvalue for="0" value="${xmlText(button)}"/><attvalue for="1" value="${times}"/></attvalues></edge>\n`,
  );
}

export function graphmlEdgesOf({ id, edges }: PageState): readonly string[] {
  return edges.map(
    ({ to, button, times }) =>
      `<edge source="${id}" target="${to}"><data key="Button">${xmlText(button)}</data><data key="Presses">${times}</data></edge>\n`,
  );
}
