/** Threads that read pages beside the state thread: the same files, whichever thread reads a page. */
import { existsSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { BadInput } from '../../../shared/domain/refusal/refusal.ts';
import { type LoopbackSite, page, startSite } from '../../servers/loopback-site.ts';
import { begin, type CrawlResults, crawl, newDirectory } from '../crawl-run.ts';

const names = Array.from({ length: 12 }, (_, number) => `/${number}`);
/** Without a declared language, so that the thread that reads a page finds it too. */
const story = 'The council of the town has met in the old hall and decided on the roads of the next year. '.repeat(4);

let site: LoopbackSite;
let starts: readonly string[];
beforeAll(async () => {
  const leaf = ({ path }: { readonly path: string }): string =>
    `<title>${path}</title><p>${story}</p><a href="/1">one</a><a href="/same">same</a><a href="http://other.example${path}">out</a>`;
  site = await startSite(
    { '/': page('start', ...names), '/same': page('twin'), '/3': page('twin'), '/robots.txt': '', '*': leaf },
    { host: '0.0.0.0' },
  );
  const { port } = new URL(site.origin);
  starts = Array.from({ length: 70 }, (_, number) => `http://127.9.0.${number + 1}:${port}/`);
});
afterAll(() => site.close());
afterEach(() => vi.unstubAllEnvs());

async function filesWith(readers: string): Promise<ReturnType<CrawlResults['files']>> {
  vi.stubEnv('ORBWEAVER_READERS', readers);
  const { results, summary } = await crawl(starts);
  expect(summary.sites.map(({ outcomes }) => outcomes.nodes)).toEqual(starts.map(() => 13));
  return results.files();
}

test('a crawl of many sites has the same files with three threads that read and with none', {
  timeout: 120_000,
}, async () => {
  const files = await filesWith('3');
  expect(Object.values(files).some(text => text.includes('other.example'))).toBe(true);
  expect(files).toEqual(await filesWith('0'));
});

test('a number of threads that is none is refused with what is allowed', async () => {
  vi.stubEnv('ORBWEAVER_READERS', 'many');
  const directory = newDirectory();
  const refused = await begin(directory, starts).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(BadInput);
  expect(existsSync(directory)).toBe(false);
  expect(String(refused)).toMatch(
    /ORBWEAVER_READERS: "many" is refused; allowed is a whole number from 0 to 64 \(threads that read pages\)/,
  );
});
