import { type Dollars, dollarsOf, type Usage } from '../../shared/adapters/aws/aws-prices.ts';
import { formatTable } from '../measured/table.ts';
import type { CostCount } from './counted-crawl.ts';
import type { WatchCount } from './counted-watch.ts';

export interface CostPoint {
  readonly hosts: number;
  readonly count: CostCount;
  /** The same sites with three new links on each page. */
  readonly withLinks: CostCount;
}

/** The usage of one page. */
export function perPage({ pages, usage }: CostCount): Usage {
  const shares = Object.entries(usage);
  return Object.fromEntries(shares.map(([name, used]) => [name, used / pages])) as Usage;
}

/** Dollars of a million pages. */
export function perMillion({ pages, usage }: CostCount): ReturnType<typeof dollarsOf> {
  const shares = Object.entries(usage).map(([name, used]) => [name, (used / pages) * 1e6]);
  return dollarsOf(Object.fromEntries(shares) as Usage);
}

export function usageTable(points: readonly CostPoint[]): string {
  const columns = ['write units', 'read units', 'SQS', 'S3 PUT', 'S3 GET', 'GB-s', 'invocations', 'transitions'];
  const rows = points.map(({ hosts, count }) => {
    const page = perPage(count);
    const used = [page.writeUnit, page.readUnit, page.sqsRequest, page.s3Put, page.s3Get];
    const ran = [page.lambdaGbSecond, page.lambdaRequest, page.stateTransition];
    return [nameOf(hosts, count), ...[...used, ...ran].map(share => share.toFixed(3))];
  });
  return formatTable(['per page', ...columns], rows);
}

export function dollarTable(points: readonly CostPoint[]): string {
  const rows = points.map(({ hosts, count, withLinks }) => {
    const { dynamodb, sqs, s3, lambda, stepFunctions, cloudWatch, storage, total } = perMillion(count);
    const sums = [dynamodb, sqs, s3, lambda, stepFunctions, requestsOf(perMillion(count)), cloudWatch, storage, total];
    return [nameOf(hosts, count), ...[...sums, perMillion(withLinks).total].map(sum => sum.toFixed(2))];
  });
  return formatTable(
    [
      '$ per million pages',
      'DynamoDB',
      'SQS',
      'S3',
      'Lambda',
      'Step Functions',
      'requests',
      'CloudWatch',
      'storage',
      'all',
      '3 links',
    ],
    rows,
  );
}

/** Dollars without CloudWatch and storage. */
export function requestsOf({ cloudWatch, storage, total }: Dollars): number {
  return total - cloudWatch - storage;
}

export function callTable({ hosts, count }: Omit<CostPoint, 'withLinks'>): string {
  const rows = [...count.calls]
    .sort(([, a], [, b]) => b - a)
    .map(([name, calls]) => [name, String(calls), (calls / count.pages).toFixed(3)]);
  return formatTable([`requests, ${nameOf(hosts, count)}`, 'all', 'per page'], rows);
}

function nameOf(hosts: number, { pages }: CostCount): string {
  return `${hosts === 1 ? 'one host' : `${hosts} hosts`}, ${pages} pages`;
}

/** Hours of a month. */
const monthHours = 730;

/** Dollars of a source and month, without the clock of all watches. */
export function perSource(count: WatchCount, sources: number): Dollars {
  const shares = Object.entries(count.usage).map(([name, used]) => [
    name,
    ((used - count.clock[name as keyof Usage]) / sources) * (monthHours / count.hours),
  ]);
  return dollarsOf(Object.fromEntries(shares) as Usage);
}

/** Dollars of the clock and month, however many sources there are. */
export function perClock({ clock, hours }: WatchCount): Dollars {
  const shares = Object.entries(clock).map(([name, used]) => [name, used * (monthHours / hours)]);
  return dollarsOf(Object.fromEntries(shares) as Usage);
}

/** Dollars of a million pages of publications that are read, new ones and those that were looked at again. */
export function perMillionRead({ usage, clock, pages }: WatchCount): Dollars {
  const shares = Object.entries(usage).map(([name, used]) => [
    name,
    ((used - clock[name as keyof Usage]) / pages) * 1e6,
  ]);
  return dollarsOf(Object.fromEntries(shares) as Usage);
}

/** `busy`: a watch of sources that publish so much that pages and not looks are paid for. */
export function watchTable(count: WatchCount, sources: number, busy: WatchCount): string {
  const row = (name: string, { dynamodb, sqs, s3, lambda, total }: Dollars, digits: number): string[] => [
    name,
    ...[dynamodb, sqs, s3, lambda, total].map(dollars => dollars.toFixed(digits)),
  ];
  const found = (count.publications / sources / count.hours) * 24;
  const read = (count.pages / sources / count.hours) * 24;
  const what = `a watch of ${sources} sources for ${count.hours} h, looks each hour`;
  const heads = [what, 'DynamoDB', 'SQS', 'S3', 'Lambda', 'all'];
  const rows = [
    row(
      `$ per source and month (${found.toFixed(1)} new, ${read.toFixed(1)} pages read a day)`,
      perSource(count, sources),
      4,
    ),
    row('$ per month of the clock of all watches', perClock(count), 4),
    row('$ per million pages read, of sources with 1,200 new a day', perMillionRead(busy), 2),
  ];
  return `${formatTable(heads, rows)}\nreading a page takes ${count.readMs.toFixed(1)} ms of a processor here`;
}
