import type { LinkCurve } from './compare-rules.ts';

const columns = 64;
const rows = 16;

/** Links against pages as lines of text, each curve by its own letter: an earlier one above the others, but the first below. */
export function textPlot(curves: readonly LinkCurve[]): readonly string[] {
  const scale = {
    pages: curves.reduce((most, { links }) => Math.max(most, links.length - 1), 1),
    links: curves.reduce((most, { links }) => Math.max(most, links.at(-1)!), 1),
  };
  const letters = lettersOf(curves);
  const grid = Array.from({ length: rows }, () => Array<string>(columns).fill(' '));
  const [first, ...others] = curves.entries();
  for (const [index, { links }] of [...(first === undefined ? [] : [first]), ...others.reverse()]) {
    for (let column = 0; column < columns; column += 1) {
      const pages = Math.round(((column + 1) / columns) * scale.pages);
      if (pages >= links.length) break;
      const row = Math.round((links[pages]! / scale.links) * (rows - 1));
      grid[rows - 1 - row]![column] = letters[index]!;
    }
  }
  const top = scale.links.toLocaleString('en');
  const labels = grid.map((_, row) => (row === 0 ? top : row === rows - 1 ? '0' : '').padStart(top.length));
  const pages = scale.pages.toLocaleString('en');
  return [
    ...grid.map((cells, row) => `${labels[row]} |${cells.join('')}`.trimEnd()),
    `${' '.repeat(top.length)} +${'-'.repeat(columns)}`,
    `${' '.repeat(top.length)}  0${`${pages} pages`.padStart(columns - 1)}`,
    curves.map(({ name }, index) => `${letters[index]} ${name}`).join(', '),
  ];
}

/** The first letter of a name that no earlier curve has; `*` for the first curve. */
function lettersOf(curves: readonly LinkCurve[]): readonly string[] {
  const letters: string[] = [];
  for (const [index, { name }] of curves.entries()) {
    letters.push(index === 0 ? '*' : ([...name].find(letter => !letters.includes(letter)) ?? '?'));
  }
  return letters;
}
