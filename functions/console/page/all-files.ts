import { askList } from './api.ts';
import type { ResultFile, ResultPage } from './api-types.ts';

const mostParts = 50;

/** The result files of a crawl: the first 50 parts of their list. */
export async function allFiles(id: string, signal: AbortSignal): Promise<readonly ResultFile[]> {
  const all: ResultFile[] = [];
  let cursor: string | undefined;
  for (let part = 0; part < mostParts; part += 1) {
    const { files, next } = await askList<ResultPage>(['crawls', id, 'results'], { cursor }, signal);
    all.push(...files);
    cursor = next;
    if (next === undefined) break;
  }
  return all;
}
