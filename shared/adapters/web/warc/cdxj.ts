import { basename, dirname } from 'node:path';
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
