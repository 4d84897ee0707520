import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { lockDirectory } from '../../../../shared/adapters/local/directory-lock.ts';
import { lifeOf, machineProcesses } from '../../../../shared/adapters/local/machine-processes.ts';

const hasProc = existsSync('/proc/self/stat');
const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanups.splice(0)) cleanUp();
});

/** Number of a process that has ended and whose parent never asks how. */
async function zombie(): Promise<number> {
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600']);
  cleanups.push(() => parent.kill('SIGKILL'));
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(String(line));
  await until(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n');
  process.kill(pid, 'SIGKILL');
  await until(() => readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '));
  return pid;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(resolve => setTimeout(resolve, 5));
}

/** The parts of a name: process (number, start, boot), taking, file, namespace. */
function nameWith(change: { process?: (name: string) => string; namespace?: string }): string {
  const [process = '', taking, file, namespace] = machineProcesses({ file: 'other', taking: 'x' }).self.split('/');
  return [change.process?.(process) ?? process, taking, file, change.namespace ?? namespace].join('/');
}

const mine = machineProcesses({ file: 'f1', taking: 't2' });

test('another lock of a living process is held by a living one', () => {
  expect(mine.isAlive(nameWith({}))).toBe(true);
  expect(mine.isAlive(mine.self)).toBe(true);
});

test('whoever had the lock of this directory before is dead, though its process lives', () => {
  expect(mine.isAlive(machineProcesses({ file: 'f1', taking: 't1' }).self)).toBe(false);
});

test('a number that nobody has is dead', () => {
  expect(mine.isAlive(nameWith({ process: name => name.replace(/^\d+/, '4194305') }))).toBe(false);
});

test.skipIf(!hasProc)('a number that another process has by now is dead', () => {
  expect(mine.isAlive(nameWith({ process: name => name.replace(/ \d+ /, ' 1 ') }))).toBe(false);
});

test.skipIf(!hasProc)('of a process of another container nothing is known, until the system starts anew', () => {
  const gone = { process: (name: string) => name.replace(/^\d+/, '4194305'), namespace: 'pid:[1]' };
  expect(mine.isAlive(nameWith(gone))).toBe(true);
  expect(mine.isAlive(nameWith({ ...gone, process: name => name.replace(/\S+$/, 'another-boot') }))).toBe(false);
});

test.skipIf(!hasProc)('a process that has ended is dead, also while it is in the process table', async () => {
  const pid = await zombie();
  expect(() => process.kill(pid, 0)).not.toThrow();
  expect(lifeOf(pid)).toBe('dead');
  expect(lifeOf(process.pid)).toBe('alive');
});

const holdLock = `
  const lock = new (require('node:sqlite').DatabaseSync)(process.argv[1] + '/lock.db');
  lock.exec('BEGIN EXCLUSIVE');
  console.log('locked');
  setTimeout(() => lock.close(), Number(process.argv[2]));`;

/** A directory whose lock another process has for `forMs`. */
async function lockedDirectory(forMs: number): Promise<{ directory: string; holder: number }> {
  const directory = mkdtempSync(join(tmpdir(), 'orbweaver-lock-'));
  const child = spawn(process.execPath, ['-e', holdLock, directory, String(forMs)]);
  cleanups.push(() => {
    child.kill('SIGKILL');
    rmSync(directory, { recursive: true });
  });
  await once(child.stdout, 'data');
  return { directory, holder: child.pid! };
}

test.skipIf(!hasProc)(
  'the lock of a process that is dead or dying is waited for, for the system gives it back',
  async () => {
    const { directory } = await lockedDirectory(1_500);
    writeFileSync(join(directory, 'lock.pid'), `${await zombie()}\n`);
    const lock = lockDirectory(directory);
    expect(lock).toHaveProperty('holder');
    if ('holder' in lock) lock.release();
  },
);

test.skipIf(!hasProc)('the lock of a living process is not waited for', async () => {
  const { directory, holder } = await lockedDirectory(600_000);
  writeFileSync(join(directory, 'lock.pid'), `${holder}\n`);
  expect(lockDirectory(directory)).toEqual({ owner: holder });
});

test('each taking of a lock has a name of its own, the file keeps its name', () => {
  const directory = mkdtempSync(join(tmpdir(), 'orbweaver-lock-'));
  const holders = [1, 2].map(() => {
    const lock = lockDirectory(directory);
    if ('owner' in lock) throw new Error('the directory is busy');
    lock.release();
    return lock.holder;
  });
  rmSync(directory, { recursive: true });
  expect(holders[0]!.file).toBe(holders[1]!.file);
  expect(holders[0]!.taking).not.toBe(holders[1]!.taking);
});
