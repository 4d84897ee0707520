import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { BadCommand } from '../terminal/print.ts';
import { crawlPath } from './remote-api.ts';

const program = new URL('../../aws/here/unload-here.ts', import.meta.url);

/** `orbweaver remote unload`: in a process that may use three quarters of the memory. Returns its exit code. */
export async function remoteUnload(id: string, { stack }: { readonly stack: string }): Promise<number> {
  crawlPath(id);
  try {
    import.meta.resolve('@aws-sdk/client-dynamodb');
  } catch {
    throw new BadCommand([
      'remote unload needs the packages of a clone of the repository, from which the stack is deployed: run it there after npm ci.',
    ]);
  }
  const heapMb = Math.floor((totalmem() * 0.75) / 2 ** 20);
  const args = [`--max-old-space-size=${heapMb}`, fileURLToPath(program), stack, id];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code === 0) process.stderr.write(`The results are written; get them by: orbweaver remote download ${id}\n`);
  return code ?? 1;
}
