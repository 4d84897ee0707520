import { readdirSync, readFileSync } from 'node:fs';

/**
 * Kills the processes that run a function of the emulator, and only descendants of the emulator; answers how many. Reads
 * Linux's /proc.
 */
export function killFunction(emulatorPid: number, namePart: string): number {
  const mine = descendantsOf(emulatorPid).filter(pid =>
    variablesOf(pid).some(line => line.startsWith('AWS_LAMBDA_FUNCTION_NAME=') && line.includes(namePart)),
  );
  for (const pid of mine) process.kill(pid, 'SIGKILL');
  return mine.length;
}

function descendantsOf(ancestor: number): number[] {
  const parents = new Map(processIds().map(pid => [pid, parentOf(pid)]));
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === ancestor || isBelow(parents.get(pid)));
  return [...parents.keys()].filter(pid => pid !== ancestor && isBelow(pid));
}

function processIds(): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number);
}

/** The fourth field of stat(5), after the program's name in parentheses. */
function parentOf(pid: number): number | undefined {
  const stat = read(`/proc/${pid}/stat`);
  return stat === '' ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

function variablesOf(pid: number): string[] {
  return read(`/proc/${pid}/environ`).split('\0');
}

/** Empty where the process has ended by now. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}
