import { button } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import { download } from '../page/saved-page.ts';
import { canDraw, type Graph, loadVendor, type PictureNode, type Renderer, type Vendor } from '../page/vendor.ts';
import { t } from '../words/language.ts';
import type { Spot } from './graph-layout.ts';
import type { KeyEntry } from './node-panel.ts';
import { type DrawnPicture, type GraphTotal, pngOf, svgOf } from './picture-image.ts';
import { drawLabels } from './picture-labels.ts';
import { colours, settings } from './picture-look.ts';

export interface Picture {
  /** Of the files that are saved, without their end. */
  readonly name: string;
  readonly nodes: ReadonlyMap<string, PictureNode>;
  readonly edges: readonly PictureEdge[];
  /** The first line of the legend in those files: what is drawn. */
  readonly title?: string;
  /** Of the whole graph; absent: all of it is in the picture. */
  readonly total?: GraphTotal;
  /** The meaning of the colours at this moment. */
  key(): readonly KeyEntry[];
}

export interface PictureEdge {
  readonly source: string;
  readonly target: string;
  /** Drawn only if one of its ends is pointed at. */
  readonly isQuiet?: boolean;
  /** Else that of all edges. */
  readonly colour?: string;
}

export interface GraphPicture {
  readonly element: HTMLElement;
  /** Shows a node and its neighbours before all others; none, all alike. */
  select(id: string | undefined): void;
  /** Moves the view to a node. */
  centre(id: string): Promise<void>;
  /** Draws a node and its neighbours alone; none, all. */
  isolate(id: string | undefined): void;
  /** Gives each node another place. */
  move(spots: ReadonlyMap<string, Spot>): void;
  /** Gives each node another colour, size and label. */
  recolour(lookOf: (id: string) => Pick<PictureNode, 'color' | 'size' | 'label'>): void;
}

/** Called with node is pointed at and which is clicked; undefined: the ground. */
interface Listener {
  onPoint(id: string): void;
  onSelect(id: string | undefined): void;
}

/**
 * Draws a graph; where WebGL is missing, a sentence says so and the table beside it is the graph. The picture is for eyes
 * only: all of it is in the table too.
 */
export async function graphPicture(picture: Picture, listener: Listener, signal: AbortSignal): Promise<GraphPicture> {
  if (!canDraw()) return undrawn();
  const vendor = await loadVendor();
  const graph = graphOf(picture, vendor);
  const stage = el('div', { class: 'stage', 'aria-hidden': true });
  const focus = new Focus(graph);
  let renderer: Renderer | undefined;

  function open(): void {
    renderer = new vendor.Sigma(graph, stage, { ...settings(), ...focus.reducers });
    const sigma = renderer;
    sigma.on('afterRender', () => drawLabels(sigma, graph));
    const point = (node: string | undefined): void => {
      focus.hovered = node;
      renderer?.refresh();
    };
    renderer.on('enterNode', ({ node }) => {
      listener.onPoint(node);
      point(node);
    });
    renderer.on('leaveNode', () => point(undefined));
    renderer.on('clickNode', ({ node }) => listener.onSelect(node));
    renderer.on('clickStage', () => listener.onSelect(undefined));
  }

  // The stage has a size only once it is in the document.
  openWhenSized(stage, open, signal);
  signal.addEventListener('abort', () => {
    renderer?.kill();
    renderer = undefined;
  });
  const total = picture.total ?? { nodes: graph.order, edges: graph.size };
  const drawn = (): DrawnPicture | undefined =>
    renderer === undefined
      ? undefined
      : { renderer, graph, name: picture.name, title: picture.title ?? '', total, key: picture.key() };
  const element = el('div', { class: 'picture' });
  element.append(stage, pictureButtons(element, drawn));
  return {
    element,
    select(id) {
      focus.selected = id;
      renderer?.refresh();
    },
    isolate(id) {
      focus.alone = id;
      renderer?.refresh();
    },
    async centre(id) {
      const place = renderer?.getNodeDisplayData(id);
      if (place !== undefined) await renderer?.getCamera().animate({ x: place.x, y: place.y, ratio: 0.35 });
    },
    move: spots => graph.updateEachNodeAttributes((id, node) => ({ ...node, ...spots.get(id) })),
    recolour: lookOf => graph.updateEachNodeAttributes((id, node) => ({ ...node, ...lookOf(id) })),
  };
}

function undrawn(): GraphPicture {
  const nothing = (): void => {};
  return {
    element: el('p', { class: 'notice' }, t('noWebGl')),
    centre: async () => {},
    ...{ select: nothing, isolate: nothing, move: nothing, recolour: nothing },
  };
}

function graphOf({ nodes, edges }: Picture, { graphology }: Vendor): Graph {
  const graph = new graphology.Graph({ type: 'directed' });
  for (const [id, node] of nodes) graph.addNode(id, node);
  for (const { source, target, isQuiet = false, colour } of edges)
    graph.mergeEdge(source, target, { size: 0.5, hidden: isQuiet, ...(colour !== undefined && { color: colour }) });
  return graph;
}

/** Which nodes stand out at this moment. */
class Focus {
  hovered: string | undefined;
  selected: string | undefined;
  alone: string | undefined;
  private readonly graph: Graph;

  constructor(graph: Graph) {
    this.graph = graph;
  }

  /** For sigma: how a node and an edge are drawn. */
  readonly reducers = {
    nodeReducer: (id: string, data: PictureNode): object => {
      if (this.alone !== undefined && id !== this.alone && !this.graph.areNeighbors(id, this.alone))
        return { ...data, hidden: true };
      const centre = this.centre();
      if (centre === undefined) return data;
      if (id === centre) return { ...data, highlighted: true, zIndex: 2 };
      return this.graph.areNeighbors(id, centre)
        ? { ...data, zIndex: 1 }
        : { ...data, color: colours().faint, label: '' };
    },
    edgeReducer: (id: string, data: object): object => {
      const centre = this.centre();
      if (centre === undefined) return data;
      return this.graph.hasExtremity(id, centre)
        ? { ...data, hidden: false, color: colours().strong }
        : { ...data, hidden: true };
    },
  };

  private centre(): string | undefined {
    return this.hovered ?? this.selected;
  }
}

function openWhenSized(stage: HTMLElement, open: () => void, signal: AbortSignal): void {
  const observer = new ResizeObserver(() => {
    if (stage.clientWidth === 0) return;
    observer.disconnect();
    if (!signal.aborted) open();
  });
  observer.observe(stage);
}

/** Zoom, full screen, and the picture as a file. `drawn` is undefined until the picture has a size. */
function pictureButtons(element: HTMLElement, drawn: () => DrawnPicture | undefined): HTMLElement {
  const camera = () => drawn()?.renderer.getCamera();
  const save = async (end: 'svg' | 'png'): Promise<void> => {
    const picture = drawn();
    if (picture === undefined) return;
    const image = svgOf(picture);
    download(end === 'svg' ? new Blob([image.text], { type: svgType }) : await pngOf(image), `${picture.name}.${end}`);
  };
  // The window's size changes with it, except for browsers that say so too early.
  element.addEventListener('fullscreenchange', () => {
    drawn()?.renderer.resize();
    drawn()?.renderer.refresh();
  });
  return el('p', { class: 'actions' }, [
    button(t('zoomIn'), async () => await camera()?.animatedZoom()),
    button(t('zoomOut'), async () => await camera()?.animatedUnzoom()),
    button(t('zoomReset'), async () => await camera()?.animatedReset()),
    document.fullscreenEnabled ? button(t('fullScreen'), async () => await turnFullScreen(element)) : undefined,
    button(t('saveSvg'), async () => await save('svg')),
    button(t('savePng'), async () => await save('png')),
  ]);
}

const svgType = 'image/svg+xml';

async function turnFullScreen(element: HTMLElement): Promise<void> {
  if (document.fullscreenElement === element) await document.exitFullscreen();
  else await element.requestFullscreen();
}
