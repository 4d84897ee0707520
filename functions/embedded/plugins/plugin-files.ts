/** Plugins are files of this machine: which addresses name a plugin, and what its code consists of. */
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Allowance, allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';

/** The file that a plugin's address names, links followed. Throws `BadInput` for anything but a regular file. */
function pluginPath(address: string): string {
  const url = URL.parse(address);
  if (url?.protocol !== 'file:') throw notLoadable(address, allowance('plugin-no-file'));
  try {
    const path = realpathSync(fileURLToPath(url));
    if (statSync(path).isFile()) return path;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = allowance('plugin-not-loadable', { why: firstLineOf(error) });
    throw notLoadable(address, code === 'ENOENT' ? allowance('plugin-missing') : why);
  }
  throw notLoadable(address, allowance('plugin-not-regular'));
}

/** The same file as an address that a spec keeps. */
export function pluginAddress(address: string): string {
  return pathToFileURL(pluginPath(address)).href;
}

export function notLoadable(address: string, why: Allowance): BadInput {
  const refused = refusedValue('plugins', address, why);
  return new BadInput([/^file:[\x21-\x7e]*$/.test(address) ? { ...refused, value: address } : refused]);
}

/** What Node.js says of a module that it cannot load. */
export function firstLineOf(error: unknown): string {
  return error instanceof Error ? error.message.split('\n')[0]! : String(error);
}

const mostFiles = 1_000;
const mostFileBytes = 16 * 1024 * 1024;

/** Any text that looks like a path relative to the file, whatever the code does with it. */
const relativePath = /(['"`])(\.{1,2}\/[^'"`\n\\?#]{1,1000})(?:[?#][^'"`\n]*)?\1/g;
/** Statements that are gone before the code runs. */
const typeImport = /\b(?:import|export)\s+type\s+(?!from\s*['"])[^'"`;]*?\bfrom\s*(['"])[^'"\n]*\1/g;
/** What `require` tries. */
const endings = ['', '.js', '.cjs', '.mjs', '.json', '.ts', '.cts', '.mts', '/index.js', '/index.ts'];
const codeFiles = new Set(['.js', '.cjs', '.mjs', '.ts', '.cts', '.mts']);

/**
 * SHA-256 of each file of the plugins: the files that are named, and those that they name by relative paths, as far as
 * this goes. Undefined where there are too many or too large ones. Packages and computed paths are left out: Node looks
 * for packages in the user's own `node_modules`, and what a path is computed to is not known before the code runs.
 */
export function pluginHashes(addresses: readonly string[]): ReadonlyMap<string, string> | undefined {
  const hashes = new Map<string, string>();
  const open = addresses.map(pluginPath);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (hashes.has(path)) continue;
    if (hashes.size === mostFiles || statSync(path).size > mostFileBytes) return undefined;
    const bytes = readFileSync(path);
    hashes.set(path, createHash('sha256').update(bytes).digest('hex'));
    if (codeFiles.has(extname(path))) open.push(...filesNamedIn(bytes.toString('utf8'), dirname(path)));
  }
  return hashes;
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
