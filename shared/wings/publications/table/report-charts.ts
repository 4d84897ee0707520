import { lengthOf, partsOf } from './chart-parts.ts';
import { periodText, type Report, reportWords } from './told-table.ts';
import type { TableRow } from './tone-table.ts';

/** A chart as office programs draw it: stacked bars of mentions by class. */
export interface ChartPart {
  readonly title: string;
  /** `counts`: in the order of `drawnClasses`. */
  readonly rows: readonly { readonly name: string; readonly counts: readonly number[] }[];
  /** Months go from left to right. */
  readonly isUpright: boolean;
  /** Mentions of the longest bar of all charts of the table. */
  readonly most: number;
}

/** Bars of a chart, so that it fits a page; charts of a report; months of a chart. */
const [mostBars, mostCharts, mostMonths] = [25, 40, 60];

/** The charts of a report for pages: of its rows, some at a time, or where organizations are split one for each that is mentioned. */
export function chartsOf({ tables, language }: Report): readonly ChartPart[] {
  const say = reportWords(language);
  const charts = tables.flatMap(({ query, table }): readonly ChartPart[] => {
    const { by, across, rows } = table;
    const period = periodText(query, say);
    const most = rows.reduce((length, row) => Math.max(length, lengthOf(row)), 1);
    const part = (title: string, all: readonly TableRow[], isUpright: boolean, nameOf: (row: TableRow) => string) => ({
      ...{ title: `${title}, ${period}`, isUpright, most },
      rows: all.map(row => ({ name: nameOf(row), counts: partsOf(row).map(([count]) => count) })),
    });
    if (across !== null)
      return [...Map.groupBy(rows, ({ key }) => key).values()]
        .filter(all => all.some(row => lengthOf(row) > 0))
        .map(all => {
          const shown = across === 'month' ? all.slice(-mostMonths) : longest(all);
          return part(all[0]!.name, shown, across === 'month', row => say.named(across, row.part!.name));
        });
    const some = Array.from({ length: Math.ceil(rows.length / mostBars) }, (_, at) =>
      rows.slice(at * mostBars, (at + 1) * mostBars),
    );
    return some.map(all => part(say('title'), all, false, row => say.named(by, row.name)));
  });
  return charts.slice(0, mostCharts);
}

function longest(rows: readonly TableRow[]): readonly TableRow[] {
  return rows
    .filter(row => lengthOf(row) > 0)
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, mostBars);
}
