/** Generated sites over three hosts: levels equal a breadth-first search made here, whatever the speed of answers and however often the process dies. */
import { afterEach, expect, test } from 'vitest';
import { CrawlResults, crawl, newDirectory } from '../../../crawl/crawl-run.ts';
import { type LoopbackSite, page, redirect, startSite } from '../../../servers/loopback-site.ts';
import { Random } from '../../../simulation/world/random.ts';
import { runChild, startChild, until } from '../child-crawl.ts';

const pagesInAll = 150;
const hosts = ['127.0.0.1', '127.0.0.2', '127.0.0.3'] as const;

/** Page n is at a host that is drawn; every eighth redirects, mostly to another host. */
interface Model {
  readonly places: readonly string[];
  readonly links: readonly (readonly number[])[];
  readonly redirects: ReadonlyMap<number, number>;
}

function modelOf(seed: number): Model {
  const random = new Random(seed);
  const numbers = Array.from({ length: pagesInAll }, (_, n) => n);
  const links = numbers.map(n => [
    ...numbers.filter(child => child > 0 && Math.floor((child - 1) / 3) === n),
    ...Array.from({ length: 4 }, () => random.int(0, pagesInAll - 1)),
  ]);
  const targets = numbers.filter(n => n % 8 === 7).map(n => [n, random.int(0, n - 1)] as const);
  return { places: numbers.map(n => (n === 0 ? hosts[0] : random.pick(hosts))), links, redirects: new Map(targets) };
}

/** Least clicks from page 0; a redirect costs none. */
function distancesIn({ links, redirects }: Model): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const endOf = (n: number): number => {
    const to = redirects.get(n);
    return to === undefined ? n : endOf(to);
  };
  for (let level = 0, open = [0]; open.length > 0; level += 1) {
    const ends = [...new Set(open.map(endOf))].filter(n => !found.has(n));
    for (const n of ends) found.set(n, level);
    open = ends.flatMap(n => links[n]!);
  }
  return found;
}

const sites: LoopbackSite[] = [];
afterEach(async () => {
  await Promise.all(sites.splice(0).map(site => site.close()));
});

async function serve({ places, links, redirects }: Model, seed: number): Promise<readonly string[]> {
  const random = new Random(seed ^ 0x7a57);
  let port = 0;
  const origins: string[] = [];
  const at = (n: number): string => `http://${places[n]}:${port}/${n === 0 ? '' : n}`;
  const pageOf = (n: number) => {
    const to = redirects.get(n);
    return to === undefined ? page(`page ${n}`, ...links[n]!.map(at)) : redirect(at(to));
  };
  for (const host of hosts) {
    const own = places.flatMap((place, n) => (place === host ? [n] : []));
    const pages = Object.fromEntries(own.map(n => [`/${n === 0 ? '' : n}`, () => pageOf(n)]));
    const speed = { answerAfterMs: () => random.int(0, 12) };
    const site = await startSite(pages, { host, ...speed, ...(port !== 0 && { port }) });
    port = Number(new URL(site.origin).port);
    sites.push(site);
    origins.push(site.origin);
  }
  return origins;
}

function levelsOf(results: CrawlResults): ReadonlyMap<number, number> {
  const nodes = results.raw(`graph/${sites[0]!.fileName}.nodes.csv`).trim().split('\n').slice(1);
  return new Map(
    nodes.map(line => line.split(',')).map(cells => [Number(cells[3]!.slice('page '.length)), Number(cells[4])]),
  );
}

test.each([1, 2, 3])(
  'site %i: levels over hosts equal a search made apart, and answers in another order change no byte',
  async seed => {
    const model = modelOf(seed);
    const [start, ...others] = await serve(model, seed);
    const settings = { scope: 'list', hosts: others } as const;
    const first = await crawl(start!, { ...settings, maxDownloads: 1 });
    expect(first.summary.finishReason).toBe('no-work');
    expect(new Map([...levelsOf(first.results)].sort(([a], [b]) => a - b))).toEqual(
      new Map([...distancesIn(model)].sort(([a], [b]) => a - b)),
    );
    for (const maxDownloads of [3, 8]) {
      const again = await crawl(start!, { ...settings, maxDownloads });
      expect(again.results.files()).toEqual(first.results.files());
    }
  },
);

test('killed again and again, and resumed, it comes to the same files', async () => {
  const [start, ...others] = await serve(modelOf(9), 9);
  const options = ['--scope', 'list', ...others.flatMap(host => ['--host', host]), '--delay', '1', '--quiet'];
  const whole = newDirectory();
  expect(await runChild('crawl', start!, ...options, '--out', whole)).toMatchObject({ exitCode: 0, stderr: '' });
  const directory = newDirectory();
  let args: readonly string[] = ['crawl', start!, ...options, '--out', directory];
  const asked = (): number => sites.reduce((sum, site) => sum + site.paths().length, 0);
  for (let kill = 0; kill < 5; kill += 1) {
    const from = asked();
    const child = startChild(...args);
    await until(() => asked() > from + 12 + 5 * kill || child.process.exitCode !== null, 60_000);
    child.process.kill('SIGKILL');
    await child.ended;
    args = ['resume', directory, '--quiet'];
  }
  expect(await runChild(...args)).toMatchObject({ exitCode: 0, stderr: '' });
  expect(new CrawlResults(directory).files()).toEqual(new CrawlResults(whole).files());
}, 120_000);
