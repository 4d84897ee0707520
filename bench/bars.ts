import { cpuMsPerPage, type Sample } from './sample.ts';

/** A figure with its limit: met where `value` ≤ `limit`. */
export interface Bar {
  readonly what: string;
  readonly value: number;
  readonly limit: number;
}

/**
 * What the crawler is held to beside the other programs of the same run: against spider at most 0.8 of its CPU and no
 * more wall clock; against fetching only 5.5 times its CPU, which is the bar where spider is not installed;
 * and 400 MB at 10,000 pages with 2 KB for each page beyond.
 */
export function barsOf(medians: ReadonlyMap<string, Sample>): Bar[] {
  const crawler = medians.get('orbweaver');
  if (crawler === undefined) return [];
  const peer = medians.get('spider');
  const ceiling = medians.get('ceiling');
  const bars: Bar[] = [];
  if (peer) {
    bars.push({ what: 'CPU against spider', value: cpuMsPerPage(crawler) / cpuMsPerPage(peer), limit: 0.8 });
    bars.push({ what: 'wall clock against spider', value: crawler.wallSeconds / peer.wallSeconds, limit: 1 });
  }
  if (ceiling) {
    bars.push({ what: 'CPU against fetching only', value: cpuMsPerPage(crawler) / cpuMsPerPage(ceiling), limit: 5.5 });
  }
  const allowedMb = 400 + (Math.max(0, crawler.pages - 10_000) * 2) / 1_000;
  bars.push({ what: 'peak memory, MB', value: crawler.peakMb, limit: allowedMb });
  return bars;
}

export function verdictOf({ what, value, limit }: Bar): string {
  return `${value <= limit ? 'met   ' : 'MISSED'} ${what}: ${value.toFixed(2)} (at most ${limit.toFixed(2)})`;
}
