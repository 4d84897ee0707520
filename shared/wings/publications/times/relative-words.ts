import { ofChange, ofPublication } from './date-labels.ts';

/** Words for a day by language, with how many days ago it is. Pages that say no language may use those of the first rows. */
const days: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  en: { today: 0, yesterday: 1, 'just now': 0 },
  de: { heute: 0, gestern: 1, vorgestern: 2, 'gerade eben': 0, soeben: 0 },
  ru: { сегодня: 0, вчера: 1, позавчера: 2, 'только что': 0 },
  uk: { сьогодні: 0, учора: 1, вчора: 1, позавчора: 2, щойно: 0 },
  be: { сёння: 0, учора: 1 },
  kk: { бүгін: 0, кеше: 1 },
  fr: { "aujourd'hui": 0, 'aujourd’hui': 0, hier: 1, 'avant-hier': 2, "à l'instant": 0, 'à l’instant': 0 },
  es: { hoy: 0, ayer: 1, anteayer: 2, 'ahora mismo': 0 },
  it: { oggi: 0, ieri: 1 },
  pt: { hoje: 0, ontem: 1 },
  pl: { dzisiaj: 0, dziś: 0, wczoraj: 1, przedwczoraj: 2, 'przed chwilą': 0 },
  nl: { vandaag: 0, gisteren: 1, zojuist: 0 },
  tr: { bugün: 0, dün: 1 },
  sv: { idag: 0, 'i dag': 0, igår: 1, 'i går': 1 },
  da: { 'i dag': 0, 'i går': 1 },
  nb: { 'i dag': 0, 'i går': 1 },
  no: { 'i dag': 0, 'i går': 1 },
  fi: { tänään: 0, eilen: 1 },
  cs: { dnes: 0, včera: 1 },
  sk: { dnes: 0, včera: 1 },
  bg: { днес: 0, вчера: 1 },
  sr: { данас: 0, јуче: 1 },
  hr: { danas: 0, jučer: 1 },
  ro: { astăzi: 0, azi: 0, ieri: 1 },
  hu: { ma: 0, tegnap: 1 },
  el: { σήμερα: 0, χθες: 1, χτες: 1 },
  id: { 'hari ini': 0, kemarin: 1 },
  vi: { 'hôm nay': 0, 'hôm qua': 1 },
  ar: { اليوم: 0, أمس: 1 },
  fa: { امروز: 0, دیروز: 1 },
  he: { היום: 0, אתמול: 1 },
  ja: { 今日: 0, 本日: 0, きょう: 0, 昨日: 1, きのう: 1 },
  zh: { 今天: 0, 今日: 0, 昨天: 1, 昨日: 1, 前天: 2 },
  ko: { 오늘: 0, 어제: 1 },
};
const unsaid = 'en de ru uk be kk fr es it pt pl nl'.split(' ');

const longestFirst = (words: readonly string[]) => [...words].sort((a, b) => b.length - a.length).join('|');
/** Every word for a day. */
export const relativePattern = longestFirst([...new Set(Object.values(days).flatMap(Object.keys))]);

/** Seconds of the units of the table below; months and years are counted by the calendar. */
const seconds = [1, 60, 3600, 86_400, 604_800];
/** How many are "a few". */
const few = 3;

/**
 * How long ago it is, a row each: the language, the form (N: the number, U: the unit), words for one, for a few, for half an hour, and seconds,
 * minutes, hours, days, weeks, months, years. A form whose number is in brackets may go without: «час назад».
 */
const ago: readonly string[] = [
  'en / (?:(?:less|more) than |over |almost )?N\\s?U ago / an?|one / a few|several|some / half an hour / seconds?|secs?;minutes?|mins?|m;hours?|hrs?|h;days?|d;weeks?|w;months?|mo;years?|y',
  'ru / (?:(?:около|примерно|более|менее|меньше) )?(?:N\\s?)?U назад / один|одну / несколько|пару / полчаса / секунд\\p{L}*|сек\\.?;минут\\p{L}*|мин\\.?;час\\p{L}*|ч\\.?;дн(?:\\p{L}+|\\.)|день|сут(?:\\p{L}+|\\.);недел\\p{L}+|нед\\.?;месяц\\p{L}*|мес\\.?;года?|лет',
  'uk / (?:N\\s?)?U тому / один|одну / кілька|декілька / півгодини|пів години / секунд\\p{L}*|сек\\.?;хвилин\\p{L}*|хв\\.?;годин\\p{L}*|год\\.?;дн(?:\\p{L}+|\\.)|день;тиж\\p{L}+;місяц\\p{L}*;рік|рок\\p{L}*',
  'be / (?:N\\s?)?U таму / адзін|адну / некалькі / паўгадзіны / секунд\\p{L}*;хвілін\\p{L}*;гадзін\\p{L}*;дз[её]н\\p{L}*|дн\\p{L}+;тыдз\\p{L}+|тыдн\\p{L}+;месяц\\p{L}*;год\\p{L}*',
  'kk / N\\s?U бұрын / бір / бірнеше / жарты сағат / секунд;минут;сағат;күн;апта;ай;жыл',
  'bg / преди N\\s?U / един|една / няколко / половин час / секунд\\p{L}*;минут\\p{L}*|мин\\.?;час\\p{L}*;дн\\p{L}+|ден;седмиц\\p{L}*;месец\\p{L}*;годин\\p{L}*',
  'de / vor (?:weniger als |etwa |rund |knapp )?N\\s?U / einer|einem / wenigen|einigen|ein paar / einer halben stunde / sekunden?;minuten?|min\\.?;stunden?|std\\.?;tag(?:en?)?;wochen?;monat(?:en?)?;jahr(?:en?)?',
  'nl / N\\s?U geleden / een|één / enkele|een paar / een half uur / seconden?;minu(?:ut|ten)|min\\.?;uur|uren;dag(?:en)?;we(?:ek|ken);maand(?:en)?;ja(?:ar|ren)',
  "fr / il y a (?:moins d’|moins d'|environ )?N\\s?U / une? / quelques / une demi-heure / secondes?;minutes?|min\\.?;heures?|h;jours?|j;semaines?;mois;ans?|années?",
  'es / hace N\\s?U / una? / un[oa]s|pocos|algunos / media hora / segundos?;minutos?|min\\.?;horas?|h;días?|dias?;semanas?;mes(?:es)?;años?',
  'ca / fa N\\s?U / una? / uns|unes / mitja hora / segons?;minuts?|min\\.?;hor(?:a|es);di(?:a|es);setman(?:a|es);mes(?:os)?;anys?',
  'pt / (?:há|ha) N\\s?U / uma? / alguns|algumas|poucos / meia hora / segundos?;minutos?|min\\.?;horas?|h;dias?;semanas?;mês|meses;anos?',
  'pt / N\\s?U atrás / uma? / alguns|algumas|poucos / meia hora / segundos?;minutos?|min\\.?;horas?|h;dias?;semanas?;mês|meses;anos?',
  "it / N\\s?U fa / un['’]?|una / pochi|poche|alcuni|alcune|qualche / mezz['’]ora / second[oi];minut[oi]|min\\.?;or[ae]|h;giorn[oi];settiman[ae];mes[ei];ann[oi]",
  'ro / acum N\\s?(?:de )?U / un|o / câteva|câțiva / o jumătate de oră|jumătate de oră / secund[ăe];minute?|minut|min\\.?;or[ăe];zi(?:le)?;săptămân[ăi];lun[ăi];ani?',
  'pl / (?:N\\s?)?U temu / jeden|jedną / kilka|parę / pół godziny / sekund\\p{L}*|sek\\.?;minut\\p{L}*|min\\.?;godzin\\p{L}*|godz\\.?;dni|dzień;tydzień|tygodni\\p{L}*;miesi\\p{L}+;rok|lat\\p{L}*',
  'cs / před N\\s?U / jednou|jedním / několika|pár / půl ?hodinou / sekund\\p{L}*|vteřin\\p{L}*;minut\\p{L}*|min\\.?;hodin\\p{L}*|hod\\.?;dn\\p{L}*;týdn\\p{L}*;měsíc\\p{L}*;rok\\p{L}*|let\\p{L}*',
  'sk / pred N\\s?U / jednou|jedným / niekoľkými|pár / pol ?hodinou / sekund\\p{L}*;minút\\p{L}*|min\\.?;hodin\\p{L}*|hod\\.?;dň\\p{L}*|dn\\p{L}*;týždň\\p{L}*;mesiac\\p{L}*;rok\\p{L}*',
  'hr / prije N\\s?U / jedan|jedne / nekoliko|par / pola sata|pola h / sekund\\p{L}*;minut\\p{L}*|min\\.?;sat\\p{L}*|h;dan\\p{L}*;tjed\\p{L}*;mjesec\\p{L}*;godin\\p{L}*',
  'sr / пре N\\s?U / један / неколико / пола сата / секунд\\p{L}*;минут\\p{L}*|мин\\.?;сат\\p{L}*|час\\p{L}*;дан\\p{L}*;недељ\\p{L}*;месец\\p{L}*;годин\\p{L}*',
  'sv / för N\\s?U sedan / en|ett / några|ett par / en halvtimme / sekund(?:er)?;minut(?:er)?|min\\.?;timm(?:e|ar)|tim\\.?;dag(?:ar)?;veck(?:a|or);månad(?:er)?;år',
  'da / (?:for )?N\\s?U siden / en|et / få|nogle / en halv time / sekund(?:er)?;minut(?:ter)?|min\\.?;timer?;dag(?:e)?;uger?;måned(?:er)?;år',
  'nb / (?:for )?N\\s?U siden / en|ett? / noen|et par / en halvtime / sekund(?:er)?;minutt(?:er)?|min\\.?;time(?:r)?;dag(?:er)?|døgn;uker?;måned(?:er)?;år',
  'fi / (?:N\\s)?U sitten / yksi / muutama / puoli tuntia / sekunti[a]?;minuutti[a]?|min\\.?;tunti[a]?|t;päivää?;viikkoa?|viikko;kuukau(?:si|tta);vuo(?:si|tta)',
  'el / πριν(?: από)? N\\s?U / έναν?|μία|μια / λίγα|λίγες|μερικά / μισή ώρα / δευτερόλεπτ[οα];λεπτ[οάό];ώρ(?:α|ες);(?:η)?μέρ(?:α|ες);εβδομάδ(?:α|ες);μήν(?:α|ες);χρόνι?[οα]|έτη?',
  'tr / N\\s?U (?:önce|evvel) / bir / birkaç / yarım saat / saniye|sn\\.?;dakika|dk\\.?;saat|sa\\.?;gün;hafta;ay;yıl',
  'az / N\\s?U (?:əvvəl|öncə) / bir / bir neçə / yarım saat / saniyə;dəqiqə;saat;gün;həftə;ay;il',
  'id / N\\s?U (?:yang )?lalu / se|satu / beberapa / setengah jam / detik;menit;jam;hari;minggu;bulan;tahun',
  'vi / N\\s?U trước / một / vài / nửa giờ|nửa tiếng / giây;phút;giờ|tiếng;ngày;tuần;tháng;năm',
  'ar / (?:منذ|قبل) (?:N\\s?)?U / واحدة? / بضع|عدة / نصف ساعة / ثوان\\p{L}*|ثانية;دقيقة|دقائق;ساعة|ساعات;يوم|أيام;أسبوع|أسابيع;شهر|أشهر;سنة|سنوات|عام',
  'fa / N\\s?U (?:پیش|قبل) / یک / چند / نیم ساعت / ثانیه;دقیقه;ساعت;روز;هفته;ماه;سال',
  'he / לפני (?:N\\s?)?U / אחד|אחת / מספר|כמה / חצי שעה / שניות|שנייה;דקות|דקה;שעות|שעה;ימים|יום;שבועות|שבוע;חודשים|חודש;שנים|שנה',
  'ja / N\\s?U前 / 一 / 数 / 半時間|30分 / 秒;分;時間;日;週間;[かヶケカ]月;年',
  'zh / N\\s?U[之以]?前 / 一 / 几|幾|数|數 / 半个?小时|半個?小時 / 秒钟?|秒鐘;分钟|分鐘|分;个?小时|個?小時|钟头;天|日;周|週|个?星期|個?星期;个?月|個月;年',
  'ko / N\\s?U\\s?전 / 한 / 몇 / 반시간|30분 / 초;분;시간;일;주;개월|달;년',
];

const spokenLike: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb', bs: 'hr' };
/** The words for two to ten. */
const numbers: Readonly<Record<string, string>> = {
  en: 'two|three|four|five|six|seven|eight|nine|ten',
  de: 'zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn',
  nl: 'twee|drie|vier|vijf|zes|zeven|acht|negen|tien',
  fr: 'deux|trois|quatre|cinq|six|sept|huit|neuf|dix',
  es: 'dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez',
  it: 'due|tre|quattro|cinque|sei|sette|otto|nove|dieci',
  pt: 'duas|três|quatro|cinco|seis|sete|oito|nove|dez',
  ru: 'два|три|четыре|пять|шесть|семь|восемь|девять|десять',
  uk: 'два|три|чотири|п’ять|шість|сім|вісім|дев’ять|десять',
};
/** The other form of a number in its language. */
const otherForms: Readonly<Record<string, string>> = { две: 'два', дві: 'два', dois: 'duas' };
const count = (language: string, one: string, some: string) =>
  `(?:(?<count>\\d{1,3}${[numbers[language] ?? [], Object.keys(otherForms)]
    .flat()
    .map(word => `|${word}`)
    .join('')})|(?<few>${some})|(?:${one}))`;
/** By the words above, in one list. */
const numberOf = (word: string): number => {
  const said = otherForms[word] ?? word;
  const at = Object.values(numbers).map(row => row.split('|').indexOf(said));
  return /\d/.test(said) ? Number(said) : Math.max(...at) + 2;
};
/** By language, patterns with a group u0 to u6 for the unit, or `half`: made when the first page of a language is read. */
const agoForms = new Map<string, readonly RegExp[]>();

function formsIn(language: string): readonly RegExp[] {
  const known = agoForms.get(language);
  if (known !== undefined) return known;
  const made = ago.filter(row => row.startsWith(`${language} `)).map(agoForm);
  agoForms.set(language, made);
  return made;
}

function agoForm(row: string): RegExp {
  const [language = '', form = '', one = '', some = '', half = '', units = ''] = row.split(' / ');
  const names = units.split(';').map((each, i) => `(?<u${i}>${each})`);
  const whole = form.replace('N', count(language, one, some)).replace('U', `(?:${names.join('|')})`);
  const halfHour = `${form.slice(0, form.search(/\(\?:N|N/))}(?<half>${half})${form.slice(form.indexOf('U') + 1)}`;
  const end = /^(?:ja|zh|ko)$/.test(language) ? '' : '(?![\\p{L}\\d])';
  return new RegExp(`(?<![\\p{L}\\d])(?<ago>${`${halfHour}|${whole}`.replaceAll(' ', '\\s')})${end}`, 'iu');
}

/** The forms of the language of a page; where that says none, or one that is not known, those of the most pages. */
export function agoFormsOf(language: string | undefined): readonly RegExp[] {
  const spoken = languageOf(language);
  return spoken === undefined ? unsaid.flatMap(formsIn) : formsIn(spokenLike[spoken] ?? spoken);
}

/** How long ago a match of these forms is, in calendar months and seconds, and whether the words say a day only. */
export interface Ago {
  readonly months: number;
  readonly seconds: number;
  readonly isDay: boolean;
}

export function agoOf({ groups = {} }: RegExpExecArray): Ago {
  if (groups['half'] !== undefined) return { months: 0, seconds: 1800, isDay: false };
  const unit = seconds.findIndex((_, i) => groups[`u${i}`] !== undefined);
  const isFew = groups['few'] !== undefined;
  const number = isFew ? few : numberOf(groups['count']?.toLowerCase() ?? '1');
  if (unit < 0) return { months: number * (groups['u5'] === undefined ? 12 : 1), seconds: 0, isDay: true };
  return { months: 0, seconds: number * seconds[unit]!, isDay: unit >= 3 || (isFew && unit === 2) };
}

function languageOf(language: string | undefined): string | undefined {
  return language?.slice(0, 2).toLowerCase();
}

/** The words that a text without a digit has, if it speaks of a day or a time that is relative. */
export const relativeStart = new RegExp(
  `(?<![\\p{L}])(?:${relativePattern})(?![\\p{L}])|назад|тому|таму|temu|бұрын|преди|пре |geleden|siden|sedan|sitten|önce|əvvəl|lalu|trước|منذ|قبل|پیش|לפני|前|전|πριν|(?:ago|fa|atrás)(?![\\p{L}])|(?<![\\p{L}])(?:vor|il y a|hace|há|acum|před|pred|prije) `,
  'iu',
);

const labelsOfTimes = new RegExp(`${ofPublication.source}|${ofChange.source}`, 'giu');
/** Words beside a date that say what it is. */
const labels = new RegExp(
  `${labelsOfTimes.source}|(?<![\\p{L}])(?:created|on|at|date|дата|добавлен\\p{L}*|erstellt|stand|am|um|le|à|dodano|about|ca\\.?)(?![\\p{L}])`,
  'giu',
);
/** Letters that may be beside the word in an element that is named as a date. */
const mostBeside = 24;
/** Signs between the parts of a line: a name, a section, a time. */
const splits = /\s*[|·•,;/()—–]\s*|\s-\s|\n/;

const names = "(?:\\p{Lu}[\\p{L}.’'-]*\\s*){1,3}";
const by = '(?:[Bb]y|[Vv]on|[Pp][ao]r|[Dd][ai]|[Dd]oor|[Pp]rzez|[Оо]т|[Вв]ід)';
/** A name or a section beside the time, alone on the line: "News 5 minutes ago", "Il y a 2 heures par Anne Roy". */
const nameBefore = new RegExp(`^\\s*${names}$`, 'u');
const writerBefore = new RegExp(`^\\s*${by}\\s+${names}$`, 'u');
const namedBehind = new RegExp(`^\\s*(?:(?:${by}|in|en|dans|в)\\s+${names})?$`, 'u');
const mostNamed = 60;

function isBesideName(match: RegExpExecArray): boolean {
  const { input, index } = match;
  const before = input.slice(0, index).replace(labelsOfTimes, '').trim();
  if (input.length > mostNamed || !namedBehind.test(input.slice(index + match[0].length))) return false;
  return before === '' || writerBefore.test(before) || (nameBefore.test(before) && !agoOf(match).isDay);
}

/** Where a word was read. */
interface WordPlace {
  /** BCP 47. */
  readonly language?: string;
  /** The text is that of an element for a date. */
  readonly isDate?: boolean;
}

/**
 * Whether a word such as "today" or "2 hours ago" is a date: a word for a day in the language of the page, if that is known ("hier",
 * which is German for *here*, in French alone); and with a clock, alone or with a label, or where the page has a date. How long ago it is
 * may also be between signs: "Ann Lee · 2 hours ago".
 */
export function standsForDate(match: RegExpExecArray, hasClock: boolean, { language, isDate }: WordPlace): boolean {
  const word = match.groups?.['relative']?.toLowerCase();
  if (word !== undefined && !isSpoken(word, languageOf(language))) return false;
  if (word !== undefined && hasClock) return true;
  // "2 days ago, the police …"
  const behind = match.input.slice(match.index + match[0].length).replace(labelsOfTimes, '');
  if (word === undefined && /^\s*,\s*(?!(?:by|von|par|por|da|door|przez|от|від)\s)\p{Ll}/u.test(behind)) return false;
  const [said, ...others] = [match.input.replace(match[0], ' \0 ').split(splits)].flatMap(parts =>
    word === undefined ? [parts.find(part => part.includes('\0')) ?? '', ...parts] : [parts.join(' ')],
  );
  if (word === undefined && isBesideName(match)) return true;
  const beside = said!.replace(labels, ' ').match(/[\p{L}\d]/gu)?.length ?? 0;
  return beside === 0 ? others.length < 6 : isDate === true && beside <= mostBeside;
}

function isSpoken(word: string, spoken: string | undefined): boolean {
  const speakers = Object.keys(days).filter(each => word in days[each]!);
  if (spoken === undefined) return word !== 'hier' && speakers.some(each => unsaid.includes(each));
  return !(spoken in days) ? speakers.some(each => unsaid.includes(each)) : speakers.includes(spoken);
}

/** Days between the day that a word names and today. */
export function daysAgo(word: string): number {
  return Object.values(days).find(each => word in each)?.[word] ?? 0;
}
