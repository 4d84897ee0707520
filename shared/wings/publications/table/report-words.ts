import words from './report-words.json' with { type: 'json' };
import type { ReportLanguage, RowsBy } from './table-rows.ts';

/** The words of a report in its language, with its numbers and dates. */
export interface ReportWords {
  /** `{name}` is replaced, and `{name|one|few|many}` by the form that goes with the number; English has two forms. */
  (word: keyof typeof words.en, values?: Readonly<Record<string, string | number>>): string;
  /** A number with its decimal point as English has it. */
  decimal(text: string): string;
  /** A day that begins at this instant (UTC), or else the instant. */
  day(instant: number): string;
  /** The name of a row: months as the language writes them. */
  named(kind: RowsBy, name: string): string;
}

const places = { en: ['one', 'other'], ru: ['one', 'few', 'many'] } as const;

export function reportWords(language: ReportLanguage = 'en'): ReportWords {
  const rules = new Intl.PluralRules(language);
  const form = (forms: readonly string[], count: number): string => {
    const place = (places[language] as readonly string[]).indexOf(rules.select(count));
    return forms[place] ?? forms.at(-1)!;
  };
  const say = (word: keyof typeof words.en, values: Readonly<Record<string, string | number>> = {}): string =>
    words[language][word].replaceAll(/\{(\w+)((?:\|[^|}]*)*)\}/g, (_, name: string, forms: string) =>
      forms === '' ? String(values[name]) : form(forms.split('|').slice(1), Number(values[name])),
    );
  const decimal = (text: string): string => (language === 'ru' ? text.replaceAll('.', ',') : text);
  return Object.assign(say, {
    decimal,
    day: (instant: number) => dayText(instant, language),
    named: (kind: RowsBy, name: string) =>
      kind === 'section' && name === ''
        ? say('noSection')
        : kind === 'month' && language === 'ru' && /^\d{4}-\d\d$/.test(name)
          ? russian(Date.parse(`${name}-01`), { month: 'long' }).replace(/ г\.$/, '')
          : name,
  });
}

function dayText(instant: number, language: ReportLanguage): string {
  const text = new Date(instant).toISOString();
  if (!text.endsWith('T00:00:00.000Z')) return text;
  return language === 'ru' ? russian(instant, { day: 'numeric', month: 'long' }) : text.slice(0, 10);
}

function russian(instant: number, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('ru', { ...parts, year: 'numeric', timeZone: 'UTC' }).format(instant);
}
