/** Kept pages of a watch, read again with what is set now: a correction where its page gives something else. */
import { rereadAll } from '../../../shared/place/reread-pages.ts';
import type { Reread, RereadQuery } from '../../../shared/place/watch-service.ts';
import { readPeriod } from '../../../shared/wings/publications/search/read-time.ts';
import type { SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';
import { sourceNamed } from '../publications/source-named.ts';
import type { WatchPlace } from '../publications/watch-place.ts';
import { formatCounted } from '../terminal/print.ts';

export interface RereadOptions {
  readonly source?: string;
  readonly since?: string;
  readonly json?: true;
}

/** `orbweaver watch reread`, and the same of an account. */
export async function rereadWatch(place: WatchPlace, options: RereadOptions): Promise<void> {
  const query = rereadQuery(options, await place.sources());
  const read = await rereadAll(async part => await place.reread(part), query);
  process.stdout.write(options.json === true ? `${JSON.stringify(read)}\n` : rereadText(read));
}

/** Throws `BadInput` for a source that is not there, and for a day that is none. */
function rereadQuery({ source, since }: RereadOptions, sources: readonly SourceStatus[]): RereadQuery {
  const { since: from } = readPeriod(['--since', since], ['--until', undefined]);
  return {
    ...(source !== undefined && { source: sourceNamed('--source', source, sources).number }),
    ...(from !== undefined && { since: from }),
  };
}

function rereadText({ read, corrected, left, publications = 0 }: Reread): string {
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
