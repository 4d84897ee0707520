import { cpuMsPerPage, type Sample } from './sample.ts';

/** A figure with its limit: met where `value` ≤ `limit`. */
export interface Bar {
  readonly what: string;
  readonly value: number;
  readonly limit: number;
}

/** A row of the table of bars: without a limit it is only measured, and without a value `why` says how to measure it. */
export interface BarRow extends Partial<Bar> {
  readonly what: string;
  readonly why?: string;
}

/** Limits of CPU of a page and of the wall clock against each other program, and why it may be absent. */
const peers: readonly (readonly [
  name: string,
  limits: { readonly cpu?: number; readonly wall?: number },
  why: string,
])[] = [
  ['spider', { cpu: 1.05, wall: 1 }, 'spider is not built (docs/benchmarks.md, "A crawl")'],
  ['spider-callback', { cpu: 1.05, wall: 1 }, 'spider is not built (docs/benchmarks.md, "A crawl")'],
  ['wget2', {}, 'wget2 is not installed'],
  ['ceiling', { cpu: 5 }, 'ceiling is not among --programs'],
];

/** Bars of other benchmarks, which take too long for this one. */
const elsewhere: readonly BarRow[] = [
  { what: 'CPU of a page, 10,000 sites of 10 pages against one site', limit: 1.3, why: 'npm run bench:sites' },
  { what: 'one core against 8, one crawl of many sites (1 / 5)', limit: 0.2, why: 'npm run bench:cores, on 8 cores' },
];

/**
 * The bars of the crawler beside the other programs of the same run: CPU of a page, wall clock and peak memory as ratios; 300 MB
 * at 10,000 pages with 1.5 KB for each page beyond; and the price of the learnt order of pages.
 */
export function barsOf(medians: ReadonlyMap<string, Sample>): readonly BarRow[] {
  const crawler = medians.get('orbweaver');
  if (crawler === undefined) return [];
  const row = (what: string, name: string, why: string, of: () => number, limit?: number): BarRow => ({
    ...{ what, ...(limit !== undefined && { limit }) },
    ...(medians.has(name) ? { value: of() } : { why }),
  });
  const besides = peers.flatMap(([name, { cpu, wall }, why]) => {
    const peer = medians.get(name)!;
    return [
      row(`CPU of a page against ${name}`, name, why, () => cpuMsPerPage(crawler) / cpuMsPerPage(peer), cpu),
      row(`wall clock against ${name}`, name, why, () => crawler.wallSeconds / peer.wallSeconds, wall),
      row(`peak memory against ${name}`, name, why, () => crawler.peakMb / peer.peakMb),
    ];
  });
  const dearer = (): number => cpuMsPerPage(medians.get('orbweaver-links')!) / cpuMsPerPage(crawler);
  const [links, price] = ['orbweaver-links', 'CPU of a page, --order links against breadth-first'];
  return [
    ...besides,
    {
      what: 'peak memory, MB',
      value: crawler.peakMb,
      limit: 300 + (Math.max(0, crawler.pages - 10_000) * 1.5) / 1_000,
    },
    row(price, links, `${links} is not among --programs`, dearer, 1.15),
    ...elsewhere,
  ];
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

/** The table that a run ends with: whether each bar is met or MISSED, or why it was not measured. */
export function barRows(bars: readonly BarRow[]): string[][] {
  return bars.map(({ what, limit, value, why }) => {
    const verdict = value === undefined || limit === undefined ? '' : value <= limit ? 'met' : 'MISSED';
    return [what, limit?.toFixed(2) ?? '-', value?.toFixed(2) ?? '-', why === undefined ? verdict : `not here: ${why}`];
  });
}

export function verdictOf({ what, value, limit }: Bar): string {
  return `${value <= limit ? 'met   ' : 'MISSED'} ${what}: ${value.toFixed(2)} (at most ${limit.toFixed(2)})`;
}
