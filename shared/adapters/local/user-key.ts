/**
 * Signatures by a random key of this user: a crawl directory that carries one was made with this key, so it is no
 * stranger's word. The key never leaves the user's state folder.
 */
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Pattern } from '../../domain/packed-bytes.ts';
import { demandRegular } from './files/regular-file.ts';

const keyName = 'signing.key';
const keyBytes = 32;

/** Hex HMAC-SHA-256 of the text. The key is made if there is none that is whole and the user's alone. */
export function signText(folder: string, text: string): string {
  const key = readKey(folder) ?? makeKey(folder);
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Whether `signText` has given this signature for the text, with the key that is there now. */
export function isSigned(folder: string, text: string, signature: string): boolean {
  const key = readKey(folder);
  if (key === undefined || !sha256Pattern.test(signature)) return false;
  const expected = createHmac('sha256', key).update(text).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

/** Undefined if there is no key, or a key that is cut short or that other users can read. */
function readKey(folder: string): Buffer | undefined {
  const path = join(folder, keyName);
  demandRegular([path]);
  const found = statSync(path, { throwIfNoEntry: false });
  const isOpen = process.platform !== 'win32' && ((found?.mode ?? 0) & 0o077) !== 0;
  if (found === undefined || isOpen) return undefined;
  const key = readFileSync(path);
  return key.byteLength === keyBytes ? key : undefined;
}

/** Of several processes that make a key at the same time, all use the first. */
function makeKey(folder: string): Buffer {
  const path = join(folder, keyName);
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, randomBytes(keyBytes), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    rmSync(temporary, { force: true });
    // An error of writing does not say itself which disk is full.
    throw Object.assign(error as Error, { path: folder });
  }
  try {
    // A key that is there is of no use, see `readKey`, or is another process's, just made.
    if (readKey(folder) === undefined) rmSync(path, { force: true });
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  const key = readKey(folder);
  if (key === undefined) throw new Error(`${path} cannot be read`);
  return key;
}
