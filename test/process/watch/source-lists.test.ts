import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CliRun, runCli } from '../cli/run-cli.ts';
import { type ChangingSource, serveChangingSource } from './changing-source.ts';

let folder: string;
let sources: readonly ChangingSource[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orbweaver-lists-'));
  sources = [await serveChangingSource(), await serveChangingSource(), await serveChangingSource()];
  for (const [index, source] of sources.entries()) source.publish(3 + index);
});
afterEach(async () => {
  for (const source of sources) await source.close();
  rmSync(folder, { recursive: true, force: true });
});

async function run(...args: readonly string[]): Promise<CliRun> {
  return await runCli(args, { cwd: folder, env: { ORBWEAVER_STATE: join(folder, 'state') } });
}

const outline = (name: string, { url }: ChangingSource): string =>
  `<outline text="${name}" type="rss" xmlUrl="${url}rss.xml" htmlUrl="${url}"/>`;
const opml = (outlines: string): string => `<opml version="2.0"><body>${outlines}</body></opml>`;

async function status(): Promise<readonly { name: string; tags?: readonly string[]; entries: readonly object[] }[]> {
  return JSON.parse((await run('watch', 'status', 'w', '--json')).stdout).sources;
}

test('sources come from OPML and CSV with names and tags, go out as OPML, and are counted by their tags', async () => {
  const [first, second, third] = sources as [ChangingSource, ChangingSource, ChangingSource];
  writeFileSync(
    join(folder, 'list.opml'),
    opml(`<outline text="Север">${outline('Первый', first)}</outline>${outline('Второй', second)}`),
  );
  const made = await run('watch', 'new', 'w', '--input', 'list.opml', '--delay', '0', '--quiet', '--no-browser');
  expect([made.exitCode, made.stderr]).toEqual([0, expect.stringContaining('watch run w')]);
  expect(await status()).toMatchObject([{ name: 'Первый', tags: ['Север'] }, { name: 'Второй' }]);

  writeFileSync(
    join(folder, 'more.csv'),
    `url,name,tags\n${third.url},Третий,Сибирь;own\nhttp://127.0.0.1:9/,Никто,\n${first.url},Снова,Юг\n`,
  );
  const imported = await run('watch', 'sources', 'import', 'w', 'more.csv', '--no-browser');
  expect([imported.exitCode, imported.stderr]).toEqual([0, expect.stringContaining('2 sources of 3 taken.')]);
  expect((await status()).map(({ name, tags }) => [name, tags])).toEqual([
    ['Первый', ['Север']],
    ['Второй', undefined],
    ['Третий', ['Сибирь', 'own']],
  ]);

  const exported = (await run('watch', 'sources', 'export', 'w')).stdout;
  for (const { url } of [first, third])
    expect(exported).toContain(`type="rss" xmlUrl="${url}rss.xml" htmlUrl="${url.slice(0, -1)}"/>`);
  expect(exported).toContain('text="Первый" title="Первый" category="Север"');
  for (const [outlines, sentence] of [
    [
      '<outline text="J" xmlUrl="javascript:alert(1)"/>',
      /bad\.opml outline 1: "javascript:alert\(1\)" is refused; allowed are http and https/,
    ],
    ['<outline text="folder"/>', /^orbweaver: bad\.opml: there is nothing to crawl/],
  ] as const) {
    writeFileSync(join(folder, 'bad.opml'), opml(outlines));
    const refused = await run('watch', 'new', 'bad', '--input', 'bad.opml', '--no-browser');
    expect([refused.exitCode, refused.stderr]).toEqual([4, expect.stringMatching(sentence)]);
  }
  for (const [name, text, sentence] of [
    [
      'bad.csv',
      'name,url,delayMs\nA,,5\nB,ftp://b.example,5\n',
      /^orbweaver: bad\.csv line 2: url: a missing value is refused.*\norbweaver: bad\.csv line 3: url: "ftp:/,
    ],
    [
      'bad.opml',
      opml('<outline text="J" xmlUrl="javascript:alert(1)"/>'),
      /^orbweaver: bad\.opml outline 1: "javascript:/,
    ],
    [
      'delay.csv',
      `Название;Сайт;Регион;delayMs\nПервый;${first.url};Юг;5\n`,
      /^Not read of delay\.csv: delayMs\.\n1 source of 1 taken/,
    ],
  ] as const) {
    writeFileSync(join(folder, name), text);
    expect((await run('watch', 'sources', 'import', 'w', name, '--no-browser')).stderr).toMatch(sentence);
  }
  writeFileSync(join(folder, 'out.opml'), exported);
  const before = await status();
  const again = await run('watch', 'sources', 'import', 'w', 'out.opml', '--no-browser');
  expect(again.stderr).toBe('3 sources of 3 taken.\n');
  expect(await status()).toEqual(before);

  await run('watch', 'run', 'w', '--once', '--quiet');
  expect((await run('watch', 'sources', 'set', 'w', 'Третий', '--tags', 'own')).stdout).toContain('its tags are own');
  const titles = async (...args: readonly string[]): Promise<number> =>
    (await run('publications', 'w', '--format', 'jsonl', ...args)).stdout.trimEnd().split('\n').length;
  expect([await titles(), await titles('--source', 'tag:own'), await titles('--source', 'tag:Север')]).toEqual([
    12, 5, 3,
  ]);
  expect(await titles('--source', 'no-tag:own')).toBe(7);
  expect(await titles('--source', 'tag:Север', '--source', 'Третий')).toBe(8);
  const one = await run('watch', 'applications', 'on', 'w', 'grabber', '--source', 'no-tag:own');
  expect([one.exitCode, one.stderr]).toEqual([4, expect.stringMatching(/"no-tag:own" means several sources, 1 \(/)]);
  const unknown = await run('publications', 'w', '--source', 'tag:x');
  expect(unknown.stderr).toMatch(/"tag:x" is refused; no source is so tagged; tags are Север, own\./);
  writeFileSync(join(folder, 'who.csv'), 'id,name\nstory,Story number\n');
  await run('watch', 'organizations', 'set', 'w', 'who.csv', '--quiet');
  const bySource = async (tag: string): Promise<string> =>
    (await run('report', 'w', '--by', 'source', '--format', 'csv', '--source', tag)).stdout;
  expect(await bySource('no-tag:own')).not.toContain('Третий');
  expect(await bySource('tag:own')).toContain('Третий');
});
