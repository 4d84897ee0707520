import type { LevelRow } from '../../http/routes/level-routes.ts';
import { depthOf } from '../graph/graph-layout.ts';
import { type Column, el, filledTable, headed, setWidth } from '../page/dom.ts';
import { levelName, number, t } from '../words/language.ts';

export const parts = ['nodes', 'redirects', 'duplicates', 'skipped', 'waiting'] as const;
type LevelSum = Pick<LevelRow, 'level' | 'found' | 'normalized' | (typeof parts)[number]>;

/** The numbers of pages at each level, over all sites given, as a table whose bars are drawn beside the numbers. */
export function levelBars(): { readonly element: HTMLElement; show(levels: readonly LevelRow[]): void } {
  const columns: readonly Column[] = [
    ...headed('#level', 'share', '#found'),
    ...parts.map(part => ({ heading: heading(part), isNumber: true })),
    { heading: t('normalized'), isNumber: true },
  ];
  const { element, fill } = filledTable(t('pagesPerLevel'), columns);
  return {
    element,
    show(levels) {
      const sums = sumByLevel(levels);
      const most = Math.max(1, ...sums.map(({ found }) => found));
      const rows = sums.map(sum => {
        const [level = '', ...rest] = levelCells(sum);
        return [level, bar(sum, most), ...rest];
      });
      fill(rows);
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

/** Level, addresses found, each part of them, and those joined with others, which are known once the results are written. */
export function levelCells(sum: LevelSum): readonly string[] {
  const { level, found, normalized } = sum;
  const counts = [found, ...parts.map(part => sum[part])].map(count => number(count));
  return [levelName(level), ...counts, normalized === undefined ? '' : number(normalized)];
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
