import type { ExternalCheck } from '../../../domain/protocol/external-check.ts';
import type { ResolvedSpec } from '../../../domain/spec/crawl-spec.ts';
import { type CsvColumn, csvTable } from '../../../files/csv-table.ts';
import { writeBlocks } from '../../../files/write-blocks.ts';
import type { ObjectStore } from '../../../ports.ts';
import type { EndedSite, ResultPart } from '../../../steps/unload/result-part.ts';
import { withLabels } from '../formats/label-columns.ts';
import { instantOf } from '../formats/page-columns.ts';
import { readChecks } from '../links/read-checks.ts';
import type { SiteReading } from '../read-site.ts';
import { folderOf } from '../site-graph/folder-of.ts';
import type { SkippedUrl } from '../site-graph/graph.ts';
import { richTypeOf } from './rich-files.ts';

/** What became of the rich files of a crawl, by address. */
export type RichChecks = ReadonlyMap<string, ExternalCheck>;

/** Checks of rich files, read once for all sites of a crawl; undefined where nobody asks for them. */
export function richChecks(
  objects: Pick<ObjectStore, 'get' | 'list'>,
  { richFiles }: Pick<ResolvedSpec, 'richFiles'>,
): () => Promise<RichChecks | undefined> {
  let known: Promise<RichChecks> | undefined;
  return async () => {
    if (richFiles !== true) return undefined;
    known ??= readChecks(objects, ({ file }) => file !== undefined);
    return await known;
  };
}

/** Whether a linked file counts: where files were asked for, only one that answered, and as a file. */
export function isThere(checks: RichChecks | undefined, url: string): boolean {
  if (checks === undefined) return true;
  const state = checks.get(url)?.state;
  return state === 'ok' || state === 'moved';
}

interface RichFile {
  readonly file: SkippedUrl;
  readonly check: ExternalCheck | undefined;
}

const columns: readonly CsvColumn<RichFile>[] = [
  ['Url', ({ file }) => file.url],
  ['Type', ({ file }) => richTypeOf(file.url)!],
  ['State', ({ check }) => check?.state ?? 'not-asked'],
  ['Status', ({ check }) => check?.status ?? ''],
  ['Target', ({ check }) => check?.target ?? ''],
  ['ContentType', ({ check }) => check?.file?.contentType ?? ''],
  ['Bytes', ({ check }) => check?.file?.bytes ?? ''],
  ['LastModified', ({ check }) => instantOf(check?.file?.lastModified) ?? ''],
  ['Folder', ({ file }) => folderOf(file.url)],
  ['Level', ({ file }) => file.level],
  ['FoundOn', ({ file }) => file.foundOn],
];

/** `reports/<site>.rich-files.csv`: the rich files that pages of the site link to, and what became of them when they were asked for. */
export function richFilesPart(
  read: (site: EndedSite) => Promise<SiteReading>,
  checksOf: () => Promise<RichChecks | undefined>,
): ResultPart<undefined> {
  return {
    name: 'rich-files',
    perSite: async (ended, sink) => {
      const checks = await checksOf();
      if (checks === undefined) return undefined;
      const { results } = await read(ended);
      const rows = function* (): Iterable<RichFile> {
        for (const file of results.skipped())
          if (file.reason === 'extension' && richTypeOf(file.url) !== undefined)
            yield { file, check: checks.get(file.url) };
      };
      const shown = withLabels(columns, results.graph.labels);
      await writeBlocks(sink, `reports/${ended.fileName}.rich-files.csv`, csvTable(shown, rows()));
      return undefined;
    },
  };
}
