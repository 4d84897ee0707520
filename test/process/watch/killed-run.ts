import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { binFile } from '../cli/run-cli.ts';

/** `watch run --once` that ends by itself or is killed, with all that it started, after `afterMs`. */
export async function killedRun(directory: string, afterMs: number, env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [binFile, 'watch', 'run', directory, '--once', '--quiet'], {
    env: { PATH: process.env['PATH'], ...env },
    detached: true,
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  await new Promise(resolve => setTimeout(resolve, afterMs));
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    // It had ended.
  }
  await exited;
}
