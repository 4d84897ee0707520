import { closeSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Answer, makeAnswer, responseHead, type Site } from './loopback-server.ts';
import { runServerProcess, type ServedSite, startServerProcess } from './server-process.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.txt': 'text/plain',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.jpg': 'image/jpeg',
};

const NOT_FOUND = makeAnswer('404 Not Found', 'text/plain', 'not found\n');

/**
 * Serves the files below `root` on a port of loopback, by its own process that has read all of them before it
 * answers: `index.html` for a folder, 301 for a folder requested without its slash, 404 for anything else.
 * A query is ignored, as static servers do. `etags`: who names the ETag of a file is answered 304. Throws where `root` is no readable folder.
 */
export function serveDirectory(root: string, { etags = false } = {}): Promise<ServedSite> {
  return startServerProcess(new URL(import.meta.url), ['--root', root, ...(etags ? ['--etags'] : [])]);
}

/** Every folder and file below `root` as the path that requests it, folders with their slash; symbolic links followed. */
export function* walkDirectory(root: string): Generator<{ path: string; file: string; isFolder: boolean }> {
  yield* walkFolder(root, '/', new Set());
}

function* walkFolder(
  folder: string,
  path: string,
  above: ReadonlySet<string>,
): Generator<{ path: string; file: string; isFolder: boolean }> {
  const real = realpathSync(folder);
  if (above.has(real)) return; // a symbolic link to a folder it lies in
  const aboveChildren = new Set(above).add(real);
  yield { path, file: folder, isFolder: true };
  for (const name of readdirSync(folder).sort()) {
    const file = join(folder, name);
    const entry = statSync(file, { throwIfNoEntry: false });
    if (entry?.isDirectory()) yield* walkFolder(file, `${path}${name}/`, aboveChildren);
    else if (entry?.isFile()) yield { path: path + name, file, isFolder: false };
  }
}

/** The site of a folder, wholly in memory. Paths are kept decoded; a target that is not found as it stands is decoded. */
function openDirectory(root: string, etags: boolean): Site {
  const answers = new Map<string, Answer>();
  for (const { path, file, isFolder } of walkDirectory(root)) {
    if (isFolder && path !== '/') answers.set(path.slice(0, -1), redirectTo(path));
    if (!isFolder) answers.set(path, readAnswer(file, etags));
    if (path.endsWith('/index.html')) answers.set(path.slice(0, -'index.html'.length), answers.get(path)!);
  }
  return target => {
    const path = target.split('?', 1)[0]!;
    return answers.get(path) ?? answers.get(decodePath(path)) ?? NOT_FOUND;
  };
}

function redirectTo(path: string): Answer {
  return makeAnswer('301 Moved Permanently', 'text/plain', '', [`Location: ${encodeURI(path)}`]);
}

/** Reads a file behind its response head, without a second copy. */
function readAnswer(file: string, etags: boolean): Answer {
  const descriptor = openSync(file, 'r');
  try {
    const { size, mtimeMs } = statSync(file);
    const etag = `"${size.toString(16)}-${Math.round(mtimeMs).toString(16)}"`;
    const type = TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream';
    const head = responseHead('200 OK', type, size, etags ? [`ETag: ${etag}`] : []);
    const bytes = Buffer.allocUnsafeSlow(head.headLength + size);
    head.bytes.copy(bytes);
    for (let at = head.headLength; at < bytes.length; ) {
      const count = readSync(descriptor, bytes, at, bytes.length - at, null);
      if (count === 0) throw new Error(`${file} became shorter while it was read`);
      at += count;
    }
    const known = { etag, answer: makeAnswer('304 Not Modified', type, '', [`ETag: ${etag}`]) };
    return { ...head, bytes, ...(etags && { known }) };
  } finally {
    closeSync(descriptor);
  }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return ''; // malformed escapes name no file, so the answer is 404
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      root: { type: 'string', default: '.' },
      port: { type: 'string', default: '0' },
      etags: { type: 'boolean', default: false },
    },
  });
  await runServerProcess(() => openDirectory(values.root, values.etags), Number(values.port));
}
