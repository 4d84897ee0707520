import { select } from '../page/controls.ts';
import { shownText } from '../page/shown-text.ts';
import type { SourceLine } from './watch-types.ts';

/** The sources of a watch to choose from, by their names; before them `none`, where none may be chosen. */
export function sourceChoice(sources: readonly SourceLine[], chosen: string, none?: string): HTMLSelectElement {
  return select(sources, ({ number, name }) => [String(number), shownText(name, 60)], chosen, none);
}
