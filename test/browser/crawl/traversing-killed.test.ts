/** Pages that are clicked through by a real browser, while product and browser are killed at moments drawn from a seed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CrawlResults, newDirectory, workFolder } from '../../crawl/crawl-run.ts';
import { runChild, until } from '../../process/crawl/child-crawl.ts';
import { type KilledChild, startToKill } from '../../process/crawl/interrupted/killed-child.ts';
import { clicked, clickedSite, clickingPages } from '../../servers/clicking-pages.ts';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { Random } from '../../simulation/world/random.ts';
import { browsersIn, livingOf } from '../adapters/living-browsers.ts';

/** `ORBWEAVER_KILLS=n`: so many in each test. */
const kills = Number(process.env['ORBWEAVER_KILLS'] ?? 5);
const longestMs = 120_000;
/** The longest time between two kills. Slices of a crawl are stored after two seconds, so some runs store none. */
const latestMs = { crawl: 5_000, page: 2_500 };
/** Browsers and their profiles are in a folder that no other test looks into. */
const tmp = { TMPDIR: workFolder };

const traversed = `/(${['growing-children', ...clicked].join('|')})$`;

let site: LoopbackSite;

beforeAll(async () => {
  const { '/growing-children': growing, '/calendar': calendar } = clickingPages();
  const links = ['growing-children', ...clicked].map(name => `<a href="/${name}">${name}</a>`);
  site = await startSite({
    ...clickedSite(),
    '/': `<title>start</title>${links.join('')}`,
    '/growing-children': growing!,
    '/calendar': calendar!,
  });
});
afterAll(() => site.close());

/** The process that was killed, and how often a run had ended before. */
interface Hunt {
  readonly random: Random;
  readonly latestMs: number;
  product: number;
  browsers: number;
  ended: number;
}

/**
 * Kills a browser of a run, and then the run, at moments that are drawn. True: the run had ended before. A button under which two
 * browsers in a row die is left alone, so a second one is spared.
 */
async function hunt(child: KilledChild, hunted: Hunt): Promise<boolean> {
  const { random, latestMs } = hunted;
  await until(() => browsersIn(workFolder).length > 0 || child.end() !== undefined, longestMs);
  for (let isSpared = false; ; ) {
    await wait(random.int(0, latestMs));
    const browsers = browsersIn(workFolder);
    if (child.end() !== undefined) return true;
    if (!isSpared && browsers.length > 0 && random.chance(0.4)) {
      isSpared = true;
      process.kill(random.pick(browsers), 'SIGKILL');
      hunted.browsers += 1;
      continue;
    }
    await child.kill();
    hunted.product += 1;
    await until(() => child.end() !== undefined, longestMs);
    await until(() => browsers.every(group => livingOf(group).length === 0), longestMs);
    return false;
  }
}

interface Run {
  readonly first: readonly string[];
  /** Goes on with a run that was killed. */
  readonly again: readonly string[];
  /** Looks at what a run has written that has ended. */
  readonly demand: () => void;
}

/** Runs that are killed until there were enough kills; each ends at some time. */
async function killedOften(latestMs: number, begin: () => Run): Promise<Hunt> {
  const hunted = { random: new Random(latestMs), latestMs, product: 0, browsers: 0, ended: 0 };
  let run = begin();
  let args = run.first;
  while (hunted.product + hunted.browsers < kills) {
    const child = startToKill('reaps', 'node', args, tmp);
    if (!(await hunt(child, hunted))) {
      args = run.again;
      continue;
    }
    expect(child.end()?.stderr).toBe('');
    run.demand();
    hunted.ended += 1;
    run = begin();
    args = run.first;
  }
  const { exitCode, stderr } = await runChild(...args);
  expect(`${exitCode} ${stderr}`).toBe('0 ');
  run.demand();
  return hunted;
}

function tell(what: string, { product, browsers, ended }: Hunt): void {
  console.log(`${what}: killed ${product} times, and its browser ${browsers} times; ${ended} runs ended before a kill`);
}

describe.skipIf(process.platform !== 'linux')('killed again and again while it clicks,', () => {
  test('a crawl writes the very files of one that was not, and asks for nothing but pages and their data', {
    timeout: kills * longestMs,
  }, async () => {
    const settings = ['--delay', '0', '--depth', '1', '--format', 'csv', '--quiet', '--traverse', traversed];
    const begin = (): Run & { readonly directory: string } => {
      const directory = newDirectory();
      return {
        directory,
        first: ['crawl', `${site.origin}/`, ...settings, '--out', directory],
        again: ['resume', directory, '--quiet'],
        demand: () => expect(new CrawlResults(directory).files()).toEqual(whole),
      };
    };
    const { first, directory } = begin();
    const { exitCode, stderr } = await runChild(...first);
    expect(`${exitCode} ${stderr}`).toBe('0 ');
    const whole = new CrawlResults(directory).files();
    const states = whole[`graph/${site.fileName}.states.json`]!;
    expect((JSON.parse(states) as unknown[]).length).toBe(clicked.length + 1);
    tell('a crawl', await killedOften(latestMs.crawl, begin));
    expect(site.asked.filter(({ method, path }) => method !== 'GET' || path.startsWith('/danger'))).toEqual([]);
  });

  test.each(['calendar', 'growing-children'])(
    'a traversal of one page finds the same addresses, in the same states: %s',
    { timeout: kills * longestMs },
    async page => {
      const begin = (): Run & { readonly directory: string } => {
        const directory = newDirectory();
        const args = ['traverse', `${site.origin}/${page}`, '--delay', '0', '--out', directory];
        return { directory, first: args, again: args, demand: () => expect(filesOf(directory)).toEqual(whole) };
      };
      const { first, directory } = begin();
      const { exitCode, stderr } = await runChild(...first);
      expect(`${exitCode} ${stderr}`).toBe('0 ');
      const whole = filesOf(directory);
      tell(page, await killedOften(latestMs.page, begin));
    },
  );
});

/** The files of a traversal with its addresses and its states. */
function filesOf(directory: string): Record<string, string> {
  const names = ['urls.jsonl', ...['json', 'gexf', 'graphml'].map(end => `graph/${site.fileName}.states.${end}`)];
  return Object.fromEntries(names.map(name => [name, readFileSync(join(directory, name), 'utf8')]));
}
