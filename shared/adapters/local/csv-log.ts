import { closeSync, fstatSync, readSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { cellText } from '../../domain/cut-text.ts';
import { isoInstant } from '../../domain/instant.ts';
import { boundedAddress } from '../../domain/url/bounded-address.ts';
import { notesOf } from '../../files/column.ts';
import { csvHead, csvRow } from '../../files/csv-table.ts';
import type { CrawlLog, LoggedRequest } from '../../ports/ports.ts';
import { makeFolder } from './files/make-folder.ts';
import { openAppended, openRegular } from './files/regular-file.ts';

/** Rows are gathered and written together; a killed process loses those of the last second. */
const flushMs = 1_000;
const flushCharacters = 64 * 1024;
/** Sentences that are kept for the summary. */
const mostNotes = 10_000;
/** Of a detail or a note. */
const longestText = 2048;

const answerColumns = [
  ['status', 'integer', 'HTTP status; 0: no answer'],
  ['bytes', 'integer', 'of the body'],
  ['ms', 'integer', 'time of the request'],
  ['start', 'instant', 'when the request was written to the connection, for the last time; empty: it never was'],
  ['delay', 'integer', 'least distance from the start before it at the host, ms'],
  ['rules', 'text', 'SHA-256 of the robots.txt that allowed it, in `state/robots/`; empty: of none'],
  ['agent', 'text', 'product token that it was read for, of a site with its own user agent; empty: that of the crawl'],
] as const;

export const requestColumns = notesOf([
  ['time', 'instant', 'when the answer came'],
  ['address', 'text', 'the address that was requested'],
  ['level', 'integer', 'of the page; -1: robots.txt, a sitemap, a probe or a check'],
  ...answerColumns,
]);

export const errorColumns = notesOf([
  ['time', 'instant', 'when it happened'],
  ['address', 'text', 'the address; `site N` or `crawl` for a note'],
  ['reason', 'text', 'a skip reason, `note`, `parser` or `traversal`'],
  ['detail', 'text', 'one line'],
]);

export const partColumns = notesOf([
  ['time', 'instant', 'when the answer came'],
  ['page', 'text', 'page that made the request; empty for robots.txt'],
  ['address', 'text', 'the address that was requested'],
  ['kind', 'text', '`script`, `style`, `data` or `robots`'],
  ...answerColumns,
]);

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
    this.common = new AppendedFile(join(folder, 'common.csv'), csvHead(requestColumns), mostBytes);
    this.errors = new AppendedFile(join(folder, 'errors.csv'), csvHead(errorColumns), mostBytes);
    this.partsPath = join(folder, 'parts.csv');
  }

  fetched({ level, ...line }: Parameters<CrawlLog['fetched']>[0]): void {
    const row = csvRow([isoInstant(line.time), boundedAddress(line.address), level, ...answerCells(line)]);
    this.common.append(row);
    this.tell(row);
  }

  part({ page, kind, ...line }: Parameters<CrawlLog['part']>[0]): void {
    this.parts ??= new AppendedFile(this.partsPath, csvHead(partColumns), this.mostBytes);
    const { time, address } = line;
    const row = csvRow([isoInstant(time), boundedAddress(page), boundedAddress(address), kind, ...answerCells(line)]);
    this.parts.append(row);
    this.tell(row);
  }

  failed({ time, address, reason, detail }: Parameters<CrawlLog['failed']>[0]): void {
    const row = csvRow([isoInstant(time), boundedAddress(address), reason, cellText(detail, longestText)]);
    this.errors.append(row);
    this.tell(row);
  }

  note({ time, site, text }: Parameters<CrawlLog['note']>[0]): void {
    const said = cellText(text, longestText);
    const whose = site === 0 ? 'crawl' : `site ${site}`;
    const row = csvRow([isoInstant(time), whose, 'note', said]);
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

  /** Gathered rows can be read from the files then. */
  flush(): void {
    this.common.flush();
    this.parts?.flush();
  }

  close(): void {
    this.common.close();
    this.errors.close();
    this.parts?.close();
  }
}

function answerCells({
  status,
  bytes,
  ms,
  sentAt,
  delayMs,
  rules = '',
  agent = '',
}: LoggedRequest): (string | number)[] {
  return [status, bytes, ms, sentAt === undefined ? '' : isoInstant(sentAt), delayMs, rules, agent];
}

function beginsWith(path: string, head: string): boolean {
  const file = openRegular(path);
  const bytes = Buffer.alloc(head.length);
  const length = readSync(file, bytes);
  closeSync(file);
  return bytes.toString('utf8', 0, length) === head;
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
    // An earlier version wrote other columns. Also if the process that began the file was killed before its first write.
    if (this.size === 0) this.waiting = head;
    else if (!beginsWith(path, head)) this.beginAnew();
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

  flush(): void {
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
