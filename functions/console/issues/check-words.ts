import type { IssueWords } from '../../../shared/wings/graph/issues/issue-words.ts';
import russian from '../words/issues-ru.json' with { type: 'json' };
import { language } from '../words/language.ts';

type Words = Pick<IssueWords, 'title' | 'why' | 'mend'>;

const issuesRu: Readonly<Record<string, Words>> = russian;

/** Title, reason and cure of a check in the language of the page. */
export function checkWords(check: IssueWords): Words {
  return (language() === 'ru' ? issuesRu[check.key] : undefined) ?? check;
}
