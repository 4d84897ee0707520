import { boundKey, otherMeanings } from './bindings.ts';
import type { Dictionary, NamePath } from './dictionary.ts';
import { englishNamesake } from './english-names.ts';
import * as guards from './guards.ts';
import { isGenericNoun, isOrdinaryWord, isPlaceAdjective, isWordInCapitals } from './institution-words.ts';
import { continuationOf } from './longer-names.ts';
import type { Alias } from './organization.ts';
import { hasArticleWithin, otherNamesake } from './other-names.ts';
import { personNamed } from './persons.ts';
import { isRegional } from './regional-bodies.ts';
import { type ScannedText, scanText } from './scanned-text.ts';
import { foldedWord } from './text-units.ts';
import { type FoundCondition, type FoundName, isCapitalized, walkFrom } from './walk-names.ts';

/** A place in a text that names an organization. */
export interface Mention {
  /** Id of the organization. */
  readonly organization: string;
  /** The alias that was found, as the list has it. */
  readonly alias: string;
  /** Offsets in the text as it was given, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** The text from `start` to `end`. */
  readonly surface: string;
  /** `candidate`: the text does not show which organization is meant; a person has to say. */
  readonly status: 'certain' | 'candidate';
  /** Id of the organization whose longer name has the place in it; null if there is no longer name. */
  readonly nestedIn: string | null;
}

/** A place that has a name of the list and is no mention. */
export interface RejectedName extends Omit<Mention, 'status' | 'nestedIn'> {
  readonly reason: guards.Reason;
}

export interface FoundMentions {
  /** In the order of the text; of two that begin together, the longer comes first. */
  readonly mentions: readonly Mention[];
  readonly rejected: readonly RejectedName[];
}

/** Finds the mentions of organizations in a text. `date` (YYYY-MM-DD) is the day of the text, for aliases that name days. */
export function findMentions(text: string, dictionary: Dictionary, date?: string): FoundMentions {
  return new MentionSearch(scanText(text, dictionary), dictionary, date).run();
}

/** A name that was judged. */
interface Judged {
  readonly name: FoundName;
  readonly start: number;
  readonly end: number;
  readonly verdict: 'certain' | 'candidate' | guards.Reason;
}

/** A judged name, and the name of another organization that it lies in. */
interface Placed extends Judged {
  readonly within: Judged | undefined;
  /** The same place names several organizations of the list. */
  readonly isShared: boolean;
}

/** Characters on either side of an abbreviation that have to be capitals for a line to be in capitals. */
const shoutedCharacters = 120;

type Namesake = 'person' | 'longer-name' | 'doubtful' | undefined;

class MentionSearch {
  readonly #scan: ScannedText;
  readonly #dictionary: Dictionary;
  readonly #date: string | undefined;
  readonly #conditions = new Map<number, FoundCondition[]>();
  readonly #small = new Map<number, boolean>();

  constructor(scan: ScannedText, dictionary: Dictionary, date: string | undefined) {
    this.#scan = scan;
    this.#dictionary = dictionary;
    this.#date = date;
  }

  run(): FoundMentions {
    const names = this.#names();
    const meanings = otherMeanings(this.#scan, this.#dictionary, names);
    const judged = names.map(name => this.#judged(name, meanings));
    const placed = placedNames(judged.filter(one => isMention(one) || one.verdict === 'part-of-other'));
    const evident = this.#evident(placed);
    return {
      mentions: placed.map(one => this.#mention(one, evident)),
      rejected: this.#rejectedNames(judged, placed),
    };
  }

  #names(): readonly FoundName[] {
    const names: FoundName[] = [];
    const found = (name: FoundName): void => {
      if (guards.fitsLetters(name, this.#scan, this.#dictionary)) names.push(name);
    };
    const met = (condition: FoundCondition): void => {
      const known = this.#conditions.get(condition.condition);
      if (known === undefined) this.#conditions.set(condition.condition, [condition]);
      else known.push(condition);
    };
    for (const word of this.#scan.begins) walkFrom(this.#scan, this.#dictionary, word, found, met);
    return names;
  }

  #judged(name: FoundName, meanings: ReadonlySet<string>): Judged {
    const { start, end } = name;
    const honoured = guards.honouredAfter(name, this.#scan, this.#dictionary);
    const verdict = this.#verdict(name, meanings);
    if (honoured === undefined || verdict === 'part-of-word') return { name, start, end, verdict };
    if (honoured.isOwn) return { name, start, end: this.#scan.ends[honoured.lastWord]!, verdict };
    if (honoured.isKnown) return { name, start, end, verdict: 'other-person' };
    return { name, start, end, verdict: verdict === 'certain' ? 'candidate' : verdict };
  }

  #verdict(name: FoundName, meanings: ReadonlySet<string>): Judged['verdict'] {
    const { path } = name;
    const scan = this.#scan;
    if (guards.isPartOfWord(name, scan)) return 'part-of-word';
    if (guards.isInAddress(name, scan)) return 'address';
    if (guards.isInAside(name, scan)) return 'aside';
    if (guards.isOfOtherPerson(name, scan, this.#dictionary)) return 'other-person';
    const namesake = [personNamed, englishNamesake, otherNamesake].reduce<Namesake>(
      (found, rule) => found ?? rule(name, scan, this.#dictionary),
      undefined,
    );
    if (namesake === 'person') return 'other-person';
    if (namesake === 'longer-name') return namesake;
    const continuation = continuationOf(name, scan, this.#dictionary);
    if (continuation === 'longer-name') return continuation;
    if (
      path.words.length === 1 &&
      meanings.has(boundKey(path.organization, foldedWord(this.#dictionary.textOf(path.words[0]!))))
    )
      return 'other-full-name';
    if (guards.isOfOtherPlace(name, scan, this.#dictionary) || isRegional(name, scan, this.#dictionary))
      return 'other-place';
    if (guards.endsOtherName(name, scan)) return 'part-of-other';
    const verdict = this.#byConditions(name);
    const isDoubtful =
      continuation === 'doubtful' ||
      guards.isCompound(name.words.at(-1)!, scan) ||
      namesake !== undefined ||
      guards.isInOtherTitle(name, scan) ||
      guards.isOfNamesake(name, scan, this.#dictionary) ||
      guards.isPlaceUse(name, scan, this.#dictionary);
    return verdict === 'certain' && isDoubtful ? 'candidate' : verdict;
  }

  #byConditions(name: FoundName): Judged['verdict'] {
    const { path, end } = name;
    const alias = this.#aliasOf(path);
    const { require, exclude, notFollowedBy } = this.#dictionary.conditions[path.organization]![path.alias]!;
    if (exclude.some(each => this.#isNear(each, name))) return 'condition';
    if (notFollowedBy.some(each => this.#isNext(each, name))) return 'condition';
    if (this.#date !== undefined && isOutOfTime(alias, this.#date)) return 'time';
    if (require.length === 0) return 'certain';
    const has = require.some(each => this.#isOutside(each, name.start, end));
    if (has) return 'certain';
    return alias.certainty === 'certain' ? 'condition' : 'candidate';
  }

  /** Whether the text meets a condition anywhere but within the name. */
  #isOutside(condition: number, start: number, end: number): boolean {
    const met = this.#met(condition);
    return met.length > 0 && (met[0]!.end <= start || met.at(-1)!.start >= end);
  }

  /** Whether a condition is met within 300 characters of the name, not in the name itself. */
  #isNear(condition: number, { start, end }: FoundName): boolean {
    const met = this.#met(condition);
    for (let index = indexFrom(met, start - guards.nearCharacters); index < met.length; index++) {
      const found = met[index]!;
      if (found.start >= end + guards.nearCharacters) return false;
      if (found.end <= start || found.start >= end) return true;
    }
    return false;
  }

  #isNext(condition: number, { words, end }: FoundName): boolean {
    const met = this.#met(condition);
    const found = met[indexFrom(met, end)];
    return found !== undefined && found.word === words.at(-1)! + 1;
  }

  #met(condition: number): readonly FoundCondition[] {
    return this.#conditions.get(condition) ?? [];
  }

  #aliasOf({ organization, alias }: NamePath): Alias {
    return this.#dictionary.organizations[organization]!.aliases[alias]!;
  }

  /** Organizations that some place of the text names beyond doubt. */
  #evident(placed: readonly Placed[]): ReadonlySet<number> {
    const clear = placed.filter(one => isSure(one) && !this.#isDoubtful(one) && !one.isShared);
    return new Set(clear.map(({ name }) => name.path.organization));
  }

  /** Whether this place alone does not show who is meant. */
  #isDoubtful({ name, start, end }: Judged): boolean {
    const { path } = name;
    const { certainty, require, caseSensitive, text } = this.#aliasOf(path);
    if (certainty === 'needs-evidence' && require.length === 0) return true;
    const isQuoted = isInQuotes(this.#scan.text, start, end);
    // `на авито`, where the list has small letters, too; of names with a capital only those that are marked come here.
    if (
      caseSensitive === undefined &&
      this.#isSmall(name) &&
      (path.capitals === 'first' || (!isQuoted && isSmallCyrillic(text)))
    )
      return true;
    if (isQuoted) return false;
    const isPart = path.isPart && !hasArticleWithin(name, this.#scan, this.#dictionary);
    return isPart || this.#isOrdinaryStart(name) || this.#isShouted(name);
  }

  #isSmall({ path, words }: FoundName): boolean {
    return !this.#dictionary.isAbbreviation(path.words[0]!) && !isCapitalized(this.#scan, words[0]!);
  }

  /** The beginning of a sentence with a word that the text has in small letters too, a word in a line of capitals, or in a compound. */
  #isOrdinaryUse({ name, start, end }: Judged): boolean {
    if (guards.isCompound(name.words.at(-1)!, this.#scan)) return true;
    if (isInQuotes(this.#scan.text, start, end)) return false;
    return this.#isShouted(name) || (this.#isOrdinaryStart(name) && this.#hasSmall(name.path.words[0]!));
  }

  /** An ordinary word, or a phrase of such words, whose capital the beginning of a sentence explains. */
  #isOrdinaryStart(name: FoundName): boolean {
    const { path, start } = name;
    const first = path.words[0]!;
    if (path.capitals === 'none' || this.#dictionary.isAbbreviation(first)) return false;
    // `Shell’s dividend`: an ordinary noun would have an article.
    if (/[a-z]['’]s$/.test(this.#scan.text.slice(start, name.end))) return false;
    if (/^ (?:plc|inc|ltd|llc|corp|ag|se|sa|gmbh)(?!\p{L})/iu.test(this.#scan.text.slice(name.end, name.end + 6)))
      return false;
    if (!/(?:^|[.!?…\n])[\s—–-]*$/.test(this.#scan.text.slice(Math.max(0, start - 8), start))) return false;
    if (path.words.length > 1) return this.#isPhrase(name);
    return isOrdinaryWord(foldedWord(this.#dictionary.textOf(first))) || this.#hasSmall(first);
  }

  /** `Тёплый ветер`: nothing but the first letter says that this is a name. */
  #isPhrase({ path, words }: FoundName): boolean {
    const listed = path.words.map(word => this.#dictionary.textOf(word));
    const isSmall = (text: string, index: number) =>
      /^[а-яё]+$/.test(text) && !isGenericNoun(foldedWord(text)) && !isCapitalized(this.#scan, words[index + 1]!);
    return (
      words.length === path.words.length && !isPlaceAdjective(foldedWord(listed[0]!)) && listed.slice(1).every(isSmall)
    );
  }

  /** An abbreviation that is an ordinary word too, in a line without small letters. */
  #isShouted({ path, start, end }: FoundName): boolean {
    const [word] = path.words;
    if (path.words.length > 1 || !isWordInCapitals(foldedWord(this.#dictionary.textOf(word!)))) return false;
    const { text } = this.#scan;
    const before = text
      .slice(Math.max(0, start - shoutedCharacters), start)
      .split('\n')
      .at(-1)!;
    const after = text.slice(end, end + shoutedCharacters).split('\n', 1)[0]!;
    return /^\P{Ll}*\p{Lu}{2,}\P{Ll}*$/u.test(`${before} ${after}`);
  }

  /** Whether the text has a word of a name in small letters too. */
  #hasSmall(listed: number): boolean {
    const { begins, forms } = this.#scan;
    const isSmall = (word: number) =>
      !isCapitalized(this.#scan, word) && this.#dictionary.isFormOf(listed, forms[word]!);
    const has = this.#small.get(listed) ?? begins.some(isSmall);
    this.#small.set(listed, has);
    return has;
  }

  #mention(one: Placed, evident: ReadonlySet<number>): Mention {
    const isClear = isSure(one) && !this.#isDoubtful(one) && !one.isShared;
    const isCertain = isClear || (evident.has(one.name.path.organization) && !this.#isOrdinaryUse(one));
    return {
      ...this.#place(one),
      status: isCertain ? 'certain' : 'candidate',
      nestedIn: one.within === undefined ? null : this.#idOf(one.within),
    };
  }

  /** Each rejected place once for an organization, except for those that a mention of the organization covers. */
  #rejectedNames(judged: readonly Judged[], placed: readonly Placed[]): readonly RejectedName[] {
    const known = new Set(placed.map(one => `${this.#idOf(one)} ${one.start}`));
    return judged.flatMap(one => {
      const key = `${this.#idOf(one)} ${one.start}`;
      if (isMention(one) || known.has(key)) return [];
      known.add(key);
      return [{ ...this.#place(one), reason: one.verdict as guards.Reason }];
    });
  }

  #place(one: Judged): Omit<Mention, 'status' | 'nestedIn'> {
    const { start, end } = one;
    const surface = this.#scan.text.slice(start, end);
    return { organization: this.#idOf(one), alias: this.#aliasOf(one.name.path).text, start, end, surface };
  }

  #idOf({ name }: Judged): string {
    return this.#dictionary.organizations[name.path.organization]!.id;
  }
}

function isMention({ verdict }: Judged): boolean {
  return verdict === 'certain' || verdict === 'candidate';
}

/** Certain, or in the name of an institution that is certain itself. */
function isSure({ verdict }: Judged): boolean {
  return verdict === 'certain' || verdict === 'part-of-other';
}

function isOutOfTime({ validFrom, validTo }: Alias, date: string): boolean {
  return (validFrom !== undefined && date < validFrom) || (validTo !== undefined && date > validTo);
}

/** A name of one word. */
function isSmallCyrillic(listed: string): boolean {
  return /^[а-яёіїєґ]\S*$/.test(listed);
}

function isInQuotes(text: string, start: number, end: number): boolean {
  return /[«"“„‘'‹»›]/.test(text[start - 1] ?? '') && /[»"”“’'›«‹]/.test(text[end] ?? '');
}

/**
 * Of overlapping names the leftmost counts, and of these the longest. A shorter name inside counts too if it
 * names another organization. A place may name several organizations.
 */
function placedNames(judged: readonly Judged[]): readonly Placed[] {
  const sorted = judged.toSorted((a, b) => a.start - b.start || b.end - a.end || rank(a) - rank(b));
  const placed: Omit<Placed, 'isShared'>[] = [];
  let open: Omit<Placed, 'isShared'>[] = [];
  for (const one of sorted) {
    open = open.filter(({ end }) => end > one.start);
    const organization = (of: Judged) => of.name.path.organization;
    if (open.some(outer => outer.end < one.end || organization(outer) === organization(one))) continue;
    const within = open.findLast(({ start, end }) => start < one.start || end > one.end);
    // The name of an institution that is in the list has the other name within.
    if (one.verdict === 'part-of-other' && within === undefined) continue;
    const place = { ...one, within };
    open.push(place);
    placed.push(place);
  }
  const counts = new Map<string, number>();
  for (const one of placed) counts.set(spanOf(one), (counts.get(spanOf(one)) ?? 0) + 1);
  return placed.map(one => ({ ...one, isShared: counts.get(spanOf(one))! > 1 }));
}

/** The order of the names of a place: certain names first, then whole aliases, then as in the list. */
function rank({ verdict, name: { path } }: Judged): number {
  return (verdict === 'certain' ? 0 : 2 ** 21) + (path.isPart ? 2 ** 20 : 0) + path.alias;
}

function spanOf({ start, end }: Judged): string {
  return `${start} ${end}`;
}

/** The first of what was found, in the order of the text, that begins at `from` or later. */
function indexFrom(found: readonly FoundCondition[], from: number): number {
  let low = 0;
  let high = found.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (found[middle]!.start < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
