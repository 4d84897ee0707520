import type { SavedButtons } from './button-book.ts';
import type { HistoryLabel } from './history-labels.ts';
import { StateGraph, type Vertex } from './state-graph.ts';

/** Why a traversal ended: nothing left to press, a limit, or a page or browser that breaks down again and again. */
export type TraversalEnd = 'done' | 'clicks' | 'states' | 'failed' | 'browser';

interface SavedVertex extends Omit<Vertex, 'pressed' | 'edges'> {
  readonly pressed: readonly string[];
  readonly edges: readonly (readonly [string, readonly HistoryLabel[]])[];
}

/** Everything that a later process needs to go on. Plain JSON; it holds no address that was found. */
export interface TraversalCheckpoint {
  readonly version: 1;
  readonly clicks: number;
  readonly loads: number;
  readonly breakdowns: number;
  readonly vertices: readonly SavedVertex[];
  readonly root: number | null;
  readonly current: number | null;
  readonly run: readonly string[];
  readonly history: readonly string[];
  readonly buttons: SavedButtons;
  readonly texts: readonly string[];
  readonly pairs: readonly string[];
  readonly streak: Streak;
  readonly kept: readonly string[];
  readonly sinceCut: readonly (readonly [list: string, fruitfulPresses: number])[];
  readonly patterns: readonly string[];
  readonly loop: string | null;
  /** The key of the page as it was some time after its load; null once the presses begin there, or where they need not. */
  readonly lateKey: string | null;
  /** Whether the presses begin some time after each load (A26). */
  readonly isLate: boolean;
  readonly ended: TraversalEnd | null;
}

/** Fruitful presses of one button in a row. */
export interface Streak {
  readonly button: string;
  readonly presses: number;
  /** Requests of each of the last three. */
  readonly requests: readonly (readonly string[])[];
  /** Known addresses since the last unknown one. */
  readonly known: number;
}

export const noStreak: Streak = { button: '', presses: 0, requests: [], known: 0 };

/** The graph of a checkpoint; an empty one without a checkpoint. `most`: how many presses a history has at most. */
export function restoredGraph(most: number, saved: TraversalCheckpoint | undefined): StateGraph {
  const graph = new StateGraph(most);
  for (const vertex of saved?.vertices ?? []) {
    graph.add({ ...vertex, pressed: new Set(vertex.pressed), edges: new Map(vertex.edges) });
  }
  if (saved?.root != null) graph.root = graph.byId(saved.root);
  return graph;
}

export function savedVertices(graph: StateGraph): TraversalCheckpoint['vertices'] {
  return [...graph.vertices].map(vertex => ({ ...vertex, pressed: [...vertex.pressed], edges: [...vertex.edges] }));
}
