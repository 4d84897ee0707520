import { expectedTarget, type HistoryLabel, mergedLabels, withObservation } from './history-labels.ts';
import type { Snapshot } from './traversal-driver.ts';

/** A state of the page that a traversal has seen. */
export interface Vertex {
  readonly id: number;
  /** Key of the snapshot (B, N, H). It changes if a reload gives a different page in its place. */
  key: string;
  /** Keys of the buttons, in document order. */
  buttons: readonly string[];
  linkCount: number;
  readonly pressed: Set<string>;
  /** By button, or by `button*times` for a burst. Never an empty list. */
  readonly edges: Map<string, readonly HistoryLabel[]>;
  /** How many paths that were to end here went elsewhere. */
  tries: number;
}

export interface PathStep {
  readonly edge: string;
  readonly to: Vertex;
}

/** A bound on the work of one search for a path: (vertex, history) pairs. */
const longestSearch = 200_000;

/** Equal for two snapshots with the same buttons, whatever their order, and the same addresses. */
export function snapshotKey(snapshot: Snapshot): string {
  const buttons = snapshot.buttons.map(button => button.key).sort();
  return `${snapshot.linkCount} ${snapshot.linkSum} ${buttons.join(' ')}`;
}

/** The vertices by id and by key, their labelled edges, and the root. Pure: it knows neither page nor browser. */
export class StateGraph {
  readonly #most: number;
  readonly #byId = new Map<number, Vertex>();
  readonly #byKey = new Map<string, Vertex>();
  #nextId = 0;
  root: Vertex | undefined;

  /** `most`: how many presses a history has at most (L of the article). */
  constructor(most: number) {
    this.#most = most;
  }

  get vertices(): Iterable<Vertex> {
    return this.#byId.values();
  }

  get size(): number {
    return this.#byId.size;
  }

  byKey(key: string): Vertex | undefined {
    return this.#byKey.get(key);
  }

  byId(id: number): Vertex | undefined {
    return this.#byId.get(id);
  }

  /** The vertex of this snapshot, made where it is new. */
  vertexOf(snapshot: Snapshot): Vertex {
    const key = snapshotKey(snapshot);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    return this.add({
      id: this.#nextId,
      key,
      buttons: snapshot.buttons.map(button => button.key),
      linkCount: snapshot.linkCount,
      pressed: new Set(),
      edges: new Map(),
      tries: 0,
    });
  }

  /** Puts a vertex in, as `vertexOf` and a checkpoint do. */
  add(vertex: Vertex): Vertex {
    this.#byId.set(vertex.id, vertex);
    this.#byKey.set(vertex.key, vertex);
    this.#nextId = Math.max(this.#nextId, vertex.id + 1);
    return vertex;
  }

  /** Gives a vertex the parameters of another snapshot. Which buttons were pressed is kept by identity. */
  update(vertex: Vertex, snapshot: Snapshot): void {
    this.#byKey.delete(vertex.key);
    vertex.key = snapshotKey(snapshot);
    vertex.buttons = snapshot.buttons.map(button => button.key);
    vertex.linkCount = snapshot.linkCount;
    this.#byKey.set(vertex.key, vertex);
  }

  /** Writes down where the edge led after this history. */
  observe(from: Vertex, edge: string, history: readonly string[], to: Vertex): void {
    from.edges.set(edge, withObservation(from.edges.get(edge) ?? [], history, to.id, this.#most));
  }

  /** Whether an observation of this edge with this history would contradict a label to `to` that no history knows apart. */
  isIndistinct(from: Vertex, edge: string, history: readonly string[], to: Vertex): boolean {
    const labels = from.edges.get(edge) ?? [];
    const full = history.slice(-this.#most);
    return labels.some(label => label.to === to.id && sameHistory(label.full, full));
  }

  /** Makes one vertex of two: edges of and to `gone` become those of `kept`, contradicting labels are distinguished again. */
  merge(gone: Vertex, kept: Vertex): void {
    if (gone === kept) return;
    this.#byId.delete(gone.id);
    if (this.#byKey.get(gone.key) === gone) this.#byKey.delete(gone.key);
    const moved = (labels: readonly HistoryLabel[]) =>
      labels.map(label => (label.to === gone.id ? { ...label, to: kept.id } : label));
    for (const vertex of this.#byId.values()) {
      for (const [edge, labels] of vertex.edges) {
        if (!labels.some(label => label.to === gone.id)) continue;
        vertex.edges.set(edge, mergedLabels([], moved(labels), this.#most));
      }
    }
    for (const [edge, labels] of gone.edges) {
      kept.edges.set(edge, mergedLabels(kept.edges.get(edge) ?? [], moved(labels), this.#most));
    }
    for (const button of gone.pressed) if (kept.buttons.includes(button)) kept.pressed.add(button);
    if (this.root === gone) this.root = kept;
  }

  /** The shortest way from a vertex, reached by these presses, to a vertex that `isGoal`; undefined if there is none. */
  path(from: Vertex, history: readonly string[], isGoal: (vertex: Vertex) => boolean): readonly PathStep[] | undefined {
    const depth = this.#longestLabel();
    const start: SearchNode = { vertex: from, history: history.slice(-this.#most), before: undefined, edge: '' };
    if (isGoal(from)) return [];
    const seen = new Set([searchKey(start, depth)]);
    const queue = [start];
    for (let i = 0; i < queue.length && i < longestSearch; i += 1) {
      for (const next of this.#successors(queue[i]!)) {
        const key = searchKey(next, depth);
        if (seen.has(key)) continue;
        if (isGoal(next.vertex)) return stepsTo(next);
        seen.add(key);
        queue.push(next);
      }
    }
    return undefined;
  }

  *#successors(node: SearchNode): Generator<SearchNode> {
    for (const [edge, labels] of node.vertex.edges) {
      const target = this.#byId.get(expectedTarget(labels, node.history)!);
      if (target === undefined) continue;
      yield { vertex: target, history: afterEdge(node.history, edge, this.#most), before: node, edge };
    }
  }

  /** How many presses any label looks back: histories that agree in them are one for a search. */
  #longestLabel(): number {
    let longest = 0;
    for (const vertex of this.#byId.values()) {
      for (const labels of vertex.edges.values()) {
        for (const label of labels)
          longest = Math.max(longest, label.length, labels.length > 1 ? label.full.length : 0);
      }
    }
    return Math.min(longest, this.#most);
  }
}

interface SearchNode {
  readonly vertex: Vertex;
  readonly history: readonly string[];
  readonly before: SearchNode | undefined;
  readonly edge: string;
}

function searchKey(node: SearchNode, depth: number): string {
  return depth === 0 ? String(node.vertex.id) : `${node.vertex.id} ${node.history.slice(-depth).join(' ')}`;
}

function stepsTo(last: SearchNode): readonly PathStep[] {
  const steps: PathStep[] = [];
  for (let node = last; node.before !== undefined; node = node.before) steps.push({ edge: node.edge, to: node.vertex });
  return steps.reverse();
}

function sameHistory(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((press, i) => press === b[i]);
}

/** The button and the number of presses of an edge. */
export function pressesOf(edge: string): { readonly button: string; readonly times: number } {
  const star = edge.indexOf('*');
  return star < 0 ? { button: edge, times: 1 } : { button: edge.slice(0, star), times: Number(edge.slice(star + 1)) };
}

export function edgeName(button: string, times: number): string {
  return times === 1 ? button : `${button}*${times}`;
}

/** The newest `most` presses after an edge was taken. */
export function afterEdge(history: readonly string[], edge: string, most: number): readonly string[] {
  const { button, times } = pressesOf(edge);
  return [...history, ...Array.from({ length: Math.min(times, most) }, () => button)].slice(-most);
}
