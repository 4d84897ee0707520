import type { Dictionary, NamePath } from './dictionary.ts';
import { findMentions } from './find-mentions.ts';
import type { Reason } from './guards.ts';
import { isOrdinaryWord, isSharedAbbreviation, isWordInCapitals } from './institution-words.ts';
import type { Organization } from './organization.ts';
import { foldedWord, nameWords, wordsIn } from './text-units.ts';

/** An alias of an organization of the list. */
export interface ListedAlias {
  readonly organization: string;
  readonly alias: string;
}

/** Why an alias may be found where another is meant, before any text is looked at. */
export type Doubt = 'shared-abbreviation' | 'short-abbreviation' | 'ordinary-word';

/** The effect of a list of organizations, as far as the list itself shows it. */
export interface ListCheck {
  readonly organizations: number;
  readonly aliases: number;
  /** Aliases of different organizations that a text does not know apart. */
  readonly collisions: readonly (readonly ListedAlias[])[];
  /** Aliases without a condition that need one. */
  readonly doubtful: readonly (ListedAlias & { readonly doubt: Doubt })[];
  /** Names that texts may use and the list lacks. */
  readonly suggestions: readonly ListedAlias[];
}

/** The hits of an alias in sample texts: places by status, and names that were no mentions by their reason. */
export interface AliasHits extends ListedAlias {
  readonly certain: number;
  readonly candidate: number;
  readonly rejected: Readonly<Partial<Record<Reason, number>>>;
  /** The first place, with some words around. */
  readonly example: string;
}

/** Characters of an example before and after the name. */
const exampleCharacters = 24;

export function checkList(dictionary: Dictionary): ListCheck {
  const { organizations } = dictionary;
  return {
    organizations: organizations.length,
    aliases: organizations.reduce((sum, { aliases }) => sum + aliases.length, 0),
    collisions: collisionsIn(dictionary),
    doubtful: organizations.flatMap(doubtfulOf),
    suggestions: organizations.flatMap(organization =>
      suggestedAliases(organization).map(alias => ({ organization: organization.id, alias })),
    ),
  };
}

/** Every alias of the list with what it gives in the texts, aliases that gave nothing among them. */
export function hitsIn(
  texts: Iterable<string>,
  dictionary: Dictionary,
  mentionsOf = (text: string) => findMentions(text, dictionary),
): readonly AliasHits[] {
  const hits = new Map<string, AliasHits>();
  for (const { id, aliases } of dictionary.organizations)
    for (const { text } of aliases) {
      const listed = { organization: id, alias: text };
      hits.set(keyOf(listed), { ...listed, certain: 0, candidate: 0, rejected: {}, example: '' });
    }
  for (const text of texts) {
    const { mentions, rejected } = mentionsOf(text);
    for (const each of mentions) add(hits, text, each, old => ({ ...old, [each.status]: old[each.status] + 1 }));
    for (const each of rejected)
      add(hits, text, each, old => ({
        ...old,
        rejected: { ...old.rejected, [each.reason]: (old.rejected[each.reason] ?? 0) + 1 },
      }));
  }
  return [...hits.values()];
}

interface Place extends ListedAlias {
  readonly start: number;
  readonly end: number;
}

function add(hits: Map<string, AliasHits>, text: string, place: Place, counted: (old: AliasHits) => AliasHits): void {
  const key = keyOf(place);
  const old = hits.get(key)!;
  const example = old.example === '' ? exampleOf(text, place, exampleCharacters) : old.example;
  hits.set(key, { ...counted(old), example });
}

/** A place of a text in one line, with so many characters around. `start`, `end`: UTF-16 units. */
export function exampleOf(text: string, { start, end }: Pick<Place, 'start' | 'end'>, around: number): string {
  return text
    .slice(Math.max(0, start - around), end + around)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .toWellFormed()
    .trim();
}

function keyOf({ organization, alias }: ListedAlias): string {
  return `${organization}\n${alias}`;
}

function collisionsIn(dictionary: Dictionary): readonly (readonly ListedAlias[])[] {
  const groups = new Map<string, readonly ListedAlias[]>();
  for (const names of dictionary.namesByPath()) {
    if (new Set(names.map(({ organization }) => organization)).size < 2) continue;
    for (const name of names) {
      const alike = names.filter(other => other === name || isLike(name, other, dictionary));
      if (new Set(alike.map(({ organization }) => organization)).size < 2) continue;
      const listed = new Map(alike.map(each => aliasOf(each, dictionary)).map(each => [keyOf(each), each]));
      groups.set([...listed.keys()].sort().join('\n'), [...listed.values()]);
    }
  }
  return [...groups.values()];
}

/** Whether `name`, in the form of the list, would be found as `other`. */
function isLike(name: NamePath, other: NamePath, dictionary: Dictionary): boolean {
  return name.words.every((word, index) => dictionary.isFormOf(other.words[index]!, dictionary.listedForm(word)));
}

function aliasOf({ organization, alias }: NamePath, { organizations }: Dictionary): ListedAlias {
  const { id, aliases } = organizations[organization]!;
  return { organization: id, alias: aliases[alias]!.text };
}

function doubtfulOf({ id, aliases }: Organization): readonly (ListedAlias & { doubt: Doubt })[] {
  return aliases.flatMap(alias => {
    const doubt = alias.certainty === 'needs-evidence' || alias.require.length > 0 ? undefined : doubtOf(alias.text);
    return doubt === undefined ? [] : [{ organization: id, alias: alias.text, doubt }];
  });
}

function doubtOf(text: string): Doubt | undefined {
  const words = nameWords(text);
  const [word] = words;
  if (word === undefined || words.length > 1) return undefined;
  if (!word.isAbbreviation) return isOrdinaryWord(foldedWord(word.text)) ? 'ordinary-word' : undefined;
  if (isSharedAbbreviation(word.text)) return 'shared-abbreviation';
  if (word.text.length <= 2) return 'short-abbreviation';
  return isWordInCapitals(foldedWord(word.text)) ? 'ordinary-word' : undefined;
}

const smallWords = new Set(['и', 'в', 'по', 'на', 'при', 'для', 'of', 'the', 'and', 'for', 'in']);
const parents = new Set(['РАН', 'СО', 'УрО', 'ДВО', 'РФ', 'РАМН', 'РАО']);

/** Names that texts may use for an organization and its list of names lacks: initials, and the name without its person. */
function suggestedAliases({ name, aliases }: Organization): readonly string[] {
  const suggested = new Map([...initialsOf(name), ...withoutPerson(name)].map(text => [wordKey(text), text]));
  for (const { text } of aliases) suggested.delete(wordKey(text));
  return [...suggested.values()].toReversed();
}

function wordKey(text: string): string {
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
