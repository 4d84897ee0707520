import { firstOf, pagesOf } from './api.ts';
import type { ResultFile, ResultPage } from './api-types.ts';

const mostParts = 50;

/** The result files of a crawl: the first 50 parts of their list. */
export async function allFiles(id: string, signal: AbortSignal): Promise<readonly ResultFile[]> {
  const parts = pagesOf<ResultPage>(['crawls', id, 'results'], {}, signal);
  return (await firstOf(parts, mostParts)).flatMap(({ files }) => files);
}
