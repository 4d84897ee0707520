import { closeSync, fstatSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { cellText } from '../../domain/cut-text.ts';
import { boundedAddress } from '../../domain/url/bounded-address.ts';
import { csvRow } from '../../files/csv-cell.ts';
import type { CrawlLog } from '../../ports.ts';
import { makeFolder } from './files/make-folder.ts';
import { openAppended } from './files/regular-file.ts';

/** Rows are gathered and written together; a killed process loses those of the last second. */
const flushMs = 1_000;
const flushCharacters = 64 * 1024;
/** Sentences that are kept for the summary. */
const mostNotes = 10_000;
/** Of a detail or a note. */
const longestText = 2048;

/** `logs/common.csv`, `logs/errors.csv` and `logs/parts.csv` of a crawl directory; appended to by every run. */
export class CsvLog implements CrawlLog {
  /** Whole sentences about the crawl, in order: for the summary. */
  readonly notes: string[] = [];
  private readonly common: AppendedFile;
  private readonly errors: AppendedFile;
  private readonly partsPath: string;
  /** Made with its first line: most crawls render no page. */
  private parts: AppendedFile | undefined;
  private readonly listeners: ((line: string) => void)[] = [];

  private readonly mostBytes: number;

  /** A file that would become longer than `mostBytes` begins anew; what it had stays as `common.old.csv` and the like. */
  constructor(folder: string, mostBytes = Number.POSITIVE_INFINITY) {
    makeFolder(folder);
    this.mostBytes = mostBytes;
    this.common = new AppendedFile(join(folder, 'common.csv'), 'time,address,level,status,bytes,ms\n', mostBytes);
    this.errors = new AppendedFile(join(folder, 'errors.csv'), 'time,address,reason,detail\n', mostBytes);
    this.partsPath = join(folder, 'parts.csv');
  }

  fetched({ time, address, level, status, bytes, ms }: Parameters<CrawlLog['fetched']>[0]): void {
    const row = csvRow([instant(time), boundedAddress(address), level, status, bytes, ms]);
    this.common.append(row);
    this.tell(row);
  }

  part({ time, page, address, kind, status, bytes, ms }: Parameters<CrawlLog['part']>[0]): void {
    this.parts ??= new AppendedFile(this.partsPath, 'time,page,address,kind,status,bytes,ms\n', this.mostBytes);
    const row = csvRow([instant(time), boundedAddress(page), boundedAddress(address), kind, status, bytes, ms]);
    this.parts.append(row);
    this.tell(row);
  }

  failed({ time, address, reason, detail }: Parameters<CrawlLog['failed']>[0]): void {
    const row = csvRow([instant(time), boundedAddress(address), reason, cellText(detail, longestText)]);
    this.errors.append(row);
    this.tell(row);
  }

  note({ time, site, text }: Parameters<CrawlLog['note']>[0]): void {
    const said = cellText(text, longestText);
    const whose = site === 0 ? 'crawl' : `site ${site}`;
    const row = csvRow([instant(time), whose, 'note', said]);
    this.errors.append(row);
    this.tell(row);
    const sentence = `${whose.replace(/^./, first => first.toUpperCase())}: ${said.replace(/\.$/, '')}.`;
    if (this.notes.length < mostNotes && !this.notes.includes(sentence)) this.notes.push(sentence);
  }

  /** Calls `listener` with each line, without its end. */
  onLine(listener: (line: string) => void): void {
    this.listeners.push(listener);
  }

  private tell(row: string): void {
    for (const listener of this.listeners) listener(row.trimEnd());
  }

  close(): void {
    this.common.close();
    this.errors.close();
    this.parts?.close();
  }
}

function instant(time: number): string {
  return new Date(time).toISOString();
}

class AppendedFile {
  private readonly path: string;
  private readonly head: string;
  private readonly mostBytes: number;
  private file: number;
  private size: number;
  private waiting = '';
  private readonly timer: NodeJS.Timeout;
  /** A write in the background failed (a full disk, say): the next append throws it. */
  private failure: { readonly error: unknown } | undefined;

  constructor(path: string, head: string, mostBytes: number) {
    this.path = path;
    this.head = head;
    this.mostBytes = mostBytes;
    this.file = openAppended(path);
    this.size = fstatSync(this.file).size;
    // Also where the process that began the file was killed before its first write.
    if (this.size === 0) this.waiting = head;
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
    if (this.size > 0 && this.size + text.length > this.mostBytes) this.beginAnew();
    this.size += writeSync(this.file, text);
  }

  private beginAnew(): void {
    closeSync(this.file);
    renameSync(this.path, this.path.replace(/\.csv$/, '.old.csv'));
    this.file = openAppended(this.path);
    this.size = writeSync(this.file, this.head);
  }
}
