import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toldVariable } from '../embedded/told-refusals.ts';

const program = fileURLToPath(new URL('../orbweaver.js', import.meta.url));

/** Variables of ours that a crawl started from the page takes over; settings come from its spec alone. */
const inherited: readonly string[] = ['ORBWEAVER_STATE', 'ORBWEAVER_DEBUG'];

/**
 * Runs a command of the command line in a process that outlives this process. The child has a process group of its own,
 * so Ctrl-C in our terminal does not reach it. Its output goes to `outputFile`. Throws where it cannot be started.
 */
export async function startChild(args: readonly string[], outputFile: string): Promise<ChildProcess & { pid: number }> {
  rmSync(outputFile, { force: true });
  const output = openSync(outputFile, 'wx', 0o600);
  try {
    const child = spawn(process.execPath, [program, ...args], {
      detached: true,
      stdio: ['ignore', 'ignore', output],
      env: environment(),
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    // We may end before it.
    child.unref();
    return child as ChildProcess & { pid: number };
  } finally {
    closeSync(output);
  }
}

function environment(): NodeJS.ProcessEnv {
  const all = Object.entries(process.env);
  const kept = all.filter(([name]) => !name.startsWith('ORBWEAVER_') || inherited.includes(name));
  return { ...Object.fromEntries(kept), [toldVariable]: '1' };
}

/** Whether a process of this number lives; one of another user does too. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
