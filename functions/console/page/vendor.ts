import type { DirectedGraph } from 'graphology';
import type { Sigma } from 'sigma';
import { el } from './dom.ts';

/** A node as sigma.js draws it, whose script is fetched with that of graphology when a graph is first shown. */
export type PictureNode = {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly color: string;
  readonly label: string;
};

type EdgeLook = { readonly size: number; readonly hidden: boolean; readonly color?: string };

export type Graph = DirectedGraph<PictureNode, EdgeLook>;
export type Renderer = Sigma<PictureNode, EdgeLook>;

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
