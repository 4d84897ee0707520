import { crawlSpecJsonSchema } from '../../shared/domain/spec/crawl-spec-schema.ts';
import { apiPage } from './api-page.ts';
import { cliAccountPage, cliPage } from './cli-page.ts';
import { columnTypes } from './column-types.ts';
import { filesPage } from './files-page.ts';
import { issuesPage } from './issues-page.ts';
import { pageTables } from './page-tables.ts';
import { settingsPage } from './settings-page.ts';

/** The files that `npm run docs` writes, by the path from the top of the repository. */
export function generatedFiles(): ReadonlyMap<string, string> {
  return new Map([
    ['docs/reference/cli.md', cliPage()],
    ['docs/reference/cli-account.md', cliAccountPage()],
    ['docs/reference/settings.md', settingsPage()],
    ['docs/reference/api.md', apiPage()],
    ['docs/reference/files.md', filesPage()],
    ['docs/reference/issues.md', issuesPage()],
    ['clients/python/orbweaver/columns.json', columnTypes()],
    ['functions/console/tables/result-tables.json', pageTables()],
    ['shared/crawl-spec.schema.json', `${JSON.stringify(crawlSpecJsonSchema(), null, 2)}\n`],
  ]);
}
