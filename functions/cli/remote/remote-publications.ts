import type { PublicationRecord } from '../../../shared/wings/publications/export/publication-record.ts';
import { written } from '../publications/publications-command.ts';
import type { PublicationsOptions } from '../publications/publications-options.ts';
import { print, printMark } from '../terminal/print.ts';
import { sourceNamed } from '../watch/source-named.ts';
import { type Remote, type RemoteOptions, remoteApi, watchPath } from './remote-api.ts';
import { remoteSources } from './remote-watch-state.ts';

/** `orbweaver remote publications`: what a watch has found, newest first, on standard output. */
export async function remotePublications(id: string, options: RemoteOptions & PublicationsOptions): Promise<void> {
  if (options.application !== undefined) {
    const { remoteRecords } = await import('./remote-applications.ts');
    await remoteRecords(id, options.application, options);
    return;
  }
  const api = await remoteApi(options);
  const path = `${watchPath(id)}/publications/export?${await filtersOf(api, id, options)}`;
  const records = recordsIn(api.parts(path), options.limit ?? Number.POSITIVE_INFINITY);
  await printMark(options);
  for await (const part of written(records, options.format)) await print(part);
}

async function filtersOf(api: Remote, id: string, options: PublicationsOptions): Promise<string> {
  const { query, source, since, until, originals, organization, tone = [], nested, confidence } = options;
  const number =
    source === undefined ? undefined : sourceNamed('--source', source, await remoteSources(api, id)).number;
  const filters = new URLSearchParams({
    format: 'jsonl',
    ...(query !== undefined && { query }),
    ...(number !== undefined && { source: String(number) }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(originals !== undefined && { originals: 'true' }),
    ...(organization !== undefined && { organization }),
    ...(nested !== undefined && { nested: 'true' }),
    ...(confidence !== 0 && { confidence: String(confidence) }),
  });
  for (const each of tone) filters.append('tone', each);
  return filters.toString().replaceAll('+', '%20');
}

/** Records of JSON Lines that come in parts. */
export async function* recordsIn<T = PublicationRecord>(parts: AsyncIterable<string>, most: number): AsyncGenerator<T> {
  let count = 0;
  for await (const part of parts)
    for (const line of part.split('\n')) {
      if (line === '') continue;
      if (count >= most) return;
      count += 1;
      yield JSON.parse(line) as T;
    }
}
