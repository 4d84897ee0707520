/** Words for a day by language, with how many days ago it is. */
const days: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  en: { today: 0, yesterday: 1 },
  de: { heute: 0, gestern: 1, vorgestern: 2 },
  ru: { сегодня: 0, вчера: 1, позавчера: 2 },
  uk: { сьогодні: 0, учора: 1, вчора: 1, позавчора: 2 },
  be: { сёння: 0, учора: 1 },
  kk: { бүгін: 0, кеше: 1 },
  fr: { "aujourd'hui": 0, hier: 1, 'avant-hier': 2 },
  es: { hoy: 0, ayer: 1, anteayer: 2 },
  it: { oggi: 0, ieri: 1 },
  pt: { hoje: 0, ontem: 1 },
  pl: { dzisiaj: 0, dziś: 0, wczoraj: 1, przedwczoraj: 2 },
  nl: { vandaag: 0, gisteren: 1 },
};

const words = [...new Set(Object.values(days).flatMap(Object.keys))].sort((a, b) => b.length - a.length);
/** Every word for a day. */
export const relativePattern = words.join('|');

/** Seconds of a unit of time by the beginnings of its names. */
const units: ReadonlyArray<readonly [start: RegExp, seconds: number]> = [
  [/^(?:сек|sec|sek|seg)/i, 1],
  [/^(?:мин|хв|min|m$)/i, 60],
  [/^(?:час|ч|год[иа]н|hour|hora|heure|stund|godz|h)/i, 3600],
  [/^(?:дн|день|day|tag|jour|día|dia|d[nz]i|d$)/i, 86_400],
  [/^(?:недел|тиж|week|woche|semaine|semana|tydz|tygod)/i, 604_800],
  [/^(?:мес|міс|month|monat|mois|mes|miesi)/i, 30 * 86_400],
  [/^(?:год|лет|рік|рок|year|jahr|an|año|ano|rok|lat)/i, 365 * 86_400],
];

export function agoSeconds(unit: string): number | undefined {
  return units.find(([start]) => start.test(unit))?.[1];
}

/** "2 hours ago", "2h ago", «2 ч назад», «год назад», "vor einer Stunde", "il y a 2 heures", "hace 2 horas", «10 годин тому». */
export const agoForms: readonly RegExp[] = [
  /(?<![\p{L}\d])(?<count>\d{1,3}|an?|one)\s?(?<unit>(?:second|minute|hour|day|week|month|year)s?|sec|mins?|[hmd])\s(?<ago>ago)(?![\p{L}])/iu,
  /(?<![\p{L}\d])(?:(?<count>\d{1,3}|один|одну)\s)?(?<unit>секунд\p{L}*|сек\.?|минут\p{L}*|мин\.?|час\p{L}*|ч\.?|дн\p{L}+|день|недел\p{L}+|месяц\p{L}*|мес\.?|года?|лет)\s(?<ago>назад)(?![\p{L}])/iu,
  /(?<![\p{L}\d])(?:(?<count>\d{1,3})\s)?(?<unit>секунд\p{L}*|хвилин\p{L}*|хв\.?|годин\p{L}*|дн\p{L}+|день|тиж\p{L}+|місяц\p{L}*|рок\p{L}*)\s(?<ago>тому)(?![\p{L}])/iu,
  /(?<![\p{L}\d])(?<ago>vor)\s(?<count>\d{1,3}|einer|einem)\s(?<unit>Sekunden?|Minuten?|Stunden?|Tag(?:en)?|Wochen?|Monat(?:en)?|Jahr(?:en)?)(?![\p{L}])/iu,
  /(?<![\p{L}\d])(?<ago>il y a|hace|há)\s(?<count>\d{1,3}|une?|uma?)\s(?<unit>secondes?|minutes?|heures?|jours?|semaines?|mois|ans?|segundos?|minutos?|horas?|d[ií]as?|semanas?|mes(?:es)?|años?|anos?)(?![\p{L}])/iu,
  /(?<![\p{L}\d])(?:(?<count>\d{1,3})\s)?(?<unit>sekund\p{L}*|minut\p{L}*|godzin\p{L}*|godz\.?|dni|dzień|tygodni\p{L}*|miesi\p{L}+|lat|rok)\s(?<ago>temu)(?![\p{L}])/iu,
];

/** What a text without a digit has, if it speaks of a day or a time that is relative. */
export const relativeStart = new RegExp(
  `(?<![\\p{L}])(?:${relativePattern})(?![\\p{L}])|назад|тому|temu|ago(?![\\p{L}])|(?<![\\p{L}])(?:vor ein|il y a|hace|há)`,
  'iu',
);

/** Words beside a date that say what it is. */
const labels =
  /(?:first |last )?(?:published|posted|updated|modified|created|on|at|date)|опубликован\p{L}*|обновлен\p{L}*|дата|добавлен\p{L}*|veröffentlicht|aktualisiert|erstellt|stand|am|um|publié|mis à jour|le|à|publicado|actualizado|pubblicato|aggiornato|opublikowano|dodano/giu;
/** Letters that may be beside the word in an element that is named as a date. */
const mostBeside = 24;

/** Where a word was read. */
interface WordPlace {
  /** BCP 47. */
  readonly language?: string;
  /** The text is that of an element for a date. */
  readonly isDate?: boolean;
}

/**
 * Whether a word such as "today" is a date: in the language of the page, if that is known; "hier", which is German for *here*, in
 * French alone; and with a clock, alone or with a label, or where the page has a date.
 */
export function standsForDate(match: RegExpExecArray, hasClock: boolean, { language, isDate }: WordPlace): boolean {
  const word = match.groups?.['relative']?.toLowerCase() ?? '';
  const spoken = language?.slice(0, 2).toLowerCase();
  const speakers = Object.keys(days).filter(each => word in days[each]!);
  if (spoken === undefined ? word === 'hier' : spoken in days && !speakers.includes(spoken)) return false;
  if (hasClock) return true;
  const beside =
    match.input
      .replace(match[0], ' ')
      .replace(labels, ' ')
      .match(/[\p{L}\d]/gu)?.length ?? 0;
  return beside === 0 || (isDate === true && beside <= mostBeside);
}

/** Days between the day that a word names and today. */
export function daysAgo(word: string): number {
  return Object.values(days).find(each => word in each)?.[word] ?? 0;
}
