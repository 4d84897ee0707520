import type { ExternalCheck } from '../../../domain/protocol/external-check.ts';
import { columnsOf } from '../../../files/column.ts';
import type { ResultPart } from '../../../steps/unload/result-part.ts';
import { levelMeaning } from '../formats/node-columns.ts';
import { instantOf } from '../formats/page-columns.ts';
import type { Checks, ReadChecks } from '../links/read-checks.ts';
import { type ReadSite, reportPart } from '../report-part.ts';
import { folderOf } from '../site-graph/folder-of.ts';
import type { SkippedUrl } from '../site-graph/graph.ts';
import { richTypeOf } from './rich-files.ts';

/** Whether a linked file counts: where files were requested, only one that answered, and as a file. */
export function isThere(checks: Checks | undefined, url: string): boolean {
  if (checks === undefined) return true;
  const state = checks.get(url)?.state;
  return state === 'ok' || state === 'moved';
}

interface RichFile {
  readonly file: SkippedUrl;
  readonly check: ExternalCheck | undefined;
}

export const richFileColumns = columnsOf<RichFile>([
  ['Url', 'string', 'normalized address', ({ file }) => file.url],
  ['Type', 'string', '`pdf`, `doc`, `ppt`, `xls`, `ps`, `odf`, by the extension', ({ file }) => richTypeOf(file.url)],
  [
    'State',
    'string',
    'as in `external-checks.csv`, or `ok`, `page`, `not-known`',
    ({ check }) => check?.state ?? 'not-asked',
  ],
  ['Status', 'string', 'status of the last answer, or why there was none', ({ check }) => check?.status],
  ['Target', 'string', 'where redirects lead', ({ check }) => check?.target],
  ['ContentType', 'string', 'media type, as the answer says', ({ check }) => check?.file?.contentType],
  ['Bytes', 'integer', 'Content-Length', ({ check }) => check?.file?.bytes],
  ['LastModified', 'string', 'the header, ISO 8601 in UTC', ({ check }) => instantOf(check?.file?.lastModified)],
  ['Folder', 'string', 'folder of the file', ({ file }) => folderOf(file.url)],
  ['Level', 'integer', levelMeaning, ({ file }) => file.level],
  ['FoundOn', 'string', 'first page, in page order, that links to it', ({ file }) => file.foundOn],
]);

/** `reports/<site>.rich-files.csv`: the rich files that pages of the site link to, and what became of them when they were requested. */
export function richFilesPart(read: ReadSite, checksOf: ReadChecks): ResultPart<undefined> {
  return reportPart('rich-files', read, richFileColumns, async ({ results }) => {
    const checks = await checksOf();
    const rows = function* (checked: Checks): Iterable<RichFile> {
      for (const file of results.skipped())
        if (file.reason === 'extension' && richTypeOf(file.url) !== undefined)
          yield { file, check: checked.get(file.url) };
    };
    return checks && rows(checks);
  });
}
