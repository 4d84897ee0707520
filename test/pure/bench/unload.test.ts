import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAccountPlace } from '../../../bench/results/account-place.ts';
import { writeCrawl, writeFetched } from '../../../bench/results/write-crawl.ts';
import { readCrawl } from '../../../functions/embedded/read-crawl.ts';
import { urlPartition } from '../../../shared/adapters/aws/dynamo/calls/dynamo-tables.ts';
import { createCrawlRules } from '../../../shared/domain/turn/crawl-rules.ts';
import type { ObjectStore } from '../../../shared/ports/ports.ts';
import { refuseLost } from '../../../shared/steps/unload/lost-segment.ts';
import { readSite, segmentsOf } from '../../../shared/wings/graph/read-site.ts';

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

      // Segments that are requested ahead, and come in any order, are the same ones in the same order.
      const asked = { now: 0, most: 0 };
      const slow: Pick<ObjectStore, 'get' | 'getsAtOnce'> = {
        getsAtOnce: 3,
        get: async (name, scratch) => {
          asked.most = Math.max(asked.most, ++asked.now);
          await new Promise(resolve => setTimeout(resolve, (name.length * 7 + asked.now * 5) % 11));
          asked.now -= 1;
          return await objects.get(name, scratch);
        },
      };
      const read = async (from: typeof slow): Promise<string[]> => {
        const found: string[] = [];
        for await (const [turn, segment] of segmentsOf(from, row!)) found.push(`${turn} ${JSON.stringify(segment)}`);
        return found;
      };
      const inOrder = await read(objects);
      expect(inOrder.length).toBeGreaterThan(6);
      expect(await read(slow)).toEqual(inOrder);
      expect(asked).toEqual({ now: 0, most: 3 });
    });
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('claims that are written quickly into an account are the items that its store writes', async () => {
  await using account = await openAccountPlace('Orbweaver');
  const written = async (id: string, store: typeof account.store): Promise<readonly string[]> => {
    await writeFetched({ store, objects: account.objectsOf(id) }, id, { pages: 700, linksPerPage: 20 }, {}, 50);
    const items = account.database.items('pages', urlPartition(id, 1));
    return items.map(({ pk: _, ttl, ...item }) =>
      JSON.stringify(Object.entries({ ...item, expires: ttl !== undefined }).sort()),
    );
  };
  const quick = await written('quick', account.quick);
  expect(quick.length).toBe(707);
  expect(quick.toSorted()).toEqual((await written('slow', account.store)).toSorted());
});
