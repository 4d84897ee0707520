import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Extraction } from '../../../shared/wings/publications/extraction/extract-page.ts';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { runCli } from './run-cli.ts';

const sentence = 'Городской совет во вторник решил закрыть старый мост на всю зиму из-за льда.';
const html = `<html lang=ru><title>Старый мост закрыт - Город</title><body><h1>Старый мост закрыт</h1>
<div class=date>12 сентября 2017, 15:34 МСК</div><div class=author>Автор: Анна Ли</div><div>${`<p>${sentence}</p>`.repeat(6)}</div>`;

let site: LoopbackSite;
const folder = mkdtempSync(join(tmpdir(), 'orbweaver-extract-'));
const env = { ORBWEAVER_STATE: join(folder, 'state') };

beforeAll(async () => {
  const type = (contentType: string) => ({ 'content-type': contentType });
  site = await startSite({
    '/robots.txt': { body: 'User-agent: *\nDisallow: /private', headers: type('text/plain') },
    '/moved': { status: 302, headers: { location: '/article' } },
    '/article': { body: html, headers: type('text/html; charset=utf-8') },
    '/private': html,
    '/file.pdf': { body: '%PDF-1.4', headers: type('application/pdf') },
    '*': { status: 404 },
  });
});

afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

function fileOf(name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

/** `text` in windows-1251, which has the letters from А to я in one row. */
function windows1251(text: string): Uint8Array {
  return Uint8Array.from(text, letter => {
    const code = letter.codePointAt(0)!;
    return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code < 0x80 ? code : 0x3f;
  });
}

describe('orbweaver extract', () => {
  test('takes an article out of a file', async () => {
    const run = await runCli(['extract', fileOf('a.html', html), '--url', 'https://town.example/a', '--json']);
    expect([run.exitCode, run.stderr]).toEqual([0, '']);
    const found = JSON.parse(run.stdout) as Extraction;
    expect(found).toMatchObject({
      ...{ url: 'https://town.example/a', title: 'Старый мост закрыт', authors: ['Анна Ли'], language: 'ru' },
      published: {
        at: '2017-09-12T12:34:00.000Z',
        precision: 'minute',
        offset: 180,
        words: '12 сентября 2017, 15:34 МСК',
        source: 'text',
      },
      ...{ modified: null, method: 'readability', article: true },
    });
    expect(found.text.split('\n\n')).toEqual(Array.from({ length: 6 }, () => sentence));
  });

  test('reads standard input, and shows people 80 columns', async () => {
    const run = await runCli(['extract', '-'], { input: html });
    expect([run.exitCode, run.stderr]).toEqual([0, '']);
    expect(run.stdout).toContain('Published:  2017-09-12 12:34 UTC ("12 сентября 2017, 15:34 МСК", text)');
    expect(Math.max(...run.stdout.split('\n').map(line => line.length))).toBeLessThanOrEqual(80);
  });

  test('reads a page whose encoding is declared nowhere', async () => {
    const run = await runCli(['extract', fileOf('b.html', windows1251(html)), '--json']);
    expect((JSON.parse(run.stdout) as Extraction).title).toBe('Старый мост закрыт');
  });

  test('reads a file in UTF-8 that still declares another encoding', async () => {
    const file = fileOf('e.html', `<meta charset=windows-1251>${html}`);
    const run = await runCli(['extract', file, '--json']);
    expect((JSON.parse(run.stdout) as Extraction).title).toBe('Старый мост закрыт');
  });

  test('fetches an address, redirects included, after robots.txt', async () => {
    const host = site.origin.replace('http://', '');
    const run = await runCli(['extract', `${site.origin}/moved`, '--json', '--allow-host', host], { env });
    expect([run.exitCode, run.stderr]).toEqual([0, '']);
    expect(JSON.parse(run.stdout)).toMatchObject({ url: `${site.origin}/article`, title: 'Старый мост закрыт' });
    expect(site.asked.map(({ path }) => path).slice(0, 3)).toEqual(['/robots.txt', '/moved', '/article']);
  });

  test('takes fields by rules', async () => {
    const rules = fileOf(
      'rules.yaml',
      'types:\n  - name: news\n    address: /a$\n    fields:\n      text: //p[1]\n      place: //h1\n',
    );
    const args = ['extract', fileOf('a.html', html), '--url', 'https://town.example/a', '--rules', rules];
    const run = await runCli([...args, '--json']);
    expect([run.exitCode, run.stderr]).toEqual([0, '']);
    expect(JSON.parse(run.stdout)).toMatchObject({
      ...{ method: 'grabber', pageType: 'news', fields: { place: 'Старый мост закрыт' }, text: sentence },
    });
    expect((await runCli(args)).stdout).toContain('Page type:  news');
  });

  test.each([
    ['types: [', 'line 1: this is not YAML or JSON'],
    [
      'types:\n  - name: a\n    match: //p[\n    fields: { text: //p }\n',
      'types[0].match: "//p[" is refused; allowed is an XPath',
    ],
  ])('refuses rules in one sentence: %s', async (content, why) => {
    const run = await runCli(['extract', fileOf('a.html', html), '--rules', fileOf('bad.yaml', content)]);
    expect([run.exitCode, run.stdout]).toEqual([4, '']);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(run.stderr).toContain(why);
  });

  test.each([
    ['/private', 'its robots.txt does not allow it'],
    ['/none', 'answered with status 404'],
    ['/file.pdf', 'is no HTML page but application/pdf'],
  ])('says why there is no page: %s', async (path, why) => {
    const host = site.origin.replace('http://', '');
    const run = await runCli(['extract', site.origin + path, '--allow-host', host], { env });
    expect([run.exitCode, run.stdout]).toEqual([2, '']);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(run.stderr).toContain(why);
  });

  test.each([
    [['no-such-file.html'], 'there is no such file'],
    [[folder], 'it is a directory'],
    [[fileOf('c.pdf', '%PDF-1.4\n\u0000\u0001\u0002'), '--json'], 'it is not text'],
    [[fileOf('d.html', html), '--url', 'ftp://town.example/'], 'ftp'],
  ])('refuses %s in one sentence', async (args, why) => {
    const run = await runCli(['extract', ...args]);
    expect([run.exitCode, run.stdout]).toEqual([4, '']);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(run.stderr).toContain(why);
  });
});

test('marks of direction in a page do not turn lines of the terminal round', async () => {
  const file = fileOf('override.html', html.replaceAll('Старый мост закрыт', 'Старый \u202emost\u2066 закрыт'));
  const { stdout } = await runCli(['extract', file], { env });
  expect(stdout).toContain('Старый most закрыт');
  expect(stdout).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
});
