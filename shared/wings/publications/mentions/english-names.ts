import type { Dictionary } from './dictionary.ts';
import { isGermanGenitive } from './other-names.ts';
import { type ScannedText, shape } from './scanned-text.ts';
import { foldedWord, isAbbreviation } from './text-units.ts';
import * as walks from './walk-names.ts';

/** Rules on the words around an English name: whether it is of the organization. */

const heads =
  /^(?:office|agency|authority|commission|university|institute|academy|college|society|party|trust|foundation|museum|ministry|hospital|council|association|union|library|school)$/;
const fields =
  /^(?:engineering|technology|technologies|science|sciences|medicine|agriculture|economics|finance|law|education|management|business|culture|arts?|music|design|railways?|railway|transport|communications?|tourism|physics|chemistry|mathematics|mechanics|nuclear|applied|advanced|foreign|international|information|telecommunications?|architecture|civil|mining|forestry|oil|steel|aviation|aerospace|printing|psychology|pedagogy|humanities|linguistics|languages|sport|sports|physical|veterinary|pharmacy|food|chemical|medical|electrical|electronic|technical|cinema|film|theatre|public|social|political)$/;
/** Nouns that make the name of another firm or institution: `Oxford University Press`, `the MIT Licence`. */
const otherNouns = /^(?:press|hospitals?|licen[cs]e|records|worldwide|state)$/;
/** Places and contests that a firm gives its name: `Barclays Center`. */
const venues = /^(?:cent(?:er|re)|arena|stadium|theat(?:er|re)|hall|cup|prize|trophy|league|tower)$/;
/** Words with a capital behind a name that are of the sentence: people, parts of the institution, days. */
const ownNouns =
  /^(?:president|professors?|prof|dr|doctor|vice|chancellor|provost|dean|director|head|chair|chairman|chairwoman|chief|ceo|secretary|minister|leader|administrator|commissioner|spokes(?:man|woman|person)|students?|researchers?|scientists?|school|department|faculty|division|centre|center|laboratory|lab|team|board|campus|ltd|limited|plc|inc|corp|llc|co|company|gmbh|ag|i|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/;

/** `Moscow State University of Railway Engineering`, `Royal Society of Edinburgh`, `University of Oxford Brookes`. */
export function englishContinuation(
  name: walks.FoundName,
  scan: ScannedText,
  dictionary: Dictionary,
): walks.Continuation {
  const last = name.words.at(-1)!;
  const next = walks.wordText(scan, last + 1);
  if (!/^\p{Script=Latin}+$/u.test(next) || /['’]s?$/.test(walks.wordText(scan, last))) return 'none';
  if (walks.isCapitalized(scan, last + 1)) return behindCapital(name, scan, dictionary);
  const folded = walks.wordFolded(scan, last);
  const isField = next === 'and' && name.path.words.length > 2 && fields.test(folded);
  const isMinistry = /^ministry$/i.test(dictionary.textOf(name.path.words[0]!));
  if (!isField && !((next === 'of' || next === 'for') && (isMinistry || heads.test(folded)))) return 'none';
  const field = last + (walks.wordText(scan, last + 2 < scan.count ? last + 2 : last) === 'the' ? 3 : 2);
  if (field >= scan.count || walks.gapBetween(scan, field - 1, field) !== 'open' || !walks.isCapitalized(scan, field))
    return 'none';
  if (dictionary.knows(name.path.organization, scan.forms[field]!)) return 'none';
  const hasField = fields.test(walks.wordFolded(scan, field));
  if (isField) return hasField ? 'doubtful' : 'none';
  return hasField ? 'longer-name' : 'doubtful';
}

/** A single word with a capital may be of the name; several are a headline, or a person. */
function behindCapital(
  { words, path }: walks.FoundName,
  scan: ScannedText,
  dictionary: Dictionary,
): walks.Continuation {
  const next = words.at(-1)! + 1;
  const after = walks.wordFolded(scan, next);
  if ((scan.shapes[next]! & shape.allCapitals) !== 0 || dictionary.knows(path.organization, scan.forms[next]!))
    return 'none';
  if (otherNouns.test(after)) return 'longer-name';
  const hasMore =
    next + 1 < scan.count && walks.gapBetween(scan, next, next + 1) === 'open' && walks.isCapitalized(scan, next + 1);
  const isShort = path.words.some(word => isAbbreviation(dictionary.textOf(word)));
  if (path.words.length === 1 && !isShort && venues.test(after)) return 'doubtful';
  // `ENS Rennes`, `EDF Renouvelables`, and not `BBC Director`.
  const isAlone = isShort && dictionary.languageOf(path.organization) !== 'fr';
  return isAlone || hasMore || ownNouns.test(after) ? 'none' : 'doubtful';
}

const directions = /^(?:north|south|east|west|northern|southern|eastern|western|central|new|old|upper|lower)$/;

/** `South Northbridge University`; `Imperial Colleges`: who is meant may be another. */
export function englishNamesake(
  name: walks.FoundName,
  scan: ScannedText,
  dictionary: Dictionary,
): 'doubtful' | undefined {
  const { path, words } = name;
  const [first = 0] = words;
  if (!/^[a-z]/i.test(walks.wordText(scan, first))) return undefined;
  // `The Duke of York`: a person, or a pub, a school, a regiment.
  const next = words.at(-1)! + 1;
  const isHouse = next < scan.count && houses.test(walks.wordFolded(scan, next));
  if (!isHouse && titles.test(path.words.map(word => dictionary.textOf(word)).join(' '))) return 'doubtful';
  const listed = dictionary.textOf(path.words.at(-1)!);
  const isShort = path.words.length === 1;
  const isShared = first > 0 && walks.andWords.has(walks.wordFolded(scan, first - 1));
  if (
    !isShort &&
    !isShared &&
    words.length === path.words.length &&
    isPluralOf(walks.wordFolded(scan, words.at(-1)!), foldedWord(listed)) &&
    !isGermanGenitive(name, scan, dictionary)
  )
    return 'doubtful';
  if (first === 0 || !walks.isCapitalized(scan, first - 1)) return undefined;
  if (!/^\.?\s$/.test(scan.text.slice(scan.ends[first - 1]!, scan.starts[first]!))) return undefined;
  const isOther = !isShort && directions.test(walks.wordFolded(scan, first - 1)) && walks.isCapitalized(scan, first);
  return isOther ? 'doubtful' : undefined;
}

const titles = /^(?:The )?(?:Duke|Duchess|Earl|Prince|Princess|King|Queen|Lord|Baron|Marquess|Count) of \S+$/i;
const houses = /^(?:pub|inn|hotel|theatre|arms|bar|tavern|school|hospital|regiment|barracks|cinema|ward)$/;

function isPluralOf(word: string, listed: string): boolean {
  return word === `${listed}s` || (listed.endsWith('y') && word === `${listed.slice(0, -1)}ies`);
}
