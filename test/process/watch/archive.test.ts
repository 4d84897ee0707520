/** Old publications of a source: from further parts of its lists, given with the watch or later. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../cli/run-cli.ts';
import { type ArchivedSource, serveArchivedSource } from './archived-source.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-archive-'));
const env = { ORBWEAVER_STATE: join(folder, 'user') };
let source: ArchivedSource;

beforeAll(async () => {
  const next = (from: number): string => `<a href="/?PAGEN_1=${from + 10}">${from / 10 + 2}</a>`;
  source = await serveArchivedSource(30, { '/': next });
});

afterAll(async () => {
  await source.close();
  rmSync(folder, { recursive: true, force: true });
});

async function run(...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runCli([...args], { env });
  expect([exitCode, stderr]).toEqual([0, stderr]);
  return stderr + stdout;
}

/** Looks at each entry, and answers the state afterwards. */
async function lookOnce(directory: string): Promise<{ publications: number; sources: readonly Source[] }> {
  const { stdout } = await runCli(['watch', 'run', directory, '--once', '--json', '--quiet'], { env });
  return JSON.parse(stdout) as { publications: number; sources: readonly Source[] };
}

interface Source {
  readonly archive: boolean;
  readonly timeZone?: string;
}

test('it can be given later, and reads the lists anew that were only proposed', async () => {
  const directory = mkdtempSync(join(folder, 'later-'));
  const made = await run(
    'watch',
    'new',
    directory,
    '--overwrite',
    '--delay',
    '0',
    '--no-browser',
    '--source',
    source.url,
  );
  expect(made).not.toContain('The archive');
  expect(await lookOnce(directory)).toMatchObject({ publications: 10, sources: [{ archive: false }] });
  expect(await run('watch', 'sources', 'set', directory, '1', '--archive')).toContain('old publications are read, too');
  expect(await lookOnce(directory)).toMatchObject({ publications: 30, sources: [{ archive: true }] });
  await run('watch', 'sources', 'set', directory, '--no-archive', '--time-zone', 'Asia/Yekaterinburg');
  const { sources } = JSON.parse(await run('watch', 'status', directory, '--json')) as { sources: readonly Source[] };
  expect(sources).toMatchObject([{ archive: false, timeZone: 'Asia/Yekaterinburg' }]);
});

test('a form that chooses a month leads to all of its parts, which are counted before', async () => {
  const months = ['July', 'June', 'May'].map((name, at) => `<option value="${10 * at}">${name} 2026</option>`).join('');
  const form = `<form><select name="month">${months}</select><input type="hidden" name="show" value="y"></form>`;
  const chosen = await serveArchivedSource(30, { '/': () => form });
  const directory = mkdtempSync(join(folder, 'form-'));
  const how = ['--overwrite', '--delay', '0', '--no-browser', '--archive'];
  const made = await run('watch', 'new', directory, ...how, '--source', chosen.url);
  expect(made.replaceAll(/\s+/g, ' ')).toContain('1 list with 3 further parts');
  expect(await lookOnce(directory)).toMatchObject({ publications: 30 });
  const parts = chosen.requested.filter(path => path.startsWith('/?'));
  expect(parts.toSorted()).toEqual([0, 10, 20].map(from => `/?month=${from}&show=y`));
  await chosen.close();
});

test('addresses of a list are requested once each, and those that are known or of other hosts are left out', async () => {
  const directory = mkdtempSync(join(folder, 'urls-'));
  await run('watch', 'new', directory, '--overwrite', '--delay', '0', '--no-browser', '--source', source.url);
  const list = join(folder, 'urls.txt');
  const old = [1, 2, 3].map(source.story);
  const others = ['https://elsewhere.example/news/1.html', 'no address', `${source.url}/photo.jpg`];
  writeFileSync(list, ['# an export', ...old, `${old[0]}?utm_source=x`, ...others, ''].join('\r\n'));
  const add = async (): Promise<string> => await run('watch', 'add', directory, '--urls', list);
  const refused = 'addresses of other hosts: 1, items without an address: 1, extension: 1';
  expect(await add()).toContain(`3 addresses will be requested, each once; 0 known before; left out: ${refused}.`);
  writeFileSync(list, old.join('\r'));
  expect(await add()).toContain('0 addresses will be requested, each once; 3 known before');
  const from = source.requested.length;
  expect(await lookOnce(directory)).toMatchObject({ publications: 13 });
  const paths = source.requested.slice(from).map(path => `${source.url}${path}`);
  expect(old.map(address => paths.filter(path => path === address).length)).toEqual([1, 1, 1]);
});

test('publications of an archive are read without a request, as of their captures, and each once', async () => {
  const directory = mkdtempSync(join(folder, 'warc-'));
  await run('watch', 'new', directory, '--overwrite', '--delay', '0', '--no-browser', '--source', source.url);
  const warc = join(folder, 'export.warc');
  const changed = source
    .page(2)
    .replace('</article>', '<p>This sentence was added by the editors of the town.</p></article>');
  const captures = [
    ...[1, 2, 3, 4, 5].map(n => record(source.story(n), `2026-0${n}-01T10:00:00Z`, source.page(n))),
    record(source.story(2), '2026-03-05T10:00:00Z', changed),
    record(source.story(3), '2026-04-05T10:00:00Z', source.page(3)),
    record('https://elsewhere.example/news/2026/1-x.html', '2026-01-01T10:00:00Z', source.page(1)),
    record(`${source.url}/gone.html`, '2026-01-01T10:00:00Z', 'Not found', 404),
    record(source.story(6), '', source.page(6)),
  ];
  writeFileSync(warc, captures.join(''));
  const from = source.requested.length;
  const add = async (): Promise<string> => await run('watch', 'add', directory, '--from-warc', warc);
  expect(await add()).toContain('7 archived pages of the sources: 5 publications and 1 further version are added.');
  expect(await add()).toContain('0 publications and 0 further versions are added.');
  expect(source.requested.length).toBe(from);
  const lines = (await run('publications', directory, '--format', 'jsonl')).trim().split('\n');
  const found = lines.map(line => JSON.parse(line) as Record<string, unknown>);
  const [second] = found.filter(({ url }) => url === source.story(2));
  expect(second).toMatchObject({ version: 2, firstSeen: '2026-02-01T10:00:00.000Z' });
  expect(await lookOnce(directory)).toMatchObject({ publications: 15 });
});

test('pages of an archive are those of the source with and without www', async () => {
  await using named = await serveNamed();
  const directory = mkdtempSync(join(folder, 'www-'));
  await run('watch', 'new', directory, '--overwrite', '--delay', '0', '--no-browser', '--source', named.url);
  const warc = join(folder, 'www.warc');
  const old = named.story(4).replace('localhost', 'www.localhost');
  writeFileSync(warc, record(old, '2026-01-01T10:00:00Z', named.page(4)));
  const added = await run('watch', 'add', directory, '--from-warc', warc);
  expect(added).toContain('1 archived page of the sources: 1 publication');
  const [line] = (await run('publications', directory, '--format', 'jsonl')).trim().split('\n');
  expect(JSON.parse(line!)).toMatchObject({ url: named.story(4) });
});

async function serveNamed(): Promise<ArchivedSource & AsyncDisposable> {
  const served = await serveArchivedSource(12, { '/': () => '' }, 'localhost');
  return { ...served, [Symbol.asyncDispose]: served.close };
}

test('kept pages are read again with another zone, without a request, and once', async () => {
  const made = async (...args: readonly string[]): Promise<string> => {
    const directory = mkdtempSync(join(folder, 'kept-'));
    const fixed = ['--overwrite', '--delay', '0', '--no-browser', '--source', source.url];
    await run('watch', 'new', directory, ...fixed, ...args);
    await lookOnce(directory);
    return directory;
  };
  const [directory, without] = [await made(), await made('--keep-pages', '0')];
  const from = source.requested.length;
  const set = await run('watch', 'sources', 'set', directory, '--time-zone', 'Asia/Yekaterinburg');
  const again = `orbweaver watch reread ${directory} --source 1`;
  expect(set).toContain(`10 dates without a zone were read before; kept pages are read again by: ${again}`);
  const records = async (): Promise<readonly Record<string, unknown>[]> => {
    const lines = (await run('publications', directory, '--format', 'jsonl')).trim().split('\n');
    return lines.map(line => JSON.parse(line) as Record<string, unknown>);
  };
  const before = await records();
  const reread = async (): Promise<string> => await run('watch', 'reread', directory, '--source', '1');
  expect(await reread()).toBe('10 publications read again, 10 corrections.\n');
  expect(await reread()).toBe('10 publications read again, 0 corrections.\n');
  const after = await records();
  expect(after.map(({ version, seen }) => [version, seen])).toEqual(before.map(({ seen }) => [2, seen]));
  const at = ({ published }: Record<string, unknown>): number => Date.parse((published as { readonly at: string }).at);
  // Russian pages at a host of no country were read by the clock of Moscow.
  expect(new Set(after.map((record, index) => at(before[index]!) - at(record)))).toEqual(new Set([2 * 3_600_000]));
  await run('watch', 'sources', 'set', without, '--time-zone', 'Asia/Yekaterinburg');
  expect(await run('watch', 'reread', without)).toBe(
    '0 publications read again, 0 corrections.\n10 publications without a kept page: it has expired, or none was kept.\n',
  );
  expect(source.requested.length).toBe(from);
});

/** A record of WARC 1.1 with an answer of HTTP. */
function record(url: string, date: string, page: string, status = 200): string {
  const http = `HTTP/1.1 ${status} OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${page}`;
  const fields = [
    ...['WARC/1.1', 'WARC-Type: response', `WARC-Target-URI: ${url}`, ...(date === '' ? [] : [`WARC-Date: ${date}`])],
    ...[`WARC-Record-ID: <urn:uuid:${randomUUID()}>`, 'Content-Type: application/http;msgtype=response'],
    `Content-Length: ${Buffer.byteLength(http)}`,
  ];
  return `${fields.join('\r\n')}\r\n\r\n${http}\r\n\r\n`;
}

test('what is no change, no zone and no source is refused in a sentence', async () => {
  const directory = mkdtempSync(join(folder, 'refused-'));
  await run('watch', 'new', directory, '--overwrite', '--delay', '0', '--no-browser', '--source', source.url);
  const refused = async (...args: readonly string[]): Promise<string> =>
    (await runCli(['watch', 'sources', 'set', directory, ...args], { env })).stderr;
  expect(await refused()).toContain(
    'nothing is changed; allowed are --archive, --no-archive, --time-zone, --render, --interval and --tags.',
  );
  expect(await refused('--time-zone', 'Mars')).toContain('--time-zone: "Mars" is refused; allowed is a time zone');
  expect(await refused('elsewhere.example', '--archive')).toContain('1 (127.0.0.1');
});
