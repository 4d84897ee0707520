/** How the pages of `traverse` are clicked through. */
export interface TraverseOptions {
  /** Most clicks on one page; 0: no limit. */
  readonly clicks: number;
  /** A list is left after so many known addresses in a row; 0: never. */
  readonly untilKnown: number;
  /** A list whose requests count upwards is pressed to its end by the browser too. */
  readonly wholeLists: boolean;
  /** Words of buttons that are never pressed, besides the built-in list. */
  readonly neverPress: readonly string[];
  /** Pairs of buttons that are pressed in a row at the root when nothing else is left. */
  readonly pairs: number;
  /** Fruitless presses after which a button is left alone; a family of buttons after twice as many. */
  readonly fruitless: number;
  /** L: presses that a label of an edge looks back at most. */
  readonly history: number;
  /** Paths to one vertex that may go elsewhere before it counts as unreached. */
  readonly tries: number;
  /** Vertices of the state graph; beyond them a new state ends the traversal. */
  readonly states: number;
  /** Buttons of one state that are kept, by priority. */
  readonly buttons: number;
  /** Milliseconds of the page's time: of a load, of one settling window, of the watch before the first press. */
  readonly loadMs: number;
  readonly windowMs: number;
  readonly idleMs: number;
}

export const traverseDefaults: TraverseOptions = {
  clicks: 300,
  untilKnown: 0,
  wholeLists: false,
  neverPress: [],
  pairs: 60,
  fruitless: 3,
  history: 3,
  tries: 3,
  states: 5_000,
  buttons: 500,
  loadMs: 5_000,
  windowMs: 500,
  idleMs: 15_000,
};
