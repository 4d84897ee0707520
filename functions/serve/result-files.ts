import { type FileHandle, readdir, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { openRegularHandle } from '../../shared/adapters/local/open.ts';
import { systemFaultOf } from '../../shared/domain/refusal/system-fault.ts';
import type { ListedFile, ResultDownload } from '../../shared/place/crawl-service.ts';
import { isResultName } from '../http/routes/result-routes.ts';
import { isMissing } from './crawl-folder.ts';

const folders = ['fragment', 'graph', 'links', 'logs', 'pages', 'reports'];

/** Result files of the crawl in `directory`, in order of names. */
export async function listResultFiles(directory: string): Promise<readonly string[]> {
  const found = await Promise.all(folders.map(async folder => await namesBelow(directory, folder)));
  const names = ['crawl.json', ...found.flat()].filter(isResultName).sort();
  return names;
}

async function namesBelow(directory: string, folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(join(directory, folder), { withFileTypes: true, recursive: true });
    return entries
      .filter(entry => entry.isFile() && !entry.name.endsWith('.part'))
      .map(({ parentPath, name }) =>
        join(parentPath, name)
          .slice(directory.length + 1)
          .split(sep)
          .join('/'),
      );
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Sizes of files; those that have gone meanwhile are left out. */
export async function withSizes(directory: string, names: readonly string[]): Promise<readonly ListedFile[]> {
  const files: ListedFile[] = [];
  for (const name of names) {
    const sizeBytes = await withFile(directory, name, async file => (await file.stat()).size);
    if (sizeBytes !== undefined) files.push({ name, sizeBytes });
  }
  return files;
}

/** At most `most` bytes from `from` on; undefined if there is no such file. */
export async function readPart(
  directory: string,
  name: string,
  from: number,
  most: number,
): Promise<Uint8Array | undefined> {
  return await withFile(directory, name, async file => {
    const size = Math.max(0, Math.min(most, (await file.stat()).size - from));
    const bytes = new Uint8Array(size);
    const { bytesRead } = await file.read(bytes, 0, size, from);
    return bytes.subarray(0, bytesRead);
  });
}

/** The file as a stream, as long as it is now: a log may grow. */
export async function openDownload(directory: string, name: string): Promise<ResultDownload | undefined> {
  const opened = await openResult(directory, name);
  if (opened === undefined) return undefined;
  const { sizeBytes, bytes } = opened;
  return { kind: 'stream', sizeBytes, body: Readable.toWeb(bytes) as ReadableStream<Uint8Array> };
}

/** The same as a stream of Node. */
export async function openResult(
  directory: string,
  name: string,
): Promise<{ readonly sizeBytes: number; readonly bytes: Readable } | undefined> {
  const file = await openFile(directory, name);
  if (file === undefined) return undefined;
  const { size } = await file.stat();
  if (size === 0) await file.close();
  return {
    sizeBytes: size,
    bytes: size === 0 ? Readable.from([]) : file.createReadStream({ start: 0, end: size - 1 }),
  };
}

async function withFile<T>(
  directory: string,
  name: string,
  work: (file: FileHandle) => Promise<T>,
): Promise<T | undefined> {
  const file = await openFile(directory, name);
  if (file === undefined) return undefined;
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

/** Only what lies in the directory itself: a link in it that leads elsewhere is no result file. */
async function openFile(directory: string, name: string): Promise<FileHandle | undefined> {
  if (!isResultName(name)) return undefined;
  try {
    const [inside, path] = await Promise.all([realpath(directory), realpath(join(directory, name))]);
    if (!path.startsWith(`${inside}${sep}`)) return undefined;
    return await openRegularHandle(path);
  } catch (error) {
    if (isMissing(error) || systemFaultOf(error)?.kind === 'unfit') return undefined;
    throw error;
  }
}
