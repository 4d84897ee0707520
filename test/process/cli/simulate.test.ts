import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSequences } from '../../../functions/embedded/simulate/read-sequences.ts';
import { replay } from '../../../shared/wings/sets/simulate/replay.ts';
import { begin, crawl, newDirectory, workFolder } from '../../crawl/crawl-run.ts';
import { startLayeredSite } from '../../crawl/layered-site.ts';
import { csvRows } from '../../pure/results/csv-rows.ts';
import { type LoopbackSite, type Pages, startSite } from '../../servers/loopback-site.ts';
import { type CliRun, runCli } from './run-cli.ts';

/** A chain of pages, each with so many external links that are new on its site, and one that is not. */
function chain(name: string, rewards: readonly number[]): Pages {
  const links = (page: number): string[] => [
    ...Array.from({ length: rewards[page]! }, (_, link) => `https://${name}.example/${page}-${link}`),
    ...(page > 0 && rewards[0]! > 0 ? [`https://${name}.example/0-0`] : []),
    ...(page + 1 < rewards.length ? [`/${page + 1}`] : []),
  ];
  const pages = rewards.map((_, page): [string, string] => [
    page === 0 ? '/' : `/${page}`,
    `<title>${name} ${page}</title>${links(page)
      .map(url => `<a href="${url}">x</a>`)
      .join('')}`,
  ]);
  return Object.fromEntries(pages);
}

let sites: readonly LoopbackSite[];
let directories: readonly string[];

beforeAll(async () => {
  sites = [
    await startSite(chain('a', [5, 0, 1, 0])),
    await startSite(chain('b', [2, 2, 2])),
    await startSite(chain('c', [0, 9])),
  ];
  const [a, b, c] = sites.map(({ origin }) => `${origin}/`);
  const first = await crawl([a!, b!]);
  const second = await crawl(c!);
  directories = [first.directory, second.directory];
});

afterAll(async () => {
  for (const site of sites) await site.close();
});

async function simulate(...args: string[]): Promise<CliRun> {
  return await runCli(['simulate', ...args], { cwd: workFolder, env: { ORBWEAVER_STATE: join(workFolder, 'state') } });
}

async function faultsOf(...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await simulate(...args);
  expect([exitCode, stdout]).toEqual([4, '']);
  return stderr;
}

const textbook = ['--gittins-n', '1', '--ucb-m', '1'];

test('replays finished crawls as one target set, without asking for anything', async () => {
  const before = sites.map(({ asked }) => asked.length);
  const { exitCode, stdout, stderr } = await simulate(
    ...directories,
    ...['--rules', 'equal,gittins,ucb1,sequential', '--budgets', '7,3', '--json'],
    ...textbook,
  );
  expect(`${exitCode} ${stderr}`).toBe('0 ');
  expect(sites.map(({ asked }) => asked.length)).toEqual(before);
  const { sites: found, budgets } = JSON.parse(stdout);
  expect(found).toMatchObject([
    { directory: directories[0], site: 1, origin: sites[0]!.origin, status: 'no-work', pages: 4, links: 6 },
    { directory: directories[0], site: 2, origin: sites[1]!.origin, pages: 3, links: 6 },
    { directory: directories[1], site: 1, origin: sites[2]!.origin, pages: 2, links: 9 },
  ]);
  // The traces of rules.test.ts: 1 2 3 by R1, R2 and R3; 1122331, 1231112 and 1231231; 1111222.
  expect(budgets).toMatchObject([
    {
      budget: 3,
      optimum: 14,
      rules: [
        { rule: 'sequential', pages: 3, links: 6 },
        { rule: 'equal', pages: 3, links: 7 },
        { rule: 'gittins', pages: 3, links: 7 },
        { rule: 'ucb1', pages: 3, links: 7 },
      ],
    },
    {
      budget: 7,
      optimum: 20,
      rules: [
        { rule: 'sequential', pages: 7, links: 12, ofOptimum: 12 / 20, ofClassics: 12 / 19 },
        { rule: 'equal', pages: 7, links: 19 },
        { rule: 'gittins', pages: 7, links: 10 },
        { rule: 'ucb1', pages: 7, links: 19, ofClassics: 1 },
      ],
    },
  ]);
});

const rules = ['adaptive', 'sequential', 'equal', 'gittins', 'ucb1'] as const;
const ways = [
  { gittinsN: 1, ucbM: 1, grant: 1, inFlight: 1 },
  { gittinsN: 2, ucbM: 1, grant: 2, inFlight: 3 },
];

test.each(rules.flatMap(rule => ways.map(options => [rule, options] as const)))(
  'a crawl by %s with %j makes the choices of its replay',
  async (rule, ruleOptions) => {
    const { directory } = await crawl(
      sites.map(({ origin }) => `${origin}/`),
      { rule, ruleOptions, limit: 7 },
    );
    const rows = csvRows(readFileSync(join(directory, 'reports', 'choices.csv'), 'utf8'));
    const crawled = rows.map(({ Site, Pages, Reward }) => [Site, Pages, Reward].map(Number));
    const options = { quantumSeconds: 60, ...ruleOptions };
    const sequences = [
      [5, 0, 1, 0],
      [2, 2, 2],
      [0, 9],
    ];
    const { choices } = replay(sequences, { rule, options, budget: 7 });
    const replayed = choices.map(({ site, from, to }) => {
      const rewards = sequences[site - 1]!.slice(from, to);
      return [site, rewards.length, rewards.reduce((sum, reward) => sum + reward, 0)];
    });
    expect(crawled).toEqual(replayed);
  },
);

describe('orders of pages', () => {
  /** Folders of pages with external links and without, and what another site has: redirects and double contents. */
  function folders(): Pages {
    const names = ['news', 'docs', 'links', 'people'];
    const page = (title: string, links: readonly string[]): string =>
      `<title>${title}</title>${links.map(url => `<a href="${url}">${url}</a>`).join('')}`;
    const indexes = names.map((name, at): [string, string] => [
      `/${name}/`,
      page(name, [
        ...Array.from({ length: 12 }, (_, n) => `/${name}/${n}`),
        ...(at < 3 ? [`/${names[at + 1]!}/`] : []),
      ]),
    ]);
    const leaves = names.flatMap((name, at) =>
      Array.from({ length: 12 }, (_, n): [string, string] => [
        `/${name}/${n}`,
        page(`${name} ${n}`, [
          `/${name}/${(n + 1) % 12}`,
          ...Array.from(
            { length: at === 2 ? 6 : n % 3 === 0 ? 1 : 0 },
            (_x, link) => `https://${name}.example/${n % 9}-${link}`,
          ),
        ]),
      ]),
    );
    return Object.fromEntries([['/', page('start', ['/news/', '/docs/'])], ...indexes, ...leaves]);
  }

  let learnt: string;
  let plain: string;
  let several: LoopbackSite;

  beforeAll(async () => {
    several = await startSite(folders());
    const ruleOptions = { grant: 10, inFlight: 1 };
    learnt = (await crawl(`${several.origin}/`, { order: 'links', limit: 1_000, ruleOptions })).directory;
    plain = (await crawl(`${several.origin}/`)).directory;
  });
  afterAll(() => several.close());

  test('of a crawl in the learnt order give what crawls in these orders gave', async () => {
    const [asItCame] = await readSequences(learnt);
    const [breadthFirst] = await readSequences(plain);
    const [both] = await readSequences(learnt, 'links');
    expect(asItCame!.rewards).not.toEqual(breadthFirst!.rewards);
    expect(both!.asRead).toEqual(asItCame!.rewards);
    expect(both!.rewards).toEqual(breadthFirst!.rewards);
    const [other] = await readSequences(learnt, 'breadth-first');
    expect(other!.asRead).toEqual(breadthFirst!.rewards);
    expect((await readSequences(plain, 'breadth-first'))[0]!.asRead).toEqual(breadthFirst!.rewards);
  });

  test('count each page once, behind redirects and with double contents', async () => {
    const layered = await startLayeredSite(3);
    const { directory } = await crawl(`${layered.origin}/`, { order: 'links', limit: 1_000 });
    await layered.close();
    const [asItCame] = await readSequences(directory);
    const [read] = await readSequences(directory, 'links');
    const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0);
    for (const sequence of [read!.rewards, read!.asRead]) {
      expect(sequence.length).toBe(asItCame!.rewards.length);
      expect(sum(sequence)).toBe(sum(asItCame!.rewards));
    }
  });

  test('are compared with the breadth-first optimum by --order links', async () => {
    const args = ['--rules', 'adaptive', '--budgets', '30'];
    const { exitCode, stdout, stderr } = await simulate(learnt, ...args, '--order', 'links', '--json');
    expect(`${exitCode} ${stderr}`).toBe('0 ');
    const ordered = JSON.parse(stdout);
    const plainly = JSON.parse((await simulate(plain, ...args, '--json')).stdout);
    expect(ordered.budgets[0].optimum).toBe(plainly.budgets[0].optimum);
    const asRead = (await readSequences(learnt, 'links'))[0]!.asRead;
    expect(ordered.budgets[0].rules[0].links).toBe(asRead.slice(0, 30).reduce((sum, each) => sum + each, 0));
    expect(ordered.notes).toContainEqual(expect.stringContaining('learnt order'));
  });

  test('are refused where a crawl has no features of links, and by another name', async () => {
    expect(await faultsOf(plain, '--order', 'links')).toMatch(/allowed is a crawl with --order links\.\n$/);
    expect(await faultsOf(learnt, '--order', 'depth')).toContain(
      '--order: "depth" is refused; allowed are breadth-first, links.',
    );
  });
});

test('prints a table per budget and a plot, and draws an SVG', async () => {
  const file = join(workFolder, 'links.svg');
  const args = ['--rules', 'quantum,ucb1', '--budgets', '7', '--quantum', '2', '--plot', file];
  const { exitCode, stdout } = await simulate(...directories, ...args, ...textbook);
  expect(exitCode).toBe(0);
  expect(stdout.split('\n').slice(0, 7)).toEqual([
    '3 sites, 9 pages, 21 external addresses.',
    'Note: no clock runs: a quantum of 2 s is 2 pages.',
    '',
    'Budget of 7 pages: 20 links at most, with hindsight.',
    'Rule     Pages  Links  Of optimum  Of best R1-R3',
    'quantum      7     19       0.950          1.000',
    'ucb1         7     19       0.950          1.000',
  ]);
  expect(stdout).toContain('* optimum, q quantum, u ucb1\n');
  expect(readFileSync(file, 'utf8')).toMatch(/^<svg .*<\/svg>\n$/s);
});

test('says of a crawl that was cut short that no rule gets more of it', async () => {
  const { directory } = await crawl(`${sites[0]!.origin}/`, { limit: 2 });
  const { stdout } = await simulate(directory, '--rules', 'ucb1');
  expect(stdout).toContain(
    `Note: ${sites[0]!.origin} ended by page-budget after 2 pages (${directory}): no rule gets more of it.\n`,
  );
  expect(stdout).toContain('\nucb1      2      5       1.000          1.000\n');
});

test('refuses rules and budgets that it does not know, all of them at once', async () => {
  const names = 'adaptive, sequential, quantum, equal, gittins, ucb1';
  const allowed = 'allowed are whole numbers of pages from 1 to 1000000000, for example 500,2000.';
  expect(await faultsOf(directories[0]!, '--rules', 'ucb,best', '--budgets', '500,many,0')).toBe(
    [
      `orbweaver: --rules: "ucb" is not known (did you mean ucb1?); allowed are ${names}.`,
      `orbweaver: --rules: "best" is not known; allowed are ${names}.`,
      `orbweaver: --budgets: "many" is refused; ${allowed}`,
      `orbweaver: --budgets: "0" is refused; ${allowed}\n`,
    ].join('\n'),
  );
  expect(await faultsOf(directories[0]!, '--rules', '', '--budgets', ',')).toBe(
    `orbweaver: --rules: "" is refused; allowed are ${names}.\norbweaver: --budgets: "," is refused; ${allowed}\n`,
  );
  expect(await faultsOf(directories[0]!, '--gittins-n', '0')).toContain('orbweaver: --gittins-n: 0 is refused;');
  expect(await faultsOf(directories[0]!, '--plot', 'links.png')).toContain(
    'orbweaver: --plot: "links.png" is refused; allowed is a file that ends in .svg',
  );
});

test('refuses directories without a finished crawl, and makes nothing there', async () => {
  const nothing =
    'holds no crawl and no watch; allowed is a directory that orbweaver crawl or orbweaver watch has written.';
  expect(await faultsOf('nowhere')).toBe(`orbweaver: nowhere ${nothing}\n`);
  mkdirSync(join(workFolder, 'empty'));
  expect(await faultsOf(directories[0]!, 'empty')).toBe(`orbweaver: empty ${nothing}\n`);
  expect([existsSync(join(workFolder, 'nowhere')), readdirSync(join(workFolder, 'empty'))]).toEqual([false, []]);
  mkdirSync(join(workFolder, 'other'));
  writeFileSync(join(workFolder, 'other', 'crawl.db'), 'not a database, but long enough to be read as the head of one');
  expect(await faultsOf('other')).toBe(
    'orbweaver: other/crawl.db is damaged (SQLITE_NOTADB); put back a copy of it, or crawl anew.\n',
  );
});

test('refuses a directory that is given twice, whatever way it is written', async () => {
  const [first] = directories as [string];
  expect(await faultsOf(first, `${first}/../${basename(first)}/`)).toBe(
    `orbweaver: ${first}/../${basename(first)}/ is given twice; allowed is each directory once, for its sites would count twice.\n`,
  );
});

test('refuses a crawl that has not ended', async () => {
  const directory = newDirectory();
  const running = await begin(directory, `${sites[0]!.origin}/`);
  running.stopNow();
  await running.run();
  expect(await faultsOf(directory)).toBe(
    `orbweaver: ${directory} is not finished, so it cannot be replayed; wait for it, or go on by: orbweaver resume ${directory}\n`,
  );
});

test('says which pages cannot be read', async () => {
  const { directory } = await crawl(`${sites[1]!.origin}/`);
  rmSync(join(directory, 'state', 'segments', '1', '1'));
  expect(await faultsOf(directory)).toMatch(
    `orbweaver: ${directory}: the pages of ${sites[1]!.origin} cannot be read: segments/1/1 (${join(directory, 'state', 'segments', '1', '1')} is missing)`,
  );
});

test('says why the plot cannot be written', async () => {
  const { exitCode, stderr } = await simulate(directories[0]!, '--rules', 'ucb1', '--plot', 'no/such/folder/x.svg');
  expect(exitCode).toBe(4);
  expect(stderr).toMatch(/^orbweaver: --plot: no\/such\/folder\/x\.svg cannot be written \(ENOENT/);
});
