import { afterAll, expect, test } from 'vitest';
import { CrawlResults, newDirectory } from '../../../crawl/crawl-run.ts';
import { csvRows } from '../../../pure/results/csv-rows.ts';
import { type LoopbackSite, page, startSite } from '../../../servers/loopback-site.ts';
import { runChild, startChild, until } from '../child-crawl.ts';

const open: LoopbackSite[] = [];
afterAll(async () => {
  for (const site of open) await site.close();
});

/** A start page with links to 60 more, slowly, so that a kill comes while much is left; the third site has 4 pages alone. */
async function threeSites(): Promise<readonly LoopbackSite[]> {
  for (const size of [60, 60, 3]) {
    const paths = Array.from({ length: size }, (_, n) => `/p${n}`);
    const answers = { '/': page('start', ...paths), '*': ({ path }: { path: string }) => page(path, '/') };
    open.push(await startSite(answers, { answerAfterMs: 40 }));
  }
  return open;
}

test('a limit that three sites get after a kill counts what is fetched, and holds to the page through another kill', async () => {
  const sites = await threeSites();
  const pagesOf = (site: LoopbackSite): number => site.paths().length;
  const asked = (): number => sites.reduce((sum, site) => sum + pagesOf(site), 0);
  const fetched = (directory: string): number =>
    (new CrawlResults(directory).json()['sites'] as { outcomes: { nodes: number } }[]).reduce(
      (sum, { outcomes }) => sum + outcomes.nodes,
      0,
    );
  const directory = newDirectory();
  const addresses = sites.map(({ origin }) => `${origin}/`);
  const killedAfter = async (pages: number, args: readonly string[]): Promise<void> => {
    const child = startChild(...args, '--quiet');
    await until(() => asked() > pages);
    child.process.kill('SIGKILL');
    await child.ended;
  };
  const settings = ['--delay', '20', '--format', 'csv', '--out', directory];
  await killedAfter(15, ['crawl', ...addresses, ...settings]);
  await killedAfter(asked() + 8, ['resume', directory, '--limit', '70']);
  const { exitCode, stderr } = await runChild('resume', directory, '--quiet');
  expect(`${exitCode} ${stderr}`).toBe('0 ');
  const results = new CrawlResults(directory);
  expect(results.json()).toMatchObject({ finishReason: 'page-budget' });
  expect(fetched(directory)).toBe(70);
  // The small site had all its pages, so the other two share the rest.
  expect(pagesOf(sites[2]!)).toBeGreaterThanOrEqual(4);
  // A choice tells what came of its own pages: all that was fetched behind those of before the limit.
  const chosen = csvRows(results.raw('reports/choices.csv'));
  const ofChoices = chosen.reduce((sum, { Pages }) => sum + Number(Pages), 0);
  const before = chosen.length === 0 ? 0 : 70 - ofChoices;
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(40);
  // A larger one goes on from there.
  const larger = await runChild('resume', directory, '--limit', '90', '--quiet');
  expect(larger.exitCode).toBe(0);
  expect(fetched(directory)).toBe(90);
});
