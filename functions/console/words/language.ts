import { dictionaries, type Text, type Word } from './word.ts';

export type Language = 'en' | 'ru';

export const languages: Readonly<Record<Language, string>> = { en: 'English', ru: 'Русский' };
const languageKey = 'orbweaver.language';

/** Undefined until it is first wanted: modules that say nothing are loaded without a page. */
let current: Language | undefined;

/** By the link that opened the page: `?lang=ru`. */
function asked(): Language | undefined {
  return known(new URLSearchParams(location.search).get('lang'));
}

function known(value: string | null): Language | undefined {
  return value === 'en' || value === 'ru' ? value : undefined;
}

/** The first of the browser's languages that we speak. */
function preferred(): Language {
  const spoken = navigator.languages.map(tag => tag.slice(0, 2).toLowerCase());
  return spoken.find(tag => tag === 'en' || tag === 'ru') === 'ru' ? 'ru' : 'en';
}

export function language(): Language {
  current ??= asked() ?? known(localStorage.getItem(languageKey)) ?? preferred();
  return current;
}

/** Remembered in this browser, and no longer requested by the address. */
export function setLanguage(next: Language): void {
  current = next;
  history.replaceState(null, '', `${location.pathname}${location.hash}`);
  localStorage.setItem(languageKey, next);
}

/** The words in the current language, `{name}` replaced; numbers are written as the language does. */
export function t(word: Word, values: Readonly<Record<string, string | number>> = {}): string {
  const text = dictionaries[language()][word];
  return form(text, Number(values['count'] ?? 0)).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'number' ? number(value) : value;
  });
}

function form(text: Text, count: number): string {
  if (typeof text === 'string') return text;
  return text[new Intl.PluralRules(language()).select(count)] ?? text.other ?? '';
}

/** The word for a value of the API, e.g. `state.running`; a value newer than this page is shown as it is. */
export function named(kind: string, value: string): string {
  const word = `${kind}.${value}`;
  return word in dictionaries.en ? t(word as Word) : value;
}

export function number(value: number, most = 0): string {
  return new Intl.NumberFormat(language(), { maximumFractionDigits: most }).format(value);
}

/** A level as people read it: pages that only a sitemap names have -1 in the files. */
export function levelName(level: number): string {
  return level < 0 ? t('orphan') : number(level);
}

export function instant(iso: string): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
}

export function timeOfDay(ms: number): string {
  return new Intl.DateTimeFormat(language(), { timeStyle: 'medium' }).format(new Date(ms));
}

const spans = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** How long ago, or how soon: "5 minutes ago", "in 2 hours". */
export function relativeTime(iso: string): string {
  const ms = Date.parse(iso) - Date.now();
  const [unitName, size] = spans.find(([, each]) => Math.abs(ms) >= each) ?? spans[3];
  return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(Math.round(ms / size), unitName);
}

export function percent(part: number): string {
  return new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 }).format(part);
}

export function bytes(size: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const step = Math.min(units.length - 1, size < 1 ? 0 : Math.floor(Math.log10(size) / 3));
  return unit(size / 1000 ** step, units[step]!, step === 0 ? 0 : 1, step === 0 ? 'long' : 'short');
}

/** The two largest units: 75 s is 1 min 15 s. */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(seconds / 86_400), 'day'],
    [Math.floor(seconds / 3_600) % 24, 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ];
  const first = parts.findIndex(([value]) => value > 0);
  if (first < 0) return unit(0, 'second', 0);
  return parts
    .slice(first, first + 2)
    .filter(([value]) => value > 0)
    .map(([value, name]) => unit(value, name, 0))
    .join(' ');
}

function unit(value: number, name: string, most: number, unitDisplay: 'short' | 'long' = 'short'): string {
  const format = { style: 'unit', unit: name, unitDisplay, maximumFractionDigits: most } as const;
  return new Intl.NumberFormat(language(), format).format(value);
}
