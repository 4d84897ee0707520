import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runCli } from './run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-mentions-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

const list = fileOf(
  'list.csv',
  'id,name,aliases\nmsu,МГУ имени М. В. Ломоносова,МГУ\nras,РАН,\ngeo,Институт географии РАН,\n',
);
const input = 'Учёные Института географии РАН\nи МГУ рассказали о МГУКИ. Смотри press@МГУ.рф\n';
const found = [
  {
    organization: 'geo',
    alias: 'Институт географии РАН',
    start: 7,
    end: 30,
    surface: 'Института географии РАН',
    status: 'certain',
    nestedIn: null,
  },
  { organization: 'ras', alias: 'РАН', start: 27, end: 30, surface: 'РАН', status: 'certain', nestedIn: 'geo' },
  { organization: 'msu', alias: 'МГУ', start: 33, end: 36, surface: 'МГУ', status: 'certain', nestedIn: null },
];

describe('orbweaver mentions', () => {
  test('gives the mentions of a text as JSON, with offsets in UTF-16 units', async () => {
    const run = await runCli(['mentions', '-', '--organizations', list, '--json'], { input });
    expect(run.stderr).toBe('');
    expect(run.exitCode).toBe(0);
    expect(JSON.parse(run.stdout)).toEqual(found);
  });

  test.each([
    [
      'list.json',
      JSON.stringify([
        { id: 'msu', name: 'МГУ имени М. В. Ломоносова', aliases: [{ text: 'МГУ' }] },
        { id: 'ras', name: 'РАН' },
        { id: 'geo', name: 'Институт географии РАН' },
      ]),
    ],
    [
      'list.yaml',
      '- {id: msu, name: МГУ имени М. В. Ломоносова, aliases: [МГУ]}\n- {id: ras, name: РАН}\n- id: geo\n  name: Институт географии РАН\n',
    ],
  ])('reads the list as %s too', async (name, content) => {
    const run = await runCli(['mentions', '-', '--organizations', fileOf(name, content), '--json'], { input });
    expect(JSON.parse(run.stdout)).toEqual(found);
  });

  test('shows a person lines of at most 80 columns, and counts what was left out', async () => {
    const text = fileOf('text.txt', `${input}${'Очень длинная строка '.repeat(20)} МГУ\n`);
    const run = await runCli(['mentions', text, '--organizations', list, '--rejected']);
    expect(run.stdout).toContain('line 1  ras  certain, in geo  РАН');
    expect(run.stdout).toContain('line 2  msu  no mention: address  МГУ');
    expect(run.stdout).toContain('1 name is no mention (--rejected lists them):\n  address: 1');
    expect(Math.max(...run.stdout.split('\n').map(line => line.length))).toBeLessThanOrEqual(80);
  });

  test('says that nothing was found, and gives an empty list', async () => {
    const run = await runCli(['mentions', '-', '--organizations', list], { input: 'Ничего.' });
    expect(run.stdout).toBe('No organization of the list is mentioned.\n');
    const asJson = await runCli(['mentions', '-', '--organizations', list, '--json'], { input: '' });
    expect(JSON.parse(asJson.stdout)).toEqual([]);
  });

  test.each([
    ['no-columns.csv', 'a,b\n1,2\n', 'line 1: there is no column "id"; needed are id, name.'],
    ['empty.csv', 'id,name\n', 'there is no organization; allowed is at least one.'],
    ['typo.csv', 'id,name,aliass\n1,МГУ,\n', 'line 1: there is no column "aliass"; did you mean "aliases"?'],
    [
      'letter.csv',
      'id,name,aliases\n1,МГУ,М\n',
      'line 2: aliases: "М" is refused; allowed is a name with two letters or digits at least.',
    ],
    [
      'id.json',
      '[{"id":"a","name":"МГУ"},{"id":"a","name":"РАН"}]',
      '[1].id: "a" is refused; allowed is each id once.',
    ],
    ['no.json', '{"id":', 'this is not JSON'],
    ['no.yaml', 'a: [1', 'this is not YAML'],
    ['loop.yaml', '&a [*a]', 'its aliases cannot be followed'],
    [
      'day.yaml',
      '- {id: 1, name: МГУ, aliases: [{text: МГУ, validTo: 2024-02-30}]}',
      '[0].aliases[0].validTo: "2024-02-30" is refused',
    ],
  ])('refuses %s in a sentence that says where', async (name, content, sentence) => {
    const run = await runCli(['mentions', '-', '--organizations', fileOf(name, content)], { input: '' });
    expect(run.exitCode).toBe(4);
    expect(run.stderr).toContain(sentence);
    expect(run.stdout).toBe('');
  });

  test('refuses bytes that are no text, and a day that is none', async () => {
    const bytes = await runCli(['mentions', '-', '--organizations', list], {
      input: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x00]),
    });
    expect(bytes.stderr).toContain('it is no text');
    const day = await runCli(['mentions', '-', '--organizations', list, '--date', 'today'], { input: '' });
    expect(day.stderr).toContain('--date: "today" is refused; allowed is a day of the calendar');
  });
});

describe('orbweaver organizations', () => {
  test('example gives a list that check takes: fourteen organizations without collisions', async () => {
    const example = await runCli(['organizations', 'example']);
    const file = fileOf('example.csv', example.stdout);
    const check = await runCli(['organizations', 'check', file, '--json']);
    const result = JSON.parse(check.stdout);
    expect(result).toMatchObject({ organizations: 14, collisions: [] });
    expect(result.doubtful).toContainEqual({ organization: 'msu', alias: 'МГУ', doubt: 'shared-abbreviation' });
  });

  test('check shows collisions, doubtful and missing names, and hits in a sample', async () => {
    const file = fileOf('twice.csv', 'id,name,aliases\n1,Томский политехнический университет,ТПУ|Родина\n2,Родина,\n');
    const sample = fileOf('sample.txt', 'В ТПУ открыли лабораторию. Томским политехническим университетом гордятся.');
    const run = await runCli(['organizations', 'check', file, '--sample', sample]);
    expect(run.stdout).toContain('Names that a text cannot tell apart: 1\n  Родина [1] = Родина [2]');
    expect(run.stdout).toContain('ТПУ [1]: many places have an institution of this abbreviation');
    expect(run.stdout).toContain('Томский политехнический университет [1]: 1 certain (');
    expect(Math.max(...run.stdout.split('\n').map(line => line.length))).toBeLessThanOrEqual(80);
  });
});
