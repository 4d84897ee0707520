import type { ArchiveFile } from './archive-file.ts';

const endBytes = 22;
const longestComment = 65_535;
const locatorBytes = 20;
const mostListBytes = 64 * 1024 * 1024;
const archives = /^archive\/.+\.w?arc(?:\.gz)?$/i;

/** Packings that other programs read: what a file begins with, as Latin-1. */
const otherPackings: readonly (readonly [name: string, mark: string])[] = [
  ['zstd', '(\u00b5/\u00fd'],
  ['zstd with a dictionary', ']*M\u0018'],
  ['bzip2', 'BZh'],
  ['xz', '\u00fd7zX'],
  ['7z', '7z\u00bc\u00af'],
];

/**
 * A file that is itself an archive, or the archives within a WACZ package, which are stored in it as they are. A package without its
 * list is cut: its records are searched for. Throws a sentence.
 */
export function archivesIn(file: ArchiveFile): readonly ArchiveFile[] {
  const begin = file.bytesAt(0, 4).toString('latin1');
  const packing = otherPackings.find(([, mark]) => begin.startsWith(mark))?.[0];
  if (packing !== undefined)
    throw new Error(`${file.name} is packed by ${packing}; unpack it, or pack it anew by gzip, and name that file`);
  if (begin !== 'PK\u0003\u0004') return [file];
  const list = listOf(file);
  if (list === undefined) return [file];
  const found = membersIn(list).filter(({ name }) => archives.test(name));
  if (found.length === 0) throw new Error(`${file.name} is a ZIP file without archives in archive/`);
  return found.map(({ name, isStored, local, size }) => {
    if (!isStored) throw new Error(`${file.name} has its archives compressed; unzip it and name the files in archive/`);
    const head = Buffer.concat([file.bytesAt(local, 30)], 30);
    return file.part(`${file.name}/${name}`, local + 30 + head.readUInt16LE(26) + head.readUInt16LE(28), size);
  });
}

interface Member {
  readonly name: string;
  readonly isStored: boolean;
  readonly local: number;
  readonly size: number;
}

/** APPNOTE 4.3.12. */
function membersIn(list: Buffer): readonly Member[] {
  const members: Member[] = [];
  for (let at = 0; at + 46 <= list.length && list.readUInt32LE(at) === 0x02014b50; ) {
    const [name, extra, comment] = [28, 30, 32].map(each => list.readUInt16LE(at + each)) as [number, number, number];
    const text = list.toString('utf8', at + 46, at + 46 + name);
    const numbers = largeNumbers(list.subarray(at + 46 + name, at + 46 + name + extra));
    // In this order are those in the extra field that do not fit (4.5.3).
    const [, size, local] = [24, 20, 42].map(each => {
      const short = list.readUInt32LE(at + each);
      return short === 0xffffffff ? (numbers.shift() ?? short) : short;
    }) as [number, number, number];
    members.push({ name: text, isStored: list.readUInt16LE(at + 10) === 0, local, size });
    at += 46 + name + extra + comment;
  }
  return members;
}

/** The list of the members, which is at the end. */
function listOf(file: ArchiveFile): Buffer | undefined {
  const from = Math.max(0, file.size - endBytes - longestComment - locatorBytes);
  const tail = file.bytesAt(from, file.size - from);
  const end = tail.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  if (end < 0 || end + endBytes > tail.length) return undefined;
  const isLarge =
    end >= locatorBytes && tail.toString('latin1', end - locatorBytes, end - locatorBytes + 4) === 'PK\u0006\u0007';
  if (!isLarge) return file.bytesAt(tail.readUInt32LE(end + 16), Math.min(tail.readUInt32LE(end + 12), mostListBytes));
  const record = file.bytesAt(Number(tail.readBigUInt64LE(end - locatorBytes + 8)), 56);
  if (record.length < 56) return undefined;
  const [size, start] = [record.readBigUInt64LE(40), record.readBigUInt64LE(48)];
  return file.bytesAt(Number(start), Math.min(Number(size), mostListBytes));
}

/** The numbers of 8 bytes in the extra field 1. */
function largeNumbers(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; ) {
    const size = extra.readUInt16LE(at + 2);
    const value = extra.subarray(at + 4, at + 4 + size);
    if (extra.readUInt16LE(at) === 1)
      return Array.from({ length: Math.floor(value.length / 8) }, (_, index) =>
        Number(value.readBigUInt64LE(8 * index)),
      );
    at += 4 + size;
  }
  return [];
}
