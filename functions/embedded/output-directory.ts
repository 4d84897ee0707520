import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeLocalFolder } from '../../shared/adapters/local/open.ts';
import { allowance, BadInput } from '../../shared/domain/refusal/refusal.ts';
import { systemFaultOf } from '../../shared/domain/refusal/system-fault.ts';
import type { ResolvedSpec } from '../../shared/domain/spec/crawl-spec.ts';
import { fileNameOf } from '../../shared/domain/url/scope.ts';
import { longestHostName } from '../../shared/steps/unload/site-file-names.ts';
import { isOfWatch } from './directory/own-files.ts';
import { resumeHint, watchHint } from './directory/resume-hint.ts';

interface OutputOptions {
  readonly out?: string;
  /** The option that gave it, for refusals: by default `--out`. */
  readonly outField?: string;
  readonly overwrite?: true;
}

/** The directory a crawl is written to, made if it is not there: `--out`, or one named by host and time. Throws `BadInput`. */
export async function outputDirectory(options: OutputOptions, spec: ResolvedSpec, now: Date): Promise<string> {
  const directory = options.out ?? defaultDirectory(spec, now);
  const { outField: field = '--out' } = options;
  const found = await namesIn(directory, field);
  demandWritable(directory, field);
  if (found.length === 0) return directory;
  const { isOfCrawl, isUnbegun } = await import('./run-crawl.ts');
  if (!options.overwrite) {
    if (await isUnbegun(directory, found)) return directory;
    const command = isOfWatch(found) ? watchHint(directory) : resumeHint(directory);
    const why = allowance('not-empty', { directory, command });
    throw new BadInput([{ field, ...why }]);
  }
  if (!isOfCrawl(found)) {
    throw new BadInput([{ field: '--overwrite', ...allowance('not-of-a-crawl', { directory }) }]);
  }
  return directory;
}

function defaultDirectory(spec: ResolvedSpec, now: Date): string {
  return join('crawls', timedName(fileNameOf(new URL(spec.sites[0]!.url).origin, false), now));
}

/** `example.org-20260131T120000Z`: what a crawl's directory is called where nobody names it. */
export function timedName(name: string, now: Date): string {
  return `${name.slice(0, longestHostName)}-${now.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}`;
}

async function namesIn(directory: string, field: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    if (code === 'ENOTDIR') throw new BadInput([{ field, ...allowance('not-directory', { directory }) }]);
    throw refusedOutput(directory, error, field);
  }
}

function demandWritable(directory: string, field: string): void {
  try {
    makeLocalFolder(directory);
  } catch (error) {
    throw refusedOutput(directory, error, field);
  }
}

/** The refusal of an output directory that the system refuses. */
export function refusedOutput(directory: string, error: unknown, field = '--out'): unknown {
  const fault = systemFaultOf(error);
  if (fault === undefined || !['denied', 'missing', 'unfit', 'name'].includes(fault.kind)) return error;
  const why =
    fault.kind === 'missing'
      ? allowance('nothing-made-there', { directory })
      : allowance('not-writable', { directory, why: fault.words, fault: fault.code });
  return new BadInput([{ field, ...why }]);
}
