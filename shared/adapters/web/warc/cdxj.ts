import { basename } from 'node:path';
import { blockOf, type FoundRecord, WarcFile } from './warc-file.ts';
import { decodeHttp } from './warc-record.ts';

/** An index of archive files as web archives read it: a sorted line for each response. Throws where a file is damaged. */
export function cdxjOf(paths: readonly string[]): string {
  const lines: string[] = [];
  for (const path of paths) {
    const file = new WarcFile(path);
    try {
      for (const record of file.records()) {
        const line = lineOf(record, basename(path));
        if (line !== undefined) lines.push(line);
      }
    } finally {
      file.close();
    }
  }
  return lines.sort().join('');
}

function lineOf(record: FoundRecord, filename: string): string | undefined {
  const { fields, offset, size } = record;
  // A check of an external address keeps no content: nobody would want to see it in place of a page.
  if (fields.get('warc-orbweaver-purpose') === 'check') return undefined;
  const type = fields.get('warc-type');
  const url = fields.get('warc-target-uri');
  const http = type === 'response' || type === 'revisit' ? decodeHttp(blockOf(record)) : undefined;
  if (http === undefined || url === undefined) return undefined;
  const status = /^HTTP\/\S+ (\d{3})/.exec(http.first)?.[1] ?? '';
  const sent = http.fields.find(([name]) => name === 'content-type')?.[1] ?? 'unk';
  const mime = type === 'revisit' ? 'warc/revisit' : sent.split(';')[0]!.trim();
  const digest = fields.get('warc-payload-digest') ?? '';
  const stamp = (fields.get('warc-date') ?? '').replace(/\D/g, '').slice(0, 14);
  const told = { url, mime, status, digest, length: String(size), offset: String(offset), filename };
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
