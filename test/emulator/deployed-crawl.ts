/** Conditions that hold of the deployed stack, whichever emulator it is deployed to: by the real cdk, over HTTP, with no doubles. */
import {
  DescribeExecutionCommand,
  ListStateMachinesCommand,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveDirectory } from '../../bench/servers/serve-directory.ts';
import type { ServedSite } from '../../bench/servers/server-process.ts';
import { protocol } from '../../shared/domain/protocol/protocol.ts';
import { builtInParts } from '../../shared/domain/spec/crawl-spec.ts';
import type { CrawlSpec } from '../../shared/domain/spec/crawl-spec-schema.ts';
import { crawl as crawlEmbedded } from '../crawl/crawl-run.ts';
import { startLayeredSite } from '../crawl/layered-site.ts';
import { clickedAddresses, clickedSite } from '../servers/clicking-pages.ts';
import { type LoopbackSite, type Pages, page, redirect, startSite } from '../servers/loopback-site.ts';
import { script, scriptedPages } from '../servers/scripted-pages.ts';
import { downloadFiles, startCrawl, untilCrawl } from './crawl-by-api.ts';
import { type Deployment, deployStack } from './deploy-stack.ts';
import { callApi } from './deployed-api.ts';
import { DeployedQueues } from './deployed-queues.ts';
import { credentials, type Emulator, region } from './emulator.ts';
import { killFunction } from './kill-function.ts';

const settings = { delayMs: 0, maxDownloads: 4, formats: [...builtInParts.formats] };
const minute = 60_000;
const plugins = ['no-search-pages', 'headings', 'every-address', 'dot-writer'].map(name => `./test/plugins/${name}.ts`);
const parts = { robots: 'no-search-pages', analyzers: ['headings', 'every-address'], writers: ['dot'] };
/** Root folder of a real documentation site, whose pages are reached from its `index.html`. */
const documentation = process.env['ORBWEAVER_DOCS'];

/** The pages of one of two hosts; links and redirects lead over both. */
function pagesOverHosts(origin: string, other: string): Pages {
  const number = (path: string): number => Number(path.slice(1));
  return {
    '/robots.txt': `User-agent: *\nDisallow: /${new URL(origin).hostname === '127.0.0.2' ? 6 : 7}`,
    '/': page('start', '/1', `${other}/2`, `${other}/`),
    '/5': redirect(`${other}/9`),
    '*': ({ path }) =>
      number(path) > 60
        ? page(path)
        : page(`page ${path}`, `/${number(path) * 2 + 1}`, `${other}/${number(path) * 2 + 2}`),
  };
}

export function describeDeployedCrawl(name: string, start: () => Promise<Emulator>): void {
  describe(`the stack deployed to ${name}`, () => {
    let emulator: Emulator;
    let stack: Deployment;
    let queues: DeployedQueues;
    const sites: LoopbackSite[] = [];
    let docs: ServedSite | undefined;
    /** Called at each request of the site whose worker is killed. */
    let onAsked: () => void = () => undefined;
    /** Begun before all others, which run while its dead worker's lease runs out. */
    let orphan: { readonly id: string; readonly killed: number } | undefined;
    /** Crawls that run side by side: each waits for ticks and queues most of the time. */
    let begun: Readonly<Record<'plain' | 'plugins' | 'hosts' | 'rendered', string>>;

    beforeAll(async () => {
      sites.push(
        await startLayeredSite(8),
        await startLayeredSite(12, { answerAfterMs: 100 }),
        await startLayeredSite(8, { answerAfterMs: 10 }),
        await startLayeredSite(6, { answerAfterMs: 20, onAsked: () => onAsked() }),
        await startLayeredSite(3),
        await startSite({ '/shared.js': script('add("/by-other-host", "other");') }),
      );
      sites.push(await startSite({ ...scriptedPages(sites[5]!.origin), '/by-other-host': '<title>o</title>' }));
      sites.push(await startSite(clickedSite()));
      const one = await startSite(origin => pagesOverHosts(origin, origin.replace('127.0.0.1', '127.0.0.2')));
      const port = Number(new URL(one.origin).port);
      const other = pagesOverHosts(`http://127.0.0.2:${port}`, one.origin);
      sites.push(one, await startSite(other, { host: '127.0.0.2', port }));
      if (documentation !== undefined) docs = await serveDirectory(documentation);
      emulator = await start();
      // Private hosts are allowed at deploy time and by nothing else.
      const origins = [...sites, ...(docs === undefined ? [] : [docs])].map(({ origin }) => origin);
      const allowHosts = origins.map(origin => new URL(origin).host).join(',');
      const context = {
        allowHosts,
        fetchConcurrency: '3',
        parseConcurrency: '2',
        browser: 'true',
        plugins: plugins.join(','),
      };
      stack = await deployStack(emulator.endpoint, context);
      // Each function may then do what it is granted and nothing else: too little is found here (adverse 70).
      if (emulator.enforced !== undefined) emulator = await emulator.enforced();
      queues = new DeployedQueues(emulator.endpoint);
      if (process.platform === 'linux' && emulator.pid !== undefined) orphan = await killInMidTurn(emulator.pid);
      const [first, second] = sites.slice(8);
      begun = {
        plain: await begin(sites[0]!),
        plugins: await begin(sites[4]!, parts),
        hosts: await begin(first!, { scope: 'list', sites: [{ url: `${first!.origin}/`, hosts: [second!.origin] }] }),
        rendered: await begin(sites[6]!, { render: 'always' }),
      };
    }, 30 * minute);
    afterAll(async () => {
      await emulator?.[Symbol.asyncDispose]();
      for (const site of sites) await site.close();
      await docs?.close();
    }, minute);

    const begin = async ({ origin }: { readonly origin: string }, more: CrawlSpec = {}): Promise<string> =>
      await startCrawl(stack, { sites: [{ url: `${origin}/` }], ...settings, ...more });
    const killInMidTurn = async (emulatorPid: number): Promise<typeof orphan> => {
      const site = sites[3]!;
      const killed = new Promise<number>(resolve => {
        onAsked = () => {
          if (site.paths().length === 60) resolve(killFunction(emulatorPid, '-FetchFunction'));
        };
      });
      return { id: await begin(site), killed: await killed };
    };
    const untilFinished = async (id: string, seconds = 400): Promise<void> => {
      const { finishReason } = await untilCrawl(stack, id, ({ state }) => state === 'finished', seconds);
      expect(finishReason).toBe('no-work');
    };
    /** All result files but crawl.json, which holds times. */
    const expectEmbeddedFiles = async (
      id: string,
      { origin }: { readonly origin: string },
      more: CrawlSpec = {},
    ): Promise<void> => {
      const { 'crawl.json': summary, ...files } = await downloadFiles(stack, id);
      expect(JSON.parse(summary!)).toMatchObject({ finishReason: 'no-work' });
      const embedded = await crawlEmbedded(`${origin}/`, { ...settings, ...more });
      const expected = embedded.results.files();
      expect(Object.keys(files).sort()).toEqual(Object.keys(expected));
      for (const [file, bytes] of Object.entries(expected)) expect(files[file] === bytes, `${file} differs`).toBe(true);
    };

    test(
      'crawls a site for a call of the API and hands out the very files of the embedded engine',
      async () => {
        const [site] = sites;
        await untilFinished(begun.plain);
        const asked = site!.paths();
        expect(asked.length).toBeGreaterThan(200);
        expect(new Set(asked).size, 'a page is asked for once').toBe(asked.length);
        await expectEmbeddedFiles(begun.plain, site!);
      },
      12 * minute,
    );

    test(
      'runs the plugins that were deployed, to the files of the embedded engine, and refuses a part that was not',
      async () => {
        const site = sites[4]!;
        await untilFinished(begun.plugins);
        const modules = plugins.map(path => new URL(`../../${path}`, import.meta.url).href);
        await expectEmbeddedFiles(begun.plugins, site, { ...parts, plugins: modules });
        const { body } = await callApi(stack, 'GET', '/parts');
        expect(body).toMatchObject({ writers: ['dot'], finish: [] });
        const refused = { sites: [{ url: `${site.origin}/` }], finish: ['enough-external-links'] };
        expect(await callApi(stack, 'POST', '/crawls', refused)).toMatchObject({
          status: 400,
          body: { detail: expect.stringContaining('finish: "enough-external-links" is refused; ') },
        });
      },
      12 * minute,
    );

    test(
      'makes one graph of two hosts, each under its own robots.txt, to the very files of the embedded engine',
      async () => {
        const [first, second] = sites.slice(8);
        await untilFinished(begun.hosts);
        for (const { asked } of [first!, second!]) {
          const paths = asked.map(({ path }) => path);
          expect(paths).toContain('/robots.txt');
          expect(new Set(paths).size, 'a page is asked for once').toBe(paths.length);
        }
        await expectEmbeddedFiles(begun.hosts, first!, { scope: 'list', hosts: [second!.origin] });
      },
      12 * minute,
    );

    test(
      'renders pages in its browser function, to the very files of the embedded engine',
      async () => {
        const [, , , , , elsewhere, site] = sites;
        await untilFinished(begun.rendered);
        const asked = site!.paths();
        expect(new Set(asked).size, 'a page or part is asked for once').toBe(asked.length);
        await expectEmbeddedFiles(begun.rendered, site!, {
          render: 'always',
          allowHosts: [new URL(elsewhere!.origin).host],
        });
        expect((await callApi(stack, 'GET', '/parts')).body).toMatchObject({ render: ['never', 'auto', 'always'] });
      },
      24 * minute,
    );

    test(
      'clicks through pages in its browser function, to the very files of the embedded engine',
      async () => {
        const site = sites[7]!;
        const traverse = [clickedAddresses];
        const id = await begin(site, { traverse });
        await untilFinished(id, 500);
        const asked = site.paths();
        expect(new Set(asked).size, 'a page or part is asked for once').toBe(asked.length);
        expect(asked).toEqual(expect.arrayContaining(['/found/a', '/found/popup', '/found/30-4', '/found/11']));
        expect(asked.filter(path => path.startsWith('/danger'))).toEqual([]);
        await expectEmbeddedFiles(id, site, { traverse });
      },
      30 * minute,
    );

    test(
      'sees a stop within seconds, and goes on where it stopped when it is resumed',
      async () => {
        const site = sites[1]!;
        const id = await begin(site);
        await untilCrawl(stack, id, ({ pages = 0 }) => pages > 30, 240);
        expect((await callApi(stack, 'POST', `/crawls/${id}/stop`)).status).toBe(202);
        await untilCrawl(stack, id, ({ state }) => state === 'stopped', 240);
        // Workers look once a second. Pages are counted and not seconds: a loaded machine takes fewer of them in the same time.
        const before = site.paths().length;
        expect(before).toBeLessThan(300);
        expect((await callApi(stack, 'POST', `/crawls/${id}/resume`, {})).status).toBe(202);
        await untilFinished(id);
        const asked = site.paths();
        expect(asked.length).toBeGreaterThan(300);
        expect(new Set(asked).size, 'a page is asked for once').toBe(asked.length);
        await expectEmbeddedFiles(id, site);
      },
      15 * minute,
    );

    test(
      'is not moved by messages that are doubled ten times, reordered, or come after the end',
      async () => {
        const site = sites[2]!;
        const id = await begin(site);
        const turns = Array.from({ length: 12 }, (_, at) => at + 1);
        await untilCrawl(stack, id, ({ pages = 0 }) => pages > 0, 240);
        await queues.double('fetch', id, turns, 10);
        await queues.double('parse', id, turns, 10);
        await untilFinished(id, 500);
        await queues.double('fetch', id, turns, 1);
        await queues.double('parse', id, turns, 1);
        const asked = site.paths();
        expect(new Set(asked).size, 'a page is asked for once').toBe(asked.length);
        await expectEmbeddedFiles(id, site);
        expect(await queues.deadLetters()).toBe(0);
      },
      15 * minute,
    );

    test(
      'finishes a crawl whose fetch worker was killed in mid-turn, with the same files',
      async context => {
        if (orphan === undefined) return context.skip('functions run where this test cannot reach them');
        expect(orphan.killed).toBeGreaterThan(0);
        const site = sites[3]!;
        // The dead worker's lease has to run out, and its message is delivered again after three minutes.
        await untilFinished(orphan.id, 400);
        const asked = site.paths();
        const repeated = asked.length - new Set(asked).size;
        expect(repeated, 'what the dead worker had fetched is fetched again').toBeGreaterThan(0);
        expect(repeated, 'one turn at most is fetched again').toBeLessThanOrEqual(protocol.mostUrlsAws);
        await expectEmbeddedFiles(orphan.id, site);
      },
      24 * minute,
    );

    test(
      'deletes what a request leaves of a crawl by its state machine',
      async () => {
        await untilFinished(begun.plugins);
        const client = new SFNClient({ endpoint: emulator.endpoint, region, credentials });
        const { stateMachines = [] } = await client.send(new ListStateMachinesCommand({}));
        const { stateMachineArn } = stateMachines.find(({ name }) => name?.endsWith('-Removal') === true)!;
        const input = JSON.stringify({ crawl: begun.plugins, isWatch: false, removed: 0 });
        const { executionArn } = await client.send(new StartExecutionCommand({ stateMachineArn, input }));
        const end = async () => {
          const { status, error, cause, output } = await client.send(new DescribeExecutionCommand({ executionArn }));
          return status === 'RUNNING' ? 'running' : [status, error ?? '', cause ?? '', output ?? ''].join(' ');
        };
        await expect.poll(end, { timeout: 4 * minute, interval: 1_000 }).not.toBe('running');
        expect(await end()).toMatch(/^SUCCEEDED .*"isDone": ?true/);
        client.destroy();
        expect((await callApi(stack, 'GET', `/crawls/${begun.plugins}`)).status).toBe(404);
        await expect(downloadFiles(stack, begun.plugins)).rejects.toThrow();
      },
      5 * minute,
    );

    test(
      'crawls a real documentation site into the files of the embedded engine',
      async context => {
        if (docs === undefined) return context.skip('ORBWEAVER_DOCS names no folder of a documentation site');
        const id = await begin(docs);
        await untilFinished(id, 1_500);
        await expectEmbeddedFiles(id, docs);
      },
      90 * minute,
    );
  });
}
