import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PageRuns } from '../../../bench/traverse/page-runs.ts';
import { buttonKindPages, buttonKinds } from '../../servers/button-kinds.ts';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { namedRun } from './named-run.ts';

let site: LoopbackSite;
let runs: PageRuns;

beforeAll(async () => {
  site = await startSite({ ...buttonKindPages(), '*': { status: 404 } });
  runs = await PageRuns.open(`${site.origin}/`);
});
afterAll(async () => {
  await runs.close();
  await site.close();
});

describe('what is pressed', () => {
  test.each(Object.entries(buttonKinds))('%s', async (name, { found, refused = {} }) => {
    const { named, ended, refused: denied } = await namedRun(runs, `${site.origin}/${name}`);
    expect([named, ended]).toEqual([found, 'done']);
    for (const [kind, least] of Object.entries(refused)) expect(denied[kind]).toBeGreaterThanOrEqual(least);
  });

  test('two traversals press the same, with frames and shadow trees', async () => {
    for (const name of ['frame-nested', 'frame-set', 'shadow-root', 'history-by-tag', 'hash-bang']) {
      const [first, second] = [
        await namedRun(runs, `${site.origin}/${name}`),
        await namedRun(runs, `${site.origin}/${name}`),
      ];
      expect([second.trace, second.found], name).toEqual([first.trace, first.found]);
    }
  });

  test('nothing is sent but GET, nothing that is pressed is left for, and nobody is logged out', async () => {
    await namedRun(runs, `${site.origin}/link-post`);
    await namedRun(runs, `${site.origin}/link-leaves`);
    await namedRun(runs, `${site.origin}/frame-goes`);
    const asked = site.asked.map(({ method, path }) => `${method} ${path}`);
    expect(asked.filter(each => !each.startsWith('GET') || /danger|found\/(left|gone|opened)/.test(each))).toEqual([]);
  });
});
