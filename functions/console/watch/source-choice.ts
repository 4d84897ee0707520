import { select } from '../page/controls.ts';
import { shownText } from '../page/dom.ts';
import { t } from '../words/language.ts';
import type { SourceLine } from './watch-types.ts';

/** The sources of a watch to choose several from, by their names and tags: own press releases alone, or all other sources. */
export function sourcesChoice(sources: readonly SourceLine[], chosen: string, none: string): HTMLSelectElement {
  const tags = [...new Set(sources.flatMap(source => source.tags ?? []))];
  const numbersOf = (tag: string, isTagged: boolean): string =>
    sources.flatMap(({ number, tags = [] }) => (tags.includes(tag) === isTagged ? [number] : [])).join(',');
  const tagged = tags.flatMap(tag => [
    [numbersOf(tag, true), t('sourcesTagged', { tag: shownText(tag, 40) })] as const,
    [numbersOf(tag, false), t('sourcesUntagged', { tag: shownText(tag, 40) })] as const,
  ]);
  const each = sources.map(({ number, name }) => [String(number), shownText(name, 60)] as const);
  return severalOf([...tagged.filter(([numbers]) => numbers !== ''), ...each], chosen, none);
}

/** A list to choose several from; `chosen` has commas between them, or is one option. */
export function severalOf(
  options: readonly (readonly [value: string, text: string])[],
  chosen: string,
  none: string,
): HTMLSelectElement {
  const made = select(options, option => option, chosen, none);
  made.multiple = options.length > 1;
  made.size = made.multiple ? 3 : 1;
  if (!options.some(([value]) => value === chosen))
    for (const option of made.options) option.selected = chosen.split(',').includes(option.value);
  return made;
}
