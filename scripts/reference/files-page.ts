import { diffColumns } from '../../functions/cli/diff/diff-csv.ts';
import {
  file,
  further,
  ofCrawls,
  ofSites,
  ofWatches,
  type ResultFile,
} from '../../functions/embedded/metadata/result-tables.ts';
import type { ColumnNote } from '../../shared/files/column.ts';
import { code, generated, page, table } from './markdown.ts';

const ofCommands: readonly ResultFile[] = [file('orbweaver diff --format csv', 'A row for each change.', diffColumns)];

/** `docs/reference/files.md`: what the columns of each result file are. */
export function filesPage(): string {
  return page(
    generated('the lists of columns that the writers of the files use'),
    '# Columns of result files',
    '`<site>` is the host of a site. With the formats parquet and xlsx each table of `pages/`, `links/`, `reports/` and `fragment/` is written in Parquet and as an Excel workbook too, with the same columns: `pages/<site>.csv` is `pages/<site>.parquet` and `pages/<site>.xlsx`. What holds for all files, with an example of each, is in [formats](../formats/README.md).',
    ...section('Files of a site', ofSites),
    ...section('Files of a crawl', ofCrawls),
    ...section('Further columns of some crawls', further),
    ...section('Tables of a watch', ofWatches),
    ...section('What commands print', ofCommands),
  );
}

function section(title: string, files: readonly ResultFile[]): readonly string[] {
  return [`## ${title}`, ...files.flatMap(({ name, about, columns }) => [headingOf(name), about, tableOf(columns)])];
}

/** Names of files and commands are code; others are words. */
function headingOf(name: string): string {
  return `### ${/^(orbweaver |[a-z]+\/)/.test(name) ? code(name) : name}`;
}

function tableOf(columns: readonly ColumnNote<string>[]): string {
  return table(
    ['column', 'type', 'meaning'],
    columns.map(({ name, type, meaning }) => [code(name), typeNames[type] ?? type, meaning]),
  );
}

const typeNames: Readonly<Record<string, string>> = { string: 'text', double: 'number', texts: 'list of texts' };
