import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { ArchiveFetcher } from '../../../../shared/adapters/web/warc/archive-fetcher.ts';
import { ownRecords, surtOf } from '../../../../shared/adapters/web/warc/cdxj.ts';
import { cutUnfinished } from '../../../../shared/adapters/web/warc/cut-unfinished.ts';
import { crawl, newDirectory, workFolder } from '../../../crawl/crawl-run.ts';
import { zipMembers } from '../../../pure/results/zip-members.ts';
import { type LoopbackSite, type Pages, page, startSite } from '../../../servers/loopback-site.ts';
import { runCli } from '../../cli/run-cli.ts';
import { startChild, until } from '../child-crawl.ts';

const sites: LoopbackSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

async function open(pages: Pages, settings: Parameters<typeof startSite>[1] = {}): Promise<LoopbackSite> {
  const site = await startSite(pages, settings);
  sites.push(site);
  return site;
}

const html = { 'content-type': 'text/html; charset=utf-8' };
const pages: Pages = {
  '/robots.txt': 'User-agent: *\nDisallow: /no\n',
  '/': page('start', '/a', '/moved', '/gone', '/copy', '/packed', '/no', '/late', '/file'),
  '/a': page('a', '/', '/b'),
  '/b': page('b', '/a'),
  '/copy': page('a', '/', '/b'),
  '/moved': { status: 301, headers: { location: '/b' } },
  '/gone': { status: 410, body: 'gone' },
  '/packed': { headers: { ...html, 'content-encoding': 'gzip' }, body: gzipSync(page('packed', '/a').toString()) },
  '/late': ({ nth }) => (nth % 2 === 1 ? { status: 503, body: 'later' } : page('late', '/deep')),
  '/deep': page('deep', '/'),
  '/file': { headers: { 'content-type': 'image/png' }, body: new Uint8Array([1, 2, 3]) },
};

function archiveOf(directory: string): readonly string[] {
  const folder = join(directory, 'archive');
  return readdirSync(folder)
    .filter(name => name.endsWith('.warc.gz'))
    .sort()
    .map(name => join(folder, name));
}

/** Of each response as it is stored. */
async function statusLinesIn(paths: readonly string[]): Promise<readonly string[]> {
  const records = (await Array.fromAsync(ownRecords(paths))).map(([record]) => record);
  const responses = records.filter(({ fields }) => fields.get('warc-type') === 'response');
  return responses.map(({ block }) => /^HTTP\/.*(?=\r\n)/m.exec(block.toString('latin1'))![0]);
}

async function typesIn(paths: readonly string[]): Promise<readonly string[]> {
  return await Array.fromAsync(ownRecords(paths), ([{ fields }]) => fields.get('warc-type')!);
}

const folders = ['graph', 'links', 'reports', 'fragment'];

function sameResults(before: string, after: string): void {
  for (const folder of folders) {
    const names = readdirSync(join(before, folder)).sort();
    expect(readdirSync(join(after, folder)).sort()).toEqual(names);
    for (const name of names)
      expect(readFileSync(join(after, folder, name)).equals(readFileSync(join(before, folder, name))), name).toBe(true);
  }
}

test('an archive gives the bytes of the crawl that wrote it, and no server is asked', async () => {
  const site = await open(pages);
  const { directory } = await crawl(site.origin, { warc: true });
  const types = await typesIn(archiveOf(directory));
  expect(types.filter(type => type === 'warcinfo')).toHaveLength(1);
  expect(types.filter(type => type === 'request')).toHaveLength(site.asked.length);
  expect(types.filter(type => type === 'revisit')).toHaveLength(1);
  expect([...new Set(await statusLinesIn(archiveOf(directory)))].sort()).toEqual([
    ...['HTTP/1.1 200 ', 'HTTP/1.1 301 Moved Permanently', 'HTTP/1.1 410 Gone', 'HTTP/1.1 503 Service Unavailable'],
  ]);
  const asked = site.asked.length;
  await site.close();
  sites.length = 0;
  const again = newDirectory();
  const run = await runCli(
    ['crawl', ...archiveOf(directory).flatMap(path => ['--from-warc', path]), '--out', again, '--quiet'],
    { cwd: workFolder },
  );
  expect(run.stderr).toBe('');
  expect(site.asked).toHaveLength(asked);
  sameResults(directory, again);
});

test('kill -9 leaves an archive that the resume goes on with, and that gives the same graph', async () => {
  const tree: Record<string, string> = { '/': page('start', '/1', '/2', '/3') };
  for (let i = 1; i <= 60; i += 1) tree[`/${i}`] = page(`page ${i}`, `/${(3 * i) % 61}`, `/${(5 * i) % 61}`);
  const site = await open(tree, { answerAfterMs: 5 });
  const directory = newDirectory();
  const args = ['crawl', site.origin, '--warc', '--delay', '10', '--format', 'csv', '--out', directory, '--quiet'];
  const child = startChild(...args);
  await until(() => site.asked.length > 20);
  child.process.kill('SIGKILL');
  await child.ended;
  const [first] = archiveOf(directory);
  // The kill may come in the middle of a record.
  truncateSync(first!, statSync(first!).size - 7);
  const resumed = await startChild('resume', directory, '--quiet').ended;
  expect(resumed.exitCode).toBe(0);
  const files = archiveOf(directory);
  expect(files.length).toBe(2);
  expect((await typesIn(files)).filter(type => type === 'warcinfo')).toHaveLength(2);
  const index = readFileSync(join(directory, 'archive', 'index.cdxj'), 'utf8')
    .trimEnd()
    .split('\n');
  expect(index).toEqual(index.toSorted());
  const again = newDirectory();
  const replay = await startChild('crawl', ...files.flatMap(path => ['--from-warc', path]), '--out', again, '--quiet')
    .ended;
  expect(replay.stderr).toBe('');
  sameResults(directory, again);
});

test('an unfinished end is taken off, whatever is left of it', async () => {
  const site = await open(pages);
  const { directory } = await crawl(site.origin, { warc: true });
  const [path] = archiveOf(directory);
  const whole = readFileSync(path!);
  const before = (await typesIn([path!])).length;
  for (const end of [whole.subarray(0, 30), whole.subarray(0, 3), Buffer.from('garbage')]) {
    writeFileSync(path!, whole);
    appendFileSync(path!, end);
    cutUnfinished(path!);
    expect(readFileSync(path!).equals(whole)).toBe(true);
  }
  truncateSync(path!, whole.length - 1);
  cutUnfinished(path!);
  expect(await typesIn([path!])).toHaveLength(before - 1);
});

test('archives of other programs are read: plain, chunked, packed, without digests', async () => {
  const path = join(workFolder, 'other.warc');
  const body = gzipSync(page('other', '/x').toString());
  const chunked = Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);
  const http = Buffer.concat([
    Buffer.from(
      'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n',
    ),
    chunked,
  ]);
  const head = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: <http://other.example/>\r\nContent-Type: application/http\r\nContent-Length: ${http.length}\r\n\r\n`;
  writeFileSync(path, Buffer.concat([Buffer.from(head), http, Buffer.from('\r\n\r\n')]));
  const fetcher = await ArchiveFetcher.open([path], { folder: workFolder, damaged: text => expect.fail(text) });
  const request = { userAgent: 'test', purpose: 'page' as const };
  const answer = await fetcher.fetch({ ...request, address: 'http://other.example/' });
  expect(answer).toMatchObject({ kind: 'answered', status: 200, contentType: 'text/html' });
  expect(answer.kind === 'answered' && Buffer.from(answer.body).toString()).toBe(page('other', '/x').toString());
  expect(await fetcher.fetch({ ...request, address: 'http://other.example/none' })).toMatchObject({
    kind: 'failed',
    reason: 'not-archived',
  });
  await fetcher.close();
  const out = newDirectory();
  const run = await runCli(['crawl', 'http://other.example/', '--from-warc', path, '--out', out, '--quiet'], {
    cwd: workFolder,
  });
  expect(run.stderr).toBe('');
  expect(readFileSync(join(out, 'graph', 'other.example.nodes.csv'), 'utf8').split('\n')).toHaveLength(3);
  expect(readFileSync(join(out, 'reports', 'other.example.skipped.csv'), 'utf8')).toContain('not-archived');
});

test.each([
  ['no such file', 'missing.warc', undefined, 'there is no file'],
  ['no archive', 'text.warc', 'hello', 'has no whole record at byte 0'],
])('what is %s is refused by one sentence', async (_, name, text, why) => {
  const path = join(workFolder, name);
  if (text !== undefined) writeFileSync(path, text);
  const run = await runCli(['crawl', '--from-warc', path, '--out', newDirectory()], { cwd: workFolder });
  expect(run.exitCode).toBe(4);
  expect(run.stderr).toContain('the archive cannot be used');
  expect(run.stderr).toContain(why);
  expect(run.stderr.trimEnd().split('\n')).toHaveLength(1);
});

test('a named pipe is refused at once, also where a directory names it', async () => {
  const pipe = join(workFolder, 'pipe.warc');
  execFileSync('mkfifo', [pipe]);
  const args = ['--from-warc', pipe, '--out', newDirectory()];
  for (const line of [args, ['http://other.example/', ...args]]) {
    const run = await runCli(['crawl', ...line], { cwd: workFolder });
    expect(run.stderr).toBe(`orbweaver: the archive cannot be used: ${pipe} is no regular file.\n`);
    expect(run.exitCode).toBe(4);
  }
});

test('a package is read, the date chooses, and damage is a notice', async () => {
  const site = await open({ '/': page('vintage', '/a'), '/a': page('a') });
  const old = await crawl(site.origin, { warc: true });
  await runCli(['export', old.directory, '--format', 'wacz'], { cwd: workFolder });
  const named = ['--from-warc', join(old.directory, 'archive', 'crawl.wacz')];
  const again = newDirectory();
  expect((await runCli(['crawl', ...named, '--out', again, '--quiet'], { cwd: workFolder })).stderr).toBe('');
  sameResults(old.directory, again);
  const other = join(workFolder, 'newer.warc');
  const http = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>recent</title><a href="/a">a</a>';
  const head = [
    'WARC/1.0',
    'WARC-Type: response',
    `WARC-Target-URI: ${site.origin}/`,
    'WARC-Date: 2090-01-01T00:00:00Z',
  ];
  const record = `${head.join('\r\n')}\r\nContent-Length: ${http.length}\r\n\r\n${http}\r\n\r\n`;
  writeFileSync(other, `${record}garbage`);
  const titleAt = async (...date: string[]): Promise<string> => {
    const line = ['crawl', site.origin, ...named, '--from-warc', other, ...date, '--overwrite', '--out', again];
    expect((await runCli([...line, '--format', 'csv', '--quiet'], { cwd: workFolder })).stderr).toBe('');
    const { notices } = JSON.parse(readFileSync(join(again, 'crawl.json'), 'utf8')) as { notices: string[] };
    expect(notices).toEqual([`Crawl: ${other} has no whole record at byte ${record.length}; 7 bytes are passed over.`]);
    return /(?:vintage|recent)/.exec(
      readFileSync(join(again, 'pages', readdirSync(join(again, 'pages'))[0]!), 'utf8'),
    )![0];
  };
  expect(await titleAt()).toBe('vintage');
  expect(await titleAt('--archive-date', '2089-12-31')).toBe('recent');
  expect(await titleAt('--archive-date', '2000-01-01')).toBe('vintage');
});

test('a signal ends a crawl that still reads its archive', async () => {
  const path = join(workFolder, 'many.warc.gz');
  const record = 'WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n';
  writeFileSync(path, Buffer.concat(Array<Buffer>(400_000).fill(gzipSync(record))));
  const directory = newDirectory();
  const child = startChild('crawl', 'http://other.example/', '--from-warc', path, '--out', directory, '--quiet');
  await until(() => existsSync(join(directory, 'logs', 'common.csv')));
  child.process.kill('SIGTERM');
  await child.ended;
  expect(child.process.signalCode).toBe('SIGTERM');
});

test.each([
  ['http://www.Example.org:80/A/b/?z=1&a=2', 'org,example)/a/b?a=2&z=1'],
  ['https://example.org/', 'org,example)/'],
  ['http://127.0.0.1:8080/x', '1,0,0,127:8080)/x'],
])('%s has the key %s', (address, key) => {
  expect(surtOf(address)).toBe(key);
});

const python = process.env['ORBWEAVER_TEST_PYTHON'] ?? 'python3';
const hasWarcio = spawnSync(python, ['-c', 'import warcio, cdxj_indexer']).status === 0;

test.skipIf(!hasWarcio)('warcio and cdxj_indexer read what was written, and agree with it', async () => {
  const site = await open(pages);
  const { directory } = await crawl(site.origin, { warc: true });
  const files = archiveOf(directory);
  const check = execFileSync(python, ['-m', 'warcio.cli', 'check', '-v', ...files], { encoding: 'utf8' });
  expect(check).not.toMatch(/fail/i);
  const program = 'import sys\nfrom cdxj_indexer.main import main\nmain(sys.argv[1:])';
  const theirs = execFileSync(python, ['-c', program, '-s', ...files], { encoding: 'utf8' });
  const parsed = (text: string): readonly unknown[] =>
    text
      .trimEnd()
      .split('\n')
      .map(line => [line.split(' ', 2), JSON.parse(line.slice(line.indexOf('{')))]);
  expect(parsed(readFileSync(join(directory, 'archive', 'index.cdxj'), 'utf8'))).toEqual(parsed(theirs));
});

test('export --format wacz packs the archive with its index and its pages', async () => {
  const site = await open(pages);
  const { directory } = await crawl(site.origin, { warc: true });
  const run = await runCli(['export', directory, '--format', 'wacz'], { cwd: workFolder });
  expect(run.stdout.trim()).toBe(join(directory, 'archive', 'crawl.wacz'));
  const zip = readFileSync(run.stdout.trim());
  const members = zipMembers(zip);
  const [name] = archiveOf(directory).map(path => path.split('/').at(-1)!);
  const listed = [`archive/${name}`, 'indexes/index.cdxj', 'pages/pages.jsonl'];
  expect([...members.keys()]).toEqual([...listed, 'datapackage.json', 'datapackage-digest.json']);
  expect(members.get(`archive/${name}`)).toEqual(readFileSync(archiveOf(directory)[0]!));
  expect(zip.includes(members.get('datapackage.json')!)).toBe(true);
  expect(members.get('pages/pages.jsonl')?.toString()).toContain(`"url":"${site.origin}/deep"`);
  const sumOf = (path: string) => `sha256:${createHash('sha256').update(members.get(path)!).digest('hex')}`;
  const { resources } = JSON.parse(String(members.get('datapackage.json')));
  expect(resources).toEqual(
    listed.map(path => ({
      ...{ name: path.split('/')[1], path, hash: sumOf(path), bytes: members.get(path)!.length },
    })),
  );
  expect(JSON.parse(String(members.get('datapackage-digest.json')))).toEqual({
    path: 'datapackage.json',
    hash: sumOf('datapackage.json'),
  });
  await runCli(['export', directory, '--format', 'wacz'], { cwd: workFolder });
  expect(readFileSync(run.stdout.trim()).equals(zip)).toBe(true);
  const out = join(directory, 'sent', 'away');
  const sent = await runCli(['export', directory, '--format', 'wacz', '--out', out], { cwd: workFolder });
  expect(readFileSync(sent.stdout.trim()).equals(zip)).toBe(true);
  expect(dirname(sent.stdout.trim())).toBe(out);
  const plain = await crawl(site.origin);
  const all = join(directory, 'sent', 'all');
  const [more, where] = [
    ['--format', 'csv,wacz,datapackage'],
    ['--out', all],
  ];
  for (let times = 0; times < 2; times += 1)
    expect(await runCli(['export', directory, ...more, ...where], { cwd: workFolder })).toMatchObject({ exitCode: 0 });
  expect(readdirSync(all)).toEqual(
    expect.arrayContaining(['graph', 'datapackage.json', `${basename(directory)}.wacz`]),
  );
  const nowhere = ['--out', join(directory, 'sent', 'none')];
  const refused = await runCli(['export', plain.directory, ...more, ...nowhere], { cwd: workFolder });
  expect(existsSync(nowhere[1]!)).toBe(false);
  expect(refused.exitCode).toBe(4);
  expect(refused.stderr).toContain('has no archive; crawl and watch new with --warc write one.');
});
