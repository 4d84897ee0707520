import type { Graph, Renderer } from '../page/vendor.ts';
import type { Spot } from './graph-layout.ts';
import { type Circle, type LabelledCircle, type LabelPlace, placeLabels } from './label-places.ts';
import { colours, labelFont, labelSize } from './picture-look.ts';

export interface DrawnNode extends Circle {
  readonly id: string;
  readonly colour: string;
}

export interface DrawnLabel extends LabelPlace {
  readonly text: string;
  readonly node: DrawnNode;
}

/** The nodes in the view, in its pixels, and the labels that find room, on the screen and in a file alike. */
export function drawnNodes(
  renderer: Renderer,
  graph: Graph,
): { readonly nodes: readonly DrawnNode[]; readonly labels: readonly DrawnLabel[] } {
  const isShown = isInView(renderer);
  const named = renderer.getNodeDisplayedLabels();
  const measure = document.createElement('canvas').getContext('2d')!;
  measure.font = `${labelSize}px ${labelFont}`;
  const nodes = new Map<string, DrawnNode>();
  const labelled: LabelledCircle[] = [];
  for (const id of graph.nodes()) {
    const look = renderer.getNodeDisplayData(id);
    const spot = spotOf(renderer, id);
    if (look === undefined || spot === undefined || !isShown(spot)) continue;
    const circle = { ...spot, radius: renderer.scaleSize(look.size) };
    nodes.set(id, { id, ...circle, colour: look.color });
    if ((named.has(id) || look.highlighted === true) && look.label)
      labelled.push({ id, ...circle, text: look.label, width: measure.measureText(look.label).width });
  }
  const places = placeLabels(labelled, [...nodes.values()], renderer.getDimensions(), labelSize + 2);
  const labels = labelled.flatMap(({ id, text }) => {
    const place = places.get(id);
    return place === undefined ? [] : [{ ...place, text, node: nodes.get(id)! }];
  });
  return { nodes: [...nodes.values()], labels };
}

/** Draws the labels on the canvas that the renderer has for them, but that of a node which has its own ground. */
export function drawLabels(renderer: Renderer, graph: Graph): void {
  const context = renderer.getCanvases()['labels']!.getContext('2d')!;
  const { text: colour } = colours();
  context.font = `${labelSize}px ${labelFont}`;
  context.lineWidth = 0.5;
  for (const { x, y, lineTo, text, node } of drawnNodes(renderer, graph).labels) {
    if (renderer.getNodeDisplayData(node.id)?.highlighted === true) continue;
    context.beginPath();
    context.moveTo(node.x, node.y);
    context.lineTo(lineTo?.x ?? node.x, lineTo?.y ?? node.y);
    Object.assign(context, { strokeStyle: colour, fillStyle: colour });
    context.stroke();
    context.fillText(text, x, y);
  }
}

export function isInView(renderer: Renderer): (spot: Spot) => boolean {
  const { width, height } = renderer.getDimensions();
  return ({ x, y }) => x >= 0 && y >= 0 && x <= width && y <= height;
}

/** In pixels of the view; undefined for a node that is not drawn. */
export function spotOf(renderer: Renderer, id: string): Spot | undefined {
  const look = renderer.getNodeDisplayData(id);
  return look === undefined || look.hidden === true ? undefined : renderer.framedGraphToViewport(look);
}
