import { exampleOf } from './check-organizations.ts';
import type { Dictionary } from './dictionary.ts';
import { type FoundMentions, findMentions, type Mention } from './find-mentions.ts';
import { foldedWord } from './text-units.ts';

/**
 * Suggestions from texts that name organizations of a list: other names of these, organizations that the list lacks, and
 * people in a role. Rules of Russian and English texts; a person decides what of it is right.
 */
export const suggestionKinds = [
  'explained', // `Московский государственный университет (МГУ)`: an abbreviation of an organization of the list
  'role', // `ректор МГУ Виктор Садовничий`
  'explained-other', // `Тверской государственный университет (ТвГУ)`, which the list lacks
  'named', // `компания «Ромашка»`
  'abbreviation', // `ОБСЕ`
  'titled', // `Тверской государственный университет`
] as const;
export type SuggestionKind = (typeof suggestionKinds)[number];

export interface TextSuggestion {
  readonly kind: SuggestionKind;
  /** As the texts have it; a name may be in another case than the nominative. */
  readonly text: string;
  /** Of the organization of the list that it belongs to; null: it is in the list's neighbourhood. */
  readonly organization: string | null;
  /** Texts that have it. */
  readonly texts: number;
  /** The first place, with some words around. */
  readonly example: string;
}

/** A place of a suggestion in a text, in UTF-16 units. */
export interface SuggestedPlace {
  readonly kind: SuggestionKind;
  readonly organization: string | null;
  readonly start: number;
  readonly end: number;
}

/** Bounds of the characters of a text, of the suggestions that are counted, and of the suggestions that are given. */
const bounds = { text: 100_000, counted: 20_000, given: 200 };
const exampleCharacters = 40;

/** Whether a suggestion is of an organization of the list. */
export function isOfListed(kind: SuggestionKind): boolean {
  return kind === 'explained' || kind === 'role';
}

/** Names one suggestion: equal for equal words, however they are written. */
export function suggestionKey(of: Pick<TextSuggestion, 'kind' | 'organization' | 'text'>): string {
  const words = of.text.split(/[\s-]+/u).map(foldedWord);
  return [isOfListed(of.kind) ? of.organization : '', ...words].join(' ');
}

/** The suggestions of texts, those of most texts first; `isDismissed`: those that a person does not want, by their keys. */
export class TextSuggestions {
  readonly #dictionary: Dictionary;
  readonly #isDismissed: (key: string) => boolean;
  readonly #mentionsOf: ((text: string) => FoundMentions) | undefined;
  readonly #found = new Map<string, TextSuggestion>();

  /** `mentionsOf`: mentions that were found already. */
  constructor(
    dictionary: Dictionary,
    isDismissed: (key: string) => boolean,
    mentionsOf?: (text: string) => FoundMentions,
  ) {
    this.#dictionary = dictionary;
    this.#isDismissed = isDismissed;
    this.#mentionsOf = mentionsOf;
  }

  add(whole: string): void {
    const text = whole.slice(0, bounds.text);
    const known = new Set<string>();
    for (const { kind, organization, start, end } of suggestedPlaces(text, this.#dictionary, this.#mentionsOf)) {
      const name = text.slice(start, end).replaceAll(/\s+/gu, ' ');
      const key = suggestionKey({ kind, organization, text: name });
      if (known.has(key) || this.#isDismissed(key)) continue;
      known.add(key);
      const old = this.#found.get(key);
      if (old === undefined && this.#found.size === bounds.counted) continue;
      const example = old?.example ?? exampleOf(text, { start, end }, exampleCharacters);
      this.#found.set(key, { kind, text: old?.text ?? name, organization, texts: (old?.texts ?? 0) + 1, example });
    }
  }

  result(): readonly TextSuggestion[] {
    const all = [...this.#found.values()];
    // Abbreviations that are explained somewhere are known organizations.
    const explained = new Set(all.flatMap(({ kind, text }) => (kind.startsWith('explained') ? [text] : [])));
    const told = all.filter(({ kind, text }) => kind !== 'abbreviation' || !explained.has(text));
    return told.sort((a, b) => b.texts - a.texts).slice(0, bounds.given);
  }
}

const name = String.raw`\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?`;
const surname = String.raw`\p{Lu}[а-яё]+(?:[оеё]в|[иы]н|ск|ий|ян|енко|ук|юк|дзе|швили|ич)(?:а|у|ым|им|ом|ем|ого|ому|ой|ий)?`;
const person = String.raw`(?:(?:бин |фон |де )?${name} (?:${name} )?${name}|(?:\p{Lu}\.\s?){1,2}${name}|${surname})(?![\p{L}\p{Nd}])`;
const roles =
  'ректор|проректор|(?:вице-)?президент|директор|гендиректор|замдиректор|глав(?=[аыеуо])|руководител|председател|сопредседател|зампред|начальник|министр|замминистр|декан|профессор|доцент|академик|сотрудни[кц]|эксперт|аналитик|представител|(?:пресс-)?секретар|лидер|депутат|член|основател|создател|владел|совладел|уполномоченн|адвокат|юрист|редактор|главред|корреспондент|журналист|фотограф|тренер|капитан|губернатор|мэр|прокурор|судь|менеджер|координатор|rector|president|director|head|chair(?:man|woman)?|dean|professor|minister|spokes(?:man|woman)|chief executive|ceo|founder|leader';
const roleBefore = new RegExp(
  String.raw`(?<![\p{L}-])(?:${roles})[а-яё]{0,4}(?: [а-яё-]{3,}){0,2}(?: (?:of|at)(?: the)?)? [«"“]?$`,
  'iu',
);
const personBehind = new RegExp(`^[»"”]? (${person})`, 'u');
const abbreviationBehind =
  /^[»"]?\s\((?:далее\s*[—–-]?\s*|сокр[.а-я]*\s*)?[«"]?(\p{Lu}[\p{Lu}\p{Ll}]{0,8}\p{Lu})[»"]?\)/u;
const firms =
  'компани|корпораци|концерн|холдинг|фирм|банк|фонд|газет|журнал|телеканал|канал|радиостанци|телекомпани|агентств|информагентств|издательств|парти|движени|организаци|ассоциаци|объединени|завод|комбинат|клуб|предприяти|издани|интернет-издани|интернет-ресурс|еженедельник|портал|кинокомпани|медиакомпани|авиакомпани|нефтекомпани|госкорпораци|университет|институт|театр|центр|общество|союз';
const latinName = String.raw`[A-Z][\p{Script=Latin}\p{Nd}.&-]+(?: (?:[A-Z][\p{Script=Latin}\p{Nd}.&-]+|of|and)){0,4}`;
const named = new RegExp(
  String.raw`(?<![\p{L}])(?:(?:${firms})[а-яё]{0,4}|ООО|ОАО|ЗАО|ПАО|АО|НКО|АНО)[ \u00a0](?:[«"“]([\p{Lu}\p{Nd}][^«»"“”\n()]{1,60})[»"”]|(${latinName}))`,
  'gu',
);
const heads =
  'университет|институт|академи|музе|театр|библиотек|министерств|комитет|банк|федераци|ассоциаци|организаци|завод|комбинат|агентств|прокуратур|суд|департамент|управлени|консерватори|обсерватори|палат|собрани|дум|фронт|лиг|амнисти|движени|парти|служб|фонд|бюро|центр|конгресс|обществ|союз|совет';
const headEnding = '(?:а|у|ом|е|ы|я|ю|ем|и|й|ей|ой|о|ь|ия|ию|ией|ии|ие)?(?![а-яё])';
const adjectiveEnding = '(?:ый|ий|ой|ая|ое|ого|его|ому|ему|ым|им|ом|ем|ую|ей|ых|их)';
/** Behind a word of the same sentence, for at its beginning a capital says nothing. */
const within = String.raw`(?<=[\p{Ll}\p{Nd},»"] [«"„“]?)`;
const titled = new RegExp(
  String.raw`${within}\p{Lu}[а-яё-]{3,}${adjectiveEnding}(?: [а-яё-]{3,}${adjectiveEnding}){0,4} (?:${heads})${headEnding}|${within}(?:${heads
    .split('|')
    .map(head => `${head[0]!.toUpperCase()}${head.slice(1)}`)
    .join(
      '|',
    )})${headEnding}(?: (?!имени )[а-яё-]{3,}(?:ов|ев|ей|ий|ия|ии|ства|ания|ения|и|ы|а|ого|ой|ых|их)){1,3}(?: (?:имени|им\.) (?:\p{Lu}\.\s?){0,2}\p{Lu}[а-яё]+)?(?: (?:РФ|России|(?:[А-Я][А-Яр]?О )?РАН))?(?![а-яё])`,
  'gu',
);
const abbreviation =
  /(?<![\p{L}\p{Nd}] ?[-–]|\p{Lu}{2} )(?<![\p{L}\p{Nd}])\p{Lu}{3,8}(?![\p{L}\p{Nd}]|[-–][\p{Nd}\p{Lu}]| \p{Lu}{2})/gu;
/** Countries, unions, and what is no organization. */
const ordinary =
  /^(?:США|КНР|КНДР|СССР|ФРГ|ГДР|РФ|РСФСР|УССР|БССР|СНГ|ОАЭ|ЮАР|ЕАЭС|СМИ|СМС|ООО|ОАО|ЗАО|ПАО|НКО|АНО|ИТАР|УТЦ|ДТП|ЧП|ВВП|НДС|НДФЛ|ЕГЭ|ОГЭ|ГИА|ВПР|КПП|МРОТ|ОСАГО|ВИЧ|СПИД|ДНК|РНК|АЭС|ГЭС|ТЭЦ|МСК|ФИО|ИНН|ПЦР|ЖКХ|ТЭК|ВПК|ЛГБТ|UTC|GMT|MSK|USA|UK|GDP|HIV|DNA|PDF|FAQ|CEO|USB|GPS|SMS|URL|[IVXLC]+)$/;

/** The places of suggestions in a text that names an organization of the list, none of them in such a name. */
export function suggestedPlaces(
  text: string,
  dictionary: Dictionary,
  mentionsOf = (text: string) => findMentions(text, dictionary),
): readonly SuggestedPlace[] {
  const mentions = mentionsOf(text).mentions.filter(({ nestedIn }) => nestedIn === null);
  if (!mentions.some(({ status }) => status === 'certain')) return [];
  const places: SuggestedPlace[] = [];
  const isTaken = new Uint8Array(text.length);
  for (const { start, end } of mentions) isTaken.fill(1, start, end);
  const add: AddPlace = (kind, organization, start, length) => {
    const end = start + length;
    if (isTaken.subarray(start, end).includes(1)) return;
    isTaken.fill(1, start, end);
    places.push({ kind, organization, start, end });
  };
  for (const mention of mentions) if (mention.status === 'certain') besideMention(text, mention, add);
  for (const found of text.matchAll(named)) {
    const own = (found[1] ?? found[2])!;
    add('named', null, found.index + found[0].lastIndexOf(own), own.length);
  }
  for (const { 0: full, index } of text.matchAll(titled)) {
    add('titled', null, index, full.length);
    const end = index + full.length;
    const short = abbreviationBehind.exec(text.slice(end, end + 40));
    if (short !== null && spells(full, short[1]!))
      add('explained-other', null, end + short[0].lastIndexOf(short[1]!), short[1]!.length);
  }
  for (const { 0: short, index } of text.matchAll(abbreviation))
    if (!ordinary.test(short)) add('abbreviation', null, index, short.length);
  return places;
}

type AddPlace = (kind: SuggestionKind, organization: string | null, start: number, length: number) => void;

/** An abbreviation in brackets and a person with a role beside a mention. */
function besideMention(text: string, { organization, start, end }: Mention, add: AddPlace): void {
  const behind = text.slice(end, end + 80);
  const short = abbreviationBehind.exec(behind);
  if (short !== null && spells(text.slice(start, end), short[1]!))
    add('explained', organization, end + short[0].lastIndexOf(short[1]!), short[1]!.length);
  if (!roleBefore.test(text.slice(Math.max(0, start - 60), start))) return;
  const who = personBehind.exec(behind);
  if (who !== null) add('role', organization, end + who[0].length - who[1]!.length, who[1]!.length);
}

/** Whether the capitals of an abbreviation are initials of the words of a name, in their order; of a compound also one within it. */
function spells(full: string, short: string): boolean {
  const words = full.split(/[\s-]+/u).map(word => foldedWord(word.replace(/^[^\p{L}]+/u, '')));
  let [at, within] = [0, 0];
  for (const letter of (short.match(/\p{Lu}/gu) ?? []).map(foldedWord)) {
    const next = words.findIndex((word, index) => index >= at && word.startsWith(letter));
    // Of a compound two letters may be taken: ХК of химконцентратов.
    const inside = next < 0 && at > 0 ? words[at - 1]!.indexOf(letter, within + 3) : -1;
    if (next < 0 && inside < 0) return false;
    [at, within] = next < 0 ? [at, words[at - 1]!.length] : [next + 1, 0];
  }
  return true;
}
