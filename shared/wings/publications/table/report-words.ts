import words from './report-words.json' with { type: 'json' };
import type { ReportLanguage } from './table-rows.ts';

/** The words of a report in its language, `{name}` replaced. */
export type ReportWords = (word: keyof typeof words.en, values?: Readonly<Record<string, string | number>>) => string;

export function reportWords(language: ReportLanguage = 'en'): ReportWords {
  return (word, values = {}) =>
    words[language][word].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
