import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeLocalFolder, readRegular, writeAnew } from '../../shared/adapters/local/open.ts';
import { gatherBytes } from '../../shared/domain/gathered-bytes.ts';
import { refusal } from '../../shared/domain/refusal/refusal.ts';
import { Problem } from '../http/request/problem.ts';
import type { CrawlFolder } from './crawl-folder.ts';

const keptMs = 86_400_000;

/** Lists of sites that the page sends, before a crawl names them. */
export class Uploads {
  private readonly folder: CrawlFolder;

  constructor(folder: CrawlFolder) {
    this.folder = folder;
  }

  /** Promises to take a list of exactly `sizeBytes`. */
  offer(name: string, sizeBytes: number): void {
    const file = this.sizeFile(name);
    makeLocalFolder(dirname(file));
    removeOld(dirname(file));
    writeAnew(file, String(sizeBytes));
  }

  has(name: string): boolean {
    return statSync(this.file(name), { throwIfNoEntry: false })?.isFile() ?? false;
  }

  /** Where the list is. */
  file(name: string): string {
    return this.folder.sharedFile('uploads', name);
  }

  /** Takes a list that was offered. Throws `Problem` where the upload differs in name or size. */
  async take(name: string, request: Request): Promise<void> {
    const size = this.offeredSize(name);
    const bytes = (await gatherBytes(request.body, size)).subarray(0, size + 1);
    if (bytes.byteLength !== size) throw new Problem(400, [refusal('upload-size', { bytes: bytes.byteLength, size })]);
    const draft = `${this.file(name)}.part`;
    await writeFile(draft, bytes);
    await rename(draft, this.file(name));
    rmSync(this.sizeFile(name), { force: true });
  }

  private offeredSize(name: string): number {
    if (/^[0-9a-f-]{36}$/.test(name) && existsSync(this.sizeFile(name)))
      return Number(readRegular(this.sizeFile(name)));
    throw new Problem(404, [refusal('upload-not-awaited')]);
  }

  private sizeFile(name: string): string {
    return `${this.file(name)}-size`;
  }
}

/** Lists that a crawl was to name long ago. */
function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (Date.now() - statSync(file).mtimeMs > keptMs) rmSync(file, { force: true });
  }
}
