/**
 * Words of each check: its title, why it matters, how to mend it, and the source of its definition; of checks without a source
 * the definition is ours. Rows of reports are in this order. The console loads this module, so it imports its words alone;
 * `functions/console/words/issues-ru.json` has the words in Russian.
 */
import words from './issue-words.json' with { type: 'json' };

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
