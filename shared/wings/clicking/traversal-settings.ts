import { type TraverseOptions, traverseDefaults } from '../../domain/spec/traverse-options.ts';

/** Every number of a traversal, with the article's default where it has one. */
export interface TraversalSettings extends Omit<TraverseOptions, 'neverPress' | 'loadMs' | 'windowMs' | 'idleMs'> {
  /**
   * Presses of one burst of a button that was fruitful `burstAfter` times in a row, eight times as many where the presses request
   * nothing; 1: no bursts.
   */
  readonly burst: number;
  readonly burstAfter: number;
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
