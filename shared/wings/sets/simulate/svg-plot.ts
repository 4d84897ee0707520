import type { LinkCurve } from './compare-rules.ts';
import { type PlotScale, scaleOf, shownPages, ticksTo } from './plot-scale.ts';

const width = 960;
const height = 560;
const margin = { left: 80, right: 170, top: 30, bottom: 55 };
const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom };
/** Okabe, Ito (2008): told apart with any colour vision; dashes tell them apart without colours. */
const strokes = [
  ['#000000', ''],
  ['#d55e00', ''],
  ['#0072b2', '8 3'],
  ['#009e73', '3 3'],
  ['#cc79a7', '8 3 2 3'],
  ['#e69f00', '12 4'],
  ['#56b4e9', '2 5'],
] as const;
/** More would not be seen. */
const mostPoints = 500;

/** Links against pages, one line per curve, as an SVG file of its own. */
export function svgPlot(curves: readonly LinkCurve[]): string {
  const scale = scaleOf(curves);
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title" font-family="sans-serif" font-size="13">`,
    '<title id="title">External links against pages, by rule</title>',
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...pageAxis(scale),
    ...linkAxis(scale),
    ...curves.flatMap((curve, index) => drawn(curve, index, scale)),
    '</svg>',
  ];
  return `${lines.join('\n')}\n`;
}

function pageAxis(scale: PlotScale): string[] {
  const bottom = margin.top + inner.height;
  const ticks = ticksTo(scale.pages).map(
    pages => `<text x="${xOf(pages, scale)}" y="${bottom + 20}" text-anchor="middle">${shown(pages)}</text>`,
  );
  const middle = margin.left + inner.width / 2;
  return [...ticks, `<text x="${middle}" y="${height - 10}" text-anchor="middle">pages</text>`];
}

function linkAxis(scale: PlotScale): string[] {
  const ticks = ticksTo(scale.links).flatMap(links => {
    const y = yOf(links, scale);
    return [
      `<line x1="${margin.left}" x2="${margin.left + inner.width}" y1="${y}" y2="${y}" stroke="#dddddd"/>`,
      `<text x="${margin.left - 8}" y="${y + 4}" text-anchor="end">${shown(links)}</text>`,
    ];
  });
  const middle = margin.top + inner.height / 2;
  return [...ticks, `<text transform="translate(18 ${middle}) rotate(-90)" text-anchor="middle">external links</text>`];
}

function drawn({ name, links }: LinkCurve, index: number, scale: PlotScale): string[] {
  const [colour, dashes] = strokes[index % strokes.length]!;
  const stroke = `fill="none" stroke="${colour}" stroke-width="2"${dashes === '' ? '' : ` stroke-dasharray="${dashes}"`}`;
  const points = shownPages(links.length, mostPoints).map(pages => `${xOf(pages, scale)},${yOf(links[pages]!, scale)}`);
  const x = margin.left + inner.width + 15;
  const y = margin.top + 10 + 22 * index;
  return [
    `<polyline ${stroke} points="${points.join(' ')}"/>`,
    `<line ${stroke} x1="${x}" x2="${x + 30}" y1="${y}" y2="${y}"/>`,
    `<text x="${x + 38}" y="${y + 4}">${name}</text>`,
  ];
}

function xOf(pages: number, scale: PlotScale): string {
  return (margin.left + (pages / scale.pages) * inner.width).toFixed(1);
}

function yOf(links: number, scale: PlotScale): number {
  return Number((margin.top + (1 - links / scale.links) * inner.height).toFixed(1));
}

function shown(count: number): string {
  return count.toLocaleString('en');
}
