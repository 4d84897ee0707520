/**
 * Words of each check: its title, why it matters, how to mend it, and the source of its definition; of checks without a source
 * the definition is ours. Rows of reports are in this order. The console loads this module, so it imports its words alone.
 */
import reportWords from './issue-report-words.json' with { type: 'json' };
import words from './issue-words.json' with { type: 'json' };
import russian from './issue-words-ru.json' with { type: 'json' };

/** `error`: something does not work. `warning`: visitors or search engines are led wrong. `notice`: worth a look. */
export const severities = ['error', 'warning', 'notice'] as const;
export type Severity = (typeof severities)[number];

export interface IssueWords {
  readonly key: string;
  readonly severity: Severity;
  readonly source?: string;
  readonly title: string;
  readonly why: string;
  readonly mend: string;
}

export const issueWords = words as readonly IssueWords[];

/** Languages of the report; the other words of a check have none. */
export const issueLanguages = ['en', 'ru'] as const;
export type IssueLanguage = (typeof issueLanguages)[number];

const issuesRu: Readonly<Record<string, Pick<IssueWords, 'title' | 'why' | 'mend'>>> = russian;

/** Title, reason and cure of a check. */
export function checkWords(check: IssueWords, language: IssueLanguage): Pick<IssueWords, 'title' | 'why' | 'mend'> {
  return (language === 'ru' ? issuesRu[check.key] : undefined) ?? check;
}

/** The words of the report around those of its checks. */
export const issueReportWords: Readonly<Record<IssueLanguage, typeof reportWords.en>> = reportWords;
