/**
 * Clicks through one page and finds the addresses that its scripts bring to light: the algorithm of Vasenin and
 * Dzabraev (2018) with its gaps closed. S1-S18 are rules of the article, A1-A29 the resolutions of the project's study.
 *
 * The state graph keeps the buttons: each vertex is a state (B, N, H) of the page, each edge a button that was pressed,
 * labelled by the presses before it. A traversal presses an open button of its current state. Without an open button it
 * goes to a state that has some, through the root if need be. It knows page and browser by `TraversalDriver` only. The
 * same answers of the driver give the same presses.
 */
import { type AddressPattern, patternAmong } from './address-pattern.ts';
import { ButtonBook, type ButtonRefusal } from './button-book.ts';
import { chooseButton } from './button-choice.ts';
import {
  afterEdge,
  edgeName,
  type PathStep,
  pressesOf,
  type StateGraph,
  snapshotKey,
  type Vertex,
} from './state-graph.ts';
import {
  noStreak,
  restoredGraph,
  type Streak,
  savedVertices,
  type TraversalCheckpoint,
  type TraversalEnd,
} from './traversal-checkpoint.ts';
import {
  type Arrival,
  type Button,
  type DriverAnswer,
  type FoundAddress,
  jumpRoot,
  type TraversalDriver,
} from './traversal-driver.ts';
import type { TraversalSettings } from './traversal-settings.ts';

/** Takes what a traversal finds. */
export interface TraversalFinds {
  /**
   * Addresses in the order in which the page showed them, with the buttons pressed since the page was loaded. Answers
   * for each whether it was unknown until now; an address that comes twice in one call is unknown once.
   */
  found(addresses: readonly FoundAddress[], path: readonly string[]): Promise<readonly boolean[]>;
  /** A list that the ordinary crawl can go on with, beginning after `last`. */
  promoted(pattern: AddressPattern, path: readonly string[]): Promise<void>;
}

export interface TraversalReport {
  readonly clicks: number;
  readonly loads: number;
  readonly breakdowns: number;
  /** States with buttons that are worth a press and that no path reached any more. */
  readonly unreached: number;
  readonly refusedButtons: readonly { readonly text: string; readonly why: ButtonRefusal }[];
}

/** Text blocks that are remembered; beyond them a new text alone makes no press fruitful. */
const mostTexts = 200_000;
const mostBreakdowns = 10;

export class Traversal {
  readonly #driver: TraversalDriver;
  readonly #finds: TraversalFinds;
  readonly #settings: TraversalSettings;
  readonly #graph: StateGraph;
  readonly #book: ButtonBook;
  readonly #texts: Set<string>;
  readonly #pairs: Set<string>;
  readonly #kept: Set<string>;
  readonly #patterns: Set<string>;
  #clicks: number;
  #loads: number;
  #breakdowns: number;
  /** Edges taken since the page was loaded, `jumpRoot` first. */
  readonly #run: string[];
  /** The newest presses, as many as labels look back. */
  #history: readonly string[];
  #current: Vertex | undefined;
  #streak: Streak;
  /** The button that was pressed last, where it led from the root to the root. */
  #loopBefore: string | undefined;
  #isLive = false;
  #ended: TraversalEnd | undefined;

  constructor(
    driver: TraversalDriver,
    finds: TraversalFinds,
    settings: TraversalSettings,
    saved?: TraversalCheckpoint,
  ) {
    this.#driver = driver;
    this.#finds = finds;
    this.#settings = settings;
    this.#graph = restoredGraph(settings.history, saved);
    this.#book = new ButtonBook(settings, saved?.buttons);
    this.#texts = new Set(saved?.texts);
    this.#pairs = new Set(saved?.pairs);
    this.#kept = new Set(saved?.kept);
    this.#patterns = new Set(saved?.patterns);
    this.#loopBefore = saved?.loop ?? undefined;
    this.#clicks = saved?.clicks ?? 0;
    this.#loads = saved?.loads ?? 0;
    this.#breakdowns = saved?.breakdowns ?? 0;
    this.#run = [...(saved?.run ?? [])];
    this.#history = saved?.history ?? [];
    this.#current = saved?.current == null ? undefined : this.#graph.byId(saved.current);
    this.#streak = saved?.streak ?? noStreak;
    this.#ended = saved?.ended ?? undefined;
  }

  get graph(): StateGraph {
    return this.#graph;
  }

  button(key: string): Button | undefined {
    return this.#book.button(key);
  }

  /** A load, a press, or a walk to a state with open buttons. Undefined while there is more to do. */
  async step(): Promise<TraversalEnd | undefined> {
    if (this.#ended !== undefined) return this.#ended;
    if (!this.#isLive) await this.#open();
    else if (this.#clickLimitReached()) this.#ended = 'clicks';
    else if (this.#graph.size >= this.#settings.states) this.#ended = 'states';
    else await this.#press();
    return this.#ended;
  }

  /** The page as the traversal left it: loaded, and where presses were made before, made again. */
  async #open(): Promise<void> {
    if (this.#loads === 0) {
      const watched = await this.#driver.observe();
      if (watched.kind !== 'broken') await this.#collect(watched.arrival);
    }
    this.#driver.neverCut([...this.#kept]);
    const before = { run: this.#run.slice(1), history: this.#history, streak: this.#streak, loop: this.#loopBefore };
    const goal = this.#current;
    if (!(await this.#jump()) || before.run.length === 0) return;
    await this.#replay(before.run);
    if (this.#current !== goal) return;
    this.#history = before.history;
    this.#streak = before.streak;
    this.#loopBefore = before.loop;
  }

  async #press(): Promise<void> {
    const current = this.#current!;
    const only = this.#neverPressedOnly();
    const button = this.#pick(current, only);
    if (button !== undefined) await this.#act(current, this.#nextEdge(button.key), undefined);
    else await this.#walk(only);
  }

  // S7: from here if there is a path, otherwise through the root.
  async #walk(only: boolean): Promise<void> {
    const isGoal = (vertex: Vertex) =>
      vertex.tries < this.#settings.tries && this.#openButtons(vertex, only).length > 0;
    const path = this.#graph.path(this.#current!, this.#history, isGoal);
    if (path !== undefined) return this.#follow(path, false);
    if (![...this.#graph.vertices].some(isGoal)) return this.#pressPair();
    if (!(await this.#jump())) return;
    const fromRoot = this.#graph.path(this.#current!, this.#history, isGoal);
    if (fromRoot === undefined) this.#ended = 'done';
    else await this.#follow(fromRoot, true);
  }

  // S10, A15: a step that leads elsewhere ends the walk; the goal has lost one of its tries.
  async #follow(path: readonly PathStep[], isFromRoot: boolean): Promise<void> {
    const goal = path.at(-1)?.to;
    for (const { edge, to } of path) {
      if (this.#clickLimitReached(pressesOf(edge).times)) {
        this.#ended = 'clicks';
        return;
      }
      const reached = await this.#act(this.#current!, edge, { vertex: to, isFromRoot });
      if (reached === undefined) return;
      if (reached !== to) {
        if (goal !== undefined) goal.tries += 1;
        return;
      }
    }
  }

  /** S6, S12: the page is loaded anew; the root takes over what the load gave. */
  async #jump(): Promise<boolean> {
    const answer = await this.#loadTwice();
    if (answer.kind === 'broken') {
      this.#ended = answer.why === 'failed' ? 'failed' : 'browser';
      return false;
    }
    this.#isLive = true;
    this.#run.splice(0, this.#run.length, jumpRoot);
    this.#history = afterEdge(this.#history, jumpRoot, this.#settings.history);
    this.#streak = noStreak;
    this.#loopBefore = undefined;
    await this.#collect(answer.arrival);
    this.#current = this.#rootFor(answer.arrival);
    return true;
  }

  async #loadTwice(): Promise<DriverAnswer> {
    this.#loads += 1;
    const answer = await this.#driver.load();
    if (answer.kind !== 'broken' || answer.why === 'failed') return answer;
    this.#breakdowns += 1;
    this.#loads += 1;
    return this.#driver.load();
  }

  #rootFor(arrival: Arrival): Vertex {
    const { root } = this.#graph;
    const same = this.#graph.byKey(snapshotKey(arrival.snapshot));
    if (root === undefined) this.#graph.root = this.#graph.vertexOf(arrival.snapshot);
    else if (same === undefined) this.#graph.update(root, arrival.snapshot);
    else this.#graph.merge(root, same);
    return this.#graph.root!;
  }

  /** Takes an edge from `from`. Answers where it led; undefined where the page did not survive. */
  async #act(from: Vertex, edge: string, expected: Expectation | undefined): Promise<Vertex | undefined> {
    const { button, times } = pressesOf(edge);
    const answer = await this.#driver.press({ key: button, times, whole: expected !== undefined });
    if (answer.kind === 'broken') return this.#broke(button, answer.why);
    this.#book.pressed(button);
    if (answer.kind === 'missing') return this.#missed(from, button, answer.arrival);
    const { arrival } = answer;
    this.#clicks += arrival.presses;
    from.pressed.add(button);
    const history = this.#history;
    const made = edgeName(button, Math.max(1, arrival.presses));
    this.#run.push(made);
    const gain = await this.#collect(arrival);
    const to = this.#arrivedAt(from, made, history, arrival, expected);
    this.#graph.observe(from, made, history, to);
    this.#notePair(from, to, button);
    this.#history = afterEdge(history, made, this.#settings.history);
    this.#current = to;
    await this.#judge(from, to, button, gain, arrival, expected);
    return to;
  }

  /** S13: the neighbour rule, and otherwise the vertex of the snapshot. */
  #arrivedAt(
    from: Vertex,
    edge: string,
    history: readonly string[],
    arrival: Arrival,
    expected: Expectation | undefined,
  ): Vertex {
    const known = this.#graph.byKey(snapshotKey(arrival.snapshot));
    const planned = expected?.vertex;
    const isUnexpected = planned !== undefined && known !== planned;
    if (!isUnexpected || !expected!.isFromRoot || planned === this.#graph.root) {
      return this.#graph.vertexOf(arrival.snapshot);
    }
    if (known === undefined) {
      this.#graph.update(planned, arrival.snapshot);
      return planned;
    }
    if (this.#graph.isIndistinct(from, edge, history, planned)) this.#graph.merge(planned, known);
    return known;
  }

  /** Hands on what is new. Answers whether the press was fruitful, and how many addresses were unknown. */
  async #collect(arrival: Arrival): Promise<Gain> {
    const isNewFamily = this.#book.meet(arrival.snapshot);
    const unknown = arrival.found.length === 0 ? [] : await this.#finds.found(arrival.found, this.path());
    let isNewText = false;
    for (const text of arrival.texts) {
      if (this.#texts.has(text) || this.#texts.size >= mostTexts) continue;
      this.#texts.add(text);
      isNewText = true;
    }
    const known = unknown.length - (unknown.lastIndexOf(true) + 1);
    const isNewAddress = unknown.includes(true);
    return { isFruitful: isNewAddress || isNewFamily || isNewText, isNewAddress, knownSince: known };
  }

  async #judge(
    from: Vertex,
    to: Vertex,
    button: string,
    gain: Gain,
    arrival: Arrival,
    expected: Expectation | undefined,
  ): Promise<void> {
    if (gain.isFruitful) {
      this.#book.wasFruitful(button);
      if (from === to) from.pressed.delete(button); // A12: a loop that brings something
      await this.#extendStreak(button, gain, arrival);
      return;
    }
    const wasFruitful = this.#streak.button === button && this.#streak.presses > 0;
    const uncut = arrival.cuts.filter(list => !this.#kept.has(list));
    if (expected === undefined && wasFruitful && uncut.length > 0) return this.#undoCuts(from, button, uncut);
    await this.#extendStreak(button, gain, arrival);
    this.#streak = { ...this.#streak, presses: 0, requests: [] };
    if (expected === undefined) this.#book.wasFruitless(button);
  }

  // A22: the handler may read the list that was emptied. The page is built again and keeps the list from now on.
  async #undoCuts(from: Vertex, button: string, lists: readonly string[]): Promise<void> {
    for (const list of lists) this.#kept.add(list);
    this.#driver.neverCut([...this.#kept]);
    from.pressed.delete(button);
    const run = this.#run.slice(1, -1);
    if (await this.#jump()) await this.#replay(run);
    this.#current?.pressed.delete(button);
  }

  async #extendStreak(button: string, gain: Gain, arrival: Arrival): Promise<void> {
    const isSame = this.#streak.button === button;
    const before = isSame ? this.#streak : { ...noStreak, button };
    const known = gain.isNewAddress ? gain.knownSince : before.known + gain.knownSince;
    const requests = [...before.requests, arrival.requests].slice(-3);
    this.#streak = { button, presses: before.presses + 1, requests, known };
    const { untilKnown } = this.#settings;
    if (untilKnown > 0 && known >= untilKnown) this.#book.refuse(button, 'known');
    else if (gain.isNewAddress && this.#streak.presses >= 3) await this.#promote(button, requests);
  }

  async #promote(button: string, requests: readonly (readonly string[])[]): Promise<void> {
    const pattern = patternAmong(requests);
    if (pattern === undefined || this.#promotedBefore(pattern)) return;
    await this.#finds.promoted(pattern, this.path());
    if (!this.#settings.wholeLists) this.#book.refuse(button, 'promoted');
  }

  #promotedBefore(pattern: AddressPattern): boolean {
    const key = `${pattern.before}\0${pattern.after}`;
    if (this.#patterns.has(key)) return true;
    this.#patterns.add(key);
    return false;
  }

  #missed(from: Vertex, button: string, arrival: Arrival): Vertex {
    this.#clicks += 1;
    from.pressed.add(button);
    this.#book.wasFruitless(button);
    this.#book.meet(arrival.snapshot);
    this.#current = this.#graph.vertexOf(arrival.snapshot);
    return this.#current;
  }

  // A button that hangs or kills the page is never pressed again; what is left is reached from a new load.
  async #broke(button: string, why: 'hung' | 'crashed' | 'failed'): Promise<undefined> {
    this.#clicks += 1;
    this.#breakdowns += 1;
    this.#book.refuse(button, why === 'crashed' ? 'crashed' : 'hung');
    if (this.#breakdowns > mostBreakdowns) this.#ended = 'browser';
    else await this.#jump();
    return undefined;
  }

  /** Makes the presses of an earlier run again. They bring nothing new and count neither as clicks nor as fruitless. */
  async #replay(run: readonly string[]): Promise<void> {
    for (const edge of run) {
      const { button, times } = pressesOf(edge);
      const answer = await this.#driver.press({ key: button, times, whole: true });
      if (answer.kind === 'broken') {
        await this.#broke(button, answer.why);
        return;
      }
      await this.#collect(answer.arrival);
      this.#current = this.#graph.vertexOf(answer.arrival.snapshot);
      if (answer.kind === 'missing') return;
      this.#run.push(edge);
      this.#history = afterEdge(this.#history, edge, this.#settings.history);
    }
  }

  // A11: the result of b may depend on a, though a changes nothing that can be seen.
  async #pressPair(): Promise<void> {
    const { root } = this.#graph;
    const pair = this.#pairs.size >= this.#settings.pairs || root === undefined ? undefined : this.#nextPair(root);
    if (pair === undefined) {
      this.#ended = 'done';
      return;
    }
    this.#pairs.add(pair.join(' '));
    if (this.#current !== root && !(await this.#jump())) return;
    for (const button of pair) {
      const current = this.#current;
      if (this.#clickLimitReached() || current === undefined || !current.buttons.includes(button)) return;
      if ((await this.#act(current, button, undefined)) === undefined) return;
    }
  }

  #nextPair(root: Vertex): readonly [string, string] | undefined {
    const usable = root.buttons.filter(key => this.#book.mayBePressed(key));
    const loops = usable.filter(key => root.edges.get(key)?.some(label => label.to === root.id));
    for (const a of loops) {
      const b = usable.find(key => key !== a && !this.#pairs.has(`${a} ${key}`));
      if (b !== undefined) return [a, b];
    }
    return undefined;
  }

  #notePair(from: Vertex, to: Vertex, button: string): void {
    const before = this.#run.at(-2);
    const wasLoop = this.#loopBefore === before && before !== undefined;
    if (wasLoop && from === this.#graph.root) this.#pairs.add(`${before} ${button}`);
    this.#loopBefore = from === to && to === this.#graph.root ? button : undefined;
  }

  #openButtons(vertex: Vertex, only: boolean): readonly Button[] {
    return vertex.buttons.flatMap(key => {
      const isOpen = !vertex.pressed.has(key) && this.#book.isOpen(key) && (!only || this.#book.isNeverPressed(key));
      return isOpen ? [this.#book.button(key)!] : [];
    });
  }

  #pick(vertex: Vertex, only: boolean): Button | undefined {
    const open = this.#openButtons(vertex, only);
    const last = this.#streak.button === '' ? undefined : this.#book.button(this.#streak.button);
    const gained = this.#streak.presses > 0;
    const sameFirst = gained || !open.some(button => this.#book.isNeverPressed(button.key));
    return chooseButton(open, last?.text, sameFirst);
  }

  #nextEdge(button: string): string {
    const { burst, burstAfter, clicks } = this.#settings;
    const isStreak = this.#streak.button === button && this.#streak.presses >= burstAfter;
    const left = clicks === 0 ? Number.POSITIVE_INFINITY : clicks - this.#clicks;
    return edgeName(button, isStreak ? Math.max(1, Math.min(burst, left)) : 1);
  }

  // A19: the last presses are for families that were never pressed.
  #neverPressedOnly(): boolean {
    const { clicks } = this.#settings;
    if (clicks === 0) return false;
    const never = this.#book.neverPressedCount();
    return never > 0 && clicks - this.#clicks <= Math.min(2 * never, clicks / 2);
  }

  #clickLimitReached(presses = 1): boolean {
    return this.#settings.clicks > 0 && this.#clicks + presses > this.#settings.clicks;
  }

  /** Texts of the buttons pressed since the page was loaded; equal presses in a row are one entry, `text ×n`. */
  path(): readonly string[] {
    const steps: { text: string; times: number }[] = [];
    for (const edge of this.#run.slice(1)) {
      const { button, times } = pressesOf(edge);
      const text = this.#book.button(button)?.text ?? '';
      const last = steps.at(-1);
      if (last?.text === text) last.times += times;
      else steps.push({ text, times });
    }
    return steps.map(({ text, times }) => (times === 1 ? text : `${text} ×${times}`));
  }

  report(): TraversalReport {
    const unreached = [...this.#graph.vertices].filter(vertex => this.#openButtons(vertex, false).length > 0);
    return {
      clicks: this.#clicks,
      loads: this.#loads,
      breakdowns: this.#breakdowns,
      unreached: unreached.length,
      refusedButtons: [...this.#book.refused()],
    };
  }

  checkpoint(): TraversalCheckpoint {
    return {
      version: 1,
      clicks: this.#clicks,
      loads: this.#loads,
      breakdowns: this.#breakdowns,
      vertices: savedVertices(this.#graph),
      root: this.#graph.root?.id ?? null,
      current: this.#current?.id ?? null,
      run: [...this.#run],
      history: this.#history,
      buttons: this.#book.save(),
      texts: [...this.#texts],
      pairs: [...this.#pairs],
      streak: this.#streak,
      kept: [...this.#kept],
      patterns: [...this.#patterns],
      loop: this.#loopBefore ?? null,
      ended: this.#ended ?? null,
    };
  }
}

interface Expectation {
  readonly vertex: Vertex;
  readonly isFromRoot: boolean;
}

interface Gain {
  readonly isFruitful: boolean;
  readonly isNewAddress: boolean;
  readonly knownSince: number;
}
