import type { Attribute } from '../../files/attribute.ts';
import type { GraphEdge, GraphFile } from '../../files/graph-file.ts';
import type { ToldRefusals } from './refusals.ts';
import { pressesOf, type StateGraph } from './state-graph.ts';
import type { TraversalEnd } from './traversal-checkpoint.ts';

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

/** `graph/<host>.states.gexf` and `.graphml`. */
export function statesGraph(url: string, nodes: readonly PageState[]): GraphFile<PageState> {
  const edges = nodes.flatMap(stateEdges);
  return {
    ...{ description: `States of ${url}`, nodes, label: stateLabel, nodeAttributes: stateAttributes },
    ...{ edges: () => edges, edgeCount: edges.length, edgeAttributes: stateEdgeAttributes },
  };
}

export function stateLabel({ id }: PageState): string {
  return `state ${id}`;
}

export function stateEdges({ id, edges }: PageState): readonly GraphEdge[] {
  return edges.map(({ to, button, times }) => ({ source: id, target: to, values: [button, times] }));
}

/** A page that was clicked through, as the results of a crawl show it. The same page gives the same values. */
export interface TraversedPage {
  readonly url: string;
  readonly ended: TraversalEnd;
  readonly clicks: number;
  /** Different addresses that came to light, those of the page as it was loaded included. */
  readonly addresses: number;
  /** Further ones that were not kept. */
  readonly addressesDropped: number;
  /** Parts of lists that were requested without the browser. */
  readonly listParts: number;
  /** States with buttons that no path reached any more. */
  readonly unreached: number;
  readonly refused: ToldRefusals;
  readonly states: readonly PageState[];
}
