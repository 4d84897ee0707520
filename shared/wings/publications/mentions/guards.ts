import type { Dictionary } from './dictionary.ts';
import * as institutions from './institution-words.ts';
import { isAboutName } from './other-names.ts';
import { type ScannedText, shape } from './scanned-text.ts';
import { foldedWord, isAbbreviation, isWordUnit } from './text-units.ts';
import * as walks from './walk-names.ts';

/** Why a place that has a name of the list is no mention. */
export type Reason =
  | 'letters' // capitals, or the ending of an abbreviation, do not fit
  | 'part-of-word' // joined to another word by a hyphen
  | 'address' // in a web or e-mail address
  | 'aside' // in a line that is no part of the article: author, photo, `read also`
  | 'longer-name' // the name goes on: `университет путей сообщения`
  | 'other-person' // named after another person
  | 'other-place' // `саранский МГУ`
  | 'other-full-name' // the text says that the abbreviation is short for another name
  | 'part-of-other' // belongs to the name of an institution that is not in the list
  | 'condition' // required words are missing, excluded words are near, or the wrong words follow
  | 'time'; // the alias did not mean this organization on that day

/** Characters before and after a place in which an excluded word counts. */
export const nearCharacters = 300;

const hyphens = '-‐‑';
/** Endings that are set off from a foreign name or an abbreviation: `IBM-у`. */
const setOffEnding = /^(?:а|у|ом|е|ы|и|ов|ам|ами|ах|я|ю|ем|s)$/;

/** `anti-Shell`, `le contrat État-SNCF`. */
const isJoined = /^(?:[Aa]nti|[Pp]ro|[Nn]on|[Ee]x|[Pp]re|[Pp]ost)[-‐‑]|[-‐‑][A-Z]{3}$/;

/** Whether words are written as the name requests. */
export function fitsLetters({ path, words }: walks.FoundName, scan: ScannedText, dictionary: Dictionary): boolean {
  if (words.length < path.words.length) return walks.isCapitalized(scan, words[0]!) || path.capitals === 'none';
  const first = path.words[0]!;
  if (path.capitals === 'first' && !dictionary.isAbbreviation(first) && !walks.isCapitalized(scan, words[0]!))
    return isMarkedSmall(words, scan);
  return path.words.every((word, index) => wordFits(word, words[index]!, path.capitals === 'each', scan, dictionary));
}

/** Small letters where the list has a capital, and yet a name: in quotation marks (`из «сбера»`), or Latin among Cyrillic words. */
function isMarkedSmall(words: readonly number[], { text, starts, ends }: ScannedText): boolean {
  const [start, end] = [starts[words[0]!]!, ends[words.at(-1)!]!];
  const before = text.slice(Math.max(0, start - 3), start);
  const after = text.slice(end, end + 3);
  if (/[«"“„]$/.test(before)) return /^[»"”“]/.test(after);
  return /^[a-z]/.test(text.slice(start, end)) && (/[а-яіїєґ],? $/i.test(before) || /^,? [а-яіїєґ]/i.test(after));
}

function wordFits(listed: number, word: number, asListed: boolean, scan: ScannedText, dictionary: Dictionary): boolean {
  const text = walks.wordText(scan, word).replaceAll('.', '');
  if (asListed && !dictionary.isAbbreviation(listed))
    return walks.isCapitalized(scan, word) === dictionary.isCapital(listed);
  if (!dictionary.isAbbreviation(listed)) return true;
  const ending = foldedWord(text).length - dictionary.forms.wordAt(dictionary.listedForm(listed)).length;
  return ending <= 0 || /\p{Ll}$/u.test(text);
}

/** A hyphen joins the name to a word that it is not made of (`МГУ-шник`, `не-Яблоко`). */
export function isPartOfWord({ start, end, words }: walks.FoundName, scan: ScannedText): boolean {
  const { text, shapes, count } = scan;
  const first = words[0]!;
  const last = words.at(-1)!;
  const inCapitals = (word: number) =>
    (shapes[word]! & shape.allCapitals) !== 0 || isAbbreviation(walks.wordText(scan, word));
  if (text[start - 1] === '_' || text[end] === '_') return true;
  if (first > 0 && hyphens.includes(text[start - 1] ?? ' ') && isWordUnit(text, start - 2)) {
    const isOwn = inCapitals(first - 1)
      ? inCapitals(first)
      : walks.isCapitalized(scan, first) &&
        (!walks.isCapitalized(scan, first - 1) || isJoined.test(text.slice(scan.starts[first - 1]!, start + 3)));
    if (!isOwn) return true;
  }
  if (last + 1 >= count || !hyphens.includes(text[end] ?? ' ') || !isWordUnit(text, end + 1)) return false;
  const next = walks.wordText(scan, last + 1);
  // `ЗАЗ-1103` is a thing that the factory makes, `Новая волна-2009` a year.
  if (/^\p{Nd}/u.test(next)) return inCapitals(last) && !/^(?:19|20)\d\d$/.test(next);
  return !(
    (inCapitals(last) && inCapitals(last + 1)) ||
    setOffEnding.test(next) ||
    isLatinCompound(last, scan) ||
    isCompound(last, scan)
  );
}

/** `BBC-funded`, `Siemens-Chefin`: English and German join a name to what is about it; `Coca-Cola` has another capital behind a word. */
function isLatinCompound(last: number, scan: ScannedText): boolean {
  const next = walks.wordText(scan, last + 1);
  if (!/^[\p{Script=Latin}]{2,}$/u.test(next)) return false;
  const isAbout = isAboutName(foldedWord(next));
  if (isAbout !== undefined) return isAbout;
  // `Inserm-CNRS`, `Siemens-AG`.
  if (isAbbreviation(next) && next.length > 1) return true;
  return !walks.isCapitalized(scan, last + 1) || (scan.shapes[last]! & shape.allCapitals) !== 0;
}

/** `ВТБ-банк`, `МГУ-шный`, `Яндекс-курьеры`, `СберМаркет`, `РЖД-ТВ`: the organization, or something else that is named after it. `МГУ-шник` is a person. */
export function isCompound(last: number, scan: ScannedText): boolean {
  const end = scan.ends[last]!;
  if (last + 1 < scan.count && scan.starts[last + 1] === end) return true;
  if (last + 1 >= scan.count || !hyphens.includes(scan.text[end] ?? ' ')) return false;
  const next = walks.wordText(scan, last + 1);
  if (/^(?:тв|фм|плюс)$/i.test(next)) return true;
  if (!/^[а-яёіїєґ]{3}/i.test(next) || /^шник/.test(next) || setOffEnding.test(next)) return false;
  const isInCapitals = isAbbreviation(walks.wordText(scan, last)) && !isAbbreviation(next);
  return isInCapitals || !walks.isCapitalized(scan, last + 1);
}

/** Longest address that is looked at around a name. */
const longestAddress = 200;

/** Whether the name is within an address and not all of it. */
export function isInAddress({ start, end }: walks.FoundName, { text }: ScannedText): boolean {
  if (
    isSpaceAt(text, start - 1) &&
    (isSpaceAt(text, end) || (/[,.;:!?»")]/.test(text[end]!) && isSpaceAt(text, end + 1)))
  )
    return false;
  const before = /[^\s«»"“”„()<>,;]*$/.exec(text.slice(Math.max(0, start - longestAddress), start))![0];
  const after = /^[^\s«»"“”„()<>,;]*/.exec(text.slice(end, end + longestAddress))![0].replace(/[.:!?]+$/, '');
  if (/:\/\/|^www\.|@/i.test(before) || /^[\w.-]*@[\w-]+\./.test(after)) return true;
  return /(?:^|[\w-])\.$|(?<!^\p{Lu}+)\/$/u.test(before)
    ? /^[a-z0-9./_-]*$/i.test(before) && before.length > 1
    : /^\.[a-z]{2,}|^\.рф(?![а-я])/.test(after);
}

function isSpaceAt(text: string, at: number): boolean {
  return at < 0 || at >= text.length || /[\s«»"“”„()]/.test(text[at]!);
}

/** Characters of a line that are looked at before a name. */
const longestAside = 400;

/** Whether the line of a place begins as lines around an article do. */
export function isInAside({ start }: walks.FoundName, { text }: ScannedText): boolean {
  const before = text.slice(Math.max(0, start - longestAside), start);
  const begin = before.lastIndexOf('\n');
  if (begin < 0 && start > longestAside) return false;
  return institutions.asideLine.test(before.slice(begin + 1, begin + 81));
}

/** The person in whose honour an organization is named: whether the name of this organization has the person too, and where the words end. */
export interface Honoured {
  readonly isOwn: boolean;
  readonly isKnown: boolean;
  readonly lastWord: number;
}

/** Words of the name of a person, titles among them. */
const longestPerson = 8;

/** `имени X` behind a name; undefined if there is no such words. */
export function honouredAfter(
  { path, words }: walks.FoundName,
  scan: ScannedText,
  dictionary: Dictionary,
): Honoured | undefined {
  const last = words.at(-1)!;
  if (last + 2 >= scan.count || walks.gapBetween(scan, last, last + 1) !== 'open') return undefined;
  if (!walks.namedAfter.has(walks.wordFolded(scan, last + 1))) return undefined;
  let lastWord = -1;
  for (let word = last + 2; word < scan.count && word < last + 2 + longestPerson; word++) {
    if (walks.gapBetween(scan, word - 1, word) !== 'open') break;
    if (walks.isCapitalized(scan, word) && !walks.isInitial(scan, word)) {
      if (dictionary.honours(path.organization, scan.forms[word]!))
        return { isOwn: true, isKnown: true, lastWord: word };
      lastWord = word;
    } else if (!walks.isInitial(scan, word) && !walks.titles.has(walks.wordFolded(scan, word))) break;
  }
  return lastWord < 0 ? undefined : { isOwn: false, isKnown: dictionary.hasHonoured(path.organization), lastWord };
}

/** A name with `имени X` in the middle, whose X is none of the organization's own. */
export function isOfOtherPerson(
  { path, persons }: walks.FoundName,
  scan: ScannedText,
  dictionary: Dictionary,
): boolean {
  return persons.some(word => !dictionary.honours(path.organization, scan.forms[word]!));
}

/** An abbreviation that many towns have, behind the adjective of a town that the organization's names lack. */
export function isOfOtherPlace({ path, words }: walks.FoundName, scan: ScannedText, dictionary: Dictionary): boolean {
  const [first] = words;
  if (path.words.length > 1 || first === 0 || !institutions.isSharedAbbreviation(dictionary.textOf(path.words[0]!)))
    return false;
  if (walks.gapBetween(scan, first! - 1, first!) !== 'open') return false;
  const before = walks.wordFolded(scan, first! - 1);
  return institutions.isPlaceAdjective(before) && !dictionary.knows(path.organization, scan.forms[first! - 1]!);
}

/** A building that is named as a place: `принял в Белом доме`. */
export function isPlaceUse({ path, words }: walks.FoundName, scan: ScannedText, dictionary: Dictionary): boolean {
  const before = words[0]! - 1;
  if (path.words.length > 2 || before < 0 || walks.gapBetween(scan, before, before + 1) !== 'open') return false;
  const name = path.words.map(word => foldedWord(dictionary.textOf(word))).join(' ');
  return institutions.buildings.has(name) && institutions.placePrepositions.has(walks.wordFolded(scan, before));
}

const namesakes =
  /^(?:гостиниц|отел|готел|ресторан|кафе|кинотеатр|кінотеатр|стадион|стадіон|санатори|санаторі|пансионат|пансіонат|парк|сад|фильм|фільм|роман|спектакл|вистав|песн|пісн|альбом|картин|балет|пьес|п'єс|мюзикл|повест|сериал|серіал|фестивал|кинофестивал|кінофестивал|выставк|виставк|турнир|турнір|лагер|табір|рынок|ринок|микрораион|мікрораион|магазин|теплоход|судн|яхт|ледокол|поезд|потяг)(?:[аеуыиіяюь]|ом|ем|ью|ам|ами|ах|ой|ою)?$/;

/** `Гостиница «Эрмитаж»`: what has the name of another in quotation marks. */
export function isOfNamesake(
  { path, words, start }: walks.FoundName,
  scan: ScannedText,
  dictionary: Dictionary,
): boolean {
  const before = words[0]! - 1;
  if (path.words.length > 1 || before < 0 || !/\s[«"“„]$/.test(scan.text.slice(0, start).slice(-2))) return false;
  return (
    walks.gapBetween(scan, before, before + 1) === 'open' &&
    namesakes.test(walks.wordFolded(scan, before)) &&
    !dictionary.knows(path.organization, scan.forms[before]!)
  );
}

/** Characters of a title between quotation marks, on either side of a name. */
const longestTitle = 40;

/** A part of a short title (`«Газпром нефть»`, `«Друзья МГУ»`), or behind a prefix that makes another thing (`экс-МГУ`). */
export function isInOtherTitle({ start, end }: walks.FoundName, { text }: ScannedText): boolean {
  const before = text.slice(Math.max(0, start - longestTitle), start);
  if (/(?:^|[^\p{L}])(?:экс|лже|псевдо|анти|квази)[-‐‑]$/iu.test(before)) return true;
  const from = /[«“„]((?:[\p{L}\p{Nd}+-]+ ){0,3})$/u.exec(before)?.[1];
  const to = /^((?: [\p{L}\p{Nd}+-]+){0,3})[»”“]/u.exec(text.slice(end, end + longestTitle))?.[1];
  if (from === undefined || to === undefined || from + to === '') return false;
  return !`${from}${to}`.split(' ').some(word => institutions.looksVerb(foldedWord(word)));
}

/** Words of an unlisted institution that are looked at before a name. */
const longestInstitution = 14;
const branches = new Set(['со', 'уро', 'дво', 'нии', 'фиц']);

/**
 * Whether a name ends the name of an institution that is in no list (`Институт катализа СО РАН`): a noun like `институт`
 * before it, with an adjective in capitals or with genitives in between.
 */
export function endsOtherName({ words }: walks.FoundName, scan: ScannedText): boolean {
  const first = words[0]!;
  if (/[«"“„]/.test(scan.text[scan.starts[first]! - 1] ?? '')) return false;
  for (let word = first - 1; word >= 0 && word >= first - longestInstitution; word--) {
    if (walks.gapBetween(scan, word, word + 1) !== 'open') return false;
    const folded = walks.wordFolded(scan, word);
    if (institutions.isHead(folded)) return isNamedHead(word, first, scan);
    const isPart =
      institutions.looksGenitive(folded) ||
      folded === 'и' ||
      walks.isInitial(scan, word) ||
      walks.namedAfter.has(folded) ||
      branches.has(folded);
    if (!isPart || (folded === 'и' && word === first - 1)) return false;
  }
  return false;
}

/** A head that has a name: before it with a capital, after it, or its own capital. */
function isNamedHead(head: number, first: number, scan: ScannedText): boolean {
  if (head < first - 1 && !branches.has(walks.wordFolded(scan, head + 1)))
    return !institutions.isGenericNoun(walks.wordFolded(scan, head + 1));
  const before = head - 1;
  if (before < 0 || walks.gapBetween(scan, before, head) !== 'open') return false;
  return (
    walks.isCapitalized(scan, before) &&
    /(?:ии|ыи|ои|ого|его|ому|ему|ым|им|ом|ем|ая|ую)$/.test(walks.wordFolded(scan, before))
  );
}
