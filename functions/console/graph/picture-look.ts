export const labelFont = 'system-ui, sans-serif';
/** Pixels. */
export const labelSize = 12;

/** The colours of the page, light or dark, as the canvas needs them. */
export function colours() {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  return {
    text: colour('--graph-text'),
    faint: colour('--graph-faint'),
    edge: colour('--graph-edge'),
    strong: colour('--graph-strong'),
    ground: colour('--surface'),
  };
}

/** Of sigma. */
export function settings() {
  const { text, edge } = colours();
  return {
    defaultEdgeColor: edge,
    labelColor: { color: text },
    labelFont,
    labelSize,
    labelDensity: 0.2,
    labelGridCellSize: 140,
    labelRenderedSizeThreshold: 4,
    zIndex: true,
    minCameraRatio: 0.02,
    maxCameraRatio: 3,
    stagePadding: 24,
    defaultDrawNodeLabel: drawLabel,
    defaultDrawNodeHover: drawHover,
  };
}

interface DrawnLabel {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly label: string | null;
}

/** The name of a node on its right; on its left where the picture would cut it. */
function drawLabel(context: CanvasRenderingContext2D, { x, y, size, label }: DrawnLabel): void {
  if (label === null || label === '') return;
  context.font = `${labelSize}px ${labelFont}`;
  context.fillStyle = colours().text;
  context.fillText(label, x + offsetOf(context, x, size + 3, context.measureText(label).width), y + labelSize / 3);
}

/** From the middle of a node to the left end of a text that begins `gap` beside it. */
function offsetOf({ canvas }: CanvasRenderingContext2D, x: number, gap: number, width: number): number {
  return x + gap + width > canvas.clientWidth && x - gap - width > 0 ? -gap - width : gap;
}

/** The name of the node under the pointer on a ground of the page's colour: sigma's own ground is always white. */
function drawHover(context: CanvasRenderingContext2D, { x, y, size, label }: DrawnLabel): void {
  const { text, ground } = colours();
  context.strokeStyle = text;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(x, y, size + 2, 0, 2 * Math.PI);
  context.stroke();
  if (label === null || label === '') return;
  context.font = `${labelSize}px ${labelFont}`;
  const width = context.measureText(label).width + 10;
  context.fillStyle = ground;
  const left = x + offsetOf(context, x, size + 4, width);
  context.fillRect(left, y - 11, width, 22);
  context.strokeRect(left, y - 11, width, 22);
  context.fillStyle = text;
  context.fillText(label, left + 5, y + 4);
}
