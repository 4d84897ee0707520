import type { SiteLabels } from '../../../domain/spec/sites/site-labels.ts';
import { type Column, columnsOf } from '../../../files/column.ts';

export const levelMeaning =
  'least number of clicks from the start page; with `--order links` the clicks of the path that was found';

/** The labels of the site, in each row of its tables, so that tables of many sites can be joined; none if it says nothing. */
export function labelColumns(labels: SiteLabels | undefined): readonly Column<unknown, number | string>[] {
  if (labels === undefined) return [];
  const { number, name, shortName, tags } = labels;
  return columnsOf<unknown, number | string>([
    ['Site', 'integer', 'number of the site', () => number],
    ['SiteName', 'string', 'its name; the host where the list gives none', () => name],
    ['ShortName', 'string', 'its short name', () => shortName],
    ['Tags', 'string', 'kinds of sites in the words of the list, `; ` between', () => tags],
  ]);
}

/** `columns` with those of the site behind them. */
export function withLabels<Row>(
  columns: readonly Column<Row>[],
  labels: SiteLabels | undefined,
): readonly Column<Row>[] {
  return [...columns, ...labelColumns(labels)];
}

/** The title of a picture or a file of the site: its name with its origin. */
export function titleOf({ origin, labels }: { readonly origin: string; readonly labels?: SiteLabels }): string {
  return labels === undefined || labels.name === new URL(origin).host ? origin : `${labels.name} (${origin})`;
}
