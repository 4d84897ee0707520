/** Finds the files of a module's code. */
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';

const mostFiles = 1_000;
const mostFileBytes = 16 * 1024 * 1024;

/** Any text that looks like a path relative to the file, whatever its use in the code. */
const relativePath = /(['"`])(\.{1,2}\/[^'"`\n\\?#]{1,1000})(?:[?#][^'"`\n]*)?\1/g;
/** Import statements of types, which do not exist at run time. */
const typeImport = /\b(?:import|export)\s+type\s+(?!from\s*['"])[^'"`;]*?\bfrom\s*(['"])[^'"\n]*\1/g;
/** Endings that `require` tries. */
const endings = ['', '.js', '.cjs', '.mjs', '.json', '.ts', '.cts', '.mts', '/index.js', '/index.ts'];
const codeFiles = new Set(['.js', '.cjs', '.mjs', '.ts', '.cts', '.mts']);

/**
 * SHA-256 of each file of the modules at `paths`: the named files and their imports by relative paths, recursively.
 * Undefined if there are too many or too large ones. Packages and computed paths are left out: Node looks for packages
 * in the user's own `node_modules`, and computed paths are known only at run time.
 */
export function fileHashes(paths: readonly string[]): ReadonlyMap<string, string> | undefined {
  const hashes = new Map<string, string>();
  const open = [...paths];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (hashes.has(path)) continue;
    if (hashes.size === mostFiles || statSync(path).size > mostFileBytes) return undefined;
    const bytes = readFileSync(path);
    hashes.set(path, createHash('sha256').update(bytes).digest('hex'));
    if (codeFiles.has(extname(path))) open.push(...filesNamedIn(bytes.toString('utf8'), dirname(path)));
  }
  return hashes;
}

/** A digest that is equal for equal files in any place: 16 hexadecimal digits. */
export function moduleDigest(path: string): string {
  const hashes = fileHashes([path]) ?? new Map([[path, createHash('sha256').update(readFileSync(path)).digest('hex')]]);
  const all = [...hashes.values()].sort().join('\n');
  return createHash('sha256').update(all).digest('hex').slice(0, 16);
}

function filesNamedIn(source: string, folder: string): readonly string[] {
  const named = [...source.replace(typeImport, '').matchAll(relativePath)].map(([, , path]) => resolve(folder, path!));
  const tried = new Set(named.flatMap(path => endings.map(ending => path + ending)));
  return [...tried].filter(isRegular).map(path => realpathSync(path));
}

function isRegular(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
