import type { SiteLabels } from '../../../domain/spec/sites/site-labels.ts';
import type { CsvColumn } from '../../../files/csv-table.ts';

interface LabelColumn {
  readonly name: string;
  readonly type: 'integer' | 'string';
  of(): number | string;
}

/** What the list of sites calls the site, in each row of its tables, so that tables of many sites can be joined; none where it says nothing. */
export function labelColumns(labels: SiteLabels | undefined): readonly LabelColumn[] {
  if (labels === undefined) return [];
  const { number, name, shortName, tags } = labels;
  return [
    { name: 'Site', type: 'integer', of: () => number },
    { name: 'SiteName', type: 'string', of: () => name },
    { name: 'ShortName', type: 'string', of: () => shortName },
    { name: 'Tags', type: 'string', of: () => tags },
  ];
}

/** `columns` with those of the site behind them. */
export function withLabels<Row>(
  columns: readonly CsvColumn<Row>[],
  labels: SiteLabels | undefined,
): readonly CsvColumn<Row>[] {
  return [...columns, ...labelColumns(labels).map(({ name, of }): CsvColumn<Row> => [name, of])];
}

/** What a picture or a file of the site is called: its name with its origin. */
export function titleOf({ origin, labels }: { readonly origin: string; readonly labels?: SiteLabels }): string {
  return labels === undefined || labels.name === new URL(origin).host ? origin : `${labels.name} (${origin})`;
}
