import type { Column } from '../../files/column.ts';
import { type Rows, writeTable } from '../../files/write-table.ts';
import type { TableSink } from '../../ports/result-ports.ts';
import type { EndedSite, ResultPart } from '../../steps/unload/result-part.ts';
import { withLabels } from './formats/node-columns.ts';
import type { SiteReading } from './read-site.ts';

export type ReadSite = (site: EndedSite) => Promise<SiteReading>;

/** A part that writes `reports/<site>.<name>` alone. A site of which `rowsOf` gives undefined has no such file. */
export function reportPart<Row>(
  name: string,
  read: ReadSite,
  columns: readonly Column<Row>[],
  rowsOf: (reading: SiteReading, ended: EndedSite) => Rows<Row> | undefined | Promise<Rows<Row> | undefined>,
): ResultPart<undefined> {
  return {
    name,
    perSite: async (ended, sink) => {
      const reading = await read(ended);
      const rows = await rowsOf(reading, ended);
      if (rows !== undefined) await writeReport(sink, ended, name, { reading, columns, rows });
      return undefined;
    },
  };
}

/** Writes `reports/<site>.<name>`, each row with the labels of the site. */
export async function writeReport<Row>(
  sink: TableSink,
  { fileName }: EndedSite,
  name: string,
  of: { readonly reading: SiteReading; readonly columns: readonly Column<Row>[]; readonly rows: Rows<Row> },
): Promise<void> {
  const columns = withLabels(of.columns, of.reading.results.graph.labels);
  await writeTable(sink, `reports/${fileName}.${name}`, columns, of.rows);
}
