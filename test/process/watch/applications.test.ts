/** Applications of a person's own, from the command line: with tables, extending the rules, and doing harm. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli } from '../cli/run-cli.ts';
import { type ChangingSource, serveChangingSource } from './changing-source.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-applications-'));
const env = { ORBWEAVER_STATE: join(folder, 'user') };
const directory = join(folder, 'watch');
const config = join(folder, 'watch.yaml');
const modules = ['prices', 'harmful'].map(name => join(folder, `${name}.ts`));
let source: ChangingSource;

const rules = {
  types: [
    {
      name: 'story',
      match: "//div[@class='story-text']",
      fields: { text: "//div[@class='story-text']", price: "//span[@class='price']" },
    },
  ],
};

beforeAll(async () => {
  source = await serveChangingSource();
  // As a person has them: somewhere outside of the program.
  for (const [index, file] of ['test/plugins/prices.ts', 'test/process/watch/harmful-applications.ts'].entries())
    copyFileSync(file, modules[index]!);
  writeFileSync(config, JSON.stringify({ delayMs: 0, sites: [{ url: source.url, rules }] }));
});

afterAll(async () => {
  await source.close();
  rmSync(folder, { recursive: true, force: true });
});

const cli = async (...args: readonly string[]) => await runCli(args, { env });

async function visit(...options: readonly string[]) {
  const run = await cli('watch', 'run', directory, '--once', '--quiet', ...options);
  expect(run).toMatchObject({ exitCode: 0, stdout: `${directory}\n` });
  return run;
}

async function jsonl(...args: readonly string[]) {
  const { stdout, stderr } = await cli('publications', directory, '--format', 'jsonl', ...args);
  expect(stderr).toBe('');
  return stdout
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Record<string, unknown>);
}

async function listed() {
  const { stdout } = await cli('watch', 'applications', 'list', directory, '--json');
  return JSON.parse(stdout) as {
    sources: { applications: { name: string; state: string; failures?: object }[] }[];
    marks: { application: string; address: string; reason: string; detail: string }[];
  };
}

const storyOf = (address: unknown): number => Number(/(\d+)\.html$/.exec(String(address))?.[1]);

describe('applications of a watch', () => {
  test('give records and publications; each that does harm costs its page and nothing else', async () => {
    source.publish(12);
    const made = await cli('watch', 'new', directory, '--config', config, '--applications', ...modules, '--quiet');
    expect(made).toMatchObject({ exitCode: 0, stdout: `${directory}\n` });
    await visit();
    const prices = await jsonl('--application', 'prices');
    expect(prices.map(({ story }) => story).toSorted((a, b) => Number(a) - Number(b))).toEqual([
      ...source.texts.keys(),
    ]);
    for (const { address, story, price, currency, publication, version, application } of prices)
      expect([storyOf(address), price, currency, version, application, typeof publication]).toEqual([
        ...[story, Number(story) + 0.5, 'EUR', 1, 'prices', 'number'],
      ]);
    const stories = await jsonl();
    expect(stories.length).toBe(12);
    for (const { application, title, section, url } of stories)
      expect([application, title, section]).toEqual([
        ...['stories', `Story number ${storyOf(url)} for ${storyOf(url)}.50`, 'Stories'],
      ]);
    const { marks, sources } = await listed();
    expect(marks.map(each => [each.application, storyOf(each.address), each.reason])).toEqual([
      ['eats', 4, 'memory-limit'],
      ['exits', 6, 'ended'],
      ['fills', 5, 'memory-limit'],
      ['loops', 3, 'time-limit'],
      ['misfits', 8, 'bad-records'],
      ['recurses', 7, 'threw'],
      ['throws', 2, 'threw'],
    ]);
    expect(sources[0]!.applications.map(({ name, state }) => `${name} ${state}`)).toEqual([
      ...['stories on', 'grabber on', 'readability on', 'prices on', 'throws on', 'loops on', 'eats on'],
      ...['fills on', 'exits on', 'recurses on', 'misfits on'],
    ]);
    for (const { application } of marks) expect((await jsonl('--application', application)).length).toBe(11);
  });

  test('are in tables of their own, and what accepted keeps is kept once', async () => {
    source.publish(3);
    await visit();
    const db = new DatabaseSync(join(directory, 'watch.db'), { readOnly: true });
    try {
      const row = db.prepare('SELECT count(*) AS count, sum(price) AS sum, max(batch) AS batch FROM app_prices').get();
      expect(row).toEqual({ count: 15, sum: (15 * 16) / 2 + 7.5, batch: 2 });
      const kept = db.prepare("SELECT value FROM application_values WHERE application = 'prices'").get();
      expect(kept).toEqual({ value: String((15 * 16) / 2 + 7.5) });
    } finally {
      db.close();
    }
  });

  test('that are switched off read nothing until they are switched on', async () => {
    const off = await cli('watch', 'applications', 'off', directory, 'prices', 'stories');
    expect(off.stdout).toContain('Source 1 is read by grabber, readability, throws');
    source.publish(1);
    await visit();
    expect((await jsonl('--application', 'prices')).length).toBe(15);
    expect((await jsonl())[0]).toMatchObject({ application: 'grabber', title: 'Story number 16' });
    expect((await cli('watch', 'applications', 'on', directory, 'prices')).stdout).toContain(
      'grabber, readability, prices, throws',
    );
    source.publish(1);
    await visit();
    expect((await jsonl('--application', 'prices')).map(({ story }) => story)).toContain(17);
    const unknown = await cli('watch', 'applications', 'on', directory, 'price');
    expect(unknown).toMatchObject({ exitCode: 4 });
    expect(unknown.stderr).toContain('"price" is not known; allowed is grabber, readability, prices, stories');
  });

  test('that die again and again are switched off, until other code or a person comes', async () => {
    const dying =
      "export const applications = [{ name: 'dies', columns: { n: 'integer' }, extract: () => process.exit(3) }];";
    const module = join(folder, 'dying.js');
    writeFileSync(module, dying);
    const other = join(folder, 'dying');
    expect(
      await cli('watch', 'new', other, '--source', source.url, '--delay', '0', '--applications', module, '--quiet'),
    ).toMatchObject({ exitCode: 0 });
    await cli('watch', 'run', other, '--once', '--quiet');
    const { stdout } = await cli('watch', 'status', other);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('failed at 5 pages (5 ended). SWITCHED OFF since');
    expect(stdout).toContain(`${source.texts.size} publications`);
    writeFileSync(module, dying.replace('process.exit(3)', '({ n: 1 })'));
    source.publish(1);
    expect(await cli('watch', 'run', other, '--once', '--quiet')).toMatchObject({ exitCode: 4 });
    expect(await cli('watch', 'run', other, '--once', '--quiet', '--plugin', module)).toMatchObject({ exitCode: 0 });
    const records = (await cli('publications', other, '--application', 'dies', '--format', 'csv')).stdout;
    expect(records.trim().split('\n').length).toBe(2);
  });
});

describe('a module is refused in one sentence', () => {
  test.each([
    [
      '[{ name: "Prices", columns: { a: "text" }, extract() {} }]',
      'applications[0].name: "Prices" is refused; allowed is a name',
    ],
    [
      '[{ name: "grabber", columns: { a: "text" }, extract() {} }]',
      '"grabber" is the name of what comes with the program',
    ],
    [
      '[{ name: "a", columns: { a: "number" }, extract() {} }]',
      'columns.a: "number" is refused; allowed are text, real, integer',
    ],
    ['[{ name: "a", columns: { address: "text" }, extract() {} }]', '"address" is a column of every application'],
    ['[{ name: "a", columns: {}, extract() {} }]', 'columns: 0 is refused; allowed is an object of 1 to 100 columns'],
    ['[{ name: "a", columns: { a: "text" } }]', 'extract: a missing value is refused; allowed is a function'],
    ['[{ name: "a", columns: { a: "text" }, extract() {}, accept() {} }]', '"accept" is no part of an application'],
    ['[{ name: "a", extends: "traverse" }]', 'extends: "traverse" is refused; allowed are grabber, readability'],
    [
      '[1, 2].map(() => ({ name: "a", columns: { a: "text" }, extract() {} }))',
      'applications[1].name: "a" is there twice',
    ],
    ['{}', 'applications: {} is refused; allowed is a list of applications'],
  ])('%s', async (list, sentence) => {
    const module = join(folder, `refused-${Math.random()}.js`);
    writeFileSync(module, `export const applications = ${list};`);
    const made = await cli('watch', 'new', join(folder, 'refused'), '--source', source.url, '--applications', module);
    expect(made.exitCode).toBe(4);
    expect(made.stderr).toContain(sentence);
    expect(made.stderr.trim().split('\n').length).toBe(1);
  });

  test('also where a source names what no module has', async () => {
    const file = join(folder, 'unknown.yaml');
    writeFileSync(file, JSON.stringify({ sites: [{ url: source.url, applications: ['grabber', 'prizes'] }] }));
    const made = await cli('watch', 'new', join(folder, 'refused'), '--config', file, '--applications', modules[0]!);
    expect(made).toMatchObject({ exitCode: 4 });
    expect(made.stderr).toContain('"prizes" is not known; allowed is grabber, readability, prices, stories');
  });

  test('also where a column held something else', async () => {
    writeFileSync(
      modules[0]!,
      "export const applications = [{ name: 'prices', columns: { price: 'text' }, extract() {} }, { name: 'stories', extends: 'grabber' }];",
    );
    const run = await cli('watch', 'run', directory, '--once', ...modules.flatMap(file => ['--plugin', file]));
    expect(run).toMatchObject({ exitCode: 4 });
    expect(run.stderr).toContain('column price of "prices" holds real in the table that is there, and text now');
  });
});
