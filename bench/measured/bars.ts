import { cpuMsPerPage, type Sample } from './sample.ts';

/** A figure with its limit: met where `value` ≤ `limit`. */
export interface Bar {
  readonly what: string;
  readonly value: number;
  readonly limit: number;
}

/**
 * The bars of the crawler beside the other programs of the same run: against spider at most 0.7 of its CPU and 0.95 of its wall
 * clock; against fetching only 5 times its CPU, which is the bar where spider is not installed; and 250 MB at 10,000 pages with
 * 1.5 KB for each page beyond.
 */
export function barsOf(medians: ReadonlyMap<string, Sample>): Bar[] {
  const crawler = medians.get('orbweaver');
  if (crawler === undefined) return [];
  const ceiling = medians.get('ceiling');
  const bars: Bar[] = [];
  for (const name of ['spider', 'spider-callback']) {
    const peer = medians.get(name);
    if (peer === undefined) continue;
    bars.push({ what: `CPU against ${name}`, value: cpuMsPerPage(crawler) / cpuMsPerPage(peer), limit: 0.7 });
    bars.push({ what: `wall clock against ${name}`, value: crawler.wallSeconds / peer.wallSeconds, limit: 0.95 });
  }
  if (ceiling) {
    bars.push({ what: 'CPU against fetching only', value: cpuMsPerPage(crawler) / cpuMsPerPage(ceiling), limit: 5 });
  }
  const allowedMb = 250 + (Math.max(0, crawler.pages - 10_000) * 1.5) / 1_000;
  bars.push({ what: 'peak memory, MB', value: crawler.peakMb, limit: allowedMb });
  return bars;
}

/** The price of forcing objects and journal to the disk; undefined where one of the two programs did not run. */
export function durabilityPrice(medians: ReadonlyMap<string, Sample>): string | undefined {
  const [safe, fast] = [medians.get('orbweaver'), medians.get('orbweaver-fast')];
  if (safe === undefined || fast === undefined) return undefined;
  const more = (of: 'wallSeconds' | 'cpuSeconds'): string =>
    `${(safe[of] - fast[of]).toFixed(2)} s (${(safe[of] / fast[of]).toFixed(2)} times)`;
  return `fsync: ${more('wallSeconds')} more of the wall clock, ${more('cpuSeconds')} more CPU than with --durability fast`;
}

/** CPU that each page of the larger crawl took beyond those of the smaller: the start of the process falls out of it. */
export function furtherPageCpuMs(smaller: Sample, larger: Sample): number {
  return ((larger.cpuSeconds - smaller.cpuSeconds) * 1_000) / (larger.pages - smaller.pages);
}

/**
 * Whether a crawl costs the same per page at every size: `points` are crawls of growing sites of one kind. From the
 * smallest to the largest, memory grows by at most 1.5 KB a page, and the CPU of a further page stays within 20 % of
 * its mean.
 */
export function flatnessBarsOf(points: readonly Sample[]): Bar[] {
  const smallest = points[0]!;
  const largest = points.at(-1)!;
  const growthKb = ((largest.peakMb - smallest.peakMb) * 1_000) / (largest.pages - smallest.pages);
  const mean = furtherPageCpuMs(smallest, largest);
  const deviations = points
    .slice(1)
    .map((point, index) => Math.abs(furtherPageCpuMs(points[index]!, point) / mean - 1));
  return [
    { what: 'growth of peak memory, KB a page', value: growthKb, limit: 1.5 },
    { what: 'CPU of a further page, greatest deviation from the mean', value: Math.max(...deviations), limit: 0.2 },
  ];
}

/** The table that a run ends with: a row for each bar, met or MISSED. */
export function barRows(bars: readonly Bar[]): string[][] {
  return bars.map(({ what, value, limit }) => [
    what,
    limit.toFixed(2),
    value.toFixed(2),
    value <= limit ? 'met' : 'MISSED',
  ]);
}

export function verdictOf({ what, value, limit }: Bar): string {
  return `${value <= limit ? 'met   ' : 'MISSED'} ${what}: ${value.toFixed(2)} (at most ${limit.toFixed(2)})`;
}
