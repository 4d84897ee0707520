import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CrawlSpec } from '../../../shared/domain/spec/crawl-spec-schema.ts';
import { CrawlResults, crawl, newDirectory } from '../../crawl/crawl-run.ts';
import { runCli } from '../../process/cli/run-cli.ts';
import { startChild, until } from '../../process/crawl/child-crawl.ts';
import { csvRows } from '../../pure/results/csv-rows.ts';
import { leastGapMs } from '../../servers/arrivals.ts';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { innerPages, script, scriptedPages, twoTemplates } from '../../servers/scripted-pages.ts';
import { ownBrowsers } from '../adapters/living-browsers.ts';

let elsewhere: LoopbackSite;
let site: LoopbackSite;
const rules = { body: 'User-agent: *\nDisallow: /forbidden/', headers: { 'content-type': 'text/plain' } };

beforeAll(async () => {
  elsewhere = await startSite({ '/shared.js': script('add("/by-other-host", "other");') });
  site = await startSite({
    ...scriptedPages(elsewhere.origin),
    '/robots.txt': rules,
    '/by-other-host': '<title>o</title>',
  });
});
afterAll(async () => {
  await site.close();
  await elsewhere.close();
});

function allowed(): string {
  return new URL(elsewhere.origin).host;
}

/** Formats that show types of links. */
const formats = ['csv', 'gexf', 'graphml', 'net', 'parquet', 'xlsx', 'commoncrawl'];

/** A crawl of the site that is killed when so many more requests have reached it, and resumed at once each time. */
async function killedAndResumed(
  { origin, asked }: LoopbackSite,
  moments: readonly number[],
  ...options: readonly string[]
): Promise<CrawlResults> {
  const directory = newDirectory();
  const from = asked.length;
  const args = ['--delay', '0', '--format', 'csv', '--quiet', '--out', directory, ...options];
  let child = startChild('crawl', `${origin}/`, ...args);
  for (const more of moments) {
    await until(() => asked.length >= from + more || child.process.exitCode !== null, 60_000);
    child.process.kill('SIGKILL');
    await child.ended;
    child = startChild('resume', directory, '--quiet');
  }
  const { exitCode, stderr } = await child.ended;
  expect(`${exitCode} ${stderr}`).toBe('0 ');
  return new CrawlResults(directory);
}

describe('--render always', () => {
  test('shows pages the languages that are wanted, best first', async () => {
    const speaking = await startSite({
      '/': '<title>s</title><script>document.title = navigator.languages.join(" ") + " " + navigator.language</script>',
    });
    const { results } = await crawl(`${speaking.origin}/`, {
      render: 'always',
      acceptLanguage: 'en;q=0.3, *;q=0.1, de-AT',
    });
    expect(results.nodes()[0]!['Title']).toBe('de-AT en de-AT');
    await speaking.close();
  });

  test('takes pages as their scripts make them, and says which links are made by scripts', async () => {
    const before = [site.asked.length, elsewhere.asked.length];
    const { results, summary } = await crawl(`${site.origin}/`, {
      ...{ render: 'always', allowHosts: [allowed()], formats },
    });
    expect(summary.finishReason).toBe('no-work');
    const nodes = results.nodes();
    const paths = nodes.map(({ Url }) => Url);
    expect(paths.sort()).toEqual(
      [
        ...['/', '/after-four-seconds', '/by-other-host', '/chance', '/from-data', '/from-hanging', '/hangs'],
        ...['/inline', '/later', '/plain', '/quick', '/slow', '/went'],
      ].sort(),
    );
    expect(results.reasons()['/forbidden/by-data']).toBe('robots');
    const [root] = nodes.filter(({ Url }) => Url === '/');
    expect(root).toMatchObject({ Title: 'made by scripts', Rendering: 'rendered' });
    expect(root!['RawHash']).toMatch(/^[0-9a-f]{64}$/);
    expect(root!['RawHash']).not.toBe(root!['ContentHash']);
    expect(nodes.find(({ Url }) => Url === '/hangs')).toMatchObject({ Rendering: 'hung', RawHash: '' });

    const urls = results.nodes().map(({ Url }) => Url);
    const edges = csvRows(results.raw(`graph/${site.fileName}.edges.csv`));
    const types = Object.fromEntries(
      edges.map(({ Source, Target, Weight, LinkType }) => [
        `${urls[Number(Source)]} ${urls[Number(Target)]}`,
        `${Weight} ${LinkType}`,
      ]),
    );
    expect(types).toMatchObject({
      ...{ '/ /plain': '2 html', '/ /inline': '1 script', '/ /by-other-host': '1 script', '/plain /': '1 html' },
      ...{ '/inline /from-data': '1 script', '/later /went': '1 script', '/hangs /from-hanging': '1 html' },
    });
    expect(results.external().map(({ LinkType }) => LinkType)).toEqual(['script']);
    for (const name of [`${site.fileName}.gexf`, `${site.fileName}.graphml`])
      expect(results.raw(`graph/${name}`)).toContain('script');

    // Each part once, however many pages use it, and nothing that robots.txt forbids.
    const asked = site.asked.slice(before[0]).map(({ path }) => path);
    for (const once of ['/site.js', '/data.json', '/robots.txt', '/', '/plain'])
      expect([once, asked.filter(path => path === once).length]).toEqual([once, 1]);
    expect(asked.filter(path => path.startsWith('/forbidden'))).toEqual([]);
    expect(elsewhere.asked.slice(before[1]).map(({ path }) => path)).toEqual(['/robots.txt', '/shared.js']);
    const parts = csvRows(results.raw('logs/parts.csv'));
    expect(parts.find(({ address }) => address === `${site.origin}/data.json`)).toMatchObject({
      ...{ page: `${site.origin}/inline`, kind: 'data', status: '200' },
    });
  });

  test('gives the same bytes twice, and when it was killed and resumed', async () => {
    const whole = await crawl(`${site.origin}/`, { render: 'always', allowHosts: [allowed()] });
    const again = await crawl(`${site.origin}/`, { render: 'always', allowHosts: [allowed()] });
    expect(again.results.files()).toEqual(whole.results.files());
    const from = site.asked.length;
    const killed = await killedAndResumed(site, [4, 7, 12, 16], '--render', 'always', '--allow-host', allowed());
    expect(killed.files()).toEqual(whole.results.files());
    const asked = site.asked.slice(from).map(({ path }) => path);
    expect(asked.filter(path => path === '/data.json')).toHaveLength(1);
  });

  test.skipIf(process.platform !== 'linux')('gives the same bytes when its browsers are killed', async () => {
    const killed: string[] = [];
    let isHunting = false;
    const other = await startSite(
      { ...scriptedPages(elsewhere.origin), '/hangs': '<title>calm</title>' },
      {
        onAsked: ({ path }) => {
          if (!isHunting || !['/site.js', '/data.json', '/slow-data'].includes(path)) return;
          for (const pid of ownBrowsers()) process.kill(pid, 'SIGKILL');
          killed.push(path);
        },
      },
    );
    const settings: CrawlSpec = { render: 'always', allowHosts: [allowed()] };
    const whole = await crawl(`${other.origin}/`, settings);
    isHunting = true;
    const hunted = await crawl(`${other.origin}/`, settings);
    await other.close();
    // Once each: a page that is loaded again is given what was recorded.
    expect(killed.sort()).toEqual(['/data.json', '/site.js', '/slow-data']);
    expect(hunted.results.files()).toEqual(whole.results.files());
  });

  test('keeps the delay between all requests to a host, whoever makes them', async () => {
    const delayMs = 300;
    const from = [site.asked.length, elsewhere.asked.length];
    await crawl(`${site.origin}/`, { render: 'always', allowHosts: [allowed()], delayMs, limit: 5 });
    for (const [index, host] of [site, elsewhere].entries()) {
      const asked = host.asked.slice(from[index]);
      expect(asked.length).toBeGreaterThan(1);
      expect(leastGapMs(asked, 250)).toBeGreaterThanOrEqual(delayMs);
    }
  });
});

describe('what is in a page and not in its document', () => {
  test('shadow trees tell pages apart, and links in them and in frames of the site are links of the page', async () => {
    const other = await startSite({ '/framed': '<a href="/x">x</a>' });
    const inner = await startSite(innerPages(other.origin));
    const once = async () => await crawl(`${inner.origin}/`, { render: 'always', delayMs: 0, formats: ['csv'] });
    const { results } = await once();
    const bombs = inner.paths().filter(path => path.startsWith('/bomb/'));
    const again = await once();
    await Promise.all([inner.close(), other.close()]);
    const nodes = results.nodes().map(({ Url }) => Url);
    expect([...nodes].sort()).toEqual(
      [
        ...['/', '/closed/1', '/frames', '/from-closed', '/from-frame', '/from-open', '/from-script-of-frame'],
        ...['/from-srcdoc', '/from-written', '/open/1'],
      ].sort(),
    );
    const edges = `graph/${inner.fileName}.edges.csv`;
    const links = csvRows(results.raw(edges)).map(
      ({ Source, Target, LinkType }) => `${nodes[Number(Source)]} ${nodes[Number(Target)]} ${LinkType}`,
    );
    expect(links).toEqual(
      expect.arrayContaining(['/ /open/1 script', '/ /closed/1 script', '/frames /from-frame script']),
    );
    // Frames of other origins are not entered, and of many frames twenty are.
    expect(other.asked).toEqual([]);
    expect(bombs).toHaveLength(19);
    for (const name of [edges, `graph/${inner.fileName}.nodes.csv`])
      expect(again.results.raw(name)).toBe(results.raw(name));
  });
});

describe('--render auto', () => {
  test('loads three pages of a template, and all later ones where scripts bring links', async () => {
    const mixed = await startSite(twoTemplates());
    const whole = await crawl(`${mixed.origin}/`, { render: 'auto' });
    const renderings = Object.fromEntries(whole.results.nodes().map(({ Url, Rendering }) => [Url, Rendering]));
    const of = (folder: string): (string | undefined)[] =>
      Object.keys(renderings)
        .filter(url => url.startsWith(folder))
        .map(url => renderings[url]);
    expect(of('/list/')).toEqual(new Array(30).fill('rendered'));
    expect(of('/plain/')).toEqual(new Array(40).fill(''));
    const sampled = readdirSync(join(whole.directory, 'state/samples/1')).map(name => name.slice(-2));
    // Three pages without links of their own, and the start page, whose template has this one page; one of each list.
    expect(sampled.filter(end => end === '-1')).toHaveLength(1);
    const drawn = sampled.filter(end => end === '-0').length - 4;
    expect([drawn >= 0, drawn <= 3]).toEqual([true, true]);

    const killed = await killedAndResumed(mixed, [3, 9, 20], '--render', 'auto');
    expect(killed.files()).toEqual(whole.results.files());
    await mixed.close();
  });
});

describe('two sites whose pages need scripts of each other', () => {
  test('come to an end, each host under its own token', async () => {
    const origins: string[] = [];
    const pagesOf = (other: () => string) => ({
      '*': ({ path }: { readonly path: string }) => {
        if (path === '/robots.txt') return { status: 404 };
        if (path.endsWith('.js')) return script(`document.write('<a href="/seen${path.slice(1, -3)}">s</a>')`);
        const next = Number(path.slice(1)) + 1;
        return !(next <= 4)
          ? `<title>${path}</title>`
          : `<title>${path}</title><a href="/${next}">next</a><script src="${other()}/${next}.js"></script>`;
      },
    });
    const two = [await startSite(pagesOf(() => origins[1]!)), await startSite(pagesOf(() => origins[0]!))];
    origins.push(...two.map(({ origin }) => origin));
    const delayMs = 300;
    const { summary, results } = await crawl(
      two.map(({ origin }) => `${origin}/0`),
      { render: 'always', delayMs },
    );
    expect(summary.finishReason).toBe('no-work');
    for (const { asked, fileName } of two) {
      expect(results.nodes(fileName)).toHaveLength(9);
      expect(leastGapMs(asked, 250)).toBeGreaterThanOrEqual(delayMs);
    }
    for (const each of two) await each.close();
  });
});

describe('without --render', () => {
  /** Addresses of all modules that a crawl has loaded, on all its threads. */
  async function modulesOf(
    ...options: readonly string[]
  ): Promise<{ readonly urls: string[]; readonly directory: string }> {
    const directory = newDirectory();
    const coverage = newDirectory();
    // The files one by one: a bundle hides them.
    const env = {
      ORBWEAVER_STATE: String(process.env['ORBWEAVER_STATE']),
      ORBWEAVER_BUNDLE: 'off',
      NODE_V8_COVERAGE: coverage,
    };
    const args = ['crawl', `${site.origin}/chance`, '--delay', '0', '--quiet', '--out', directory, ...options];
    const { exitCode, stderr } = await runCli(args, { env });
    expect(`${exitCode} ${stderr}`).toBe('0 ');
    const urls = readdirSync(coverage).flatMap(name => {
      const { result } = JSON.parse(readFileSync(join(coverage, name), 'utf8')) as { result: { url: string }[] };
      return result.map(({ url }) => url);
    });
    return { urls, directory };
  }

  test('nothing of the browser is loaded, and the files have no columns of it', async () => {
    const ofBrowser = (url: string): boolean => /puppeteer|sparticuz|adapters\/browser/.test(url);
    const { urls, directory } = await modulesOf();
    expect(urls.some(url => url.includes('fetch-turn.ts'))).toBe(true);
    expect(urls.filter(ofBrowser)).toEqual([]);
    expect(new CrawlResults(directory).raw(`graph/${site.fileName}.edges.csv`)).toBe('Source,Target,Type,Weight\n');
    expect(existsSync(join(directory, 'logs/parts.csv'))).toBe(false);
    expect((await modulesOf('--render', 'always')).urls.filter(ofBrowser)).not.toEqual([]);
  });
});
