import { closeSync, ftruncateSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type SystemFault, systemFaultOf } from '../../domain/refusal/system-fault.ts';

/** The bytes that are written to learn whether a folder takes anything: more than a file's last block may have had room for. */
const probeBytes = 64 * 1024;

/**
 * The refusal of the machine, with its path. SQLite reports neither the reason of the system nor the attached file. So each
 * folder is tested: can it take a file as large as the files of `databases` in it? Undefined if the error is no fault of the
 * machine.
 */
export function findFault(error: unknown, databases: readonly string[]): SystemFault | undefined {
  const fault = systemFaultOf(error);
  if (fault === undefined || !fault.code.startsWith('SQLITE_')) return fault;
  if (fault.kind === 'damaged' || fault.kind === 'busy') return fault;
  for (const database of databases) {
    const found = systemFaultOf(refusalOf(database));
    if (found !== undefined) return { ...found, path: dirname(database) };
  }
  return fault;
}

/** The error of a folder when a file as large as its database or the journal, and some bytes more, is written. */
function refusalOf(database: string): unknown {
  const file = join(dirname(database), `.orbweaver-${process.pid}.tmp`);
  try {
    const handle = openSync(file, 'wx');
    try {
      ftruncateSync(handle, Math.max(sizeOf(database), sizeOf(`${database}-wal`)) + probeBytes);
      writeSync(handle, new Uint8Array(probeBytes));
    } finally {
      closeSync(handle);
      rmSync(file, { force: true });
    }
    return undefined;
  } catch (error) {
    return error;
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
