/** Scripts that see a small file system of their own, where the system lets us mount one. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { workFolder } from '../../crawl/crawl-run.ts';
import { binFile } from '../cli/run-cli.ts';

type Environment = Readonly<Record<string, string>>;

function shell(
  size: string,
  script: string,
  more: Environment,
): { readonly args: string[]; readonly env: Environment } {
  const disk = mkdtempSync(join(workFolder, 'disk-'));
  const env = {
    ...(process.env as Environment),
    DISK: disk,
    ORBWEAVER: `${process.execPath} ${binFile}`,
    SCRIPT: `mount -t tmpfs -o size=${size} tmpfs "$DISK" || exit\n${script}`,
    ...more,
  };
  return { args: ['-c', 'exec unshare --map-root-user --mount sh -c "$SCRIPT"'], env };
}

/** Whether this system lets us mount file systems; elsewhere these tests are skipped, and said to be. */
export const mounts = canMount();

function canMount(): boolean {
  const { args, env } = shell('64k', 'true', {});
  const can = spawnSync('sh', args, { env }).status === 0;
  if (!can) console.log('skipped: full and read-only disks, for this system lets nobody mount a file system');
  return can;
}

/** Both outputs of a shell script: `$DISK` is a file system of `size` that nobody else sees, `$ORBWEAVER` the program. */
export async function onOwnDisk(size: string, script: string, more: Environment = {}): Promise<string> {
  const { args, env } = shell(size, script, more);
  const child = spawn('sh', args, { env });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return `${stdout}${stderr}`;
}
