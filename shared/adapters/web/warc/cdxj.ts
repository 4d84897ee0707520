import { createReadStream, createWriteStream, existsSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { ArchiveFiles } from './archive-file.ts';
import { answerIn } from './http-message.ts';
import { type FoundRecord, recordsIn } from './read-records.ts';

/** An index of archive files as web archives read it: a sorted line for each response. Throws if a file is damaged. */
export async function cdxjOf(paths: readonly string[]): Promise<string> {
  const lines: string[] = [];
  for await (const [record, path] of ownRecords(paths)) {
    const line = lineOf(record, basename(path));
    if (line !== undefined) lines.push(line);
  }
  return lines.sort().join('');
}

const endOfLine = /"filename":"([^"]+)"\}$/;

/**
 * Adds the files that the index of a folder lacks, one after the other: memory is that of a single file. Lines of files that are gone
 * are left out. After a kill the next run adds the rest.
 */
export async function completeIndex(folder: string, index: string, names: readonly string[]): Promise<void> {
  const there = new Set(names);
  const known = await indexedFiles(index);
  const open = names.filter(name => !known.has(name));
  for (const name of open.length === 0 && [...known].some(name => !there.has(name)) ? [undefined] : open) {
    const added = name === undefined ? '' : await cdxjOf([join(folder, name)]);
    const next = `${index}.tmp`;
    await pipeline(merged(linesOf(index), added, there), createWriteStream(next));
    renameSync(next, index);
  }
  if (!existsSync(index)) writeFileSync(index, '');
}

/** Names of the files that have lines in an index. */
export async function indexedFiles(index: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const line of linesOf(index)) names.add(endOfLine.exec(line)?.[1] ?? '');
  return names;
}

async function* linesOf(path: string): AsyncGenerator<string, void> {
  if (existsSync(path)) yield* createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
}

/** Two sorted lists of lines as one. */
async function* merged(
  before: AsyncIterable<string>,
  added: string,
  there: ReadonlySet<string>,
): AsyncGenerator<string, void> {
  const more = added.split('\n').slice(0, -1);
  let at = 0;
  for await (const line of before) {
    if (!there.has(endOfLine.exec(line)?.[1] ?? '')) continue;
    for (; at < more.length && more[at]! < line; at += 1) yield `${more[at]}\n`;
    yield `${line}\n`;
  }
  for (; at < more.length; at += 1) yield `${more[at]}\n`;
}

/** Records of archives that Orbweaver has written, each with the path of its file. Throws if a file is damaged. */
export async function* ownRecords(paths: readonly string[]): AsyncGenerator<readonly [FoundRecord, string], void> {
  const damaged = (text: string): never => {
    throw new Error(text);
  };
  for (const path of paths) {
    const files = new ArchiveFiles(dirname(path));
    try {
      for await (const record of recordsIn(files.open(path), { files, damaged })) yield [record, path];
    } finally {
      files.close();
    }
  }
}

function lineOf({ fields, offset, size, block }: FoundRecord, filename: string): string | undefined {
  // A check of an external address keeps no content: nobody would want to see it in place of a page.
  if (fields.get('warc-orbweaver-purpose') === 'check') return undefined;
  const type = fields.get('warc-type');
  const url = fields.get('warc-target-uri');
  const http = type === 'response' || type === 'revisit' ? answerIn(block) : undefined;
  if (http === undefined || url === undefined) return undefined;
  const sent = [http.headers['content-type'] ?? 'unk'].flat()[0]!;
  const mime = type === 'revisit' ? 'warc/revisit' : sent.split(';')[0]!.trim();
  const digest = fields.get('warc-payload-digest') ?? '';
  const stamp = (fields.get('warc-date') ?? '').replace(/\D/g, '').slice(0, 14);
  const told = {
    url,
    mime,
    status: String(http.status),
    digest,
    length: String(size),
    offset: String(offset),
    filename,
  };
  return `${surtOf(url)} ${stamp} ${JSON.stringify(told)}\n`;
}

/** The key of an address in indexes: its host from the end, then path and query in lower case. */
export function surtOf(address: string): string {
  const { hostname, port, pathname, search } = new URL(address);
  const host = hostname
    .replace(/^www\d*\./, '')
    .split('.')
    .reverse()
    .join(',');
  const query = search.slice(1).split('&').filter(Boolean).sort().join('&');
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  return `${host}${port === '' ? '' : `:${port}`})${path}${query === '' ? '' : `?${query}`}`.toLowerCase();
}
