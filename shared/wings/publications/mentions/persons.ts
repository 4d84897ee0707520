import type { Dictionary } from './dictionary.ts';
import given from './given-names.json' with { type: 'json' };
import { isGenericNoun, isHead } from './institution-words.ts';
import { type ScannedText, shape } from './scanned-text.ts';
import { foldedWord, isAbbreviation } from './text-units.ts';
import { andWords, type FoundName, isCapitalized, isInitial, wordFolded, wordText } from './walk-names.ts';

/** Rules on persons who have the name of a firm: `Congressman John Lewis`, `Landrätin Stihl`, `Fiona Apple`. All words are folded. */

/** Offices, ranks and callings of persons, by whatever name. */
const offices = new RegExp(
  `^(?:${[
    'm|mr|mrs|ms|miss|mister|sir|lady|lord|dame|dr|doctor|prof|professor|herr|herrn|frau|monsieur|madame|mme|mlle|maitre',
    'congress(?:wo)?man|congressmember|representative|rep|sen|senator|governor|mayor|sheriff|minister|ambassador|judge|justice|prosecutor|attorney',
    'detective|inspector|constable|sergeant|sgt|officer|lieutenant|colonel|major|general|admiral|private|corporal|reverend|rev|bishop|father|sister',
    'actor|actress|singer|witness|pupil|writer|author|novelist|poet|painter|historian|economist|physicist|striker|midfielder|goalkeeper|defender|councillor|cllr|mp',
    '(?:(?:ober)?burgermeister|land(?:es)?rat|stadtrat|\\p{L}*minister|kanzler|abgeordnete[nr]?|senator|polizist|kommissar|pfarrer|pastor|bauer|bischof|richter|anwalt|staatsanwalt|zeuge[n]?|schauspieler|sanger|schriftsteller|autor|maler|historiker|okonom|physiker|sturmer|verteidiger|torwart)(?:s|in)?',
    '(?:land|stadt)ratin|anwaltin|polizeiprasident(?:en|in)?|kollegin',
    'depute?e?s?|senat(?:eur|rice)|ministre|maire|prefete?|juge|procureure?|avocate?|docteure?|professeure?|ecrivaine?|chant(?:eur|euse)|act(?:eur|rice)|comedien(?:ne)?|historien(?:ne)?|capitaine|commissaire|colonel|general|adjudant|abbe|eveque|temoin|conseillere?',
    'депутат(?:ка)?|сенатор(?:ка)?|губернатор(?:ка)?|мэр|министр|міністр|міністерка|судья|суддя|прокурор(?:ка)?|адвокат(?:ка)?|следователь|слідчии|полковник|подполковник|підполковник|маиор|капитан|капітан|генерал|лейтенант|сержант|профессор|професор(?:ка)?|академик|академік|доктор|конструктор|авиаконструктор|авіаконструктор|актер|актор|актриса|режиссер|режисер|писатель|письменник|поэт|поет|певец|співак|певица|співачка|художник|историк|історик|господин|госпожа|гражданин|гражданка|товарищ|пан|пані|священник|блогер|журналист|журналіст',
  ].join('|')})$`,
  'u',
);
/** Leaders and players, who may be called by their firm or club: `тренер Зенит`. With a given name they are persons. */
const leaders =
  /^(?:(?:vice|vize)?pr[ae]siden[t](?:en|in|e)?|president|trainer(?:in)?|coach|captain|kapitan|director|direktor|founder|grunder(?:in)?|unternehmer(?:in)?|entrepreneur|president|президент|директор|тренер|основатель|засновник|бизнесмен|бізнесмен)$/;

const givenNames = new Set(given.names.join(' ').split(' '));
const furtherNames = new Set(given.further.join(' ').split(' '));

/** Whether a word is a given name; those that are words of texts, too, count in bylines alone. */
export function isGivenName(word: string): boolean {
  const folded = foldedWord(word.normalize('NFD').replace(/\p{M}/gu, ''));
  return givenNames.has(folded) || furtherNames.has(folded);
}

const patronymic = /(?:[оеє]в|ьи)(?:ич|іч|на)(?:а|у|ем|ы|е|и|ові|і)?$|[иіїь]чна$|^[а-яіїєґ]{3,}івн[аиоуі]$/;
/** An age, or the rest of `Otto von Bismarck`. */
const aboutPerson =
  /^(?: (?:von|van|zu|di|della) \p{Lu}|, \d\d,(?!\d)|,? \(?\d\d[- ](?:years?[- ]old|ans|jahre alt|jährig|лет|летн|года?,|років|річн)|, \d\d ans)/u;

/** Whether the words beside a name show that a person has it; `doubtful`: perhaps. */
export function personNamed(
  name: FoundName,
  scan: ScannedText,
  dictionary: Dictionary,
): 'person' | 'doubtful' | undefined {
  const { path, words, start, end } = name;
  const listed = path.words.map(word => dictionary.textOf(word));
  const [first = 0] = words;
  if (listed.length > 2 || words.length < listed.length || /[«"“„»]/.test(scan.text[start - 1] ?? '')) return undefined;
  if (!listed.every(isPersonal) || (listed.length > 1 && !givenNames.has(foldedWord(listed[0]!)))) return undefined;
  if (aboutPerson.test(scan.text.slice(end, end + 16))) return 'person';
  let at = first - 1;
  while (at >= 0 && first - at < 4 && isBefore(at, scan) && isGiven(at, scan)) at -= 1;
  if (at >= 0 && isBefore(at, scan)) {
    const role = wordFolded(scan, at);
    const isNamed = at < first - 1 || listed.length > 1;
    if (offices.test(role) && (isNamed || isAsListed(name, scan, dictionary))) return 'person';
    if (leaders.test(role) && isAsListed(name, scan, dictionary)) return isNamed ? 'person' : 'doubtful';
  }
  const before = first - 1;
  if (listed.length > 1 || before < 0 || !isBefore(before, scan)) return undefined;
  const given = wordFolded(scan, before);
  const isOne = givenNames.has(given) || givenNames.has(nominative(given)) || isInitial(scan, before);
  return isCapitalized(scan, before) && (isOne || patronymic.test(given)) ? 'doubtful' : undefined;
}

function isPersonal(listed: string): boolean {
  const folded = foldedWord(listed);
  return /^\p{Lu}\p{Ll}/u.test(listed) && !isAbbreviation(listed) && !isGenericNoun(folded) && !isHead(folded);
}

/** Nothing but a blank, perhaps with a point, is behind a word. */
function isBefore(word: number, scan: ScannedText): boolean {
  return /^\.?\s$/.test(scan.text.slice(scan.ends[word]!, scan.starts[word + 1]!));
}

/** A word that may be a given name between an office and a family name. */
function isGiven(word: number, scan: ScannedText): boolean {
  const folded = wordFolded(scan, word);
  if (isInitial(scan, word)) return folded !== 'm';
  return scan.shapes[word] === shape.capital && !offices.test(folded) && !leaders.test(folded) && !andWords.has(folded);
}

/** `президент Магнита` leads it: a Cyrillic family name has the case of the office. */
function isAsListed({ path, words }: FoundName, scan: ScannedText, dictionary: Dictionary): boolean {
  const text = wordText(scan, words.at(-1)!);
  return !/\p{Script=Cyrillic}/u.test(text) || foldedWord(text) === foldedWord(dictionary.textOf(path.words.at(-1)!));
}

/** `Олегу` and `Андрея` of Олег and Андрей. */
function nominative(folded: string): string {
  return folded.replace(/(?:ом|ем|ові|еві|єві|[ауюяеі])$/, ending => (/^[юяеє]/.test(ending) ? 'и' : ''));
}
