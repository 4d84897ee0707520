import type { Dictionary, NamePath, PathEnds } from './dictionary.ts';
import { type ScannedText, shape } from './scanned-text.ts';
import { foldedWord } from './text-units.ts';

/** A name of the list at a place of the text. */
export interface FoundName {
  readonly path: NamePath;
  /** Numbers of its words in the text; words between them are passed over. */
  readonly words: readonly number[];
  /** Last names of persons that were passed over behind `имени`. */
  readonly persons: readonly number[];
  /** Offsets, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/**
 * The verdict of the words behind a name. `longer-name`: another organization (`университет путей сообщения`); `doubtful`: a
 * genitive that may belong to the name, or to the sentence (`университета махинации`); `none`: the name ends here.
 */
export type Continuation = 'longer-name' | 'doubtful' | 'none';

/** A condition of an alias that the text has, and where. */
export interface FoundCondition {
  readonly condition: number;
  /** Number of its first word. */
  readonly word: number;
  readonly start: number;
  readonly end: number;
}

/** The gap between two words: nothing that would part a name, a comma alone, a dash or a bracket alone, or more. */
export type Gap = 'open' | 'comma' | 'broken' | 'dash';

/** Longer stretches between two words part a name. */
const longestGap = 120;
/** Words that may be passed over between two words of a name. */
const mostPassed = 8;
/** Further words that share the end of a name: `Московский, Тверской и Воронежский университеты`. */
const mostShared = 5;
const root = 0;

const andWords = new Set(['и', 'или', 'and', 'і', 'та', 'und', 'et']);
const namedAfter = new Set(['им', 'имени', 'ім', 'імені']);
const titles = new Set(
  'академика ак акад профессора проф члена корреспондента святого св героя маршала генерала адмирала президента императора князя графа дважды ордена орденов'
    .split(' ')
    .map(foldedWord),
);
/** Other signs for `№`. */
const numberSigns = new Set(['N', 'No']);
/** After these a point ends no sentence. */
const shortened = new Set(
  'им ім ак акад проф св г гос нац фед держ тех техн пед мед др st no dr prof univ inst'.split(' '),
);
const adjective = /(?:ии|ыи|ои|ая|яя|ое|ее|ого|его|ому|ему|ую|юю|ым|им|ом|ем|ых|их|ые|ие|ыми|ими)$/;

/** All names and conditions whose first word is number `first`. */
export function walkFrom(
  scan: ScannedText,
  dictionary: Dictionary,
  first: number,
  found: (name: FoundName) => void,
  met: (condition: FoundCondition) => void,
): void {
  const { forms, plainForms } = scan;
  const walk = new Walk(scan, dictionary, found, met);
  walk.from(first, forms[first]!);
  const plain = plainForms.get(first);
  if (plain !== undefined) walk.from(first, plain);
}

/** A step of the automaton by a word of the text. */
interface Step {
  readonly word: number;
  readonly form: number;
  readonly node: number;
  /** The person who was passed over, if any. */
  readonly person?: number;
}

class Walk {
  readonly #scan: ScannedText;
  readonly #dictionary: Dictionary;
  readonly #persons: number[] = [];
  readonly #found: (name: FoundName) => void;
  readonly #met: (condition: FoundCondition) => void;

  constructor(
    scan: ScannedText,
    dictionary: Dictionary,
    found: (name: FoundName) => void,
    met: (condition: FoundCondition) => void,
  ) {
    this.#scan = scan;
    this.#dictionary = dictionary;
    this.#found = found;
    this.#met = met;
  }

  from(first: number, form: number): void {
    const node = this.#dictionary.step(root, form);
    this.#persons.length = 0;
    if (node >= 0) this.#onward(node, [first], [form], -1);
  }

  /** Goes on from a node; `shared` is the number of own words before those that several names share, -1 for none. */
  #onward(start: number, words: number[], forms: number[], shared: number): void {
    let node = start;
    let before = root;
    for (;;) {
      const ends = this.#dictionary.endsAt(node);
      if (ends !== undefined) this.#report(ends, words, forms, shared);
      if (shared < 0) this.#coordinated(node, words, forms);
      if (shared < 0 && ends !== undefined && words.length > 2) this.#alike(before, words, forms);
      const next = this.#next(node, words.at(-1)!);
      if (next === undefined) return;
      if (next.person !== undefined) this.#persons.push(next.person);
      words.push(next.word);
      forms.push(next.form);
      before = node;
      node = next.node;
    }
  }

  #next(node: number, last: number): Step | undefined {
    let isNamed = false;
    let person = -1;
    let before = last;
    for (let passed = 0; passed <= mostPassed; passed++) {
      const word = before + 1;
      if (word >= this.#scan.count || !this.#isWithin(node, before, word)) return undefined;
      const step = this.#stepBy(node, word);
      if (step !== undefined) return person < 0 || isPerson(this.#scan, word) ? step : { ...step, person };
      const text = wordText(this.#scan, word);
      const folded = foldedWord(text);
      if (namedAfter.has(folded) || titles.has(folded)) isNamed = true;
      else if (isNamed && isPerson(this.#scan, word)) person = word;
      else if (!isInitial(this.#scan, word) && !numberSigns.has(text)) return undefined;
      before = word;
    }
    return undefined;
  }

  /** Whether a name goes on from word `before` to the next one. */
  #isWithin(node: number, before: number, word: number): boolean {
    const gap = gapBetween(this.#scan, before, word);
    if (gap === 'open') return true;
    if (gap === 'comma' || gap === 'dash') return this.#dictionary.hasMarkAt(node);
    // `Ludwig–Maximilians–Universität`: a dash in place of a hyphen; `Bündnis 90/Die Grünen`.
    const end = this.#scan.ends[before]!;
    return this.#scan.starts[word] === end + 1 && /[–/]/.test(this.#scan.text[end]!);
  }

  #stepBy(node: number, word: number): Step | undefined {
    for (const form of [this.#scan.forms[word]!, this.#scan.plainForms.get(word) ?? -1]) {
      const next = this.#dictionary.step(node, form);
      if (next >= 0) return { word, form, node: next };
    }
    return undefined;
  }

  /** `Московский и Воронежский университеты`: the first name goes on after the words that other names have in its place. */
  #coordinated(node: number, words: readonly number[], forms: readonly number[]): void {
    const last = words.at(-1)!;
    if (words.length > 2 || !this.#isShareable(last)) return;
    let at = last;
    for (let others = 0; others < mostShared; others++) {
      const other = this.#otherWord(at);
      if (other === undefined) return;
      const gap = other + 1 < this.#scan.count ? gapBetween(this.#scan, other, other + 1) : 'broken';
      const step = gap === 'open' ? this.#stepBy(node, other + 1) : undefined;
      if (step !== undefined) {
        this.#onward(step.node, [...words, step.word], [...forms, step.form], words.length);
        return;
      }
      at = other;
    }
  }

  /** The adjective after `и` or a comma behind word `at`. */
  #otherWord(at: number): number | undefined {
    if (at + 1 >= this.#scan.count) return undefined;
    const gap = gapBetween(this.#scan, at, at + 1);
    const isAnd = gap === 'open' && andWords.has(wordFolded(this.#scan, at + 1));
    const other = isAnd ? at + 2 : at + 1;
    if (other >= this.#scan.count || (gap !== 'comma' && !isAnd)) return undefined;
    if (isAnd && gapBetween(this.#scan, at + 1, other) !== 'open') return undefined;
    return this.#isShareable(other) ? other : undefined;
  }

  /** An adjective, or an English word with a capital: `Oxford and Cambridge Universities`. */
  #isShareable(word: number): boolean {
    const folded = wordFolded(this.#scan, word);
    return adjective.test(folded) || (/^[a-z]+$/.test(folded) && isCapitalized(this.#scan, word));
  }

  /** `universities of Oxford and Cambridge`: behind a head in the plural the last word of a name has others beside it. */
  #alike(before: number, words: readonly number[], forms: readonly number[]): void {
    let at = words.at(-1)!;
    for (let others = 0; others < mostShared; others++) {
      const other = this.#otherWord(at);
      const step = other === undefined ? undefined : this.#stepBy(before, other);
      if (step === undefined) return;
      const own = [...forms.slice(0, -1), step.form];
      for (const path of this.#dictionary.endsAt(step.node)?.names ?? [])
        if (this.#isOf(path.words, own) && this.#isPlural(path, words.slice(0, 1), own, 0))
          this.#found({
            path,
            persons: [],
            words: [step.word],
            start: this.#scan.starts[step.word]!,
            end: this.#scan.ends[step.word]!,
          });
      at = step.word;
    }
  }

  #report({ names, conditions }: PathEnds, words: readonly number[], forms: readonly number[], shared: number): void {
    const { starts, ends } = this.#scan;
    const start = starts[words[0]!]!;
    const last = shared < 0 ? words.at(-1)! : words[shared - 1]!;
    for (const path of names)
      if (this.#isOf(path.words, forms) && (shared < 0 || this.#isPlural(path, words, forms, shared)))
        this.#found({
          path,
          persons: [...this.#persons],
          words: shared < 0 ? [...words] : words.slice(0, shared),
          start,
          end: ends[last]!,
        });
    if (shared >= 0) return;
    for (const { condition, words: listed } of conditions)
      if (this.#isOf(listed, forms)) this.#met({ condition, word: words[0]!, start, end: ends[last]! });
  }

  /** Whether each form is one of the name's own words, not only of their families. */
  #isOf(listed: readonly number[], forms: readonly number[]): boolean {
    return listed.every((word, index) => this.#dictionary.isFormOf(word, forms[index]!));
  }

  /** Names that share a noun have it in the plural: `службы`, `служб`. In the singular only `-ом` ends in a consonant. */
  #isPlural(path: NamePath, words: readonly number[], forms: readonly number[], shared: number): boolean {
    return words.some((word, index) => {
      if (index < shared || forms[index] === this.#dictionary.listedForm(path.words[index]!)) return false;
      return /(?:ые|ие|ых|их|ыми|ими|ы|ов|ев|ам|ами|ах|ями|ях|ий|[a-z]s|[бвгджзклнпрстфхцчшщ])$/.test(
        wordFolded(this.#scan, word),
      );
    });
  }
}

/** A word that may be part of the name of a person: a capital and small letters. */
function isPerson(scan: ScannedText, word: number): boolean {
  return scan.shapes[word] === shape.capital && !isInitial(scan, word);
}

/** The gap between two words that follow each other. */
export function gapBetween({ text, starts, ends, shapes }: ScannedText, before: number, after: number): Gap {
  const from = ends[before]!;
  const to = starts[after]!;
  if (to - from === 1 && text.charCodeAt(from) === 0x20) return 'open';
  if (to - from > longestGap) return 'broken';
  const gap = text.slice(from, to);
  if (/\n[^\S\n]*\n|\r[^\S\n]*\r|\u2029/.test(gap)) return 'broken';
  if (/^\s*,\s*$/.test(gap)) return 'comma';
  if (/^\s[-–—]\s$|^\s\($|^\)\s$/.test(gap)) return 'dash';
  if (!/^(?:[\s\p{Cf}\p{Mn}«»"“”„‘’'.&+*_№-]|[‐‑])*$/u.test(gap) || /\s-\s/.test(gap)) return 'broken';
  if (!gap.includes('.')) return 'open';
  if (gap === '.') return 'open';
  const word = text.slice(starts[before], from);
  const isShort = (word.length === 1 && (shapes[before]! & shape.capital) !== 0) || shortened.has(foldedWord(word));
  return isShort && /^\.\s*$/.test(gap) ? 'open' : 'broken';
}

export function wordText({ text, starts, ends }: ScannedText, word: number): string {
  return text.slice(starts[word], ends[word]);
}

export function wordFolded(scan: ScannedText, word: number): string {
  return foldedWord(wordText(scan, word));
}

export function isCapitalized({ shapes }: ScannedText, word: number): boolean {
  return (shapes[word]! & shape.capital) !== 0;
}

/** A single capital with a point after it. */
export function isInitial({ text, starts, ends, shapes }: ScannedText, word: number): boolean {
  return ends[word]! - starts[word]! === 1 && (shapes[word]! & shape.capital) !== 0 && text[ends[word]!] === '.';
}

export { andWords, namedAfter, titles };
