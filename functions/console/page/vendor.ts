import { el } from './dom.ts';

/** The parts of sigma.js and graphology that are used here, whose scripts are fetched when a graph is first shown. */
export interface PictureNode {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly color: string;
  readonly label: string;
}

interface EdgeLook {
  readonly size: number;
  readonly hidden: boolean;
  readonly color?: string;
}

export interface Graph {
  /** Numbers of nodes and of edges. */
  readonly order: number;
  readonly size: number;
  addNode(id: string, attributes: PictureNode): void;
  mergeEdge(source: string, target: string, attributes: EdgeLook): void;
  areNeighbors(one: string, other: string): boolean;
  hasExtremity(edge: string, node: string): boolean;
  nodes(): readonly string[];
  forEachEdge(see: (edge: string, attributes: EdgeLook, source: string, target: string) => void): void;
  updateEachNodeAttributes(change: (id: string, attributes: PictureNode) => PictureNode): void;
}

/** The appearance of a node or an edge at this moment; places are in units of the whole picture. */
interface DrawnNode extends PictureNode {
  readonly hidden?: boolean;
  readonly highlighted?: boolean;
}

export interface Renderer {
  on(event: 'enterNode' | 'clickNode', listener: (event: { readonly node: string }) => void): void;
  on(event: 'leaveNode' | 'clickStage', listener: () => void): void;
  refresh(): void;
  resize(): void;
  kill(): void;
  getDimensions(): { readonly width: number; readonly height: number };
  getNodeDisplayData(id: string): DrawnNode | undefined;
  getEdgeDisplayData(id: string): EdgeLook | undefined;
  /** Ids of the nodes whose labels have room. */
  getNodeDisplayedLabels(): ReadonlySet<string>;
  framedGraphToViewport(place: { readonly x: number; readonly y: number }): { readonly x: number; readonly y: number };
  /** In pixels at the zoom of this moment. */
  scaleSize(size: number): number;
  getCamera(): {
    animate(state: { readonly x: number; readonly y: number; readonly ratio: number }): Promise<void>;
    animatedZoom(): Promise<void>;
    animatedUnzoom(): Promise<void>;
    animatedReset(): Promise<void>;
  };
}

export interface Vendor {
  readonly Sigma: new (graph: Graph, container: HTMLElement, settings: object) => Renderer;
  readonly graphology: { readonly Graph: new (options: { readonly type: 'directed' }) => Graph };
}

let loading: Promise<Vendor> | undefined;

/** A failed loading is tried again at the next call. */
export async function loadVendor(): Promise<Vendor> {
  loading ??= Promise.all(['graphology.umd.min.js', 'sigma.min.js'].map(loadScript)).then(
    () => globalThis as unknown as Vendor,
  );
  try {
    return await loading;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}

async function loadScript(name: string): Promise<void> {
  const script = el('script', { src: `console/vendor/${name}` });
  const loaded = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${name} could not be loaded`)));
  });
  document.head.append(script);
  await loaded;
}

/** Sigma draws by WebGL 2 only. */
export function canDraw(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null;
}
