import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, readSync, renameSync, rmSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { LostObject } from '../../domain/lost-object.ts';
import { allowance, BadInput, refusal, refusedValue } from '../../domain/refusal/refusal.ts';
import type { Durability } from '../../domain/spec/crawl-spec.ts';
import type { ObjectStore, Scratch } from '../../ports/ports.ts';
import { makeFolder } from './files/make-folder.ts';
import { openRegular } from './files/regular-file.ts';
import { disk, syncFolder, syncNewFolders } from './files/sync-files.ts';
import { writeAll } from './files/write-all.ts';

/** Written by another thread. */
const largeBytes = (1 << 20) + 1;

/** Scratch bytes above this are given up where an object needs less than half of them. */
const mostIdleBytes = 8 * 2 ** 20;

/** Bytes at the end of each file: the CRC-32 of what is before, little-endian. */
const checksumBytes = 4;

/**
 * Objects as files below one folder. A file is written under a temporary name and renamed when whole; it ends with a
 * checksum, so that a bit that flipped on the disk is found and not believed. With `safe`, an object that was put is on
 * the disk, so a row that names it later never outlives it, also not where the power fails.
 */
export class FileObjects implements ObjectStore {
  durability: Durability;
  private readonly root: string;
  private readonly folders = new Set<string>();

  constructor(root: string, durability: Durability = 'safe') {
    this.root = root;
    this.durability = durability;
  }

  async put(name: string, parts: readonly Uint8Array[]): Promise<void> {
    const path = this.pathOf(name);
    await this.makeFolder(dirname(path));
    const temporary = `${path}.${randomUUID()}.tmp`;
    const file = openSync(temporary, 'wx');
    try {
      try {
        await writeAll(file, [...parts, checksumOf(parts)], largeBytes);
        if (this.durability === 'safe') await disk.forceData(file);
      } finally {
        closeSync(file);
      }
      renameSync(temporary, path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
    if (this.durability === 'safe') await syncFolder(dirname(path));
  }

  async get(name: string, scratch?: Scratch): Promise<Uint8Array> {
    const path = this.pathOf(name);
    try {
      return verified(path, scratch === undefined ? readWhole(path) : readInto(path, scratch));
    } catch (error) {
      const why = whyLost[String((error as NodeJS.ErrnoException).code)];
      throw why === undefined ? error : new LostObject(path, why, { cause: error });
    }
  }

  /** Also where something else has its name. */
  async remove(name: string): Promise<void> {
    await rm(this.pathOf(name), { recursive: true, force: true });
  }

  async list(prefix: string): Promise<string[]> {
    return (await this.under(prefix)).filter(name => !name.endsWith('.tmp') && name.startsWith(prefix)).sort();
  }

  /** Removes files that a killed process has not written to their end. Called while nobody writes. */
  async removeUnfinished(): Promise<void> {
    for (const name of await this.under('')) if (name.endsWith('.tmp')) await this.remove(name);
  }

  /** Names in the folder of the prefix. */
  private async under(prefix: string): Promise<string[]> {
    // Before the first object there is no folder.
    await this.makeFolder(this.root);
    const folder = join(this.root, prefix.slice(0, prefix.lastIndexOf('/') + 1));
    const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifMissing([]));
    return found
      .filter(entry => entry.isFile())
      .map(entry =>
        join(entry.parentPath, entry.name)
          .slice(this.root.length + 1)
          .replaceAll('\\', '/'),
      );
  }

  /** The bytes of the files of one folder, checksums included. */
  async bytes(folder: string): Promise<number> {
    const path = this.pathOf(folder);
    let sum = 0;
    for (const name of await readdir(path).catch(ifMissing([]))) sum += await sizeOf(join(path, name));
    return sum;
  }

  /** Names come from rows, and a crawl.db may come from an untrusted source: none leads out of the folder. */
  private pathOf(name: string): string {
    const isInside = name.split('/').every(part => !['', '.', '..'].includes(part) && !/[\\\0]/.test(part));
    if (isInside) return join(this.root, name);
    throw new BadInput([refusedValue('', name, allowance('object-outside', { directory: this.root }))]);
  }

  private async makeFolder(folder: string): Promise<void> {
    if (this.folders.has(folder)) return;
    try {
      const first = makeFolder(folder);
      if (first !== undefined && this.durability === 'safe') await syncNewFolders(first, folder);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST' && code !== 'ENOTDIR') throw error;
      throw new BadInput([refusal('file-for-folder', { directory: folder })]);
    }
    this.folders.add(folder);
  }
}

/** Failures of a read that reading again does not mend. */
const whyLost: Readonly<Record<string, string>> = {
  ENOENT: 'is missing',
  ENOTDIR: 'is missing',
  EISDIR: 'is damaged: it is a folder',
  ENXIO: 'is damaged: it is no regular file',
  ELOOP: 'is damaged: it is no regular file',
  EIO: 'is damaged: the disk cannot read it',
};

function checksumOf(parts: readonly Uint8Array[]): Uint8Array {
  const checksum = Buffer.alloc(checksumBytes);
  checksum.writeUInt32LE(parts.reduce((sum, part) => crc32(part, sum), 0));
  return checksum;
}

/** The bytes before the checksum. Throws if they are not those that were written. */
function verified(path: string, bytes: Uint8Array): Uint8Array {
  const end = Math.max(0, bytes.byteLength - checksumBytes);
  const content = bytes.subarray(0, end);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < checksumBytes || view.getUint32(end, true) !== crc32(content))
    throw new LostObject(path, 'is damaged: its checksum does not fit');
  return content;
}

function readWhole(path: string): Uint8Array {
  const file = openRegular(path);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function readInto(path: string, scratch: Scratch): Uint8Array {
  const file = openRegular(path);
  try {
    const { size } = fstatSync(file);
    // Half as much again, so that it seldom grows.
    const room = scratch.bytes.byteLength;
    if (room < size || (room > mostIdleBytes && size * 2 < room))
      scratch.bytes = likeBytes(scratch, Math.ceil(size * 1.5));
    let at = 0;
    while (at < size) {
      const read = readSync(file, scratch.bytes, at, size - at, at);
      if (read === 0) throw new LostObject(path, `is damaged: it ended after ${at} of ${size} bytes`);
      at += read;
    }
    return scratch.bytes.subarray(0, size);
  } finally {
    closeSync(file);
  }
}

/** Memory that threads share stays shared. */
function likeBytes({ bytes: { buffer } }: Scratch, size: number): Uint8Array {
  return buffer instanceof SharedArrayBuffer ? new Uint8Array(new SharedArrayBuffer(size)) : new Uint8Array(size);
}

/** 0 for a file that has gone meanwhile. */
async function sizeOf(path: string): Promise<number> {
  return (await lstat(path).catch(ifMissing({ size: 0 }))).size;
}

function ifMissing<T>(value: T): (error: unknown) => T {
  return error => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return value;
    throw error;
  };
}
