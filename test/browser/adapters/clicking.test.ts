import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PageRunOptions, PageRuns } from '../../../bench/traverse/page-runs.ts';
import { clickingPages, listPage } from '../../servers/clicking-pages.ts';
import { frameworkPages, frameworks } from '../../servers/framework-pages.ts';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { type NamedRun, namedRun } from './named-run.ts';

let site: LoopbackSite;
let runs: PageRuns;

beforeAll(async () => {
  site = await startSite({
    ...clickingPages(),
    ...frameworkPages(),
    '/changing-root': ({ nth }) =>
      `<!doctype html><button onclick="out.innerHTML = '<a href=/found/hidden>x</a>'">show</button>
       <a href="/version/${nth}">v</a><p id=out></p><button onclick="out.innerHTML = ''">hide</button>`,
    '*': ({ path }) => (path.startsWith('/api') ? listPage(path) : { status: 404 }),
  });
  runs = await PageRuns.open(`${site.origin}/`);
});
afterAll(async () => {
  await runs.close();
  await site.close();
});

const run = async (path: string, options?: PageRunOptions): Promise<NamedRun> =>
  await namedRun(runs, `${site.origin}${path}`, options);

describe('the situations of the article', () => {
  test('a calendar is read whole, by its arrow and a press beside it', async () => {
    const { named, clicks } = await run('/calendar');
    expect([named.length, clicks <= 60]).toEqual([25 * 28, true]);
  });

  test('a handler that changes after ten seconds gives what it did before and after', async () => {
    expect((await run('/changes-late')).named).toEqual(['early', 'late']);
    expect((await run('/appears-late')).named).toEqual(['late']);
  });

  test('a root that differs at each load is asked for once where answers are recorded', async () => {
    const recorded = await run('/changing-root');
    expect([recorded.named, recorded.requests]).toEqual([['hidden'], 2]);
    const anew = await run('/changing-root', { isRecorded: false });
    expect([anew.named, anew.requests > 2, anew.ended, anew.clicks <= 60]).toEqual([['hidden'], true, 'done', true]);
  });

  test.each(frameworks)('finds what %s delegates', async framework => {
    const { named, ended } = await run(`/${framework}`);
    expect([named, ended]).toEqual([['1', '2', '3'], 'done']);
  });

  test('a page that routes by itself is followed without leaving it', async () => {
    const before = site.asked.length;
    expect((await run('/router')).named).toEqual(['about', 'deep', 'end', 'home']);
    expect(site.asked.slice(before).map(({ path }) => path)).toEqual(['/robots.txt', '/router']);
  });

  test('frames are noted, also where they have no document; what stands in the page itself is read', async () => {
    expect((await run('/frames')).named).toEqual(['frame', 'made', 'srcdoc']);
  });

  test.each([
    ['/virtualized', 500],
    ['/virtualized-page', 500],
    ['/sentinel', 60],
  ])('a list that shows what is scrolled to is read whole: %s', async (path, count) => {
    expect((await run(path)).named).toHaveLength(count);
  });

  test('each option of a list is chosen', async () => {
    expect((await run('/options')).named).toEqual(expect.arrayContaining(['one', 'two']));
  });

  test.each(['/calendar', '/accordion', '/history', '/react', '/virtualized', '/sentinel', '/spontaneous', '/listed'])(
    'two traversals press the same: %s',
    async path => {
      const [first, second] = [await run(path), await run(path)];
      expect([second.trace, second.found]).toEqual([first.trace, first.found]);
    },
  );
});
