import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeLocalFolder, readRegular, writeAnew } from '../../shared/adapters/local/open.ts';
import { type Refusal, refusal } from '../../shared/domain/refusal/refusal.ts';
import type { FilesBehind } from '../../shared/place/crawl-service.ts';
import { lastTold } from '../embedded/told-refusals.ts';
import type { CrawlFolder } from './crawl-folder.ts';
import { startChild } from './crawl-runs.ts';

/**
 * Writes the result files of crawls anew after links were deleted or came back, by `orbweaver export` in its own
 * process. A mark beside the run of the crawl outlives this server: the next one goes on.
 */
export class ResultRewrites {
  private readonly folder: CrawlFolder;
  /** Crawls whose files are being written; true: they are to be written once more. */
  private readonly writing = new Map<string, boolean>();
  private readonly failed = new Map<string, readonly Refusal[]>();

  constructor(folder: CrawlFolder) {
    this.folder = folder;
  }

  /** Before links are changed: whatever ends this process, the files are known to be behind. */
  mark(id: string, formats: readonly string[]): void {
    const file = this.markOf(id);
    makeLocalFolder(dirname(dirname(file)));
    makeLocalFolder(dirname(file));
    if (!existsSync(file)) writeAnew(file, JSON.stringify(formats));
    this.failed.delete(id);
  }

  /** Files that nobody is to write anew. */
  unmark(id: string): void {
    if (!this.writing.has(id)) rmSync(this.markOf(id), { force: true });
  }

  /** Begins to write the files of a crawl at rest anew, or once more when that is under way. */
  begin(id: string): void {
    if (this.writing.has(id)) this.writing.set(id, true);
    else void this.write(id);
  }

  /** Undefined: the files are as the tables of links are. Work that another server has left undone is begun. */
  state(id: string): FilesBehind | undefined {
    if (!existsSync(this.markOf(id))) return undefined;
    const why = this.failed.get(id);
    if (why !== undefined) return { state: 'failed', why };
    if (!this.writing.has(id)) this.begin(id);
    return { state: 'writing' };
  }

  private async write(id: string): Promise<void> {
    this.writing.set(id, false);
    const output = this.folder.ownFile(id, 'rewrite-errors.txt');
    try {
      const formats = JSON.parse(readRegular(this.markOf(id))) as readonly string[];
      const named = formats.length === 0 ? [] : ['--format', formats.join(',')];
      const child = await startChild(['export', this.folder.directory(id), ...named], output);
      const code = await new Promise<number | null>(resolve => child.once('exit', resolve));
      const isAgain = this.writing.get(id) === true;
      this.writing.delete(id);
      if (code !== 0)
        this.failed.set(id, lastTold(readRegular(output)) ?? [refusal('export-ended', { code: String(code) })]);
      else if (isAgain) this.begin(id);
      else rmSync(this.markOf(id), { force: true });
    } catch (error) {
      this.writing.delete(id);
      this.failed.set(id, [refusal('export-ended', { code: String(error) })]);
    }
  }

  private markOf(id: string): string {
    return this.folder.ownFile(id, 'files-behind');
  }
}
