/**
 * The upgrade of a live stack: an older commit is deployed, begins a crawl and a watch, and this one is deployed over it. Both go on
 * with the rows, messages and objects that the older functions wrote.
 *
 * AWS lets a function end that runs while its code is replaced; MiniStack kills it, and its lease and message would then be waited for
 * for minutes. So the queues deliver nothing during the deployment, which begins when the older functions have ended their batches.
 */
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServedNewsSites, serveNewsSites } from '../../functions/example-site/news/serve-news-sites.ts';
import { readCsvRows } from '../../shared/files/csv-table.ts';
import { crawl as crawlEmbedded } from '../crawl/crawl-run.ts';
import { startLayeredSite } from '../crawl/layered-site.ts';
import { projectFolder, run, succeeds } from '../process/programs.ts';
import type { LoopbackSite } from '../servers/loopback-site.ts';
import { truthOf } from '../servers/news-truth.ts';
import { downloadFiles, startCrawl, untilCrawl } from './crawl-by-api.ts';
import { type Deployment, deployStack } from './deploy-stack.ts';
import { callApi, callFunction, callText, setDeliveries } from './deployed-api.ts';
import { DeployedQueues } from './deployed-queues.ts';
import type { Emulator } from './emulator.ts';
import { startMiniStack, whyNoMiniStack } from './ministack.ts';

/** Of 25 November 2026: before claims expired by days, storage was counted and events were sent. */
const older = '14254f2a8a71fc4c44a12bcb723220f2ff466d12';
const minute = 60_000;
const hour = 3_600_000;
/** Between two pages: the crawl is far from its end when the older functions stop. */
const delayMs = 100;
const settings = { formats: ['csv', 'gexf'] as ['csv', 'gexf'] };

/** Checks of what the older functions did not record. */
const unknown = ['description-missing', 'headings-missing'];

/** Rows of a table without its heading. */
const rowsOf = (csv: string): string[][] => readCsvRows(Buffer.from(csv, 'latin1'), true).rows.slice(1);

const hasOlder = await succeeds('git', '-C', projectFolder, 'cat-file', '-e', `${older}^{commit}`);
const missing = hasOlder ? await whyNoMiniStack() : `skipped: the upgrade (the clone lacks commit ${older})`;

/** A folder with the code of the older commit, and with the packages of this one. */
async function olderProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orbweaver-older-'));
  const archive = join(folder, 'older.tar');
  const project = join(folder, 'project');
  await mkdir(project);
  await run('git', ['-C', projectFolder, 'archive', '--output', archive, older]);
  await run('tar', ['-xf', archive, '-C', project]);
  await symlink(join(projectFolder, 'node_modules'), join(project, 'node_modules'));
  return folder;
}

function describeUpgrade(): void {
  describe('a live stack that is upgraded', () => {
    let shown = Date.now() - 62 * hour;
    let news: ServedNewsSites;
    let site: LoopbackSite;
    let emulator: Emulator;
    let stack: Deployment;
    let crawl: string;
    let watch: string;
    /** Paths that the older functions requested. */
    let fetchedBefore: ReadonlySet<string>;

    beforeAll(async () => {
      news = await serveNewsSites(shown - 28 * hour, () => shown);
      site = await startLayeredSite(12);
      emulator = await startMiniStack();
      const hosts = [site.origin, news.urls.herald].map(url => new URL(url).host).join(',');
      const context = { allowHosts: hosts, fetchConcurrency: '3', parseConcurrency: '2', publications: 'true' };
      const folder = await olderProject();
      try {
        stack = await deployStack(emulator.endpoint, context, join(folder, 'project'));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
      const look = { delayMs: 0, watch: { archive: true, interval: 30, gather: 0 } };
      watch = await startCrawl(stack, { ...look, sites: [{ url: news.urls.herald }] }, '/watches');
      await untilPublications(1);
      crawl = await startCrawl(stack, { sites: [{ url: `${site.origin}/` }], ...settings, delayMs });
      await untilCrawl(stack, crawl, ({ pages = 0 }) => pages > 20, 240);
      const before = { stack, formats: await formatsNow() };
      const queues = new DeployedQueues(emulator.endpoint);
      await setDeliveries(emulator.endpoint, false);
      for (const end = Date.now() + 2 * minute; (await queues.inFlight()) > 0; await wait(500))
        if (Date.now() > end) throw new Error('the older functions do not end their batches');
      stack = await deployStack(emulator.endpoint, context);
      fetchedBefore = new Set(site.paths());
      await setDeliveries(emulator.endpoint, true);
      expect(stack).toEqual(before.stack);
      // The functions are those of this commit, and the crawl is theirs to end.
      expect([before.formats.includes('xlsx'), (await formatsNow()).includes('xlsx')]).toEqual([false, true]);
      expect((await callApi(stack, 'GET', `/crawls/${crawl}`)).body).toMatchObject({ state: 'running' });
      expect(fetchedBefore.size).toBeGreaterThan(20);
      expect(fetchedBefore.size).toBeLessThan(250);
    }, 20 * minute);
    afterAll(async () => {
      await emulator?.[Symbol.asyncDispose]();
      await news?.close();
      await site?.close();
    }, minute);

    const formatsNow = async (): Promise<readonly unknown[]> =>
      (await callApi(stack, 'GET', '/parts')).body['formats'] as unknown[];
    const exported = async (): Promise<readonly { readonly url: string; readonly title: string }[]> => {
      const lines = await callText(stack, `/watches/${watch}/publications/export?format=jsonl`);
      return lines
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line));
    };
    /** Wakes what is due until so many publications are found. */
    const untilPublications = async (count: number): Promise<void> => {
      for (const end = Date.now() + 5 * minute; ; await wait(2_000)) {
        await callFunction(emulator.endpoint, 'Orbweaver-WakeFunction', {});
        // A watch is there a moment after its call is accepted.
        const { status } = await callApi(stack, 'GET', `/watches/${watch}`);
        const { length } = status === 404 ? [] : await exported();
        if (length >= count) return;
        if (Date.now() > end) throw new Error(`${length} of ${count} publications after 5 minutes`);
      }
    };
    const published = () =>
      truthOf(news.sites, shown).filter(
        each => each.site === 'herald' && each.kind === 'article' && each.gone === undefined,
      );

    test(
      'ends its crawl with each page requested once and the files of an undisturbed one, but for issues that older pages cannot show',
      async () => {
        await untilCrawl(stack, crawl, ({ state: now }) => now === 'finished', 600);
        const asked = site.paths();
        expect(asked.length).toBeGreaterThan(300);
        expect(new Set(asked).size).toBe(asked.length);
        const { 'crawl.json': summary, ...files } = await downloadFiles(stack, crawl);
        expect(JSON.parse(summary!)).toMatchObject({ finishReason: 'no-work' });
        const embedded = await crawlEmbedded(`${site.origin}/`, { ...settings, delayMs: 0 });
        const expected = embedded.results.files();
        expect(Object.keys(files).sort()).toEqual(Object.keys(expected));
        const [issuePages = ''] = Object.keys(expected).filter(file => file.endsWith('.issue-pages.csv'));
        const [pageTable = ''] = Object.keys(expected).filter(file => /^pages\/.*\.csv$/.test(file));
        const ofOlder = [pageTable, issuePages, 'reports/issues.csv', 'reports/issues.html'];
        for (const [file, bytes] of Object.entries(expected))
          if (!ofOlder.includes(file)) expect(files[file] === bytes, `${file} differs`).toBe(true);

        // The older functions detected no languages.
        const columns = expected[pageTable]!.split('\n')[0]!.trim().split(',');
        const [urlColumn, language] = [columns.indexOf('Url'), columns.indexOf('DetectedLanguage')];
        const ofPages = rowsOf(files[pageTable]!);
        const wanting = rowsOf(expected[pageTable]!).filter(
          (row, index) => row[language] !== ofPages[index]?.[language],
        );
        const without = (text: string): readonly unknown[] => rowsOf(text).map(row => row.toSpliced(language, 1));
        expect(without(files[pageTable]!)).toEqual(without(expected[pageTable]!));
        expect(wanting.filter(row => !fetchedBefore.has(new URL(row[urlColumn]!).pathname))).toEqual([]);

        // Of a page that the older functions parsed it is not known whether it has headings and a description: nothing is said of it.
        const [wanted, found] = [rowsOf(expected[issuePages]!), rowsOf(files[issuePages]!)];
        const kept = new Set(found.map(String));
        const unsaid = wanted.filter(row => !kept.has(String(row)));
        expect(found).toEqual(wanted.filter(row => kept.has(String(row))));
        const [lacking, ...others] = unknown.map(key => unsaid.filter(row => row[0] === key).map(row => row[2]!));
        expect(unsaid.length).toBe(lacking!.length * unknown.length);
        expect(others).toEqual([lacking]);
        expect(lacking!.length).toBeGreaterThan(0);
        expect(lacking!.filter(url => !fetchedBefore.has(new URL(url).pathname))).toEqual([]);
        // Counts are those of the rows.
        const counted = rowsOf(expected['reports/issues.csv']!).map(row =>
          row.toSpliced(7, 1, String(found.filter(([key]) => key === row[5]).length)),
        );
        expect(rowsOf(files['reports/issues.csv']!)).toEqual(counted);
        const captions = [...files['reports/issues.html']!.matchAll(/<caption>(.*)<\/caption>/g)].map(
          ([, text]) => text,
        );
        expect(captions.sort()).toEqual(counted.map(row => `${row[8]}: ${row[7]}`).sort());
      },
      10 * minute,
    );

    test(
      'keeps the publications that its watch had, and finds new ones',
      async () => {
        const before = await exported();
        expect(before.length).toBeGreaterThan(0);
        shown += 40 * hour;
        const titles = new Set(published().map(({ address }) => address));
        await untilPublications(titles.size);
        const after = new Set((await exported()).map(({ url }) => url));
        expect([...titles].filter(url => !after.has(url))).toEqual([]);
        expect(before.filter(({ url }) => !after.has(url))).toEqual([]);
        expect((await callApi(stack, 'GET', `/watches/${watch}`)).body).toMatchObject({ state: 'running' });
        expect(await new DeployedQueues(emulator.endpoint).deadLetters(['ToFetch', 'ToParse'])).toBe(0);
      },
      10 * minute,
    );
  });
}

if (missing === undefined) describeUpgrade();
else {
  console.log(missing);
  test.skip(missing);
}
