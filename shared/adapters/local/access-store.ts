/** Secrets of this user's crawls, and keys of this user: in memory, and for the next run in the state folder, readable by the user alone. */
import {
  createHmac,
  createSecretKey,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Access, isReference, referenceOf, whoAsks } from '../../domain/http/access/access.ts';
import type { Signing, SigningKey } from '../../domain/http/access/request-signature.ts';
import type { Jar } from '../../domain/http/gates/gate-cookies.ts';
import { sha256Pattern } from '../../domain/packed-bytes.ts';
import { demandRegular } from './files/regular-file.ts';

interface Kept {
  /** The crawl that they are for: a copy of its spec in another crawl gets none. */
  readonly crawl: string;
  readonly access: Access;
}

const keptDays = 180;
/** In this process, by reference; of a crawl only once it has been shown to be theirs. */
const held = new Map<string, Access>();
/** Those of them with a file. */
const kept = new Map<string, { readonly folder: string; readonly crawl: string }>();

/** Holds secrets in this process; the reference by which a spec names them. */
export function holdAccess(folder: string, access: Access): string {
  const who = whoAsks(access);
  const reference = referenceOf(who === '' ? '' : signTexts(folder, [`access ${who}`])[0]!, randomUUID());
  held.set(reference, access);
  return reference;
}

export function heldAccess(reference: string): Access {
  const access = held.get(reference);
  if (access === undefined) throw new Error(`nobody here holds the secrets ${reference}`);
  return access;
}

/** Keeps held secrets for the later runs of a crawl. */
export function keepAccess(folder: string, reference: string, crawl: string): void {
  kept.set(reference, { folder, crawl });
  dropOld(folder);
  write(folder, reference, { crawl, access: heldAccess(reference) });
}

/** Whether this user has secrets of this name for this crawl; they are held from now on. */
export function takeAccess(folder: string, reference: string, crawl: string): boolean {
  if (held.has(reference)) return true;
  const path = isReference(reference) ? pathOf(folder, reference) : undefined;
  if (path === undefined || statSync(path, { throwIfNoEntry: false }) === undefined) return false;
  demandRegular([path]);
  const found = readKept(path);
  if (found?.crawl !== crawl) return false;
  held.set(reference, found.access);
  kept.set(reference, { folder, crawl });
  return true;
}

/** Undefined: the file is damaged, so its secrets must be given again. */
function readKept(path: string): Kept | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Kept;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The cookies of a session as they are now. */
export function keepCookies(reference: string, cookies: Jar): void {
  const access = { ...heldAccess(reference), cookies };
  held.set(reference, access);
  const place = kept.get(reference);
  if (place !== undefined) write(place.folder, reference, { crawl: place.crawl, access });
}

const pathOf = (folder: string, reference: string): string => join(folder, 'access', `${reference}.json`);

function write(folder: string, reference: string, found: Kept): void {
  writePrivate(pathOf(folder, reference), found);
}

/** A file that this user alone can read: the whole new one, or the one before. */
function writePrivate(path: string, value: object): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, JSON.stringify(value), { mode: 0o600, flag: 'wx' });
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function dropOld(folder: string): void {
  const oldest = Date.now() - keptDays * 86_400_000;
  const inside = join(folder, 'access');
  if (statSync(inside, { throwIfNoEntry: false }) === undefined) return;
  for (const name of readdirSync(inside))
    if ((statSync(join(inside, name), { throwIfNoEntry: false })?.mtimeMs ?? oldest) < oldest)
      rmSync(join(inside, name), { force: true });
}

const keyName = 'signing.key';
const keyBytes = 32;

/**
 * Hex HMAC-SHA-256 of each text by a random key of this user: a crawl directory that carries it was made with this key, so it is no
 * stranger's word. The key never leaves the user's state folder; it is made if there is none that is whole and the user's alone.
 */
export function signTexts(folder: string, texts: readonly string[]): readonly string[] {
  const key = createSecretKey(readKey(folder) ?? makeKey(folder));
  return texts.map(text => createHmac('sha256', key).update(text).digest('hex'));
}

/** A text and what is said to be its signature. */
export type SignedText = readonly [text: string, signature: string | undefined];

/** Of each, whether `signTexts` has given this signature for the text, with the key that is there now. */
export function areSigned(folder: string, signed: readonly SignedText[]): readonly boolean[] {
  const key = readKey(folder);
  const secret = key && createSecretKey(key);
  return signed.map(([text, signature = '']) => {
    if (secret === undefined || !sha256Pattern.test(signature)) return false;
    const expected = createHmac('sha256', secret).update(text).digest();
    return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
  });
}

/** Undefined if there is no key, or a key that is cut short or that other users can read. */
function readKey(folder: string): Buffer | undefined {
  const key = readPrivate(join(folder, keyName));
  return key?.byteLength === keyBytes ? key : undefined;
}

/** Undefined if there is no such file, or other users can read it. */
function readPrivate(path: string): Buffer | undefined {
  demandRegular([path]);
  const found = statSync(path, { throwIfNoEntry: false });
  const isOpen = process.platform !== 'win32' && ((found?.mode ?? 0) & 0o077) !== 0;
  return found === undefined || isOpen ? undefined : readFileSync(path);
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

const pathIn = (folder: string): string => join(folder, 'identity.json');

/** The key of this user's requests; undefined: there is none, or other users can read it. */
export function readIdentityKey(folder: string): Signing | undefined {
  const found = readPrivate(pathIn(folder));
  return found === undefined ? undefined : (JSON.parse(found.toString('utf8')) as Signing);
}

/** The earlier key, else a new key that the user alone can read; with the name of the agent. */
export function keepIdentityKey(folder: string, agent: string): Signing {
  const key = readIdentityKey(folder)?.key ?? newKey();
  writePrivate(pathIn(folder), { agent, key });
  return { agent, key };
}

function newKey(): SigningKey {
  const { kty, crv, x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { kty, crv, x, d } as SigningKey;
}
