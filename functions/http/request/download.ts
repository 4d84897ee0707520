import type { Context } from 'hono';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import { cursorOf } from '../../../shared/place/pages.ts';
import { choice, toggle } from './fields.ts';

/** Formats of a download of records. */
export const exportFormats = ['jsonl', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportFormat = choice('JSON Lines or CSV.', exportFormats, 'jsonl');

/** Whether the line of column names of CSV begins with the mark by which Excel knows UTF-8. */
export const bom = toggle('With CSV: begins with the mark by which Excel knows UTF-8.');

const types = { jsonl: 'application/x-ndjson; charset=utf-8', csv: 'text/csv; charset=utf-8' };

/** Some lines of a download. */
export interface Part<Position> {
  readonly text: string;
  /** Where the next part begins; undefined behind the last one. */
  readonly rest: Position | undefined;
}

/** Writes records in a format. Those at the beginning of CSV are behind the line of column names, which `isMarked` marks. */
export function textWriter<Entry>(
  { format, isMarked = false }: { readonly format: ExportFormat; readonly isMarked?: boolean },
  { head, line }: { readonly head: string; line(record: Entry): string },
): (records: readonly Entry[], isFirst: boolean) => string {
  if (format === 'jsonl') return records => records.map(record => `${JSON.stringify(record)}\n`).join('');
  const first = `${isMarked ? '\ufeff' : ''}${head}`;
  return (records, isFirst) => (isFirst ? first : '') + records.map(line).join('');
}

/** The largest and the longest part of a download behind a gateway that sends no answer in parts, in characters and ms. */
const mostPartCharacters = 3_000_000;
const mostPartMs = 15_000;

/**
 * Records as a download, read in parts. A place that is live writes what follows while it is read. Another place answers with a
 * part; `Link` has the address of the rest. `after` of `read` is undefined at the beginning, where the line of column names is.
 */
export async function download<Position>(
  { service }: HttpPorts,
  context: Context,
  { name, format, from }: { readonly name: string; readonly format: ExportFormat; readonly from: Position | undefined },
  read: (after: Position | undefined) => Promise<Part<Position>>,
): Promise<Response> {
  const end = performance.now() + mostPartMs;
  // An unreadable result is answered with a problem, not with a broken download.
  let { text, rest } = await read(from);
  const headers = {
    'content-type': types[format],
    'content-disposition': `attachment; filename="${name}.${format}"`,
  };
  if (service.isLive) return new Response(streamOf({ text, rest }, read), { headers });
  while (rest !== undefined && text.length < mostPartCharacters && performance.now() < end) {
    const part = await read(rest);
    text += part.text;
    rest = part.rest;
  }
  const url = new URL(context.req.url);
  if (rest !== undefined) url.searchParams.set('cursor', cursorOf(rest));
  return new Response(text, {
    headers: { ...headers, ...(rest !== undefined && { link: `<${url.search}>; rel="next"` }) },
  });
}

function streamOf<Position>(
  first: Part<Position>,
  read: (after: Position | undefined) => Promise<Part<Position>>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let { rest } = first;
  return new ReadableStream({
    start: controller => controller.enqueue(encoder.encode(first.text)),
    pull: async controller => {
      if (rest === undefined) return controller.close();
      const part = await read(rest);
      rest = part.rest;
      controller.enqueue(encoder.encode(part.text));
    },
  });
}
