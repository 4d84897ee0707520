import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from './run-cli.ts';

let folder: string;
let server: Server;
let site: string;
let requests = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orbweaver-cli-'));
  server = createServer((_, response) => {
    requests += 1;
    response.end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return name;
}

/** The fault lines of a run that must stop before its first request. */
async function faultsOf(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input: string | Uint8Array = '',
): Promise<string> {
  const run = await runCli(args, { cwd: folder, env, input });
  expect(run).toMatchObject({ exitCode: 4, stdout: '' });
  expect(requests).toBe(0);
  return run.stderr;
}

test.each([
  [
    ['--time-limit', '5x'],
    'orbweaver: --time-limit: "5x" is refused; allowed is a time of 1 to 31536000 seconds, written as 90, 90s, 15m, 2h or 1d.\n',
  ],
  [
    ['--scope', 'list', '--host', 'x'],
    'orbweaver: --host: "x" is refused; allowed is a host with a dot (www.example.org), localhost, an IP address, or an http or https address.\n',
  ],
  [
    ['--extract', 'a=css:['],
    'orbweaver: --extract: "a=css:[" is refused; a name is missing at its end; allowed behind NAME= is an XPath 1.0 expression, or css: and a selector of CSS.\n',
  ],
  [
    ['--delay', 'soon'],
    'orbweaver: --delay: "soon" is refused; allowed is a whole number from 0 to 3600000 (milliseconds between the starts of two downloads).\n',
  ],
  [
    ['--delay', '-5'],
    'orbweaver: --delay: -5 is refused; allowed is a whole number from 0 to 3600000 (milliseconds between the starts of two downloads).\n',
  ],
  [
    ['--depth', '1.5'],
    'orbweaver: --depth: 1.5 is refused; allowed is a whole number from 0 to 1000000 (clicks from the start page).\n',
  ],
  [
    ['--include', '('],
    'orbweaver: --include: "(" is refused; allowed is a regular expression (RE2), and here: missing closing ): `(`.\n',
  ],
  [
    ['--robots', 'obay'],
    'orbweaver: --robots: "obay" is refused; allowed are obey, disallow-only, ignore (did you mean obey?), and names that plugins give.\n',
  ],
  [
    ['--format', 'csv,gefx'],
    'orbweaver: --format: "gefx" is refused; allowed are csv, gexf, graphml, net, parquet, xlsx, commoncrawl (did you mean gexf?); writers of plugins are named by `writers`.\n',
  ],
  [
    ['--format', ''],
    'orbweaver: --format: "" is refused; allowed is a list of formats: csv, gexf, graphml, net, parquet, xlsx, commoncrawl.\n',
  ],
  [
    ['--allow-host', 'a b'],
    'orbweaver: --allow-host: "a b" is refused; allowed is name:port, for example localhost:8080.\n',
  ],
  [
    ['--normalization', 'fragmet=off'],
    'orbweaver: --normalization fragmet: there is no setting "fragmet"; did you mean "fragment"?\n',
  ],
  [
    ['--normalization', 'defaultPort=off'],
    'orbweaver: --normalization defaultPort: false is refused; it cannot be switched off, the URL standard does it by itself.\n',
  ],
  [
    ['ftp://example.org/'],
    'orbweaver: address 2: "ftp://example.org/" is refused; allowed are http and https, not ftp:.\n',
  ],
])('stops with exit code 4 and one sentence: crawl SITE %j', async (args, sentence) => {
  expect(await faultsOf(['crawl', site, ...args])).toBe(sentence);
});

test('explains what to give where nothing is given', async () => {
  expect(await faultsOf(['crawl'])).toMatch(/^orbweaver: there is nothing to crawl; .*--input.*--config.*--example/);
});

test('tells the faults of all sources at once', async () => {
  const config = file('all.yaml', 'limit: 0\n');
  const faults = await faultsOf(['crawl', 'ftp://x', '--delay', 'x', '--config', config], { ORBWEAVER_LIMIT: 'many' });
  expect(faults.split('\n').map(line => line.split(' is refused')[0])).toEqual([
    'orbweaver: address 1: "ftp://x"',
    'orbweaver: --delay: "x"',
    'orbweaver: ORBWEAVER_LIMIT: "many"',
    'orbweaver: all.yaml: limit: 0',
    '',
  ]);
});

test.each([
  ['broken.yaml', 'sites: [\n', /^orbweaver: broken\.yaml line \d+: this is not YAML or JSON; /],
  [
    'list.yaml',
    '- https://example.org\n',
    /^orbweaver: list\.yaml: \["https:\/\/example\.org"\] is refused; allowed is a mapping/,
  ],
  ['empty.yaml', '', /^orbweaver: empty\.yaml: sites: there is nothing to crawl; allowed is at least one address\.\n$/],
  [
    'format.yaml',
    'formats: [csv, 3]\n',
    /^orbweaver: format\.yaml: formats\[1\]: 3 is refused; allowed are csv, gexf, .*, commoncrawl\.\n$/,
  ],
  ['typo.json', '{"sites": [{"ulr": "https://example.org"}]}', /there is no setting "ulr"; did you mean "url"\?/],
  [
    'rule.yaml',
    'rule: gitins\nruleOptions: { gittinsN: 0 }\n',
    /^orbweaver: rule\.yaml: rule: "gitins" is refused; .*\n.*rule\.yaml: ruleOptions\.gittinsN: 0 is refused; .*\n$/,
  ],
  [
    'yes.yaml',
    'sites: [{url: example.org}]\nframes: "yes"\n',
    /^orbweaver: yes\.yaml: frames: "yes" is refused; allowed are true and false\.\n$/,
  ],
])('refuses the spec %s', async (name, content, sentence) => {
  expect(await faultsOf(['crawl', '--config', file(name, content)])).toMatch(sentence);
});

test('names the line of a list, from a file or from standard input', async () => {
  const list = file('sites.txt', `${site}\n\nhttp://127.0.0.1;0;3;1000\n`);
  expect(await faultsOf(['crawl', '--input', list])).toMatch(
    /^orbweaver: sites\.txt line 3: maxDownloadsAtTime: 0 is refused/,
  );
  expect(await faultsOf(['crawl', '--input', '-'], {}, 'ftp://x\n')).toMatch(
    /^orbweaver: standard input line 1: "ftp:\/\/x"/,
  );
});

test('refuses more sites, lines and bytes than a crawl takes, and reads no further', async () => {
  const sites = Array.from({ length: 100_001 }, (_, index) => `http://s${index}.example/`).join('\n');
  expect(await faultsOf(['crawl', '--input', file('sites.txt', sites)])).toBe(
    'orbweaver: sites.txt: 100001 sites are refused; allowed are at most 100000 in one crawl.\n',
  );
  expect(await faultsOf(['crawl', '--input', file('many.txt', 'http://s.example/\n'.repeat(1_000_000))])).toBe(
    'orbweaver: many.txt: more than 200000 lines are refused; allowed are at most 100000 sites in one crawl.\n',
  );
  expect(await faultsOf(['crawl', '--input', '/dev/zero'])).toBe(
    'orbweaver: --input: "/dev/zero" is refused; it is longer than 67108864 bytes.\n',
  );
});

test('names the fields of a line of RCCrawler that has too few', async () => {
  expect(await faultsOf(['crawl', '--input', '-'], {}, 'http://h;2;1\n')).toMatch(
    /^orbweaver: standard input line 1: "http:\/\/h;2;1" is refused; .* protocol:\/\/host;maxDownloadsAtTime;maxCrawlLevel;crawlDelay\.\n$/,
  );
});

test('refuses files that are not there, are folders, or are not text', async () => {
  expect(await faultsOf(['crawl', '--input', 'nowhere.txt'])).toBe(
    'orbweaver: --input: "nowhere.txt" is refused; there is no such file.\n',
  );
  expect(await faultsOf(['crawl', '--config', '.'])).toBe('orbweaver: --config: "." is refused; it is a directory.\n');
  const binary = file('binary.txt', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x00, 0x1a));
  expect(await faultsOf(['crawl', '--input', binary])).toMatch(/it is no text; allowed are UTF-8/);
  const named = file('sites.xlsx', Buffer.from('url\nhttps://a.example/\n'));
  expect(await faultsOf(['crawl', '--input', named])).toMatch(/it is a text under the name of a spreadsheet; allowed/);
  expect(await faultsOf(['crawl', '--input', '-'], {}, Uint8Array.of(0xff, 0xfe, 0))).toMatch(/it is no text; allowed/);
});

test('writes nothing into a directory that has something in it', async () => {
  mkdirSync(join(folder, 'notes'));
  file('notes/crawl.db', '');
  expect(await faultsOf(['crawl', site, '--out', folder])).toMatch(
    /^orbweaver: --out: .* is refused; it is not empty\. /,
  );
  expect(await faultsOf(['crawl', site, '--out', folder, '--overwrite'])).toMatch(
    /it holds other files than those of a crawl/,
  );
  expect(await faultsOf(['crawl', site, '--out', 'notes'])).toMatch(/it is not empty/);
  expect(await faultsOf(['watch', 'new', 'notes', '--source', site])).toMatch(
    /^orbweaver: directory: .* is refused; it is not empty\. /,
  );
  mkdirSync(join(folder, 'watched'));
  for (const name of ['crawl.db', 'findings.json']) file(`watched/${name}`, '');
  expect(await faultsOf(['watch', 'new', 'watched', '--source', site])).toMatch(
    /continue with what is there: .*orbweaver watch run watched$/m,
  );
  const taken = file('taken', '');
  expect(await faultsOf(['crawl', site, '--out', taken])).toMatch(/it is not a directory/);
});

// The file systems of the kernel refuse new directories to everybody, root too.
test.skipIf(process.platform !== 'linux').each([
  ['/proc/nope', 'no directory can be made there'],
  ['/proc/nope/deeper', 'no directory can be made there'],
  ['/sys/nope', '(?:the system does not permit it|permission is denied|the disk is read-only)'],
])('refuses at once the directory %s, where nothing can be written', async (directory, why) => {
  expect(await faultsOf(['crawl', site, '--out', directory])).toMatch(
    new RegExp(`^orbweaver: --out: ${directory} is refused; it cannot be written \\(${why}\\)\\. Allowed is .*\\.\n$`),
  );
});

test('takes a file for a plugin before a package, and refuses one of a wrong shape', async () => {
  const plugin = file('mine.mjs', 'export const analyzers = 5;');
  expect(await faultsOf(['crawl', site, '--plugin', plugin])).toMatch(
    /^orbweaver: plugins: file:\S+\/mine\.mjs: analyzers: 5 is refused; allowed is a list of objects .*\n$/,
  );
});

test.each([
  [['crwl'], "unknown command 'crwl'; did you mean crawl? (orbweaver --help shows what there is)"],
  [
    ['watch', 'statsu', 'x'],
    "unknown command 'statsu'; did you mean status? (orbweaver watch --help shows what there is)",
  ],
  [['watch', 'candidates'], "unknown command 'candidates' (orbweaver watch --help shows what there is)"],
  [
    ['crawl', '--delya', '3'],
    "unknown option '--delya'; did you mean --delay? (orbweaver crawl --help shows what there is)",
  ],
  [
    ['crawl', '--travers'],
    "unknown option '--travers'; did you mean --traverse? (orbweaver crawl --help shows what there is)",
  ],
  [['status'], "missing required argument 'directory' (orbweaver status --help shows what there is)"],
  [
    ['sites', 'remove', 'crawl'],
    "missing required argument 'numbers' (orbweaver sites remove --help shows what there is)",
  ],
  [
    ['watch', 'sources', 'list', '--x', 'dir'],
    "unknown option '--x' (orbweaver watch sources list --help shows what there is)",
  ],
])('refuses %j in one line, with what was meant', async (args, line) => {
  expect(await faultsOf(args)).toBe(`orbweaver: ${line}\n`);
});

test('refuses addresses and lists beside the bundled site', async () => {
  expect(await faultsOf(['crawl', '--example', site])).toBe(
    'orbweaver: --example crawls the bundled site alone; leave out the addresses and --input.\n',
  );
});

test.each([
  ['within itself', 'sites: &sites [*sites]\n', 'Converting circular structure to JSON'],
  ['unknown', 'limit: *none\n', 'Unresolved alias (the anchor must be set before the alias): none'],
])('says of a file whose alias is %s that it cannot be followed', async (_, text, why) => {
  expect(await faultsOf(['crawl', '--config', file('alias.yaml', text)])).toBe(
    `orbweaver: alias.yaml: its aliases cannot be followed; ${why}.\n`,
  );
});

test('a state folder that cannot be written is refused in one sentence', async () => {
  const state = join(folder, file('no-folder', ''));
  const faults = await faultsOf(['crawl', site, '--out', 'not-begun'], { ORBWEAVER_STATE: state });
  expect(faults).toMatch(
    /^orbweaver: ORBWEAVER_STATE: ".*no-folder" is refused; it cannot be written .*own directory\.\n$/,
  );
});
