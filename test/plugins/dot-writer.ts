import type { ResultWriter } from '../../shared/wings/graph/formats/result-writer.ts';

/** Writes `graph/<host>.dot` for Graphviz. JSON strings are strings of DOT too. */
const dot: ResultWriter = {
  name: 'dot',
  write: async ({ graph }, sink) => {
    const file = await sink.create(`graph/${graph.fileName}.dot`);
    try {
      await file.write('digraph {\n');
      for (const { id, label } of graph.nodes()) await file.write(`  ${id} [label=${JSON.stringify(label)}]\n`);
      const { offsets, targets } = graph.arcs;
      for (let source = 0; source < graph.nodeCount; source += 1) {
        for (const target of targets.subarray(offsets[source], offsets[source + 1]))
          await file.write(`  ${source} -> ${target}\n`);
      }
      await file.write('}\n');
      await file.close();
    } catch (error) {
      await file.abort();
      throw error;
    }
  },
};

export const writers: readonly ResultWriter[] = [dot];
