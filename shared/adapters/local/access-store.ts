/** Secrets of this user's crawls: in memory, and for the next run in the state folder, readable by the user alone. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Access, isReference, referenceOf, whoAsks } from '../../domain/http/access/access.ts';
import type { Jar } from '../../domain/http/gates/gate-cookies.ts';
import { demandRegular } from './files/regular-file.ts';
import { signText } from './user-key.ts';

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
  const reference = referenceOf(who === '' ? '' : signText(folder, `access ${who}`), randomUUID());
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
  mkdirSync(join(folder, 'access'), { recursive: true, mode: 0o700 });
  const path = pathOf(folder, reference);
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, JSON.stringify(found), { mode: 0o600, flag: 'wx' });
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
