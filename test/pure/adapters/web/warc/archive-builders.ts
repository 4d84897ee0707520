import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ArchiveFetcher } from '../../../../../shared/adapters/web/warc/archive-fetcher.ts';
import type { FetchAnswer } from '../../../../../shared/domain/http/fetch-answer.ts';
import type { FetchRequest } from '../../../../../shared/ports/request-ports.ts';

/** Archives as other programs write them, made byte by byte. */

export const origin = 'http://site.example';
export const folder = mkdtempSync(join(tmpdir(), 'archives-'));

/** Of one test file; other files of this process write theirs anew. */
export const removeArchives = (): void => rmSync(folder, { recursive: true, force: true });

export interface RecordOptions {
  readonly type?: string;
  readonly version?: string;
  readonly length?: number;
  /** Further lines of the head. */
  readonly fields?: readonly string[];
}

export function record(path: string, block: string | Buffer, options: RecordOptions = {}): Buffer {
  const { type = 'response', version = 'WARC/1.0', fields = [], length = Buffer.byteLength(block) } = options;
  const address = path.includes(':') ? path : origin + path;
  const lines = [version, `WARC-Type: ${type}`, `WARC-Target-URI: ${address}`, ...fields, `Content-Length: ${length}`];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(block), Buffer.from('\r\n\r\n')]);
}

export function html(body: string, status = '200 OK', ...fields: readonly string[]): string {
  return [`HTTP/1.1 ${status}`, 'Content-Type: text/html', ...fields, '', body].join('\r\n');
}

export function answer(path: string, body: string, options: RecordOptions = {}): Buffer {
  return record(path, html(body), options);
}

export function video(bytes: number): Buffer {
  const head = Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n');
  return record('/film', Buffer.concat([head, randomBytes(bytes)]));
}

export const packed = (...records: readonly Buffer[]): Buffer => Buffer.concat(records.map(each => gzipSync(each)));

let count = 0;
export function archive(...pieces: readonly Buffer[]): string {
  count += 1;
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${count}.warc`);
  writeFileSync(path, Buffer.concat(pieces));
  return path;
}

export interface Read {
  /** By the path of the address: the body, or why there is none. */
  readonly answers: Readonly<Record<string, string>>;
  readonly damages: readonly string[];
}

/** The answers of a crawl to these paths. */
export async function readArchives(
  files: string | readonly string[],
  paths: readonly string[],
  date?: string,
): Promise<Read> {
  const damages: string[] = [];
  const all = [files].flat();
  const damaged = (text: string): number =>
    damages.push(all.reduce((short, file) => short.replace(file, 'FILE'), text));
  const chosen = date === undefined ? {} : { date: Date.parse(date) };
  const fetcher = await ArchiveFetcher.open(all, { folder, damaged, ...chosen });
  const answers: Record<string, string> = {};
  for (const path of paths) answers[path] = told(await fetcher.fetch(requestOf(path)));
  await fetcher.close();
  return { answers, damages };
}

export function requestOf(path: string, more: Partial<FetchRequest> = {}): FetchRequest {
  return { address: origin + path, purpose: 'page', userAgent: 'test', ...more };
}

function told(found: FetchAnswer): string {
  if (found.kind === 'failed') return found.reason;
  return found.status === 200 && found.contentType.startsWith('text/html')
    ? Buffer.from(found.body).toString()
    : `${found.status} ${found.location ?? found.contentType}`.trim();
}
