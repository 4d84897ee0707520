import { refusal } from '../../../shared/domain/refusal/refusal.ts';
import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { createNormalizer } from '../../../shared/domain/url/normalize.ts';
import type { CrawlService } from '../../../shared/place/crawl-service.ts';
import { Problem } from './problem.ts';
import { resultCells } from './result-rows.ts';

/** Columns that `withTimes` adds. Files of results have none of them, because two runs write the same bytes. */
export const timeColumns: readonly string[] = ['AskedAt', 'Milliseconds'];

const logFile = 'logs/common.csv';
/** Addresses of which times are in memory for one answer. */
const mostTimed = 200_000;

/**
 * Rows of the page table, each with when its address was requested last and how long the answer took, as the log of the crawl
 * has it. Throws `Problem` where the place keeps no log, or one of more than 200,000 addresses.
 */
export async function withTimes(
  rows: AsyncIterable<readonly string[]>,
  columns: readonly string[],
  { service, crawl, spec }: { readonly service: CrawlService; readonly crawl: string; readonly spec: ResolvedSpec },
): Promise<AsyncIterable<readonly string[]>> {
  const logged = await resultCells(service, crawl, logFile, ['time', 'address', 'ms', 'level']);
  if (logged === undefined) throw new Problem(409, [refusal('times-elsewhere')]);
  const normalize = createNormalizer(spec.normalization);
  const times = new Map<string, readonly string[]>();
  for await (const [time = '', address = '', ms = '', level = ''] of logged) {
    // robots.txt, sitemaps, probes and checks requested no page.
    const url = level === '-1' ? null : URL.parse(address);
    if (url !== null) times.set(normalize(url), [time, ms]);
    if (times.size > mostTimed) throw new Problem(409, [refusal('table-too-long', { name: logFile, most: mostTimed })]);
  }
  return joined(rows, columns.indexOf('Url'), times);
}

async function* joined(
  rows: AsyncIterable<readonly string[]>,
  place: number,
  times: ReadonlyMap<string, readonly string[]>,
): AsyncGenerator<readonly string[], void> {
  for await (const row of rows) yield [...row, ...(times.get(row[place] ?? '') ?? ['', ''])];
}
