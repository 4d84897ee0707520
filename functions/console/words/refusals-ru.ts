/*
 * The app's refusals in Russian, by their codes (`shared/domain/refusal/refusal-sentences.ts`, where the form of a sentence is
 * explained too).
 */

import type { Refusal, RefusalCode } from '../../../shared/domain/refusal/refusal.ts';
import sentences from './refusals-ru.json' with { type: 'json' };
import { dictionaries, type Word } from './word.ts';

/** A refusal as an answer has it, with its sentence in English; the code of a newer server may be unknown here. */
export interface ToldRefusal extends Omit<Refusal, 'code'> {
  readonly code: string;
  readonly message: string;
}

/** English says which codes there are. */
export const refusalsRu: Readonly<Record<RefusalCode, string>> = sentences;

/** A refusal of the app in Russian; undefined if the page does not know its code. */
export function inRussian({ code, field, value = 'пустое значение', allowed = {} }: ToldRefusal): string | undefined {
  if (!isKnown(code)) return undefined;
  const facts: NonNullable<Refusal['allowed']> = { ...allowed, at: field === undefined ? '' : fieldName(field), value };
  const namesIn = (part: string): string[] => Array.from(part.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
  return refusalsRu[code]
    .replaceAll(/\[([^\]]*)\]/g, (_, part: string) => (namesIn(part).every(name => name in facts) ? part : ''))
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => [facts[name] ?? ''].flat().join(', '));
}

function isKnown(code: string): code is RefusalCode {
  return Object.hasOwn(refusalsRu, code);
}

/** Words for fields that are not in the form of a new crawl, and for the parts of a site. */
const words: Readonly<Record<string, Word>> = {
  sites: 'field.sites',
  url: 'address',
  number: 'siteNumber',
  site: 'siteNumber',
  name: 'name',
  shortName: 'shortName',
  level: 'level',
};

/** The label of a field on the page, in front of its value; where it has no name, what the app calls it. */
function fieldName(field: string): string {
  const path = field.replace(/^sites(?:\[\d+\]\.|: )/, '').replace(/\[\d+\]$/, '');
  const word = words[path] ?? (`field.${path}` in dictionaries.ru ? (`field.${path}` as Word) : undefined);
  return `${word === undefined ? field : String(dictionaries.ru[word])}: `;
}
