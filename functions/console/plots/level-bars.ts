import type { LevelRow } from '../../http/routes/level-routes.ts';
import { depthOf } from '../graph/graph-layout.ts';
import { el, setWidth } from '../page/dom.ts';
import { levelName } from '../page/level-name.ts';
import { type Column, fillRows, headed, scrolled, table } from '../page/tables.ts';
import { number, t } from '../words/language.ts';

const parts = ['nodes', 'redirects', 'duplicates', 'skipped', 'waiting'] as const;
type LevelSum = Pick<LevelRow, 'level' | 'found' | 'normalized' | (typeof parts)[number]>;

/** The numbers of pages at each level, over all sites given, as a table whose bars are drawn beside the numbers. */
export function levelBars(): { readonly element: HTMLElement; show(levels: readonly LevelRow[]): void } {
  const columns: readonly Column[] = [
    ...headed('#level', 'share', '#found'),
    ...parts.map(part => ({ heading: heading(part), isNumber: true })),
    { heading: t('normalized'), isNumber: true },
  ];
  const shown = table(t('pagesPerLevel'), columns, []);
  return {
    element: scrolled(t('pagesPerLevel'), shown),
    show(levels) {
      const sums = sumByLevel(levels);
      const most = Math.max(1, ...sums.map(({ found }) => found));
      fillRows(
        shown.tBodies[0]!,
        columns,
        sums.map(sum => [
          levelName(sum.level),
          bar(sum, most),
          number(sum.found),
          ...parts.map(part => number(sum[part])),
          joined(sum),
        ]),
      );
    },
  };
}

/** The colour of the bar's part is beside its word. */
function heading(part: (typeof parts)[number]): HTMLElement {
  return el('span', {}, el('span', { class: `key ${part}`, 'aria-hidden': true }), t(part));
}

function bar(sum: LevelSum, most: number): HTMLElement {
  const pieces = parts.map(part => {
    const piece = el('span', { class: part });
    setWidth(piece, sum[part] / most);
    return piece;
  });
  return el('span', { class: 'bar', 'aria-hidden': true }, pieces);
}

/** Addresses joined with those of the level; known once the results are written. */
export function joined({ normalized }: LevelSum): string {
  return normalized === undefined ? '' : number(normalized);
}

export function sumByLevel(levels: readonly LevelRow[]): readonly LevelSum[] {
  return [...Map.groupBy(levels, ({ level }) => level)]
    .map(([level, rows]) => ({
      level,
      ...(Object.fromEntries(
        (['found', ...parts] as const).map(key => [key, rows.reduce((sum, row) => sum + row[key], 0)]),
      ) as Omit<LevelSum, 'level' | 'normalized'>),
      ...(!rows.every(({ normalized }) => normalized === undefined) && {
        normalized: rows.reduce((sum, { normalized = 0 }) => sum + normalized, 0),
      }),
    }))
    .sort((one, other) => depthOf(one.level) - depthOf(other.level));
}
