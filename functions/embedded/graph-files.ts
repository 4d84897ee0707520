import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { builtInParts } from '../../shared/domain/spec/crawl-spec.ts';

type Format = (typeof builtInParts.formats)[number];

/** How the names of graphs in a format end (`shared/FORMATS.md`). */
const endings: Readonly<Record<Format, readonly string[]>> = {
  csv: ['.nodes.csv', '.edges.csv'],
  gexf: ['.gexf'],
  graphml: ['.graphml'],
  net: ['.net'],
  parquet: ['.nodes.parquet', '.edges.parquet'],
  commoncrawl: ['.vertices.txt.gz', '.edges.txt.gz'],
};

/** Formats in which a crawl directory has graphs. */
export function formatsIn(directory: string): readonly string[] {
  const folder = join(directory, 'graph');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return builtInParts.formats.filter(format => names.some(name => isGraphIn(format, `graph/${name}`)));
}

/** Whether a result file, by its name, is a graph in a built-in format. */
export function isGraphIn(format: string, file: string): boolean {
  const known: Readonly<Record<string, readonly string[]>> = endings;
  return file.startsWith('graph/') && (known[format] ?? []).some(ending => file.endsWith(ending));
}
