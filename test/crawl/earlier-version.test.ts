import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { withArchive } from '../../functions/cli/commands/replay-spec.ts';
import { archiveFiles, WarcWriter } from '../../shared/adapters/web/warc/warc-writer.ts';
import { type LoopbackSite, page, startSite } from '../servers/loopback-site.ts';
import { begin, finish, newDirectory, resume } from './crawl-run.ts';

let site: LoopbackSite;
afterEach(() => site.close());

/** The spec of the crawl in `directory`, as a version that could speak HTTP/2 wrote it. */
function overHttp2(directory: string): string {
  const state = new DatabaseSync(join(directory, 'crawl.db'));
  state.exec("UPDATE specs SET spec = json_set(spec, '$.http2', json('true'))");
  const row = state.prepare('SELECT spec FROM specs').get();
  state.close();
  return String(row?.['spec']);
}

test('a crawl that was begun over HTTP/2 goes on over HTTP/1.1 and says so; its archive is crawled again', async () => {
  site = await startSite({ '/': page('start', '/a', '/b'), '*': ({ path }) => page(path) });
  const directory = newDirectory();
  await finish(directory, await begin(directory, site.origin, { limit: 1 }));
  const spec = overHttp2(directory);
  const { summary, results } = await resume(directory, { limit: 10 });
  expect(summary.outcomes.nodes).toBe(3);
  expect(results.json()).toMatchObject({
    notices: ['Crawl: The crawl was begun over HTTP/2, which Orbweaver no longer speaks; it goes on over HTTP/1.1.'],
  });

  const folder = join(directory, 'archive');
  const archive = await WarcWriter.open(folder, { software: 'test', spec });
  const request = { address: site.origin, userAgent: 'test', purpose: 'page' } as const;
  const answer = { kind: 'failed', reason: 'network', detail: '', elapsedMs: 0 } as const;
  archive.add({ request, sent: [], answer, at: Date.now() });
  await archive.close();
  const [file = ''] = archiveFiles(folder);
  const sources = await withArchive({ urls: [], options: {} }, [join(folder, file)]);
  expect(sources.weakest?.spec).toMatchObject({ limit: 1, sites: [{ url: `${site.origin}/` }] });
});
