/** Plugins are files of this machine: which addresses name a plugin, and what its code consists of. */
import { realpathSync, statSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { fileHashes } from '../../../shared/adapters/applications/open.ts';
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

/** The address of a plugin file as a spec stores it. */
export function pluginAddress(address: string): string {
  return pathToFileURL(pluginPath(address)).href;
}

export function notLoadable(address: string, why: Allowance): BadInput {
  const refused = refusedValue('plugins', address, why);
  return new BadInput([/^file:[\x21-\x7e]*$/.test(address) ? { ...refused, value: address } : refused]);
}

/** The message of Node.js about a module that it cannot load. */
export function firstLineOf(error: unknown): string {
  return error instanceof Error ? error.message.split('\n')[0]! : String(error);
}

/** SHA-256 of each file of the plugins (`fileHashes`). */
export function pluginHashes(addresses: readonly string[]): ReadonlyMap<string, string> | undefined {
  return fileHashes(addresses.map(pluginPath));
}
