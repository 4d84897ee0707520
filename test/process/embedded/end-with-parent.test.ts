/** A server that is killed tells its reader nothing, and a reader within an endless query hears nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-parent-'));
afterAll(() => rmSync(folder, { recursive: true }));

const module = pathToFileURL(
  fileURLToPath(new URL('../../../functions/embedded/threads/end-with-parent.ts', import.meta.url)),
);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a process that does nothing but one long statement ends with its parent', async () => {
  const [child, parent] = [join(folder, 'child.mjs'), join(folder, 'parent.mjs')];
  writeFileSync(
    child,
    `import { endWithParent } from '${module}'; endWithParent(); process.send('', () => { for (;;); });`,
  );
  writeFileSync(
    parent,
    `import { fork } from 'node:child_process'; const child = fork('${child}'); child.on('message', () => console.log(child.pid));`,
  );
  const running = spawn(process.execPath, [parent], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(running.stdout, 'data')) as [Buffer];
  const pid = Number(String(line));
  expect(isAlive(pid)).toBe(true);
  running.kill('SIGKILL');
  const end = performance.now() + 20_000;
  while (isAlive(pid) && performance.now() < end) await sleep(50);
  const left = isAlive(pid);
  if (left) process.kill(pid, 'SIGKILL');
  expect(left).toBe(false);
}, 40_000);
