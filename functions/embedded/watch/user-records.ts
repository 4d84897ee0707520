/**
 * Records that a user keeps for a watch, each a file in the user's folder of state: a directory that comes from a stranger, or is
 * copied, has none.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { readRegular, replaceFile } from '../../../shared/adapters/local/open.ts';
import { scheduleId } from '../schedule/schedule-store.ts';

/** The part of such a folder that is for the watch in `directory`. */
export function folderFor(directory: string, folder: string): string {
  return join(folder, scheduleId(realpathSync(directory)));
}

/** The records in a folder, by name. */
export function recordsIn<T extends { readonly name: string }>(folder: string): readonly T[] {
  const files = existsSync(folder) ? readdirSync(folder).filter(name => /^[\da-f]{16}\.json$/.test(name)) : [];
  const records = files.map(name => JSON.parse(readRegular(join(folder, name))) as T);
  return records.sort((one, other) => one.name.localeCompare(other.name));
}

/** A file that the user alone can read. */
export function writeRecord(folder: string, name: string, value: object): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  replaceFile(join(folder, name), `${JSON.stringify(value)}\n`, 0o600);
}

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
/** Names a record where its name or key must not be known. */
export const fileKey = (key: string): string => digestOf(key).slice(0, 16);
