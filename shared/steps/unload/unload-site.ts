import type { TableSink } from '../../ports/result-ports.ts';
import type { EndedSite, ResultPart, UnloadedSite } from './result-part.ts';

/** Writes every part's files of one site. A repeat writes and returns the same. */
export async function unloadSite(
  parts: readonly ResultPart[],
  site: EndedSite,
  sink: TableSink,
): Promise<UnloadedSite> {
  const files: string[] = [];
  const noting = notingSink(sink, files);
  const answers: Record<string, unknown> = {};
  for (const part of parts) {
    const answer = await part.perSite?.(site, noting);
    if (answer !== undefined) answers[part.name] = answer;
  }
  return { site: site.row.site, files, answers };
}

/** Adds the name of each new file to `files`. */
export function notingSink(sink: TableSink, files: string[]): TableSink {
  return {
    ...sink,
    create: async name => {
      files.push(name);
      return await sink.create(name);
    },
  };
}
