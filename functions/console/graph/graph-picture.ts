import { button } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import { canDraw, loadVendor, type PictureNode, type Renderer } from '../page/vendor.ts';
import { t } from '../words/language.ts';

export interface Picture {
  readonly nodes: ReadonlyMap<string, PictureNode>;
  readonly edges: readonly PictureEdge[];
}

interface PictureEdge {
  readonly source: string;
  readonly target: string;
  /** Drawn only where one of its ends is pointed at. */
  readonly isQuiet?: boolean;
  /** Else that of all edges. */
  readonly colour?: string;
}

interface GraphPicture {
  readonly element: HTMLElement;
  /** Shows a node and its neighbours before all others; none, all alike. */
  select(id: string | undefined): void;
}

/** Told which node is pointed at and which is clicked; undefined: the ground. */
interface Listener {
  onPoint(id: string): void;
  onSelect(id: string | undefined): void;
}

/**
 * Draws a graph; where WebGL is missing, a sentence says so and the table beside it is the graph. The picture is for eyes
 * only: all of it is in the table too.
 */
export async function graphPicture(
  { nodes, edges }: Picture,
  { onPoint, onSelect }: Listener,
  signal: AbortSignal,
): Promise<GraphPicture> {
  if (!canDraw()) return { element: el('p', { class: 'notice' }, t('noWebGl')), select: () => {} };
  const vendor = await loadVendor();
  const graph = new vendor.graphology.Graph({ type: 'directed' });
  for (const [id, node] of nodes) graph.addNode(id, node);
  for (const { source, target, isQuiet = false, colour } of edges)
    graph.mergeEdge(source, target, { size: 0.5, hidden: isQuiet, ...(colour === undefined ? {} : { color: colour }) });
  const stage = el('div', { class: 'stage', 'aria-hidden': true });
  let selected: string | undefined;
  let hovered: string | undefined;
  let renderer: Renderer | undefined;

  const focus = (): string | undefined => hovered ?? selected;
  const nodeReducer = (id: string, data: PictureNode): object => {
    const centre = focus();
    if (centre === undefined) return data;
    if (id === centre) return { ...data, highlighted: true, zIndex: 2 };
    return graph.areNeighbors(id, centre) ? { ...data, zIndex: 1 } : { ...data, color: colours().faint, label: '' };
  };
  const edgeReducer = (id: string, data: object): object => {
    const centre = focus();
    if (centre === undefined) return data;
    return graph.hasExtremity(id, centre)
      ? { ...data, hidden: false, color: colours().strong }
      : { ...data, hidden: true };
  };

  function open(): void {
    renderer = new vendor.Sigma(graph, stage, { ...settings(), nodeReducer, edgeReducer });
    renderer.on('enterNode', ({ node }) => {
      hovered = node;
      onPoint(node);
      renderer?.refresh();
    });
    renderer.on('leaveNode', () => {
      hovered = undefined;
      renderer?.refresh();
    });
    renderer.on('clickNode', ({ node }) => onSelect(node));
    renderer.on('clickStage', () => onSelect(undefined));
  }

  // The stage has a size only once it is in the document.
  openWhenSized(stage, open, signal);
  signal.addEventListener('abort', () => renderer?.kill());
  return {
    element: el(
      'div',
      { class: 'picture' },
      stage,
      cameraButtons(() => renderer),
    ),
    select(id) {
      selected = id;
      renderer?.refresh();
    },
  };
}

function openWhenSized(stage: HTMLElement, open: () => void, signal: AbortSignal): void {
  const observer = new ResizeObserver(() => {
    if (stage.clientWidth === 0) return;
    observer.disconnect();
    if (!signal.aborted) open();
  });
  observer.observe(stage);
}

function cameraButtons(renderer: () => Renderer | undefined): HTMLElement {
  const camera = () => renderer()?.getCamera();
  return el(
    'p',
    { class: 'actions' },
    button(t('zoomIn'), async () => await camera()?.animatedZoom()),
    button(t('zoomOut'), async () => await camera()?.animatedUnzoom()),
    button(t('zoomReset'), async () => await camera()?.animatedReset()),
  );
}

/** The colours of the page, light or dark, as the canvas needs them. */
function colours() {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  return {
    text: colour('--graph-text'),
    faint: colour('--graph-faint'),
    edge: colour('--graph-edge'),
    strong: colour('--graph-strong'),
  };
}

function settings() {
  const { text, edge } = colours();
  return {
    defaultEdgeColor: edge,
    labelColor: { color: text },
    labelFont: 'system-ui, sans-serif',
    labelSize: 12,
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
  const { text } = colours();
  context.strokeStyle = text;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(x, y, size + 2, 0, 2 * Math.PI);
  context.stroke();
  if (label === null || label === '') return;
  context.font = '12px system-ui, sans-serif';
  const width = context.measureText(label).width + 10;
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--surface').trim();
  context.fillRect(x + size + 4, y - 11, width, 22);
  context.strokeRect(x + size + 4, y - 11, width, 22);
  context.fillStyle = text;
  context.fillText(label, x + size + 9, y + 4);
}
