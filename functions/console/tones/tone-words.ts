import { type ReportWords, reportWords } from '../../../shared/wings/publications/table/told-table.ts';
import type { TableRow } from '../../../shared/wings/publications/table/tone-table.ts';
import { language, t } from '../words/language.ts';

/** The words and numbers of reports, in the language of the page. */
export function inReport(): ReportWords {
  return reportWords(language());
}

/** Of a month, a source or a section; else nothing. */
export function ofPublications({ publications, mentioning }: TableRow): string {
  return publications === null ? '' : t('ofPublications', { mentioning, count: publications });
}
