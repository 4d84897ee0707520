import { select } from '../page/controls.ts';
import { shownText } from '../page/shown-text.ts';
import { t } from '../words/language.ts';
import type { SourceLine } from './watch-types.ts';

/** The sources of a watch to choose from, by their names; before them `none`, where none may be chosen. */
export function sourceChoice(sources: readonly SourceLine[], chosen: string, none?: string): HTMLSelectElement {
  return select(sources, ({ number, name }) => [String(number), shownText(name, 60)], chosen, none);
}

/** The same choice, with several sources by their tags: own press releases alone, or all other sources. */
export function sourcesChoice(sources: readonly SourceLine[], chosen: string, none: string): HTMLSelectElement {
  const tags = [...new Set(sources.flatMap(source => source.tags ?? []))];
  const numbersOf = (tag: string, isTagged: boolean): string =>
    sources.flatMap(({ number, tags = [] }) => (tags.includes(tag) === isTagged ? [number] : [])).join(',');
  const tagged = tags.flatMap(tag => [
    [numbersOf(tag, true), t('sourcesTagged', { tag: shownText(tag, 40) })] as const,
    [numbersOf(tag, false), t('sourcesUntagged', { tag: shownText(tag, 40) })] as const,
  ]);
  const each = sources.map(({ number, name }) => [String(number), shownText(name, 60)] as const);
  return select([...tagged.filter(([numbers]) => numbers !== ''), ...each], option => option, chosen, none);
}
