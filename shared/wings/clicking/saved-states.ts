import { type PageState, statesOf } from './state-files.ts';
import { afterEdge, type PathStep, pressesOf, type StateGraph, type Vertex } from './state-graph.ts';
import { restoredGraph, type TraversalCheckpoint } from './traversal-checkpoint.ts';
import { jumpRoot, type TraversalDriver } from './traversal-driver.ts';

/** A page that was clicked through, as a list shows it. */
export interface ShownTraversal {
  /** Name of its directory; of a page of a crawl, with file and place. */
  readonly id: string;
  readonly url: string;
  readonly presses: number;
  /** Absent of a page of a crawl, whose states have no pictures. */
  readonly loads?: number;
  readonly stateCount: number;
  /** Why it ended; absent: it can go on. */
  readonly ended?: string;
}

export interface TraversalStates extends ShownTraversal {
  readonly states: readonly PageState[];
}

/** A picture of the page in one state. */
export interface StatePicture {
  /** PNG, base64. */
  readonly png: string;
  /** How many buttons were pressed on the way. */
  readonly presses: number;
  /** After the same presses the page is in another state than then. */
  readonly isOther: boolean;
  /** Requests of the page that nobody has recorded: they had no answer. */
  readonly unanswered: number;
}

/** The states of a traversal that was saved. */
export function savedStates(saved: TraversalCheckpoint): readonly PageState[] {
  const buttons = new Map(saved.buttons.buttons.map(button => [button.key, button]));
  return statesOf(restoredGraph(longestHistory(saved), saved), key => buttons.get(key));
}

/** How many presses the labels of its edges look back. */
function longestHistory({ vertices }: TraversalCheckpoint): number {
  const labels = vertices.flatMap(({ edges }) => edges.flatMap(([, all]) => all));
  return Math.max(1, ...labels.map(({ full }) => full.length));
}

/** Presses that are made for the picture of a state, at most. */
const mostPresses = 5_000;
/** Walks to a state; what leads elsewhere corrects what the next walk expects. */
const mostWalks = 5;

/**
 * Result of showing a state: `shown`; `other`, where the page is in another state than then, after the same presses;
 * `unreached`, where no path leads there, or only one of too many presses; `broken`, where the page or the browser did not survive.
 */
export interface Shown {
  readonly kind: 'shown' | 'other' | 'unreached' | 'broken';
  /** Since the page was loaded last. */
  readonly presses: number;
}

/** Loads the page and presses what leads to the state; undefined: there is no such state. */
export async function showState(
  driver: Pick<TraversalDriver, 'load' | 'press'>,
  saved: TraversalCheckpoint,
  id: number,
): Promise<Shown | undefined> {
  const most = longestHistory(saved);
  const graph = restoredGraph(most, saved);
  const goal = graph.byId(id);
  if (goal === undefined) return undefined;
  let shown: Shown = { kind: 'unreached', presses: 0 };
  for (let walks = 0; walks < mostWalks && (walks === 0 || shown.kind === 'other'); walks += 1) {
    const loaded = await driver.load(saved.isLate);
    if (loaded.kind === 'broken') return { kind: 'broken', presses: 0 };
    const from = graph.vertexOf(loaded.arrival.snapshot);
    const path = graph.path(from, [jumpRoot], vertex => vertex === goal);
    if (path === undefined || path.reduce((sum, { edge }) => sum + pressesOf(edge).times, 0) > mostPresses)
      return walks === 0 ? { kind: 'unreached', presses: 0 } : shown;
    shown = await walk(driver, graph, { from, path, most });
  }
  return shown;
}

/** Makes the presses of a path. A step that leads elsewhere is noted in the graph, and is the last one. */
async function walk(
  driver: Pick<TraversalDriver, 'press'>,
  graph: StateGraph,
  { from, path, most }: { readonly from: Vertex; readonly path: readonly PathStep[]; readonly most: number },
): Promise<Shown> {
  let [current, presses] = [from, 0];
  let history: readonly string[] = [jumpRoot];
  for (const { edge, to } of path) {
    const { button, times } = pressesOf(edge);
    const answer = await driver.press({ key: button, times, whole: true });
    if (answer.kind === 'broken') return { kind: 'broken', presses };
    presses += times;
    const reached = graph.vertexOf(answer.arrival.snapshot);
    graph.observe(current, edge, history, reached);
    if (reached !== to) return { kind: 'other', presses };
    history = afterEdge(history, edge, most);
    current = reached;
  }
  return { kind: 'shown', presses };
}
