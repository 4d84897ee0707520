/// <reference lib="dom" />
import type { ForceStep, ForceTask } from './force-layout.ts';

/* A thread of the page: lays out the graph that it is sent, and sends the places after each hundredth part of the rounds. */

/** One round; changes `nodes`. */
type Iterate = (settings: object, nodes: Float32Array, edges: Float32Array) => unknown;

const library = '../vendor/force-atlas.js';

addEventListener('message', async ({ data }: MessageEvent<ForceTask>) => {
  const { default: iterate } = (await import(library)) as { readonly default: Iterate };
  const { nodes, edges, rounds, settings } = data;
  const each = Math.max(1, Math.floor(rounds / 100));
  for (let round = 1; round <= rounds; round += 1) {
    iterate(settings, nodes, edges);
    if (round % each === 0 || round === rounds)
      postMessage({ nodes: nodes.slice(), isLast: round === rounds } satisfies ForceStep);
  }
});
