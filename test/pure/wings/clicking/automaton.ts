import type { FoundAddress } from '../../../../shared/domain/turn/found-address.ts';
import type { TraversalFinds } from '../../../../shared/wings/clicking/press-judge.ts';
import type {
  Arrival,
  DriverAnswer,
  Observation,
  PressRequest,
  Snapshot,
  TraversalDriver,
} from '../../../../shared/wings/clicking/traversal-driver.ts';

/** A page as a machine: what a person sees in each state, and where each button leads. */
export interface Automaton {
  readonly states: readonly AutomatonState[];
  /** The state after a load; several: one after the other, for ever. */
  readonly roots: readonly number[];
  /** The state some time after a load, where it is another one. */
  readonly lateRoot?: number;
}

export interface AutomatonState {
  readonly buttons: readonly string[];
  readonly links: readonly string[];
  readonly texts?: readonly string[];
  /** By button: the state it leads to; several: one of them by chance. */
  readonly edges: Readonly<Record<string, readonly number[]>>;
}

/** mulberry32: chance that repeats. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function hashOf(text: string): number {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + character.charCodeAt(0)) % 4_294_967_291;
  return hash;
}

export class AutomatonDriver implements TraversalDriver {
  readonly presses: string[] = [];
  readonly kept: string[][] = [];
  loads = 0;
  state = 0;
  readonly #automaton: Automaton;
  readonly #random: () => number;
  readonly #seen = new Set<string>();

  constructor(automaton: Automaton, random: () => number = () => 0) {
    this.#automaton = automaton;
    this.#random = random;
  }

  observe(): Promise<Observation> {
    const { roots, lateRoot = roots[0]! } = this.#automaton;
    return Promise.resolve({
      kind: 'observed',
      early: this.#arrival(roots[0]!, 0),
      late: this.#arrival(lateRoot, 0),
    });
  }

  load(late: boolean): Promise<DriverAnswer> {
    const { roots, lateRoot } = this.#automaton;
    this.state = late && lateRoot !== undefined ? lateRoot : roots[this.loads % roots.length]!;
    this.loads += 1;
    this.presses.push('^');
    return Promise.resolve({ kind: 'arrived', arrival: this.#arrival(this.state, 0) });
  }

  press({ key, times, whole }: PressRequest): Promise<DriverAnswer> {
    let presses = 0;
    const links: string[] = [];
    for (let isNew = true; presses < times && (whole || isNew); presses += 1) {
      const targets = this.#automaton.states[this.state]!.edges[key];
      if (targets === undefined) break;
      this.presses.push(key);
      this.state = targets[Math.floor(this.#random() * targets.length)]!;
      const shown = this.#automaton.states[this.state]!.links;
      isNew = shown.some(link => !this.#seen.has(link));
      for (const link of shown) this.#seen.add(link);
      links.push(...shown);
    }
    const kind = presses === 0 ? 'missing' : 'arrived';
    return Promise.resolve({ kind, arrival: this.#arrival(this.state, presses, links) });
  }

  neverCut(lists: readonly string[]): void {
    this.kept.push([...lists]);
  }

  #arrival(id: number, presses: number, links = this.#automaton.states[id]!.links): Arrival {
    const state = this.#automaton.states[id]!;
    for (const link of state.links) this.#seen.add(link);
    const found: FoundAddress[] = [...new Set(links)].map(url => ({ url, by: presses === 0 ? 'load' : 'click' }));
    return { snapshot: snapshotOf(state), found, texts: state.texts ?? [], requests: [], presses, cuts: [] };
  }
}

function snapshotOf(state: Pick<AutomatonState, 'buttons' | 'links'>): Snapshot {
  return {
    buttons: state.buttons.map(key => ({ key, family: key, kin: key, text: key, priority: 1 })),
    linkCount: state.links.length,
    linkSum: state.links.reduce((sum, link) => sum + hashOf(link), 0),
  };
}

/** Keeps what was found, in memory. */
export class Finds implements TraversalFinds {
  readonly urls = new Set<string>();
  readonly paths = new Map<string, readonly string[]>();
  readonly patterns: { before: string; after: string; last: number; step: number }[] = [];

  found(addresses: readonly FoundAddress[], path: readonly string[]): Promise<readonly boolean[]> {
    return Promise.resolve(
      addresses.map(({ url }) => {
        if (this.urls.has(url)) return false;
        this.urls.add(url);
        this.paths.set(url, path);
        return true;
      }),
    );
  }

  promoted(pattern: { before: string; after: string; last: number; step: number }): Promise<void> {
    this.patterns.push(pattern);
    return Promise.resolve();
  }
}
