import type { Dictionary } from './dictionary.ts';
import { isMinistry, isPlaceAdjective } from './institution-words.ts';
import type { ScannedText } from './scanned-text.ts';
import { foldedWord } from './text-units.ts';
import { type Continuation, type FoundName, gapBetween, isCapitalized, wordFolded, wordText } from './walk-names.ts';

/** Characters behind a name that may have a region. */
const reach = 160;
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
  '(?:РТ|РБ|РК|РД|УР|ЧР|РМЭ|РСО|КБР|КЧР|ХМАО|ЯНАО|ДНР|ЛНР|ПМР|США|КНР|ФРГ)',
  '(?:области|края|республики|региона|округа)',
];
const ofMinistry = new RegExp(
  `^(?<fields>(?:${field}){0,3})\\s\\(?(?<by>по\\s)?(?<region>${regions.join('|')})(?![а-яё])`,
  'u',
);
const byRegion = new RegExp(`^\\s(?<region>${regions.slice(0, 2).join('|')})(?![а-яё])`, 'u');
const regional = /^(?:областн|краев|региональн|республиканск|окружн|муниципальн)/;
const agreeing = /(?:ое|ии|ыи|ого|ому|им|ым|ом)$/;

/**
 * Whether a region, which has its own ministry, is behind the name of a ministry of the country: `министерство образования и науки Республики
 * Татарстан`, `Минздрав области`. Behind the name of another body it may be what the sentence is about.
 */
export function ofRegion({ end, words, path }: FoundName, scan: ScannedText, dictionary: Dictionary): Continuation {
  const isOfMinistry = isOfficial(dictionary.textOf(path.words[0]!));
  if (!isOfMinistry && !path.words.some(word => bodies.test(foldedWord(dictionary.textOf(word))))) return 'none';
  const found = (isOfMinistry ? ofMinistry : byRegion).exec(scan.text.slice(end, end + reach));
  if (found === null) return 'none';
  const to = end + found[0].length;
  const from = to - found.groups!['region']!.length;
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
  if (before < 0 || !isOfficial(dictionary.textOf(path.words[0]!)) || gapBetween(scan, before, before + 1) !== 'open')
    return false;
  const folded = wordFolded(scan, before);
  const isOfPlace = regional.test(folded) || isPlaceAdjective(folded);
  return isOfPlace && agreeing.test(folded) && !dictionary.knows(path.organization, scan.forms[before]!);
}

function isOfficial(text: string): boolean {
  return /^министерств/i.test(text) || isMinistry(text) || /^(?:МВД|МЧС|МИД)$/.test(text);
}
