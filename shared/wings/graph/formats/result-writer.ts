import type { ResultSink } from '../../../ports/result-ports.ts';
import type { SiteResults } from '../site-graph/graph.ts';

/** Writes one site's results in one format. Chosen by name in the spec; plugins may add more. */
export interface ResultWriter {
  readonly name: string;
  write(results: SiteResults, sink: ResultSink): Promise<void>;
}
