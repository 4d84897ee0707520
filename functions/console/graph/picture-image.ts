import { svg } from '../page/dom.ts';
import type { Graph, Renderer } from '../page/vendor.ts';
import { t } from '../words/language.ts';
import type { KeyEntry } from './node-panel.ts';
import { drawnNodes, isInView, spotOf } from './picture-labels.ts';
import { colours, labelFont, labelSize } from './picture-look.ts';

/** A picture as it is seen at this moment. */
export interface DrawnPicture {
  readonly renderer: Renderer;
  readonly graph: Graph;
  readonly name: string;
  /** The title in the picture; '' for nothing that a legend should say. */
  readonly title: string;
  /** Of the whole graph: the picture may have less. */
  readonly total: GraphTotal;
  readonly key: readonly KeyEntry[];
}

export interface GraphTotal {
  readonly nodes: number;
  readonly edges: number;
}

interface SvgImage {
  readonly text: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

const lineHeight = 20;
const margin = 12;

/** The visible picture as SVG: the part of the graph that the view shows, under it how much that is, and what the colours mean. */
export function svgOf({ renderer, graph, title, total, key }: DrawnPicture): SvgImage {
  const { width, height } = renderer.getDimensions();
  const edges = edgesOf(renderer, graph);
  const drawn = drawnNodes(renderer, graph);
  const shown = {
    nodes: drawn.nodes.length,
    allNodes: total.nodes,
    edges: edges.childElementCount,
    allEdges: total.edges,
  };
  const lines = [...(title === '' ? [] : [title]), t('pictureShows', shown)];
  const full = height + (key.length + lines.length) * lineHeight + margin;
  const { ground } = colours();
  const root = svg(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height: full, viewBox: `0 0 ${width} ${full}` },
    svg('rect', { width, height: full, fill: ground }),
    svg('svg', { width, height, viewBox: `0 0 ${width} ${height}` }, [edges, nodesOf(drawn)]),
    keyOf(lines, key, height),
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

/** Arcs with an end in the view. */
function edgesOf(renderer: Renderer, graph: Graph): SVGElement {
  const group = svg('g', { fill: 'none' });
  const isShown = isInView(renderer);
  graph.forEachEdge((edge, _, source, target) => {
    const look = renderer.getEdgeDisplayData(edge);
    const [from, to] = [spotOf(renderer, source), spotOf(renderer, target)];
    if (look === undefined || look.hidden || from === undefined || to === undefined) return;
    if (!isShown(from) && !isShown(to)) return;
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

function nodesOf({ nodes, labels }: ReturnType<typeof drawnNodes>): SVGElement {
  const { text: colour } = colours();
  const lines = svg('g', { stroke: colour, 'stroke-width': 0.5 });
  const texts = svg('g', { 'font-family': labelFont, 'font-size': labelSize, fill: colour });
  for (const { x, y, lineTo, text, node } of labels) {
    if (lineTo !== undefined)
      lines.append(svg('line', { x1: digits(node.x), y1: digits(node.y), x2: digits(lineTo.x), y2: digits(lineTo.y) }));
    texts.append(svg('text', { x: digits(x), y: digits(y) }, text));
  }
  const circles = nodes.map(({ x, y, radius, colour: fill }) =>
    svg('circle', { cx: digits(x), cy: digits(y), r: digits(radius), fill }),
  );
  return svg('g', {}, svg('g', {}, ...circles), lines, texts);
}

/** The first line is bold where it is the title. */
function keyOf(lines: readonly string[], key: readonly KeyEntry[], top: number): SVGElement {
  const texts = lines.map((text, row) =>
    svg('text', { x: margin, y: top + margin + row * lineHeight + 9, ...(row < lines.length - 1 && bold) }, text),
  );
  const begin = top + margin + lines.length * lineHeight;
  const rows = key.flatMap(({ colour, text }, row) => {
    const y = begin + row * lineHeight;
    return [
      svg('circle', { cx: margin + 5, cy: y + 5, r: 5, fill: colour }),
      svg('text', { x: margin + 18, y: y + 9 }, text),
    ];
  });
  return svg('g', { 'font-family': labelFont, 'font-size': labelSize, fill: colours().text }, ...texts, ...rows);
}

const bold = { 'font-weight': 'bold' };

function digits(value: number): string {
  return value.toFixed(2);
}
