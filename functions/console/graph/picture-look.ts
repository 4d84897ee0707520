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
    // All labels are placed together, when the rest is drawn.
    defaultDrawNodeLabel: () => {},
    defaultDrawNodeHover: drawHover,
  };
}

interface HoveredNode {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly label: string | null;
}

/** The name of the node under the pointer on a ground of the page's colour: sigma's own ground is always white. */
function drawHover(context: CanvasRenderingContext2D, { x, y, size, label }: HoveredNode): void {
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
  const gap = size + 4;
  const isCut = x + gap + width > context.canvas.clientWidth && x - gap - width > 0;
  const left = x + (isCut ? -gap - width : gap);
  context.fillRect(left, y - 11, width, 22);
  context.strokeRect(left, y - 11, width, 22);
  context.fillStyle = text;
  context.fillText(label, left + 5, y + 4);
}
