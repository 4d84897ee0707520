/** Kept pages of a watch, read again with what is set now: a correction where its page gives something else. */
import { rereadAll, rereadPages } from '../../../shared/place/reread-pages.ts';
import type { Reread, RereadQuery } from '../../../shared/place/watch-service.ts';
import { readPeriod } from '../../../shared/wings/publications/search/read-instant.ts';
import type { SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';
import { localReread } from '../../embedded/watch/local-stores.ts';
import { readWatch } from '../../embedded/watch/read-watch.ts';
import { sourceNamed } from '../publications/source-named.ts';
import { formatCounted } from '../terminal/amounts.ts';

export interface RereadOptions {
  readonly source?: string;
  readonly since?: string;
}

/** `orbweaver watch reread`. */
export async function rereadWatch(directory: string, options: RereadOptions): Promise<void> {
  const query = rereadQuery(options, (await readWatch(directory)).sources);
  const call = rereadPages(localReread);
  process.stdout.write(rereadText(await rereadAll(async part => await call(directory, part), query)));
}

/** Throws `BadInput` for a source that is not there, and for a day that is none. */
export function rereadQuery({ source, since }: RereadOptions, sources: readonly SourceStatus[]): RereadQuery {
  const { since: from } = readPeriod(['--since', since], ['--until', undefined]);
  return {
    ...(source !== undefined && { source: sourceNamed('--source', source, sources).number }),
    ...(from !== undefined && { since: from }),
  };
}

export function rereadText({ read, corrected, left, publications = 0 }: Reread): string {
  const { application = 0, damaged = 0 } = left;
  const none = left['no-article'] ?? 0;
  const lost = publications - read - application - none;
  const lines = [
    `${formatCounted(read, 'publication')} read again, ${formatCounted(corrected, 'correction')}.`,
    lost > 0 && `${formatCounted(lost, 'publication')} without a kept page: it has expired, or none was kept.`,
    application > 0 &&
      `${formatCounted(application, 'publication')} left, because an application of yours gives the text.`,
    none > 0 && `${formatCounted(none, 'publication')} left, because the page gives no text now.`,
    damaged > 0 && `Kept pages of ${formatCounted(damaged, 'turn')} are damaged.`,
  ];
  return lines.map(line => (line === false ? '' : `${line}\n`)).join('');
}
