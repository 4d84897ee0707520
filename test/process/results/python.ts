import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileResultSink } from '../../../shared/adapters/local/file-result-sink.ts';
import { builtInWriters } from '../../../shared/wings/graph/formats/built-in-writers.ts';
import type { SiteGraph } from '../../../shared/wings/graph/site-graph/graph.ts';
import { resultsOf } from '../../pure/results/sample-results.ts';

/** Whether there is a Python that runs the statements; says in one line what is missing where not. */
export function pythonCan(statements: string, what: string): boolean {
  const can = spawnSync('python3', ['-c', statements]).status === 0;
  if (!can) console.warn(`Skipped: no python3 with ${what} here.`);
  return can;
}

/** Writes the graph in one format and gives what the script, run in its `graph` folder, prints as JSON. */
export async function readByPython(format: string, graph: SiteGraph, script: string): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'read-back-'));
  try {
    await builtInWriters.get(format)?.write(resultsOf(graph), new FileResultSink(folder));
    const run = spawnSync('python3', ['-c', script], {
      cwd: join(folder, 'graph'),
      maxBuffer: 1 << 26,
      encoding: 'utf8',
    });
    if (run.status !== 0) throw new Error(run.stderr);
    return JSON.parse(run.stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}
