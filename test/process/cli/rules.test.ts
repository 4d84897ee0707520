import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runCli } from './run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-rules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

const paragraph = (i: number, n: number) =>
  `<p>On day ${i} the council said that part ${n} of the old bridge is closed for ${i + n} weeks because of the ice on it.</p>`;
const pages = Array.from({ length: 6 }, (_, i) =>
  fileOf(
    `page-${i}.html`,
    `<html lang=en><title>Bridge ${i} is closed</title><h1>Bridge ${i} is closed</h1><div id=story>${[1, 2, 3, 4].map(n => paragraph(i, n)).join('')}</div>`,
  ),
);

describe('orbweaver rules', () => {
  test('suggest prints rules that test and extract take', async () => {
    const suggested = await runCli(['rules', 'suggest', ...pages]);
    expect([suggested.exitCode, suggested.stderr]).toEqual([0, '']);
    expect(suggested.stdout).toContain('# Learnt from every other page, they give the text of 3 of the 3 others.');
    expect(suggested.stdout).toContain("match: //div[@id='story']");
    const rules = fileOf('rules.yaml', suggested.stdout);
    const tested = await runCli(['rules', 'test', ...pages.slice(0, 2), '--rules', rules]);
    expect([tested.exitCode, tested.stderr]).toEqual([0, '']);
    expect(tested.stdout).toContain('  title (same): Bridge 0 is closed');
    expect(tested.stdout).toContain('2 pages: a rule gave the text of 2, 100 % like the automatic ones');
    const extracted = await runCli(['extract', pages[0]!, '--rules', rules, '--json']);
    expect(JSON.parse(extracted.stdout)).toMatchObject({ method: 'grabber', pageType: 'article' });
  });

  test('test says where rules and the automatic extractor differ', async () => {
    const rules = fileOf(
      'own.yaml',
      'types:\n  - name: page\n    address: town\n    fields:\n      text: //p[1]\n      title: //title\n      first: //h1\n',
    );
    const list = fileOf('urls.txt', 'https://town.example/1\nhttps://other.example/2\n');
    const args = ['rules', 'test', ...pages.slice(0, 2), '--rules', rules, '--url-list', list];
    const run = await runCli([...args, '--json']);
    expect(run.stderr).toBe('');
    const [first, second] = JSON.parse(run.stdout) as {
      fields: { name: string; isSame?: boolean }[];
      warnings: string[];
    }[];
    expect(first!.fields.map(({ name, isSame }) => [name, isSame])).toEqual([
      ['title', true],
      ['text', false],
      ['first', undefined],
    ]);
    expect(second).toMatchObject({ pageType: null, isMatch: false, agreement: 0, warnings: ['no-page-type'] });
    const shown = await runCli(args);
    expect(Math.max(...shown.stdout.split('\n').map(line => line.length))).toBeLessThanOrEqual(80);
    expect(shown.stdout).toContain('no text by a rule (no-page-type)');
  });

  test('suggest says why there are none', async () => {
    const run = await runCli(['rules', 'suggest', fileOf('list.html', '<ul><li><a href=/a>A</a></ul>')]);
    expect([run.exitCode, run.stdout]).toEqual([2, '']);
    expect(run.stderr).toBe('orbweaver: no rules were found: of 1 page 0 are articles, and two are needed.\n');
  });

  test.each([
    [['suggest', 'no-such.html'], 'there is no such file'],
    [
      ['suggest', pages[0]!, '--url-list', fileOf('two.txt', 'https://a.example/\nhttps://b.example/\n')],
      'has 2 addresses for 1 page',
    ],
    [
      ['suggest', pages[0]!, '--url-list', fileOf('bad.txt', '\r\n\r\nftp://a.example/\r\n')],
      'line 3: "ftp://a.example/" is refused',
    ],
    [
      ['test', pages[0]!, '--rules', fileOf('bad.yaml', 'types: 5\n')],
      'types: 5 is refused; allowed is a list of 1 to 4 page types',
    ],
  ])('%s is refused in one sentence', async (args, why) => {
    const run = await runCli(['rules', ...args]);
    expect([run.exitCode, run.stdout]).toEqual([4, '']);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(run.stderr).toContain(why);
  });
});
