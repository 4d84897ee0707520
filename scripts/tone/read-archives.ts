import { gunzipSync, inflateRawSync } from 'node:zlib';

/** Reads what is in the archives of package registries. Sizes are those of archives whose SHA-256 is known beforehand. */

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;
const stored = 0;

/** A file of a ZIP archive (a Python wheel is one). Throws if there is no file of this name. */
export function fileOfZip(archive: Buffer, name: string): Buffer {
  let end = archive.length - 22;
  while (end >= 0 && archive.readUInt32LE(end) !== endOfDirectory) end -= 1;
  let at = archive.readUInt32LE(end + 16);
  while (archive.readUInt32LE(at) === directoryEntry) {
    const [nameLength, extra, comment] = [28, 30, 32].map(place => archive.readUInt16LE(at + place)) as number[];
    if (archive.toString('utf8', at + 46, at + 46 + nameLength!) === name) {
      const local = archive.readUInt32LE(at + 42);
      const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
      const content = archive.subarray(begin, begin + archive.readUInt32LE(at + 20));
      return archive.readUInt16LE(at + 10) === stored ? content : inflateRawSync(content);
    }
    at += 46 + nameLength! + extra! + comment!;
  }
  throw new Error(`the archive has no ${name}`);
}

/** A file of a TAR archive, which may be compressed. Throws if there is no file of this name. */
export function fileOfTar(archive: Buffer, name: string): Buffer {
  const tar = archive.readUInt16BE(0) === 0x1f8b ? gunzipSync(archive) : archive;
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8);
    const entry = tar.toString('utf8', at, at + 100).replace(/\0.*$/s, '');
    if (entry === name) return tar.subarray(at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  throw new Error(`the archive has no ${name}`);
}
