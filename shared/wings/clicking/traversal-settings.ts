import { type TraverseOptions, traverseDefaults } from '../../domain/spec/traverse-options.ts';

/** Every number of a traversal, with the article's default where it has one. */
export interface TraversalSettings {
  /** Presses in all; 0: no limit. */
  readonly clicks: number;
  /** L: presses that a label of an edge looks back at most. */
  readonly history: number;
  /** Fruitless presses after which a button is left alone; a family of buttons after twice as many. */
  readonly fruitless: number;
  /** Paths to one vertex that may go elsewhere before it counts as unreached. */
  readonly tries: number;
  /** Pairs of buttons that are pressed in a row at the root when nothing else is left. */
  readonly pairs: number;
  /**
   * Presses of one burst of a button that was fruitful `burstAfter` times in a row, eight times as many where the presses request
   * nothing; 1: no bursts.
   */
  readonly burst: number;
  readonly burstAfter: number;
  /** Known addresses in a row after which a button's list is left alone; 0: it is never left for this reason. */
  readonly untilKnown: number;
  /** A list whose requests count upwards is pressed to its end by the browser too. */
  readonly wholeLists: boolean;
  /** Buttons of one state that are kept, by priority. */
  readonly buttons: number;
  /** Vertices of the state graph; beyond them a new state ends the traversal. */
  readonly states: number;
  /** Parts of the words on buttons that are never pressed, beside the built-in list. */
  readonly notPressed: readonly string[];
}

/** The settings of a spec, with defaults for the numbers that it does not name. */
export function traversalSettings(options: TraverseOptions = traverseDefaults): TraversalSettings {
  const { clicks, history, fruitless, tries, pairs, untilKnown, wholeLists, buttons, states, neverPress } = options;
  const named = { clicks, history, fruitless, tries, pairs, untilKnown, wholeLists, buttons, states };
  return { ...named, burst: 32, burstAfter: 3, notPressed: neverPress };
}

export const traversalDefaults: TraversalSettings = traversalSettings();
