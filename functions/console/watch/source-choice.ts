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
  const made = select([...tagged.filter(([numbers]) => numbers !== ''), ...each], option => option, chosen, none);
  made.multiple = sources.length > 1;
  made.size = made.multiple ? 3 : 1;
  const isTag = chosen.includes(',') && made.value === chosen;
  if (!isTag) for (const option of made.options) option.selected = chosen.split(',').includes(option.value);
  return made;
}
