import { readLocalPublications } from '../../../shared/adapters/local/open.ts';
import { defined } from '../../../shared/domain/defined.ts';
import { readPeriod } from '../../../shared/wings/publications/search/read-instant.ts';
import { readTable, type TableQuery } from '../../../shared/wings/publications/table/read-table.ts';
import type { RowsBy } from '../../../shared/wings/publications/table/table-rows.ts';
import { comparedQueries, type Report } from '../../../shared/wings/publications/table/told-table.ts';
import type { SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';
import { readWatch } from '../../embedded/watch/read-watch.ts';
import { BadCommand } from '../terminal/bad-command.ts';
import { demandKnown } from '../terminal/demand-known.ts';
import { print, printMark } from '../terminal/print.ts';
import { sourceNamed } from '../watch/source-named.ts';
import type { reportFormats } from './report-formats.ts';

export interface ReportOptions {
  readonly by: RowsBy;
  readonly format: (typeof reportFormats)[number];
  readonly confidence: number;
  readonly since?: string;
  readonly until?: string;
  readonly source?: readonly string[];
  readonly organization?: string;
  readonly withCopies?: true;
  readonly nested?: true;
  readonly models?: string;
  readonly compareSince?: string;
  readonly compareUntil?: string;
  readonly compareModels?: string;
  readonly bom?: true;
}

/** `orbweaver report`: the table of publications that mention organizations, on standard output. */
export async function report(directory: string, options: ReportOptions): Promise<void> {
  const { sources } = await readWatch(directory);
  const queries = queriesOf(options, sources);
  const store = await readLocalPublications(directory, false);
  try {
    const list = await store?.mentions.organizationList();
    if (store === undefined || list === undefined)
      throw new BadCommand([
        `the watch in ${directory} looks for no organizations; allowed is a list: orbweaver watch organizations set ${directory} LIST`,
      ]);
    demandKnown(
      '--organization',
      options.organization,
      list.organizations.map(({ id }) => id),
    );
    const known = await store.mentions.toneModels();
    demandKnown('--models', options.models, known);
    demandKnown('--compare-models', options.compareModels, known);
    const tables = [];
    for (const query of queries) tables.push({ query, table: await readTable(store, query, sources) });
    const text = await writtenReport({ tables }, options.format);
    await printMark(options);
    await print(text);
  } finally {
    store?.close();
  }
}

/** The report in a format. */
export async function writtenReport(told: Report, format: ReportOptions['format']): Promise<string> {
  switch (format) {
    case 'txt':
      return (await import('../../../shared/wings/publications/table/table-text.ts')).tableText(told);
    case 'csv':
      return (await import('../../../shared/wings/publications/table/table-csv.ts')).tableCsv(told);
    case 'html':
      return (await import('../../../shared/wings/publications/table/table-html.ts')).tableHtml(told);
    case 'svg':
      return (await import('../../../shared/wings/publications/table/table-svg.ts')).tableSvg(told);
    case 'json':
      return `${JSON.stringify(told)}\n`;
  }
}

/** One table, or two that are compared: of two periods, or by two models. */
export function queriesOf(options: ReportOptions, sources: readonly SourceStatus[]): readonly TableQuery[] {
  const { compareSince, compareUntil, compareModels } = options;
  return comparedQueries(queryOf(options, sources), {
    ...readPeriod(['--compare-since', compareSince], ['--compare-until', compareUntil]),
    ...(compareModels !== undefined && { models: compareModels }),
  });
}

function queryOf(options: ReportOptions, sources: readonly SourceStatus[]): TableQuery {
  const { by, confidence, since, until, source, organization, withCopies, nested, models } = options;
  return {
    ...{ by, confidence, isNested: nested === true },
    ...(withCopies !== true && { isOriginal: true }),
    ...readPeriod(['--since', since], ['--until', until]),
    ...(source !== undefined && { sources: source.map(each => sourceNamed('--source', each, sources).number) }),
    ...defined({ organization, models }),
  };
}
