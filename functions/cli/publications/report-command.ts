import { oneOf } from '../../../shared/domain/refusal/refusal.ts';
import { tableQueries } from '../../../shared/wings/publications/table/table-queries.ts';
import type { ReportLanguage, RowsAcross, RowsBy } from '../../../shared/wings/publications/table/table-rows.ts';
import type { Report } from '../../../shared/wings/publications/table/told-table.ts';
import { optionName } from '../terminal/option-name.ts';
import { demandNoTerminal, print, printMark } from '../terminal/print.ts';
import type { reportFormats } from './report-formats.ts';
import { numbersOf, organizationsNamed, type WatchPlace } from './watch-place.ts';

export interface ReportOptions {
  readonly by: RowsBy;
  readonly across?: RowsAcross;
  readonly format: (typeof reportFormats)[number];
  readonly confidence: number | string;
  readonly since?: string;
  readonly until?: string;
  readonly source?: readonly string[];
  readonly organization?: readonly string[];
  readonly withCopies?: true;
  readonly nested?: true;
  readonly models?: string;
  readonly quotes?: string;
  readonly compareBefore?: true;
  readonly compareSince?: string;
  readonly compareUntil?: string;
  readonly compareModels?: string;
  readonly language: ReportLanguage;
  readonly bom?: true;
}

/** `orbweaver report`: the table of publications that mention organizations, on standard output. */
export async function report(place: WatchPlace, options: ReportOptions): Promise<void> {
  const { withCopies, language: _, ...settings } = options;
  const source = await numbersOf(place, options.source);
  const organization = await organizationsNamed(place, options.organization);
  const given = { ...settings, organization, source, originals: withCopies !== true };
  const queries = tableQueries(given, options.format, optionName);
  demandNoTerminal(options.format, 'report');
  await demandModels(place, options);
  const tables = [];
  for (const query of queries) tables.push({ query, table: await place.table(query) });
  const text = await writtenReport({ tables, language: options.language }, options.format);
  await printMark(options);
  await print(text);
}

/** Throws for models that the watch does not know. */
async function demandModels(place: WatchPlace, { models, compareModels }: ReportOptions): Promise<void> {
  const lists = [models, compareModels].some(Boolean) ? await place.lists() : undefined;
  if (lists === undefined) return;
  for (const [name, given] of Object.entries({ models, compareModels }))
    if (given !== undefined) oneOf(optionName(name), given, lists.models);
}

/** The report in a format. */
async function writtenReport(told: Report, format: ReportOptions['format']): Promise<string | Uint8Array> {
  switch (format) {
    case 'txt':
      return (await import('../../../shared/wings/publications/table/table-text.ts')).tableText(told);
    case 'csv':
      return (await import('../../../shared/wings/publications/table/table-csv.ts')).tableCsv(told);
    case 'html':
      return (await import('../../../shared/wings/publications/table/table-html.ts')).tableHtml(told);
    case 'svg':
      return (await import('../../../shared/wings/publications/table/table-svg.ts')).tableSvg(told);
    case 'xlsx':
    case 'docx':
    case 'pdf':
    case 'png':
      return await (await import('../../embedded/watch/paper-report.ts')).paperReport(told, format);
    case 'json':
      return `${JSON.stringify({ tables: told.tables })}\n`;
  }
}
