import { afterAll, beforeAll, expect, test } from 'vitest';
import { CrawlResults, newDirectory } from '../../../crawl/crawl-run.ts';
import { startLayeredSite } from '../../../crawl/layered-site.ts';
import type { LoopbackSite } from '../../../servers/loopback-site.ts';
import { runChild, until } from '../child-crawl.ts';
import { canLeaveUnreaped, type KilledChild, type Parent, startToKill, type Way } from './killed-child.ts';

/** `ORBWEAVER_KILLS=n`: so many in all. */
const kills = Number(process.env['ORBWEAVER_KILLS'] ?? 50);
/** A lease lives for 100 s and the sweeper looks after 240 s: nobody waited for either. */
const longestMs = 60_000;

if (!canLeaveUnreaped)
  console.log('This system has no parent that leaves zombies: resuming beside them is not tested.');

let site: LoopbackSite;
let whole: Record<string, string>;
const settings = ['--delay', '1', '--max-downloads', '4', '--quiet'];

beforeAll(async () => {
  site = await startLayeredSite(9, { answerAfterMs: 2 });
  const directory = newDirectory();
  const { exitCode, stderr } = await runChild('crawl', `${site.origin}/`, ...settings, '--out', directory);
  expect(`${exitCode} ${stderr}`).toBe('0 ');
  whole = new CrawlResults(directory).files();
});
afterAll(() => site.close());

/** The share of the kills; npx starts node, and takes twice as long for it. */
const ways: readonly (readonly [Way, Parent, number])[] = [
  ['node', 'reaps', 0.4],
  ['node', 'leaves zombies', 0.4],
  ['npx', 'reaps', 0.1],
  ['npx', 'leaves zombies', 0.1],
];

test.each(ways.filter(([, parent]) => canLeaveUnreaped || parent === 'reaps'))(
  'killed with its group and resumed at once, %s, under a parent that %s: every resume fetches, and the files are those of a crawl that was never killed',
  { timeout: kills * 60_000 },
  async (way, parent, share) => {
    const waits: number[] = [];
    const dead: KilledChild[] = [];
    let directory = '';
    let args: readonly string[] = [];
    const begin = (): void => {
      directory = newDirectory();
      args = ['crawl', `${site.origin}/`, ...settings, '--out', directory];
    };
    begin();
    while (waits.length < kills * share) {
      const isResume = args[0] === 'resume';
      const from = site.paths().length;
      const started = performance.now();
      const child = startToKill(parent, way, args);
      // Until it has asked for its first page, and for some more.
      await until(() => site.paths().length > from || child.end() !== undefined, longestMs);
      const waited = performance.now() - started;
      const more = from + 1 + ((waits.length * 7) % 40);
      await until(() => site.paths().length > more || child.end() !== undefined, longestMs);
      const end = child.end();
      if (end !== undefined) {
        expect(end).toEqual({ stdout: `${directory}\n`, stderr: '' });
        expect(new CrawlResults(directory).files()).toEqual(whole);
        child.bury();
        begin();
        continue;
      }
      await child.kill();
      if (isResume) waits.push(waited);
      for (const each of dead.splice(0)) each.bury();
      dead.push(child);
      args = ['resume', directory, '--quiet'];
    }
    const { exitCode, stderr } = await runChild(...args);
    for (const each of dead) each.bury();
    expect(`${exitCode} ${stderr}`).toBe('0 ');
    expect(new CrawlResults(directory).files()).toEqual(whole);
    const [median, longest] = [waits.toSorted((a, b) => a - b)[waits.length >> 1]!, Math.max(...waits)];
    console.log(
      `${way}, parent ${parent}: ${waits.length} resumes, first page after ${median.toFixed()} ms (median), ${longest.toFixed()} ms (longest)`,
    );
  },
);
