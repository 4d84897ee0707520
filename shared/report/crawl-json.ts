import manifest from '../../package.json' with { type: 'json' };
import type { CrawlRow } from '../domain/protocol/crawl-state.ts';
import type { ResultSink } from '../ports.ts';
import type { CrawlSummary } from './summary.ts';

/** `crawl.json`: the resolved spec and what came of it. */
export async function writeCrawlJson(sink: ResultSink, crawl: CrawlRow, summary: CrawlSummary): Promise<void> {
  const { directory: _, unchanged: __, ...result } = summary;
  const content = {
    software: `orbweaver ${manifest.version}`,
    id: crawl.id,
    startedAt: new Date(crawl.startedAt).toISOString(),
    finishedAt: new Date(crawl.finishedAt ?? crawl.startedAt).toISOString(),
    ...result,
    spec: crawl.spec,
  };
  const file = await sink.create('crawl.json');
  await file.write(`${JSON.stringify(content, undefined, 2)}\n`);
  await file.close();
}
