import { dollarsOf, type Usage } from '../../shared/adapters/aws/cost/aws-prices.ts';
import { formatTable } from '../table.ts';
import type { CostCount } from './counted-crawl.ts';

export interface CostPoint {
  readonly hosts: number;
  readonly count: CostCount;
}

/** What one page uses; the write unit of each new external or bad link is left out, for their number is the site's own. */
export function perPage({ pages, newLinks, usage }: CostCount): Usage {
  const shares = Object.entries({ ...usage, writeUnit: usage.writeUnit - newLinks });
  return Object.fromEntries(shares.map(([name, used]) => [name, used / pages])) as Usage;
}

/** Dollars of a million pages, new links too. */
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
  const rows = points.map(({ hosts, count }) => {
    const { dynamodb, sqs, s3, lambda, stepFunctions, total } = perMillion(count);
    return [nameOf(hosts, count), ...[dynamodb, sqs, s3, lambda, stepFunctions, total].map(sum => sum.toFixed(2))];
  });
  return formatTable(['$ per million pages', 'DynamoDB', 'SQS', 'S3', 'Lambda', 'Step Functions', 'all'], rows);
}

export function callTable({ hosts, count }: CostPoint): string {
  const rows = [...count.calls]
    .sort(([, a], [, b]) => b - a)
    .map(([name, calls]) => [name, String(calls), (calls / count.pages).toFixed(3)]);
  return formatTable([`requests, ${nameOf(hosts, count)}`, 'all', 'per page'], rows);
}

function nameOf(hosts: number, { pages }: CostCount): string {
  return `${hosts === 1 ? 'one host' : `${hosts} hosts`}, ${pages} pages`;
}
