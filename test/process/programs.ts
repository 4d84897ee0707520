/** Programs of this machine that tests run or install. */
import { execFile, type SpawnOptions } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const projectFolder = fileURLToPath(new URL('../../', import.meta.url));
/** Not in the repository: what tests install. */
export const workFolder = join(projectFolder, '.work');

/** Runs a program to its end; throws with all it said where it fails. */
export async function run(command: string, args: readonly string[], options: SpawnOptions = {}): Promise<string> {
  const settings = { maxBuffer: 64 * 1024 * 1024, encoding: 'utf8', ...options } as const;
  try {
    return (await promisify(execFile)(command, [...args], settings)).stdout;
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause });
  }
}

export async function succeeds(command: string, ...args: readonly string[]): Promise<boolean> {
  return await promisify(execFile)(command, [...args]).then(
    () => true,
    () => false,
  );
}

/** The first of the programs that answers `true` to `test` as Python. */
export async function findPython(candidates: readonly string[], test: string): Promise<string | undefined> {
  for (const python of candidates)
    if (await succeeds(python, '-c', `import sys; sys.exit(not (${test}))`)) return python;
  return undefined;
}
