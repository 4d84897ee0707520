import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BadInput } from '../../shared/domain/spec/bad-input.ts';
import type { ResolvedSpec } from '../../shared/domain/spec/crawl-spec.ts';
import { fileNameOf } from '../../shared/domain/url/scope.ts';

interface OutputOptions {
  readonly out?: string;
  readonly overwrite?: true;
}

/** Any of these makes a directory one of ours, which `--overwrite` may replace. */
const crawlFiles = ['crawl.db', 'crawl.json'];

/** The directory a crawl is written to: `--out`, or a new one named by host and time. Throws `BadInput`. */
export async function outputDirectory(options: OutputOptions, spec: ResolvedSpec, now: Date): Promise<string> {
  const directory = options.out ?? defaultDirectory(spec, now);
  const found = await namesIn(directory);
  if (found.length === 0) return directory;
  if (!options.overwrite) {
    const { isUnbegun } = await import('../local/run-crawl.ts');
    if (await isUnbegun(directory, found)) return directory;
    throw new BadInput([
      `--out: ${directory} is refused; it is not empty. Give another directory or --overwrite, or go on with what is there: orbweaver resume ${directory}`,
    ]);
  }
  if (!found.some(name => crawlFiles.includes(name))) {
    throw new BadInput([`--overwrite: ${directory} is refused; it holds other files than those of a crawl.`]);
  }
  return directory;
}

/** `crawls/example.org-20260131T120000Z`. */
function defaultDirectory(spec: ResolvedSpec, now: Date): string {
  const time = now.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
  return join('crawls', `${fileNameOf(new URL(spec.sites[0]!.url).origin, false)}-${time}`);
}

async function namesIn(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENOENT') return [];
    if (code === 'ENOTDIR') throw new BadInput([`--out: ${directory} is refused; it is not a directory.`]);
    throw error;
  }
}
