import { closeSync, existsSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { csvRow } from '../../domain/results/csv-cell.ts';
import type { CrawlLog } from '../../ports.ts';

/** Rows are gathered and written together; a killed process loses those of the last second. */
const flushMs = 1_000;
const flushCharacters = 64 * 1024;

/** `logs/common.csv` and `logs/errors.csv` of a crawl directory; appended to by every run. */
export class CsvLog implements CrawlLog {
  /** Whole sentences about the crawl, in order: for the summary. */
  readonly notes: string[] = [];
  private readonly common: AppendedFile;
  private readonly errors: AppendedFile;
  /** Also told of each line, e.g. to show it. */
  private readonly display: ((line: string) => void) | undefined;

  constructor(folder: string, display?: (line: string) => void) {
    mkdirSync(folder, { recursive: true });
    this.common = new AppendedFile(join(folder, 'common.csv'), 'time,url,level,status,bytes,ms\n');
    this.errors = new AppendedFile(join(folder, 'errors.csv'), 'time,url,reason,detail\n');
    this.display = display;
  }

  fetched({ time, url, level, status, bytes, ms }: Parameters<CrawlLog['fetched']>[0]): void {
    const row = csvRow([instant(time), url, level, status, bytes, ms]);
    this.common.append(row);
    this.display?.(row.trimEnd());
  }

  failed({ time, url, reason, detail }: Parameters<CrawlLog['failed']>[0]): void {
    const row = csvRow([instant(time), url, reason, detail]);
    this.errors.append(row);
    this.display?.(row.trimEnd());
  }

  note({ time, site, text }: Parameters<CrawlLog['note']>[0]): void {
    const row = csvRow([instant(time), `site ${site}`, 'note', text]);
    this.errors.append(row);
    this.display?.(row.trimEnd());
    const sentence = `Site ${site}: ${text}.`;
    if (!this.notes.includes(sentence)) this.notes.push(sentence);
  }

  close(): void {
    this.common.close();
    this.errors.close();
  }
}

function instant(time: number): string {
  return new Date(time).toISOString();
}

class AppendedFile {
  private readonly file: number;
  private waiting = '';
  private readonly timer: NodeJS.Timeout;
  /** A write in the background failed (a full disk, say): the next append throws it. */
  private failure: { readonly error: unknown } | undefined;

  constructor(path: string, head: string) {
    const isNew = !existsSync(path);
    this.file = openSync(path, 'a');
    if (isNew) this.waiting = head;
    this.timer = setInterval(() => this.tryFlush(), flushMs).unref();
  }

  append(text: string): void {
    if (this.failure !== undefined) throw this.failure.error;
    this.waiting += text;
    if (this.waiting.length > flushCharacters) this.flush();
  }

  close(): void {
    clearInterval(this.timer);
    this.flush();
    closeSync(this.file);
  }

  private tryFlush(): void {
    try {
      this.flush();
    } catch (error) {
      this.failure = { error };
    }
  }

  private flush(): void {
    if (this.waiting === '') return;
    const text = this.waiting;
    this.waiting = '';
    writeSync(this.file, text);
  }
}
