import type { Dictionary } from './dictionary.ts';
import { isMinistry, isPlaceAdjective } from './institution-words.ts';
import type { Organization } from './organization.ts';
import type { ScannedText } from './scanned-text.ts';
import { foldedWord } from './text-units.ts';
import { type Continuation, type FoundName, gapBetween, isCapitalized, wordFolded, wordText } from './walk-names.ts';

/** Characters behind a name that may have a region. */
const reach = 160;
/** Characters in front of a name. */
const mostBefore = 40;
const lettersOfRoot = 3;
/** A list that has a country in one of its names is of this country. */
const lettersOfCountry = 5;
const bodies =
  /^(?:палат|комисси|суд|академи|союз|комитет|прокуратур|департамент|правительств|парламент|собрани|федераци|ассоциаци|совет|общество|фонд|агентств|служб)/;
/** `и науки`, `, спорта и туризма`: further fields of a ministry, and no further body. */
const field =
  '(?:,\\s|\\sи\\s)(?!администр|правител|мэри|дум|власт|губерн|прокурат|департ|управлен|комит|универ|музе|театр|библиот|суд|глав|жител|учрежд|организ|школ)[а-яё]+(?:ого|ой|ых|их|и|ы|а|я|ов|ей|тв|аук|ний)(?:\\s[а-яё]+(?:и|ы|а|я|ов|ей|тв|ний))?';
const place = '[А-ЯЁ][а-яё]+(?:-[А-ЯЁ][а-яё]+)*';
const regions = [
  `${place}(?:[сц]к(?:ой|ого|ая|ий)|ой)\\s(?:автономн(?:ого|ой)\\s)?(?:обл(?:асти|асть|\\.)|кра[йя]|округа?|[Рр]еспублик[иа]|района?)`,
  `Республик[ие]\\s${place}`,
  '[А-ЯЁ][а-яё]+стана|(?:Якути|Башкири|Татари|Бурят|Карел|Чуваши|Мордови|Удмурти|Хакаси|Ингушети|(?:Северной\\s)?Осети|Чечн|Калмыки|Кабардино-Балкари|Карачаево-Черкеси|Абхази|Белорусси|Югр)(?:ии|и|ы)|Марий\\sЭл',
  'Украины|Беларуси|Китая|Израиля|Коми|Крыма|Алтая|Адыгеи|Тувы|Тывы|Кубани|Приморья|Забайкалья|Прикамья|Ставрополья|Подмосковья|Поморья|Приднестровья|Москвы|Севастополя|Петербурга|Санкт-Петербурга',
  '(?:Герман|Франц|Итал|Испан|Турц|Япон|Инд|Сир|Груз|Армен|Молдав|Латв|Эстон|Финлянд|Швец|Норвег|Дан|Венгр|Чех|Словак|Серб|Болгар|Румын|Грец|Австр|Швейцар|Бельг|Великобритан|Австрал|Бразил|Монгол)ии',
  'Польши|Литвы|Молдовы|Азербайджана|Ирана|Ирака|Ливана|Египта|Нидерландов|Канады|Мексики|Аргентины|Кубы|Вьетнама|Южной\\sКореи|КНДР',
  '(?:РТ|РБ|РК|РД|УР|ЧР|РМЭ|РСО|КБР|КЧР|ХМАО|ЯНАО|ДНР|ЛНР|ПМР|США|КНР|ФРГ)',
  '(?:области|края|республики|региона|округа)',
];
const ofMinistry = new RegExp(
  `^(?<fields>(?:${field}){0,3})\\s\\(?(?<by>по\\s)?(?<region>${regions.join('|')})(?![а-яё])`,
  'u',
);
/** Regions that have separate ministries beside those of the country, as German, French and English write them. */
const latinRegions = [
  'Baden-Württembergs?|Bayerns?|Brandenburgs?|Hessens?|Mecklenburg-Vorpommerns?|Niedersachsens?|Nordrhein-Westfalens?|NRW|Rheinland-Pfalz',
  'Saarland(?:e?s)?|Sachsens?(?:-Anhalts?)?|Schleswig-Holsteins?|Thüringens?|Tirols?|Kärntens?|Vorarlbergs?|(?:Ober|Nieder)österreichs?|Bavière|Bavaria',
  'Qu[ée]bec|Ontario|Nouveau-Brunswick|New Brunswick|Manitoba|Alberta|Saskatchewan|Colombie-Britannique|British Columbia|Nouvelle-Écosse|Nova Scotia',
  'Newfoundland|Terre-Neuve|Wallonie|Wallonia|Flandre|Flanders|Fédération Wallonie-Bruxelles|Catalogne|Catalonia',
  'Kiew|Kiev|Kyiv|Rom|Moskau|Moscou|Warschau|Varsovie|Prag|Budapest|Ankara|Kopenhagen|Stockholm|Oslo|Athen|Peking|Tokio|Minsk|Bukarest|Belgrad',
  'München|Stuttgart|Düsseldorf|Hannover|Mainz|Wiesbaden|Potsdam|Dresden|Erfurt|Magdeburg|Kiel|Schwerin|Saarbrücken',
  'California|Texas|Florida|New York|Illinois|Ohio|Michigan|Virginia|New Jersey|Massachusetts|Arizona|Colorado|Oregon|(?:North|South) (?:Carolina|Dakota)',
].join('|');
/** Countries, as German and English name them, but those of which German and English lists are. */
const countries = [
  'Österreichs?|Schweiz|Frankreichs?|Polens?|Ukraine|Russlands?|Italiens?|Spaniens?|Türkei|Ungarns?|Tschechiens?|Dänemarks?|Israels?|Chinas?|Japans?',
  'France|Poland|Russia|Italy|Spain|Turkey|Hungary|Denmark|Sweden|Norway|Finland|Greece|Israel|China|Japan|Iran|Germany|Austria|Switzerland|Belarus',
].join('|');
const adjectives = new RegExp(
  `(?:^|\\s)(?<country>${[
    '(?:österreich|schweizer|französ|poln|ukrain|russ|italien|span|türk|ungar|tschech|niederländ|belg|dän|schwed|norweg|finn|griech|brit|amerikan',
    '|chines|japan|israel|iran|belaruss|georg|serb|kroat|slowak|slowen|rumän|bulgar|syr|afghan|ind|libanes|ägypt|irak|luxemburg)ische[rsnm]?|Schweizer',
    '|Ukrainian|Russian|Polish|French|German|Italian|Spanish|Turkish|Hungarian|Czech|Dutch|Belgian|Danish|Swedish|Norwegian|Finnish|Greek|Austrian',
    '|Swiss|Chinese|Japanese|Israeli|Iranian|Iraqi|Syrian|Egyptian|Saudi|Korean|Belarusian|Georgian|Serbian|Romanian|Bulgarian|Brazilian|Mexican',
  ].join('')}|(?:${countries})['’]s)\\s$`,
  'iu',
);
const ofLatinRegion = new RegExp(
  `^\\s\\(?(?:(?<by>in)\\s|(?:of|von|des\\sLandes|der|des|du|de)\\s(?:la\\s|l['’])?|d['’])?(?<region>${latinRegions}|${countries})(?!\\p{L})`,
  'u',
);
const beforeName = new RegExp(`(?:^|[\\s(])(?<region>${latinRegions})(?:['’]s)?\\s$`, 'u');
const germanAdjective =
  /(?:^|\s)(?:\p{L}+-)?(?<region>(?:hessisch|bay(?:e)?risch|(?:nieder)?sächsisch|brandenburgisch|thüringisch|westfälisch|pfälzisch|saarländisch|holsteinisch|württembergisch|anhaltisch|vorpommersch)e[rsnm]?|Thüringer|Tiroler)\s$/iu;
const byRegion = new RegExp(`^\\s(?<region>${regions.slice(0, 2).join('|')})(?![а-яё])`, 'u');
const regional = /^(?:областн|краев|региональн|республиканск|окружн|муниципальн)/;
const agreeing = /(?:ое|ьке|ии|ыи|ого|ому|им|ым|ом)$/;

/**
 * Whether a region, which has its own ministry, is behind the name of a ministry of the country: `министерство образования и науки Республики
 * Татарстан`, `Минздрав области`. Behind the name of another body it may be what the sentence is about.
 */
export function ofRegion({ end, words, path }: FoundName, scan: ScannedText, dictionary: Dictionary): Continuation {
  const isOfMinistry = isOfficial(dictionary.textOf(path.words[0]!));
  if (!isOfMinistry && !path.words.some(word => bodies.test(foldedWord(dictionary.textOf(word))))) return 'none';
  const behind = scan.text.slice(end, end + reach);
  const found =
    (isOfMinistry ? ofMinistry : byRegion).exec(behind) ?? (isOfMinistry ? ofLatinRegion.exec(behind) : null);
  if (found === null) return 'none';
  const region = found.groups!['region']!;
  if (/^\p{Script=Latin}/u.test(region) && isInNames(region, dictionary.organizations[path.organization]!))
    return 'none';
  const to = end + found[0].length;
  const from = to - region.length;
  const inside: number[] = [];
  for (let word = words.at(-1)! + 1; word < scan.count && scan.starts[word]! < to; word += 1)
    if (scan.starts[word]! >= from) inside.push(word);
  const named = inside.filter(word => isCapitalized(scan, word) && wordText(scan, word) !== 'Республики');
  const isOwn = (named.length > 0 ? named : inside).some(word =>
    dictionary.knows(path.organization, scan.forms[word]!),
  );
  if (isOwn) return 'none';
  return isOfMinistry && found.groups!['by'] === undefined ? 'longer-name' : 'doubtful';
}

/** Whether a ministry has the adjective of a place or region before it: `тверское министерство`, `областной Минздрав`. */
export function isRegional({ words, path }: FoundName, scan: ScannedText, dictionary: Dictionary): boolean {
  const before = words[0]! - 1;
  const head = dictionary.textOf(path.words[0]!);
  const isNational = path.words.length > 1 && /^(?:national|federal|central|supreme|constitutional)$/i.test(head);
  if (before < 0 || !(isNational || isOfficial(head)) || gapBetween(scan, before, before + 1) !== 'open') return false;
  const folded = wordFolded(scan, before);
  const front = scan.text.slice(0, scan.starts[words[0]!]).slice(-mostBefore);
  const region = (beforeName.exec(front) ?? germanAdjective.exec(front))?.groups?.['region'];
  if (region !== undefined && !isInNames(region, dictionary.organizations[path.organization]!)) return true;
  const country = adjectives.exec(front)?.groups?.['country'];
  if (country !== undefined && !isInList(country, dictionary)) return true;
  const isOfPlace = regional.test(folded) || isPlaceAdjective(folded);
  return isOfPlace && agreeing.test(folded) && !dictionary.knows(path.organization, scan.forms[before]!);
}

const countriesOfLists = new WeakMap<Dictionary, Map<string, boolean>>();

/** Whether any name of the list has the root of the country: found once, since a text may name it a thousand times. */
function isInList(country: string, dictionary: Dictionary): boolean {
  const known = countriesOfLists.get(dictionary) ?? new Map<string, boolean>();
  const isIn = known.get(country) ?? dictionary.organizations.some(each => isInNames(country, each, lettersOfCountry));
  countriesOfLists.set(dictionary, known.set(country, isIn));
  return isIn;
}

/** Whether a name of the organization has the same root: of "hessisches" that of "Kultusministerium Hessen". */
function isInNames(region: string, { name, aliases }: Organization, letters = lettersOfRoot): boolean {
  const root = plain(region).slice(0, letters);
  return [name, ...aliases.map(({ text }) => text)].some(each => plain(each).includes(root));
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function isOfficial(text: string): boolean {
  const isLatin = /ministerium$|^minist[èe]re$|^ministry$|^department$/i.test(text);
  return isLatin || /^м[иі]н[иі]стерств/i.test(text) || isMinistry(text) || /^(?:МВД|МЧС|МИД)$/.test(text);
}
