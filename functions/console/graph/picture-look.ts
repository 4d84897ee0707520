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
    defaultDrawNodeHover: drawHover,
  };
}

/** The name of the node under the pointer on a ground of the page's colour: sigma's own ground is always white. */
function drawHover(
  context: CanvasRenderingContext2D,
  {
    x,
    y,
    size,
    label,
  }: { readonly x: number; readonly y: number; readonly size: number; readonly label: string | null },
): void {
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
  context.fillRect(x + size + 4, y - 11, width, 22);
  context.strokeRect(x + size + 4, y - 11, width, 22);
  context.fillStyle = text;
  context.fillText(label, x + size + 9, y + 4);
}
