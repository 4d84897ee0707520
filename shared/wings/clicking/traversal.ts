/**
 * Clicks through one page and finds the addresses that its scripts reveals: the algorithm of Vasenin and
 * Dzabraev (2018) with its gaps closed. S1-S18 are rules of the article, A1-A29 the resolutions of the project's study.
 *
 * The state graph keeps the buttons: each vertex is a state (B, N, H) of the page, each edge a button that was pressed,
 * labelled by the presses before it. A traversal presses an open button of its current state. Without an open button it
 * goes to a state that has some, through the root if need be. It knows page and browser by `TraversalDriver` only. The
 * same answers of the driver give the same presses.
 */
import { ButtonBook, type ButtonRefusal } from './button-book.ts';
import { PressJudge, type TraversalFinds } from './press-judge.ts';
import { PressPlan } from './press-plan.ts';
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
  savedVertices,
  type TraversalCheckpoint,
  type TraversalEnd,
} from './traversal-checkpoint.ts';
import * as Driver from './traversal-driver.ts';
import type { TraversalSettings } from './traversal-settings.ts';

export interface TraversalReport {
  readonly clicks: number;
  readonly loads: number;
  readonly breakdowns: number;
  /** States with buttons that are worth a press and that no path reached any more. */
  readonly unreached: number;
  /** Buttons that the fullest state had beyond `TraversalSettings.buttons`. */
  readonly cutButtons: number;
  readonly refusedButtons: readonly { readonly text: string; readonly why: ButtonRefusal }[];
}

const mostBreakdowns = 10;

export class Traversal {
  readonly #driver: Driver.TraversalDriver;
  readonly #settings: TraversalSettings;
  readonly #graph: StateGraph;
  readonly #book: ButtonBook;
  readonly #judge: PressJudge;
  readonly #plan: PressPlan;
  #loads: number;
  #breakdowns: number;
  /** Edges taken since the page was loaded, `jumpRoot` first. */
  readonly #run: string[];
  /** The newest presses, as many as labels look back. */
  #history: readonly string[];
  #current: Vertex | undefined;
  #isLive = false;
  readonly #crashed = new Set<string>();
  #lateKey: string | undefined;
  #isLate: boolean;
  #ended: TraversalEnd | undefined;

  constructor(
    driver: Driver.TraversalDriver,
    finds: TraversalFinds,
    settings: TraversalSettings,
    saved?: TraversalCheckpoint,
  ) {
    this.#driver = driver;
    this.#settings = settings;
    this.#graph = restoredGraph(settings.history, saved);
    this.#book = new ButtonBook(settings, saved?.buttons);
    this.#judge = new PressJudge(finds, settings, this.#book, saved);
    this.#plan = new PressPlan(settings, this.#book, saved);
    this.#loads = saved?.loads ?? 0;
    this.#breakdowns = saved?.breakdowns ?? 0;
    this.#run = [...(saved?.run ?? [])];
    this.#history = saved?.history ?? [];
    this.#current = saved?.current == null ? undefined : this.#graph.byId(saved.current);
    this.#lateKey = saved?.lateKey ?? undefined;
    this.#isLate = saved?.isLate ?? false;
    this.#ended = saved?.ended ?? undefined;
  }

  get graph(): StateGraph {
    return this.#graph;
  }

  button(key: string): Driver.Button | undefined {
    return this.#book.button(key);
  }

  /** A load, a press, or a walk to a state with open buttons. Undefined while there is more to do. */
  async step(): Promise<TraversalEnd | undefined> {
    if (this.#ended !== undefined) return this.#ended;
    if (!this.#isLive) await this.#open();
    else if (this.#plan.isOver()) this.#ended = 'clicks';
    else if (this.#graph.size >= this.#settings.states) this.#ended = 'states';
    else await this.#press();
    return this.#ended;
  }

  /** The page as the traversal left it: loaded, and where presses were made before, made again. */
  async #open(): Promise<void> {
    if (this.#loads === 0) await this.#watch();
    if (this.#ended !== undefined) return;
    await this.#reopened();
  }

  /** Loads the page, and makes the presses since its last load again. True: the page is as it was. */
  async #reopened(): Promise<boolean> {
    this.#driver.neverCut(this.#judge.kept);
    const before = {
      run: this.#run.slice(1),
      history: this.#history,
      streak: this.#judge.streak,
      loop: this.#plan.loop,
    };
    const goal = this.#current;
    if (!(await this.#jump())) return false;
    await this.#replay(before.run);
    if (this.#current !== goal || this.#ended !== undefined) return false;
    this.#history = before.history;
    this.#judge.streak = before.streak;
    this.#plan.begin(before.loop);
    return true;
  }

  /** A9, A26: what changes by itself, and whether it changes what can be pressed. */
  async #watch(): Promise<void> {
    const watched = await this.#observedTwice();
    if (watched.kind === 'broken') {
      if (watched.why === 'failed') this.#ended = 'failed';
      return;
    }
    for (const arrival of [watched.early, watched.late]) await this.#judge.collect(arrival, this.path());
    const late = watched.late.snapshot;
    if (watched.early.snapshot.buttons.length > 0 || late.buttons.length > 0) {
      this.#lateKey = snapshotKey(late);
      return;
    }
    this.#loads += 1;
    this.#graph.root = this.#graph.vertexOf(late);
    this.#ended = 'done';
  }

  async #observedTwice(): Promise<Driver.Observation> {
    const watched = await this.#driver.observe();
    if (watched.kind !== 'broken' || watched.why !== 'crashed') return watched;
    this.#breakdowns += 1;
    return await this.#driver.observe();
  }

  async #press(): Promise<void> {
    const current = this.#current!;
    const only = this.#plan.neverPressedOnly;
    const edge = this.#plan.next(current, this.#judge.streak, only);
    if (edge !== undefined) await this.#act(current, edge, undefined);
    else await this.#walk(only);
  }

  // S7: from here if there is a path, otherwise through the root.
  async #walk(only: boolean): Promise<void> {
    const isGoal = (vertex: Vertex) =>
      vertex.tries < this.#settings.tries && this.#plan.openButtons(vertex, only).length > 0;
    const path = this.#graph.path(this.#current!, this.#history, isGoal);
    if (path !== undefined) return this.#follow(path, false);
    if (![...this.#graph.vertices].some(isGoal)) return this.#pressPair();
    if (!(await this.#jump())) return;
    const fromRoot = this.#graph.path(this.#current!, this.#history, isGoal);
    if (fromRoot === undefined) await this.#finish();
    else await this.#follow(fromRoot, true);
  }

  // A26: a page whose state changed some time after its load is traversed from the later state too.
  async #finish(): Promise<void> {
    const { root } = this.#graph;
    const isOther = this.#lateKey !== undefined && root !== undefined && this.#lateKey !== root.key;
    this.#lateKey = undefined;
    if (!isOther) {
      this.#ended = 'done';
      return;
    }
    this.#isLate = true;
    this.#graph.root = undefined;
    await this.#jump();
  }

  // S10, A15: a step that leads elsewhere ends the walk; the goal has lost one of its tries.
  async #follow(path: readonly PathStep[], isFromRoot: boolean): Promise<void> {
    const goal = path.at(-1)?.to;
    for (const { edge, to } of path) {
      if (this.#plan.isOver(pressesOf(edge).times)) {
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
    this.#run.splice(0, this.#run.length, Driver.jumpRoot);
    this.#history = afterEdge(this.#history, Driver.jumpRoot, this.#settings.history);
    this.#judge.streak = noStreak;
    this.#plan.begin();
    await this.#judge.collect(answer.arrival, this.path());
    this.#current = this.#rootFor(answer.arrival);
    return true;
  }

  async #loadTwice(): Promise<Driver.DriverAnswer> {
    this.#loads += 1;
    const answer = await this.#driver.load(this.#isLate);
    if (answer.kind !== 'broken' || answer.why === 'failed') return answer;
    this.#breakdowns += 1;
    this.#loads += 1;
    return this.#driver.load(this.#isLate);
  }

  #rootFor(arrival: Driver.Arrival): Vertex {
    const { root } = this.#graph;
    const same = this.#graph.byKey(snapshotKey(arrival.snapshot));
    if (root === undefined) this.#graph.root = this.#graph.vertexOf(arrival.snapshot);
    else if (same === undefined) this.#graph.update(root, arrival.snapshot);
    else this.#graph.merge(root, same);
    return this.#graph.root!;
  }

  /** Takes an edge from `from`. Answers where it led; undefined if the page did not survive. */
  async #act(from: Vertex, edge: string, expected: Expectation | undefined): Promise<Vertex | undefined> {
    const { button, times } = pressesOf(edge);
    const answer = await this.#pressedTwice({ key: button, times, whole: expected !== undefined });
    if (answer.kind === 'broken') return this.#broke(button, answer.why);
    this.#book.pressed(button);
    if (answer.kind === 'missing') return this.#missed(from, button, answer.arrival);
    const { arrival } = answer;
    this.#plan.clicks += arrival.presses;
    from.pressed.add(button);
    const history = this.#history;
    const made = edgeName(button, Math.max(1, arrival.presses));
    this.#run.push(made);
    const gain = await this.#judge.collect(arrival, this.path());
    const to = this.#arrivedAt(from, made, history, arrival, expected);
    this.#graph.observe(from, made, history, to);
    const { root } = this.#graph;
    this.#plan.notePair(button, this.#run.at(-2), from === root, to === root);
    this.#history = afterEdge(history, made, this.#settings.history);
    this.#current = to;
    const isPlanned = expected !== undefined;
    const verdict = await this.#judge.judge(button, gain, arrival, { isPlanned, path: this.path() });
    if (verdict === 'fruitful' && from === to) from.pressed.delete(button); // A12: a loop that brings something
    if (verdict === 'undo') await this.#undoCuts(from, button);
    return to;
  }

  /** S13: the neighbour rule, and otherwise the vertex of the snapshot. */
  #arrivedAt(
    from: Vertex,
    edge: string,
    history: readonly string[],
    arrival: Driver.Arrival,
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

  // A22: the page is built again and keeps its lists from now on.
  async #undoCuts(from: Vertex, button: string): Promise<void> {
    this.#driver.neverCut(this.#judge.kept);
    from.pressed.delete(button);
    const run = this.#run.slice(1, -1);
    if (await this.#jump()) await this.#replay(run);
    this.#current?.pressed.delete(button);
  }

  #missed(from: Vertex, button: string, arrival: Driver.Arrival): Vertex {
    this.#plan.clicks += 1;
    from.pressed.add(button);
    this.#book.wasFruitless(button);
    this.#book.meet(arrival.snapshot);
    this.#current = this.#graph.vertexOf(arrival.snapshot);
    return this.#current;
  }

  /** A crash may have had other reasons than the button: the same press once more, of the page as it was before. */
  async #pressedTwice(request: Driver.PressRequest): Promise<Driver.DriverAnswer> {
    const answer = await this.#driver.press(request);
    if (!isCrash(answer) || this.#crashed.has(request.key) || this.#breakdowns >= mostBreakdowns) return answer;
    this.#breakdowns += 1;
    this.#crashed.add(request.key);
    if (!(await this.#reopened())) return { kind: 'broken', why: 'failed' };
    const again = await this.#driver.press(request);
    if (!isCrash(again)) this.#crashed.delete(request.key);
    return again;
  }

  // A button that hangs the page, or kills it twice, is never pressed again; what is left is reached from a new load.
  async #broke(button: string, why: Driver.Breakdown): Promise<undefined> {
    if (this.#ended !== undefined) return undefined;
    this.#plan.clicks += 1;
    this.#breakdowns += 1;
    if (why !== 'failed') this.#book.refuse(button, why);
    if (this.#breakdowns > mostBreakdowns) this.#ended = 'browser';
    else await this.#jump();
    return undefined;
  }

  /** Makes the presses of an earlier run again. They bring nothing new and count neither as clicks nor as fruitless. */
  async #replay(run: readonly string[]): Promise<void> {
    for (const edge of run) {
      const { button, times } = pressesOf(edge);
      const answer = await this.#pressedTwice({ key: button, times, whole: true });
      if (answer.kind === 'broken') {
        await this.#broke(button, answer.why);
        return;
      }
      await this.#judge.collect(answer.arrival, this.path());
      this.#current = this.#graph.vertexOf(answer.arrival.snapshot);
      if (answer.kind === 'missing') return;
      this.#run.push(edge);
      this.#history = afterEdge(this.#history, edge, this.#settings.history);
    }
  }

  // A11: the result of b may depend on a, though a changes nothing that can be seen.
  async #pressPair(): Promise<void> {
    const { root } = this.#graph;
    const pair = this.#plan.nextPair(root);
    if (pair === undefined) return this.#finish();
    if (this.#current !== root && !(await this.#jump())) return;
    for (const button of pair) {
      const current = this.#current;
      if (this.#plan.isOver() || current === undefined || !current.buttons.includes(button)) return;
      if ((await this.#act(current, button, undefined)) === undefined) return;
    }
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
    const unreached = [...this.#graph.vertices].filter(vertex => this.#plan.openButtons(vertex, false).length > 0);
    return {
      clicks: this.#plan.clicks,
      loads: this.#loads,
      breakdowns: this.#breakdowns,
      unreached: unreached.length,
      cutButtons: this.#book.mostCut,
      refusedButtons: [...this.#book.refused()],
    };
  }

  checkpoint(): TraversalCheckpoint {
    return {
      version: 1,
      ...this.#plan.save(),
      loads: this.#loads,
      breakdowns: this.#breakdowns,
      vertices: savedVertices(this.#graph),
      root: this.#graph.root?.id ?? null,
      current: this.#current?.id ?? null,
      run: [...this.#run],
      history: this.#history,
      buttons: this.#book.save(),
      ...this.#judge.save(),
      lateKey: this.#lateKey ?? null,
      isLate: this.#isLate,
      ended: this.#ended ?? null,
    };
  }
}

function isCrash(answer: Driver.DriverAnswer): boolean {
  return answer.kind === 'broken' && answer.why === 'crashed';
}

interface Expectation {
  readonly vertex: Vertex;
  readonly isFromRoot: boolean;
}
