import { type ExternalCheck, refusalOfCheck } from '../../../domain/protocol/external-check.ts';
import { columnsOf } from '../../../files/column.ts';
import type { ObjectStore } from '../../../ports/ports.ts';
import type { ResultPart } from '../../../steps/unload/result-part.ts';
import { refusalMeaning } from '../formats/report-csv.ts';
import { type ReadSite, reportPart } from '../report-part.ts';
import { folderOf } from '../site-graph/folder-of.ts';
import { type PageLink, pageLinks } from './page-links.ts';
import type { Checks, ReadChecks } from './read-checks.ts';

/** A link of a page to an external address that does not answer with a page, or not there. */
interface CheckedLink {
  readonly check: ExternalCheck;
  readonly link: PageLink;
}

/** Where a limit or a stop came before the check. */
const unchecked = { state: 'not-asked', status: 'not checked' } as const;

export const checkedColumns = columnsOf<CheckedLink>([
  ['Url', 'string', 'normalized address of the link', ({ check }) => check.url],
  ['State', 'string', '`dead`, `moved`, `failing`, `refused` or `not-asked`', ({ check }) => check.state],
  [
    'Status',
    'string',
    'of the last answer, of `moved` the first; or why there was none; `not checked`: a limit or a stop came before',
    ({ check }) => check.status,
  ],
  ['Class', 'string', refusalMeaning, ({ check }) => refusalOfCheck(check)],
  ['Target', 'string', 'where redirects lead', ({ check }) => check.target],
  ['Page', 'string', 'Url of the page with the link', ({ link }) => link.pageUrl],
  ['Folder', 'string', 'path of Page up to its last slash', ({ link }) => folderOf(link.pageUrl)],
  ['Anchor', 'string', 'text of the link', ({ link }) => link.anchor],
  ['Rel', 'string', 'which of `nofollow`, `ugc`, `sponsored` the link has', ({ link }) => link.rel],
  ['Occurrences', 'integer', 'how often the page has this link', ({ link }) => link.occurrences],
]);

/** `reports/<site>.external-checks.csv`: external addresses that are dead, moved or refuse to answer, and who links to them. */
export function externalChecksPart(
  read: ReadSite,
  objects: Pick<ObjectStore, 'get'>,
  checksOf: ReadChecks,
): ResultPart<undefined> {
  return reportPart('external-checks', read, checkedColumns, async (reading, { row }) => {
    const checks = await checksOf();
    const links = async function* (checked: Checks): AsyncIterable<readonly CheckedLink[]> {
      // Addresses that answer are in no row.
      const isWanted = (url: string, isExternal: boolean): boolean => isExternal && checked.get(url)?.state !== 'ok';
      for await (const found of pageLinks(objects, row, reading, isWanted))
        yield found.map(link => ({ check: checked.get(link.url) ?? { url: link.url, ...unchecked }, link }));
    };
    return checks && links(checks);
  });
}
