import { issueWords, type Severity, severities } from '../../shared/wings/graph/issues/issue-words.ts';
import { code, generated, page, table } from './markdown.ts';

/** `docs/reference/issues.md`: what each check finds. */
export function issuesPage(): string {
  return page(
    generated('the list of checks that the program runs'),
    '# Issues',
    '`reports/issues.csv` counts what these checks find on each site, `reports/<site>.issue-pages.csv` has the addresses, and `reports/issues.html` is a page to send. `orbweaver diff` reports which are new and which are gone. Checks read what the crawl has stored: those that name an option find nothing without it, and of a page that an earlier version parsed, checks find nothing that needs what it did not record. Times of answers differ from run to run, so no check looks at them; `logs/common.csv` has them.',
    ...severities.flatMap(severity => [`## ${severity}s`, tableOf(severity)]),
  );
}

function tableOf(severity: Severity): string {
  return table(
    ['check', 'what it finds', 'why it matters', 'how to mend it', 'definition'],
    issueWords
      .filter(check => check.severity === severity)
      .map(({ key, title, why, mend, source }) => [
        code(key),
        title,
        why,
        mend,
        source === undefined ? 'own' : `[source](${source})`,
      ]),
  );
}
