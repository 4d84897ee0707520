import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeCrawl } from '../../../bench/results/write-crawl.ts';
import { readCrawl } from '../../../functions/embedded/read-crawl.ts';
import { createCrawlRules } from '../../../shared/domain/turn/crawl-rules.ts';
import { refuseLost } from '../../../shared/steps/unload/lost-segment.ts';
import { readSite } from '../../../shared/wings/graph/read-site.ts';

test('a generated crawl is read like one that was crawled, and its levels are those of its links', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'orbweaver-test-'));
  try {
    await writeCrawl(directory, { pages: 700, linksPerPage: 20 });
    await readCrawl(directory, async ({ store, objects }, crawl) => {
      await store.verify();
      const [row] = await store.readSites(crawl.id);
      const ended = { row: row!, fileName: 'generated' };
      const { results } = await readSite({ store, objects, onLost: refuseLost }, ended, createCrawlRules(crawl.spec));
      const total = results.levels.reduce((sum, { found }) => sum + found, 0);
      const nodes = results.levels.reduce((sum, level) => sum + level.nodes, 0);
      // Files that links lead to and nobody asks for are found, too.
      expect([total, nodes]).toEqual([707, results.graph.nodeCount]);
      expect([...results.merges()].filter(({ kind }) => kind !== 'normalized')).not.toEqual([]);
      expect(results.linkEnd('https://generated.example/files/report-10.pdf')).toMatchObject({
        skipped: { reason: 'extension', level: 3 },
      });
      expect(results.graph.arcs.targets.length).toBe(results.graph.arcs.length);
    });
  } finally {
    rmSync(directory, { recursive: true });
  }
});
