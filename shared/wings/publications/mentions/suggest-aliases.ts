import { nameWords, wordsIn } from './name-words.ts';
import type { Organization } from './organization.ts';
import { foldedWord } from './text-units.ts';

const smallWords = new Set(['и', 'в', 'по', 'на', 'при', 'для', 'of', 'the', 'and', 'for', 'in']);
const parents = new Set(['РАН', 'СО', 'УрО', 'ДВО', 'РФ', 'РАМН', 'РАО']);

/** Names that texts may use for an organization and its list of names lacks: initials, and the name without its person. */
export function suggestedAliases({ name, aliases }: Organization): readonly string[] {
  const known = new Set(aliases.map(({ text }) => keyOf(text)));
  const suggested: string[] = [];
  for (const text of [...withoutPerson(name), ...initialsOf(name)]) {
    if (known.has(keyOf(text))) continue;
    known.add(keyOf(text));
    suggested.push(text);
  }
  return suggested;
}

function keyOf(text: string): string {
  return nameWords(text)
    .map(word => foldedWord(word.text))
    .join(' ');
}

const person =
  /\s*(?<!\p{L})(?:имени|им\.)\s*(?:академика\s+)?(?:\p{Lu}\.\s?)*(?:\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?\s?){1,3}/u;

/** `МГУ имени М. В. Ломоносова`: МГУ. */
function withoutPerson(name: string): readonly string[] {
  const without = name.replace(person, ' ').replaceAll(/\s+/g, ' ').trim();
  return without === name || wordsIn(without).length === 0 ? [] : [without];
}

/** `Институт географии РАН`: ИГ РАН, ИГРАН; `Московский государственный университет`: МГУ. */
function initialsOf(name: string): readonly string[] {
  const words = nameWords(withoutPerson(name)[0] ?? name).map(({ text }) => text);
  const tail = words.findIndex(word => parents.has(word));
  const own = (tail < 0 ? words : words.slice(0, tail)).filter(word => !smallWords.has(word));
  if (own.length < 2 || own.length > 8 || own.some(word => !/^\p{L}/u.test(word) || /^\p{Lu}{2}/u.test(word)))
    return [];
  const initials = own.flatMap(word => word.split('-').map(part => part[0]!.toUpperCase())).join('');
  if (tail < 0) return initials.length < 3 ? [] : [initials];
  const parent = words.slice(tail).join(' ');
  return initials.length < 2 ? [] : [`${initials} ${parent}`];
}
