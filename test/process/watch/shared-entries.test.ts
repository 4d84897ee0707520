/** Entries that are at one address, or are redirected there. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WatchState } from '../../../functions/embedded/watch/read-watch.ts';
import {
  type SharingSite,
  serveSharingSite,
  sharedDocuments,
  sharedEntries,
} from '../../servers/news/shared-entries.ts';
import { runCli } from '../cli/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-shared-'));
const env = { ORBWEAVER_STATE: join(folder, 'user') };
const directory = join(folder, 'watch');
let site: SharingSite;

beforeAll(async () => {
  site = await serveSharingSite();
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

async function cli(...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runCli(args, { env });
  if (exitCode !== 0) throw new Error(`orbweaver ${args.join(' ')}: ${exitCode} ${stderr}`);
  return stdout;
}

/** How often each document was requested since `from`. */
function requests(from: number): Record<string, number> {
  const paths = site.asked.slice(from).map(({ path }) => path);
  return Object.fromEntries(sharedDocuments.map(each => [each, paths.filter(path => path === each).length]));
}

test('each document is requested once a look, and all entries that lead there are fed', async () => {
  await cli('watch', 'new', directory, '--source', `${site.origin}/`, '--delay', '0', '--quiet');
  for (const [path, kind] of sharedEntries)
    await cli('watch', 'sources', 'add', directory, `${site.origin}${path}`, '--kind', kind);
  for (const look of [1, 2]) {
    const from = site.asked.length;
    await cli('watch', 'run', directory, '--once', '--quiet');
    expect(requests(from)).toEqual({ '/feed.xml': 1, '/map.xml': 1, '/all/': 1 });
    const state = JSON.parse(await cli('watch', 'status', directory, '--json')) as WatchState;
    // Addresses that the feed has named are not new in a sitemap behind it.
    const freshOf = (kind: string) => (kind === 'feed' ? { fresh: look === 1 ? 4 : 1 } : {});
    expect(state.sources[0]!.publications).toBe(3 + look);
    const entries = state.sources[0]!.entries.filter(({ on }) => on);
    expect(entries.length).toBeGreaterThanOrEqual(sharedEntries.length);
    for (const entry of entries.filter(({ address }) => address !== `${site.origin}/`))
      expect(entry, entry.address).toMatchObject({
        ...{ looks: look, failures: 0 },
        last: { outcome: 'read', items: 3 + look, ...freshOf(entry.kind) },
      });
    site.publish();
  }
});
