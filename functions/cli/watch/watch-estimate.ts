import { estimateWatch, type SourceUsage, type WatchEstimate } from '../../../shared/place/watch-usage.ts';
import type { WatchPlace } from '../publications/watch-place.ts';
import { formatBytes, formatDuration, formatTable } from '../terminal/print.ts';
import { wrapped } from './findings-text.ts';
import type { SourcesOutput } from './place-sources.ts';

/** `orbweaver watch estimate`, and the same of an account. */
export async function estimate(
  place: WatchPlace,
  { json, publications }: SourcesOutput & { readonly publications?: number },
): Promise<void> {
  const estimated = estimateWatch(await place.sources(), await place.plan(), { publications });
  process.stdout.write(json === true ? `${JSON.stringify(estimated)}\n` : textOf(estimated));
}

function textOf({ sources, perDay, archive, dollarsPerMonth, assumptions }: WatchEstimate): string {
  const rows = sources.map(rowOf);
  const dollars = dollarsPerMonth === undefined ? '' : `, $${dollarsPerMonth.toFixed(2)} a month`;
  const isRead = sources.some(source => source.archive.on);
  return [
    ...formatTable([['Source', 'A look', 'Looks', 'New', 'Requests', 'Delays', 'Archive'], ...rows]),
    ...wrapped(
      'Requests and time of a look; looks, new publications, requests and delays of a day; requests of the archive.',
      '',
    ),
    '',
    ...wrapped(
      `A day: ${requestsOf(perDay)}, ${formatBytes(perDay.trafficBytes)}; at most ${time(perDay.seconds)} of delays at a host${dollars}`,
      '',
    ),
    `Storage: ${formatBytes(perDay.storedBytes)} more each day, and ${formatBytes(perDay.keptBytes)} of kept pages`,
    `Archive${isRead ? '' : ' (off)'}: at least ${requestsOf(archive)}, ${time(archive.seconds)}, ${formatBytes(archive.bytes)}`,
    ...assumptions.flatMap(text => wrapped(`Assumed: ${text}`, '')),
    '',
  ].join('\n');
}

function rowOf({ name, perLook, looks, publications, requests, seconds, archive }: SourceUsage): readonly string[] {
  return [
    name,
    `${amount(perLook.requests)}, ${time(perLook.seconds)}`,
    ...[looks, publications, requests].map(amount),
    time(seconds),
    amount(archive.requests),
  ];
}

function requestsOf({ requests }: { readonly requests: number }): string {
  return `${amount(requests)} ${requests === 1 ? 'request' : 'requests'}`;
}

/** Two digits of small numbers. */
function amount(count: number): string {
  return count < 10 ? String(Number(count.toPrecision(2))) : Math.round(count).toLocaleString('en');
}

function time(seconds: number): string {
  return formatDuration(seconds * 1_000);
}
