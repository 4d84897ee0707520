import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ObjectStore } from '../../ports.ts';

/** Objects as files below one folder. A file is written under a temporary name and renamed when whole. */
export class FileObjects implements ObjectStore {
  private readonly root: string;
  private readonly folders = new Set<string>();

  constructor(root: string) {
    this.root = root;
  }

  async put(name: string, parts: readonly Uint8Array[]): Promise<void> {
    const path = join(this.root, name);
    await this.makeFolder(dirname(path));
    const temporary = `${path}.${randomUUID()}.tmp`;
    try {
      const file = await open(temporary, 'wx');
      try {
        if (parts.length > 0) await file.writev(parts as Uint8Array[]);
      } finally {
        await file.close();
      }
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async get(name: string): Promise<Uint8Array> {
    return await readFile(join(this.root, name));
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.root, name), { force: true });
  }

  async list(prefix: string): Promise<string[]> {
    const found = await readdir(this.root, { recursive: true, withFileTypes: true });
    return found
      .filter(entry => entry.isFile() && !entry.name.endsWith('.tmp'))
      .map(entry =>
        join(entry.parentPath, entry.name)
          .slice(this.root.length + 1)
          .replaceAll('\\', '/'),
      )
      .filter(name => name.startsWith(prefix))
      .sort();
  }

  private async makeFolder(folder: string): Promise<void> {
    if (this.folders.has(folder)) return;
    await mkdir(folder, { recursive: true });
    this.folders.add(folder);
  }
}
