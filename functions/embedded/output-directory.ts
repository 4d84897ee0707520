import { constants } from 'node:fs';
import { access, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BadInput } from '../../shared/domain/spec/bad-input.ts';
import type { ResolvedSpec } from '../../shared/domain/spec/crawl-spec.ts';
import { fileNameOf } from '../../shared/domain/url/scope.ts';
import { resumeHint } from './resume-hint.ts';

interface OutputOptions {
  readonly out?: string;
  readonly overwrite?: true;
}

/** The directory a crawl is written to, made if it is not there: `--out`, or one named by host and time. Throws `BadInput`. */
export async function outputDirectory(options: OutputOptions, spec: ResolvedSpec, now: Date): Promise<string> {
  const directory = options.out ?? defaultDirectory(spec, now);
  const found = await namesIn(directory);
  await demandWritable(directory);
  if (found.length === 0) return directory;
  const { isOfCrawl, isUnbegun } = await import('./run-crawl.ts');
  if (!options.overwrite) {
    if (await isUnbegun(directory, found)) return directory;
    throw new BadInput([
      `--out: ${directory} is refused; it is not empty. Give another directory or --overwrite, or go on with what is there: ${resumeHint(directory)}`,
    ]);
  }
  if (!isOfCrawl(found)) {
    throw new BadInput([`--overwrite: ${directory} is refused; it holds other files than those of a crawl.`]);
  }
  return directory;
}

function defaultDirectory(spec: ResolvedSpec, now: Date): string {
  return join('crawls', timedName(fileNameOf(new URL(spec.sites[0]!.url).origin, false), now));
}

/** `example.org-20260131T120000Z`: what a crawl's directory is called where nobody names it. */
export function timedName(name: string, now: Date): string {
  return `${name}-${now.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}`;
}

async function namesIn(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return [];
    if (code === 'ENOTDIR') throw new BadInput([`--out: ${directory} is refused; it is not a directory.`]);
    throw cannotBeWritten(directory, error);
  }
}

async function demandWritable(directory: string): Promise<void> {
  try {
    await makeDirectory(directory);
    await access(directory, constants.W_OK);
  } catch (error) {
    throw cannotBeWritten(directory, error);
  }
}

/**
 * Folder by folder: `recursive` tries for ever where a parent exists and nothing can be made in it (`/proc`, Node 24).
 */
async function makeDirectory(directory: string): Promise<void> {
  const made = await tryMake(directory);
  if (made || dirname(directory) === directory) return;
  await makeDirectory(dirname(directory));
  await mkdir(directory);
}

/** `false` where its parent is not there. */
async function tryMake(directory: string): Promise<boolean> {
  try {
    await mkdir(directory);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return true;
    if (code === 'ENOENT') return false;
    throw error;
  }
}

const why: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EPERM: 'the system does not permit it',
  EROFS: 'the disk is read-only',
  ENOENT: 'no directory can be made there',
  ENOTDIR: 'a part of it is a file',
  ENAMETOOLONG: 'its name is too long',
};

function cannotBeWritten(directory: string, error: unknown): unknown {
  const reason = why[codeOf(error)];
  if (reason === undefined) return error;
  return new BadInput([
    `--out: ${directory} is refused; it cannot be written (${reason}). Allowed is a directory of your own.`,
  ]);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
