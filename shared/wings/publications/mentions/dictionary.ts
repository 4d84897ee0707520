import { isGenericNoun, isOrdinaryWord } from './institution-words.ts';
import { nameVariants, partsOf } from './name-variants.ts';
import type { Alias, Organization } from './organization.ts';
import { languageOf, languagesOf, type NameLanguage } from './other-forms.ts';
import { foldedWord, honouredIn, isAbbreviation, type NameWord, nameWords } from './text-units.ts';
import { formsOfAbbreviation, formsOfWord } from './word-forms.ts';
import { WordTable } from './word-table.ts';

/** Which capitals a name needs in a text: of its first word, of each word as in the list, or none. */
export type CapitalRule = 'first' | 'each' | 'none';

/** A path of words that is a name of an organization. */
export interface NamePath {
  readonly organization: number;
  readonly alias: number;
  /** Of each word, its entry in the list of words of names. */
  readonly words: readonly number[];
  readonly capitals: CapitalRule;
  /** The name is a part of the alias: it counts in quotation marks, or beside another name, and else as a candidate. */
  readonly isPart: boolean;
  /** The alias has a comma, as `Smith, Sons & Co.`, a dash between spaces, or brackets: these part its words no more than spaces do. */
  readonly hasMark: boolean;
}

/** A path of words that a condition of an alias requests. */
interface ConditionPath {
  readonly condition: number;
  readonly words: readonly number[];
  readonly hasMark: boolean;
}

/** The names and conditions that end at a node. */
export interface PathEnds {
  readonly names: NamePath[];
  readonly conditions: ConditionPath[];
}

/** Conditions of an alias, as numbers of conditions of the dictionary. */
export interface AliasConditions {
  readonly require: readonly number[];
  readonly exclude: readonly number[];
  readonly notFollowedBy: readonly number[];
}

/** How a word of a name is searched for; `loose`: an abbreviation in any letters. */
type Spelling = 'word' | 'abbreviation' | 'loose';

/** More families than a list may have words. */
const mostFamilies = 2 ** 24;
const root = 0;

/**
 * The names of a list of organizations as an automaton over words. Each word of a name has its forms; words that share
 * a form are one family, and the automaton goes by families. A path that ends in a name is then held to the forms of
 * the name's own words.
 */
const hasMark = (text: string): boolean => /,|\s[-–—]\s|\(/.test(text);

export class Dictionary {
  readonly organizations: readonly Organization[];
  /** All forms of all words. */
  readonly forms = new WordTable();
  /** By organization and alias. */
  readonly conditions: readonly (readonly AliasConditions[])[];
  readonly #words = new Map<string, number>();
  readonly #formsOf: Int32Array[] = [];
  readonly #isAbbreviation: boolean[] = [];
  readonly #texts: string[] = [];
  readonly #steps = new Map<number, number>();
  readonly #ends: (PathEnds | undefined)[] = [undefined];
  /** Nodes of names that have such marks. */
  readonly #marked = new Set<number>();
  readonly #conditions = new Map<string, number>();
  readonly #knownWords: readonly (readonly number[])[];
  readonly #honoured: readonly (readonly number[])[];
  readonly #languages: readonly (NameLanguage | undefined)[];
  #familyOf = new Int32Array(0);
  #begins = new Uint8Array(0);

  constructor(organizations: readonly Organization[]) {
    this.organizations = organizations;
    const languages = languagesOf(organizations);
    this.#languages = languages;
    const paths = organizations.map(({ aliases }, index) =>
      aliases.map(alias => this.#pathsOf(alias, languages[index])),
    );
    this.conditions = organizations.map(({ aliases }) => aliases.map(alias => this.#conditionsOf(alias)));
    const conditionPaths = [...this.#conditions].map(([text, condition]) => ({
      condition,
      words: this.#wordsOf(text),
      hasMark: hasMark(text),
    }));
    this.#honoured = organizations.map(({ aliases }, index) => [
      ...new Set(
        aliases.flatMap(({ text }) => honouredIn(text).map(word => this.#wordOf(word, 'word', languages[index]))),
      ),
    ]);
    this.#knownWords = paths.map((all, index) => [
      ...new Set([...all.flat().flatMap(({ words }) => words), ...this.#honoured[index]!]),
    ]);
    this.#unite();
    paths.forEach((all, organization) => {
      all.forEach((some, alias) => {
        for (const path of some) this.#endsOf(path.words, path.hasMark).names.push({ ...path, organization, alias });
      });
    });
    for (const path of conditionPaths) this.#endsOf(path.words, path.hasMark).conditions.push(path);
  }

  /** Whether a path may begin with this form. */
  begins(form: number): boolean {
    return this.#begins[this.#familyOf[form]!] === 1;
  }

  /** The node after `node` by this form; -1 if no path goes on. */
  step(node: number, form: number): number {
    return form < 0 ? -1 : (this.#steps.get(node * mostFamilies + this.#familyOf[form]!) ?? -1);
  }

  /** Whether a comma, a dash or a bracket may be behind the words up to this node. */
  hasMarkAt(node: number): boolean {
    return this.#marked.has(node);
  }

  endsAt(node: number): PathEnds | undefined {
    return this.#ends[node];
  }

  /** The names at each place where paths end. */
  namesByPath(): readonly (readonly NamePath[])[] {
    return this.#ends.flatMap(ends => (ends === undefined ? [] : [ends.names]));
  }

  /** Whether a form is one of this word's own. */
  isFormOf(word: number, form: number): boolean {
    return this.#formsOf[word]!.includes(form);
  }

  isAbbreviation(word: number): boolean {
    return this.#isAbbreviation[word]!;
  }

  /** The word as the list first has it. */
  textOf(word: number): string {
    return this.#texts[word]!;
  }

  /** Whether the list first has the word with a capital. */
  isCapital(word: number): boolean {
    return /^\p{Lu}/u.test(this.#texts[word]!);
  }

  /** The form that a word has in the list. */
  listedForm(word: number): number {
    return this.#formsOf[word]![0]!;
  }

  /** Whether any name of the organization has a word with this form. */
  knows(organization: number, form: number): boolean {
    return this.#knownWords[organization]!.some(word => this.isFormOf(word, form));
  }

  /** The language of the organization's names, where it is none of those that all names are searched in. */
  languageOf(organization: number): NameLanguage | undefined {
    return this.#languages[organization];
  }

  hasHonoured(organization: number): boolean {
    return this.#honoured[organization]!.length > 0;
  }

  /** Whether a name of the organization honours a person of this name. */
  honours(organization: number, form: number): boolean {
    return this.#honoured[organization]!.some(word => this.isFormOf(word, form));
  }

  #pathsOf(alias: Alias, language: NameLanguage | undefined): readonly Omit<NamePath, 'organization' | 'alias'>[] {
    return [
      ...nameVariants(alias.text).flatMap(words => this.#spelledPaths(words, alias, language, false)),
      ...partsOf(alias.text, language).flatMap(part => this.#spelledPaths(nameWords(part), alias, language, true)),
    ];
  }

  /** A name as it is, and in the other ways to write its abbreviations that the alias allows. */
  #spelledPaths(
    words: readonly NameWord[],
    alias: Alias,
    language: NameLanguage | undefined,
    isPart: boolean,
  ): readonly Omit<NamePath, 'organization' | 'alias'>[] {
    const capitals = capitalRule(words, alias);
    const spelledAs = (loose: Spelling) =>
      words.map(word => this.#wordOf(word.text, word.isAbbreviation ? loose : 'word', language));
    const spelled = [spelledAs('abbreviation')];
    const hasAbbreviation = words.some(word => word.isAbbreviation);
    if (hasAbbreviation && alias.caseSensitive === false) spelled.push(spelledAs('loose'));
    const of = { isPart, hasMark: hasMark(alias.text) };
    const paths = spelled.map(numbers => ({ words: numbers, capitals, ...of }));
    const isSaid = (word: NameWord) => isSpoken(word, language);
    if (alias.caseSensitive === undefined && words.some(isSaid)) {
      const said = words.map(word =>
        this.#wordOf(word.text, word.isAbbreviation && !isSaid(word) ? 'abbreviation' : 'word', language),
      );
      paths.push({ words: said, capitals: 'first', ...of });
    }
    return paths;
  }

  #conditionsOf({ require, exclude, notFollowedBy }: Alias): AliasConditions {
    const numbers = (texts: readonly string[]) => texts.map(text => this.#conditionOf(text));
    return { require: numbers(require), exclude: numbers(exclude), notFollowedBy: numbers(notFollowedBy) };
  }

  #conditionOf(text: string): number {
    const number = this.#conditions.get(text) ?? this.#conditions.size;
    this.#conditions.set(text, number);
    return number;
  }

  #wordsOf(text: string): readonly number[] {
    const language = languageOf([text]);
    return nameWords(text).map(word =>
      this.#wordOf(word.text, word.isAbbreviation ? 'abbreviation' : 'word', language),
    );
  }

  /** The number of a word of names. */
  #wordOf(text: string, spelling: Spelling, language: NameLanguage | undefined): number {
    const asGiven = `${spelling} ${language} ${text}`;
    const number = this.#words.get(asGiven) ?? this.#newWord(text, spelling, language);
    this.#words.set(asGiven, number);
    return number;
  }

  /** The number of a word in letters that are new; the word itself may be known. */
  #newWord(text: string, spelling: Spelling, language: NameLanguage | undefined): number {
    const key = `${spelling} ${language} ${text.toLowerCase().replaceAll('ё', 'е')}`;
    const known = this.#words.get(key);
    if (known !== undefined) return known;
    const inCapitals = spelling === 'abbreviation';
    const forms = spelling === 'word' ? formsOfWord(text, language) : formsOfAbbreviation(text, language);
    const number = this.#formsOf.length;
    this.#words.set(key, number);
    this.#formsOf.push(Int32Array.from(forms, form => this.forms.add(form, inCapitals)));
    this.#isAbbreviation.push(inCapitals);
    this.#texts.push(text);
    return number;
  }

  /** Makes one family of all words that share a form. */
  #unite(): void {
    const parents = Int32Array.from(this.#formsOf.keys());
    const top = (word: number): number => {
      let at = word;
      while (parents[at] !== at) {
        parents[at] = parents[parents[at]!]!;
        at = parents[at]!;
      }
      return at;
    };
    const firstWord = new Int32Array(this.forms.size).fill(-1);
    this.#formsOf.forEach((forms, word) => {
      for (const form of forms) {
        if (firstWord[form] === -1) firstWord[form] = word;
        else parents[top(word)] = top(firstWord[form]!);
      }
    });
    this.#familyOf = firstWord.map(top);
    this.#begins = new Uint8Array(this.#formsOf.length);
  }

  #endsOf(words: readonly number[], hasMark: boolean): PathEnds {
    let node = root;
    for (const word of words) {
      const family = this.#familyOf[this.listedForm(word)]!;
      if (node === root) this.#begins[family] = 1;
      node = this.#stepOrNew(node, family);
      if (hasMark) this.#marked.add(node);
    }
    const known = this.#ends[node];
    if (known !== undefined) return known;
    const ends: PathEnds = { names: [], conditions: [] };
    this.#ends[node] = ends;
    return ends;
  }

  #stepOrNew(node: number, family: number): number {
    const key = node * mostFamilies + family;
    const known = this.#steps.get(key);
    if (known !== undefined) return known;
    this.#ends.push(undefined);
    this.#steps.set(key, this.#ends.length - 1);
    return this.#ends.length - 1;
  }
}

/** Abbreviations that are spoken as words are also written as words: СИБУР, Сибур; of four letters NASA, Nasa; in French Onu, Cnil. */
function isSpoken({ text }: NameWord, language: NameLanguage | undefined): boolean {
  const folded = foldedWord(text);
  if (language === 'fr' && isAbbreviation(text) && /^(?=.*[bcdfgklmnprstvxz])[a-z]{3,4}$/.test(folded))
    return /[aeiou]/.test(folded);
  return (
    isAbbreviation(text) && (text.length >= 5 ? /[аеиоуыэюяaeiou]/ : /^(?=[a-z]{4}$).*[aeiou].*[aio]$/).test(folded)
  );
}

function capitalRule(words: readonly NameWord[], { caseSensitive, text }: Alias): CapitalRule {
  if (caseSensitive !== undefined) return caseSensitive ? 'each' : 'none';
  const [first, second, third] = words;
  // 3Com and comScore begin with no capital themselves.
  if (/^\p{Nd}|^\p{Ll}.*\p{Lu}/u.test(first!.text)) return 'none';
  // `taz`, `thyssenkrupp`, `авито`: the list itself has no capital.
  if (second === undefined)
    return /^[a-zäöüßа-яёіїєґ]/.test(first!.text) && !isOrdinaryWord(foldedWord(first!.text)) ? 'none' : 'first';
  // A number says which one: `поликлиника № 9`.
  if (third !== undefined || text.includes('№') || isGenericNoun(foldedWord(first!.text))) return 'none';
  return /^\p{Lu}/u.test(first!.text) ? 'first' : 'none';
}
