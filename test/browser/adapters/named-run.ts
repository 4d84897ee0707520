import type { PageRun, PageRunOptions, PageRuns } from '../../../bench/traverse/page-runs.ts';

/** A traversal, with the names of what it found below `/found/`, in order. */
export interface NamedRun extends PageRun {
  readonly named: readonly string[];
}

export async function namedRun(runs: PageRuns, url: string, options: PageRunOptions = {}): Promise<NamedRun> {
  const done = await runs.run(url, options);
  const named = done.found.flatMap(found =>
    found.includes('/found/') ? [found.slice(found.indexOf('/found/') + 7)] : [],
  );
  return { ...done, named: named.sort() };
}
