import { svg } from '../page/dom.ts';
import type { Graph, Renderer } from '../page/vendor.ts';
import type { KeyEntry } from './node-panel.ts';
import { colours, labelFont, labelSize } from './picture-look.ts';

/** A picture as it is seen at this moment. */
export interface DrawnPicture {
  readonly renderer: Renderer;
  readonly graph: Graph;
  readonly name: string;
  /** The title in the picture; '' for nothing that a legend should say. */
  readonly title: string;
  readonly key: readonly KeyEntry[];
}

interface SvgImage {
  readonly text: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

const lineHeight = 20;
const margin = 12;

/** The visible picture as SVG: the part of the graph that the view shows, and under it what the colours mean. */
export function svgOf({ renderer, graph, title, key }: DrawnPicture): SvgImage {
  const { width, height } = renderer.getDimensions();
  const lines = key.length + (title === '' ? 0 : 1);
  const full = height + lines * lineHeight + (lines === 0 ? 0 : margin);
  const { ground } = colours();
  const root = svg(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height: full, viewBox: `0 0 ${width} ${full}` },
    svg('rect', { width, height: full, fill: ground }),
    svg('svg', { width, height, viewBox: `0 0 ${width} ${height}` }, [
      edgesOf(renderer, graph),
      nodesOf(renderer, graph),
    ]),
    keyOf(title, key, height),
  );
  return { text: new XMLSerializer().serializeToString(root), width, height: full };
}

/** Pixels across, so that the picture can be printed over a page at 300 dpi. */
const widthOfPng = 2_400;

/** The same as PNG. */
export async function pngOf({ text, width, height }: SvgImage): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const scale = Math.max(2, widthOfPng / width);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: Math.round(width * scale), height: Math.round(height * scale) });
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return await new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob === null ? reject(new Error('the picture is too large for PNG')) : resolve(blob))),
  );
}

function edgesOf(renderer: Renderer, graph: Graph): SVGElement {
  const group = svg('g', { fill: 'none' });
  graph.forEachEdge((edge, _, source, target) => {
    const look = renderer.getEdgeDisplayData(edge);
    const [from, to] = [spotOf(renderer, source), spotOf(renderer, target)];
    if (look === undefined || look.hidden || from === undefined || to === undefined) return;
    const width = Math.max(0.3, renderer.scaleSize(look.size));
    group.append(
      svg('path', {
        d: `M${digits(from.x)} ${digits(from.y)}L${digits(to.x)} ${digits(to.y)}`,
        stroke: look.color ?? colours().edge,
        'stroke-width': digits(width),
      }),
    );
  });
  return group;
}

function nodesOf(renderer: Renderer, graph: Graph): SVGElement {
  const nodes = svg('g');
  const labels = svg('g', { 'font-family': labelFont, 'font-size': labelSize, fill: colours().text });
  const shown = renderer.getNodeDisplayedLabels();
  for (const id of graph.nodes()) {
    const look = renderer.getNodeDisplayData(id);
    const spot = spotOf(renderer, id);
    if (look === undefined || spot === undefined) continue;
    const radius = renderer.scaleSize(look.size);
    nodes.append(svg('circle', { cx: digits(spot.x), cy: digits(spot.y), r: digits(radius), fill: look.color }));
    if ((shown.has(id) || look.highlighted === true) && look.label)
      labels.append(svg('text', { x: digits(spot.x + radius + 3), y: digits(spot.y + labelSize / 3) }, look.label));
  }
  return svg('g', {}, nodes, labels);
}

/** In pixels of the view; undefined for a node that is not drawn. */
function spotOf(renderer: Renderer, id: string): { readonly x: number; readonly y: number } | undefined {
  const look = renderer.getNodeDisplayData(id);
  return look === undefined || look.hidden === true ? undefined : renderer.framedGraphToViewport(look);
}

function keyOf(title: string, key: readonly KeyEntry[], top: number): SVGElement {
  const begin = top + margin + (title === '' ? 0 : lineHeight);
  const heading = title === '' ? [] : [svg('text', { x: margin, y: top + margin + 9, 'font-weight': 'bold' }, title)];
  const rows = key.flatMap(({ colour, text }, row) => {
    const y = begin + row * lineHeight;
    return [
      svg('circle', { cx: margin + 5, cy: y + 5, r: 5, fill: colour }),
      svg('text', { x: margin + 18, y: y + 9 }, text),
    ];
  });
  return svg('g', { 'font-family': labelFont, 'font-size': labelSize, fill: colours().text }, ...heading, ...rows);
}

function digits(value: number): string {
  return value.toFixed(2);
}
