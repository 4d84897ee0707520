import type { ObjectStore, Scratch } from '../../ports/ports.ts';
import { manySites } from './many-sites.ts';
import type { ObjectRows } from './sqlite/sqlite-objects.ts';

/** A larger object costs about as much as a row as it does as a file. */
const mostRowBytes = 1 << 17;
const rowFolders = ['bodies/', 'segments/', 'robots/'];

/**
 * Turn records, segments and robots.txt of a crawl of many sites: the small ones are rows of `crawl.db`, all else are files. A site of
 * ten pages has four turn records and four segments, and a new file that is forced to the disk costs some ten times as much as a row. If an object was put
 * as both, the row is the later one.
 */
export class SmallObjects implements ObjectStore {
  private readonly files: ObjectStore;
  private readonly rows: ObjectRows;
  private hasManySites: boolean;
  /** Rows that are files too, for a process apart. */
  private readonly copied = new Set<string>();

  /** `sites`: of the crawl. */
  constructor(files: ObjectStore, rows: ObjectRows, sites = 0) {
    this.files = files;
    this.rows = rows;
    this.hasManySites = sites > manySites;
  }

  setSites(count: number): void {
    this.hasManySites = count > manySites;
  }

  async put(name: string, parts: readonly Uint8Array[]): Promise<void> {
    if (!mayBeRow(name)) return await this.files.put(name, parts);
    const size = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (this.hasManySites && size <= mostRowBytes) return await this.rows.put(name, joined(parts, size));
    await this.files.put(name, parts);
    // A row of this name would be taken for the later object.
    await this.rows.remove(name);
  }

  async get(name: string, scratch?: Scratch): Promise<Uint8Array> {
    const bytes = mayBeRow(name) ? await this.rows.get(name) : undefined;
    return bytes ?? (await this.files.get(name, scratch));
  }

  async remove(name: string): Promise<void> {
    const wasRow = mayBeRow(name) && (await this.rows.remove(name));
    // The name of a turn record is used once.
    const isRowAlone = wasRow && name.startsWith('bodies/') && !this.copied.delete(name);
    if (!isRowAlone) await this.files.remove(name);
  }

  async list(prefix: string): Promise<string[]> {
    const [files, rows] = [await this.files.list(prefix), await this.rows.list(prefix)];
    return rows.length === 0 ? files : [...new Set([...files, ...rows])].sort();
  }

  /** From now on the object is a file too: a process apart reads no row. */
  async copyToFile(name: string): Promise<void> {
    const bytes = await this.rows.get(name);
    if (bytes === undefined) return;
    this.copied.add(name);
    await this.files.put(name, [bytes]);
  }
}

function mayBeRow(name: string): boolean {
  return rowFolders.some(folder => name.startsWith(folder));
}

/** In their own memory: parts may lie in larger buffers, and these would be copied whole to another thread. */
function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}
