/**
 * Conditions that hold of watches in the deployed stack: the generated news sites are watched there and by the command line, and
 * both have the same publications, whatever was doubled or killed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleOrganizations } from '../../functions/cli/mentions/example-organizations.ts';
import { readOrganizationFile } from '../../functions/cli/mentions/read-organization-file.ts';
import { type ServedNewsSites, serveNewsSites } from '../../functions/example-site/news/serve-news-sites.ts';
import type { SiteName } from '../../functions/example-site/news/stories.ts';
import type { PublicationRecord } from '../../shared/wings/publications/export/publication-record.ts';
import { runCli } from '../process/cli/run-cli.ts';
import { truthOf } from '../servers/news-truth.ts';
import { startCrawl } from './crawl-by-api.ts';
import { type Deployment, deployStack } from './deploy-stack.ts';
import { callApi, callFunction, callText } from './deployed-api.ts';
import { DeployedQueues } from './deployed-queues.ts';
import type { Emulator } from './emulator.ts';
import { killFunction } from './kill-function.ts';

const minute = 60_000;
const hour = 3_600_000;
const names = ['herald', 'courier'] as const satisfies readonly SiteName[];
/** Publications are looked at again so soon, in seconds, that every visit of the test looks at all of them. */
const recheck = Array.from({ length: 20 }, (_, index) => 30 * (index + 1));

interface Source {
  readonly state: string;
  readonly queued: number;
  readonly lastLook?: string;
}

export function describeDeployedWatch(name: string, start: () => Promise<Emulator>): void {
  describe(`watches in the stack deployed to ${name}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'orbweaver-deployed-watch-'));
    const env = { ORBWEAVER_STATE: join(folder, 'user') };
    /** The present as the sites show it. */
    let shown = Date.now() - 62 * hour;
    let onAsked = (): void => undefined;
    let news: ServedNewsSites;
    let emulator: Emulator;
    let stack: Deployment;
    let queues: DeployedQueues;
    const ids = new Map<SiteName, string>();

    beforeAll(async () => {
      news = await serveNewsSites(shown - 28 * hour, () => {
        onAsked();
        return shown;
      });
      emulator = await start();
      const allowHosts = names.map(site => new URL(news.urls[site]).host).join(',');
      const context = { allowHosts, fetchConcurrency: '3', parseConcurrency: '2', publications: 'true' };
      stack = await deployStack(emulator.endpoint, context);
      if (emulator.enforced !== undefined) emulator = await emulator.enforced();
      queues = new DeployedQueues(emulator.endpoint);
    }, 10 * minute);
    afterAll(async () => {
      await emulator?.[Symbol.asyncDispose]();
      await news?.close();
      rmSync(folder, { recursive: true, force: true });
    }, minute);

    const directory = (site: SiteName): string => join(folder, site);
    const embedded = async (...args: readonly string[]): Promise<string> => {
      const { exitCode, stdout, stderr } = await runCli(args, { env });
      if (exitCode !== 0) throw new Error(`orbweaver ${args.join(' ')}: ${exitCode} ${stderr}`);
      return stdout;
    };
    const sourceOf = async (site: SiteName): Promise<Source | undefined> => {
      const { body } = await callApi(stack, 'GET', `/watches/${ids.get(site)}/sources`);
      return (body['sources'] as Source[] | undefined)?.[0];
    };
    /** Wakes what is due until the source rests after a look that is later than `since`. */
    const untilRested = async (site: SiteName, since: number, seconds: number): Promise<void> => {
      for (const end = Date.now() + seconds * 1000; ; await wait(2_000)) {
        await callFunction(emulator.endpoint, 'Orbweaver-WakeFunction', {});
        const source = await sourceOf(site);
        if (source?.state === 'resting' && source.queued === 0 && Date.parse(source.lastLook ?? '') > since) return;
        if (Date.now() > end) throw new Error(`${site} does not rest after ${seconds} s: ${JSON.stringify(source)}`);
      }
    };
    const exported = async (site: SiteName): Promise<readonly string[]> => {
      const path = `/watches/${ids.get(site)}/publications/export?format=jsonl`;
      return withoutTimes(await callText(stack, path));
    };
    const expectEmbedded = async (site: SiteName): Promise<void> => {
      const expected = withoutTimes(await embedded('publications', directory(site), '--format', 'jsonl'));
      const found = await exported(site);
      expect(found.length).toBe(expected.length);
      for (const [index, line] of expected.entries()) {
        expect(JSON.parse(found[index]!)).toEqual(JSON.parse(line));
        expect(found[index]).toBe(line);
      }
    };

    test(
      'find what the command line finds, with a worker killed in mid-turn and messages doubled',
      async context => {
        if (process.platform !== 'linux' || emulator.pid === undefined) return context.skip('nothing can be killed');
        const spec = { delayMs: 0, watch: { recheck, archive: true, interval: 30, gather: 0 } };
        let asked = 0;
        let killed = 0;
        onAsked = () => {
          asked += 1;
          if (asked === 25) killed += killFunction(emulator.pid!, '-FetchFunction');
          if (asked === 45) killed += killFunction(emulator.pid!, '-ParseFunction');
        };
        for (const site of names) {
          const list = site === 'herald' ? { organizations: await listed() } : {};
          const body = { ...spec, ...list, sites: [{ url: news.urls[site] }] };
          ids.set(site, await startCrawl(stack, body, '/watches'));
        }
        await wait(4_000);
        const turns = Array.from({ length: 8 }, (_, at) => at + 1);
        for (const id of ids.values())
          for (const kind of ['fetch', 'parse'] as const) await queues.double(kind, id, turns, 3);
        for (const site of names) {
          const watch = ['--source', news.urls[site], '--delay', '0', '--archive', '--interval', '30', '--quiet'];
          const list = site === 'herald' ? ['--organizations', exampleOrganizations] : [];
          await embedded('watch', 'new', directory(site), ...watch, ...list, '--recheck', recheck.join(','));
          await embedded('watch', 'run', directory(site), '--once', '--quiet');
        }
        for (const site of names) await untilRested(site, 0, 300);
        expect(killed).toBeGreaterThan(0);
        onAsked = () => undefined;
        for (const site of names) await expectEmbedded(site);
        const mentions = await callText(stack, `/watches/${ids.get('herald')}/mentions/export?format=jsonl`);
        expect(mentions).toBe(await embedded('watch', 'mentions', directory('herald'), '--format', 'jsonl'));
        expect(mentions).toContain('"model":"linear-1');
      },
      15 * minute,
    );

    test(
      'see new publications, new versions and what is gone when they wake',
      async context => {
        if (ids.size === 0) return context.skip('nothing is watched');
        shown += 40 * hour;
        const since = Date.now();
        for (const site of names) await embedded('watch', 'run', directory(site), '--once', '--quiet');
        // Looks come every 30 seconds: by then each entry and each publication was looked at since the sites have changed.
        for (const site of names) await untilRested(site, since + 40_000, 300);
        for (const site of names) {
          const records = (await exported(site)).map(line => JSON.parse(line) as PublicationRecord);
          const known = new Map(records.flatMap(record => [record.url, ...record.addresses].map(url => [url, record])));
          for (const { address, versions, gone } of truthOf(news.sites, shown).filter(each => each.site === site)) {
            const record = known.get(address);
            // An item that came and went between two looks was never seen.
            if (record === undefined && gone !== undefined) continue;
            expect([address, record?.state]).toEqual([address, gone === undefined ? 'live' : 'gone']);
            if (gone === undefined) expect([address, record!.version > 0]).toEqual([address, true]);
            expect(versions.length).toBeGreaterThan(0);
          }
        }
        expect(await queues.deadLetters(['ToFetch', 'ToParse'])).toBe(0);
      },
      10 * minute,
    );

    test(
      'are searched with a list that is set later, by the state machine of searches',
      async context => {
        const id = ids.get('courier');
        if (id === undefined) return context.skip('nothing is watched');
        const path = `/watches/${id}/organizations`;
        expect((await callApi(stack, 'GET', path)).status).toBe(404);
        expect((await callApi(stack, 'PUT', path, { organizations: await listed() })).status).toBe(202);
        for (const end = Date.now() + 2 * minute; ; await wait(1_000)) {
          const { searched, all } = (await callApi(stack, 'GET', path)).body['searched'] as Record<string, number>;
          if (searched === all) break;
          if (Date.now() > end) throw new Error(`${searched} of ${all} publications are searched`);
        }
        expect(await callText(stack, `/watches/${id}/mentions/export?format=jsonl`)).toContain('"model":"linear-1');
      },
      4 * minute,
    );

    test(
      'stop when they are asked to, and keep what they found',
      async context => {
        const id = ids.get('herald');
        if (id === undefined) return context.skip('nothing is watched');
        const before = (await exported('herald')).length;
        expect((await callApi(stack, 'POST', `/watches/${id}/stop`)).status).toBe(202);
        for (const end = Date.now() + minute; ; await wait(1_000)) {
          const { body } = await callApi(stack, 'GET', `/watches/${id}`);
          if (body['state'] === 'stopped') break;
          if (Date.now() > end) throw new Error(`the watch is ${JSON.stringify(body)}`);
        }
        expect((await exported('herald')).length).toBeGreaterThanOrEqual(before);
      },
      3 * minute,
    );
  });
}

async function listed() {
  return (await readOrganizationFile('the list', exampleOrganizations)).organizations;
}

/** Lines of an export without the instants of looks, which differ from run to run. */
function withoutTimes(lines: string): readonly string[] {
  return lines
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.stringify({ ...(JSON.parse(line) as object), firstSeen: '', seen: '', gone: null }));
}
