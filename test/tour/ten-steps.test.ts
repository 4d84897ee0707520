import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GeneratedTexts } from '../../bench/publications/generated-texts.ts';

import { splitCommands } from '../house/docs-shell.ts';
import { root } from '../house/written-docs.ts';
import { zipMembers } from '../pure/results/zip-members.ts';
import { type LoopbackSite, startSite } from '../servers/loopback-site.ts';

/** "Fourteen organizations and twenty sites in ten steps" of docs/guide-publications.md: each line as it is written, but for the hosts. */

const run = promisify(execFile);
const guide = readFileSync(join(root, 'docs/guide-publications.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'orbweaver-ten-steps-'));
const sites: LoopbackSite[] = [];
const texts = new GeneratedTexts();
const articles: string[][] = [];
let hook: LoopbackSite;

const organizations = ['Научный центр неврологии', 'Институт географии РАН', 'Полярный геофизический институт'];
const accused =
  'Воронежский государственный университет обвинили в хищении денег. Суд признал вину ректора: ВГУ обманул студентов, скандал и провал. ';

function publish(site: number, sentence: string): void {
  articles[site]!.push(`${sentence} ${texts.next().text}`);
}

function pageOf(site: number, n: number): string {
  const day = `2026-${n % 2 === 0 ? '10' : '11'}-0${(n % 9) + 1}T09:00:00Z`;
  const body = articles[site]![n]!.split('. ').map(sentence => `<p>${sentence}.</p>`);
  return `<!doctype html><html lang="ru"><title>Story ${site}-${n}</title><meta property="article:published_time" content="${day}"><article><h1>Story ${site}-${n}</h1>${body.join('')}</article></html>`;
}

async function startSource(site: number): Promise<LoopbackSite> {
  const numbers = (): readonly number[] => articles[site]!.map((_, n) => n);
  const item = (origin: string, n: number): string =>
    `<item><title>Story ${site}-${n}</title><link>${origin}/news/${n}.html</link></item>`;
  return await startSite(origin => ({
    '/': '<title>News</title><link rel="alternate" type="application/rss+xml" href="/rss.xml">',
    '/rss.xml': () => ({
      headers: { 'content-type': 'application/rss+xml' },
      body: `<rss version="2.0"><channel><title>News</title>${numbers()
        .map(n => item(origin, n))
        .join('')}</channel></rss>`,
    }),
    '*': ({ path }) => {
      const n = /^\/news\/(\d+)\.html$/.exec(path)?.[1];
      return n === undefined ? { status: 404 } : pageOf(site, Number(n));
    },
  }));
}

beforeAll(async () => {
  hook = await startSite({ '*': { status: 204 } });
  for (let site = 0; site < 20; site++) {
    articles.push([]);
    for (let n = 0; n < 4; n++) publish(site, `${organizations[(site + n) % 3]} открыл музей.`);
    sites.push(await startSource(site));
  }
  const [heading, first, own] = blockOf('csv sites').split('\n') as [string, string, string];
  const rows = sites.map(({ origin }, site) => (site === 19 ? own : first).replace(/^https:[^,]+/, origin));
  writeFileSync(join(folder, 'sites.csv'), [heading, ...rows, ''].join('\n'));
  // Ten seconds between looks, as no test waits for hours.
  writeFileSync(join(folder, 'watch.yaml'), `${blockOf('yaml settings')}watch:\n  interval: 10s\n`);
});
afterAll(async () => {
  for (const site of [...sites, hook]) await site.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A block of the guide by its fence. */
function blockOf(fence: string): string {
  const [, indent = '', block = ''] = new RegExp(`^( *)\`\`\`${fence}\\n([^\`]+)\`\`\``, 'm').exec(guide)!;
  return `${block.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trimEnd()}\n`;
}

const env = { ...process.env, ORBWEAVER_STATE: join(folder, 'state'), ORBWEAVER_DELAY: '0' };
const program = join(root, 'functions', 'orbweaver.js');

/** The words of a line, with hosts of this machine. */
function wordsOf(line: string): readonly string[] {
  const [words] = splitCommands(line);
  expect(words![0], line).toBe('orbweaver');
  return words!
    .slice(1)
    .map(word => word.replace('https://news.example', sites[0]!.origin).replace('https://hooks.example', hook.origin));
}

/** Runs a line as a shell does. */
async function done(line: string): Promise<string> {
  const settings = { cwd: folder, env, encoding: 'buffer', maxBuffer: 2 ** 26 } as const;
  const { stdout } = await run(process.execPath, [program, ...wordsOf(line)], settings);
  const file = /> (\S+)(?: |$)/.exec(line.replace(/\s+#.*/, ''))?.[1];
  if (file !== undefined) writeFileSync(join(folder, file), stdout);
  expect(stdout.length, line).toBeGreaterThan(0);
  return stdout.toString();
}

/** A command that goes on until it is stopped. */
function started(line: string): ChildProcess {
  return spawn(process.execPath, [program, ...wordsOf(line)], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGINT');
  await exit;
}

const fileOf = (name: string): Buffer => readFileSync(join(folder, name));
const rowsOf = (name: string): number =>
  fileOf(name)
    .toString()
    .match(/\r?\n(?=\d+,)/g)!.length;

test('fourteen organizations and twenty sites in ten steps', { timeout: 300_000 }, async () => {
  const lines = blockOf('sh ten-steps').trim().split('\n');
  expect(lines.flatMap(line => /# (\d+)$/.exec(line)?.[1] ?? [])).toEqual(
    Array.from({ length: 10 }, (_, n) => `${n + 1}`),
  );
  const printed = new Map<string, string>();
  for (const line of lines) {
    if (/ watch run press$/.test(line)) {
      publish(0, accused);
      const watching = started(line);
      await expect.poll(() => hook.paths()).toEqual(['/T0/B0']);
      await ended(watching);
    } else if (/ serve /.test(line)) {
      const serving = started(line);
      const [address] = (await once(serving.stdout!, 'data')) as [Buffer];
      expect(String(address)).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
      await ended(serving);
    } else printed.set(line, await done(line));
  }
  const outputOf = (words: string): string => [...printed].find(([line]) => line.includes(words))![1];
  expect(outputOf('organizations check')).toContain('14 organizations');
  expect(
    outputOf('watch estimate')
      .split('\n')
      .filter(line => line.length > 80),
  ).toEqual([]);
  expect(rowsOf('publications.csv')).toBe(80);
  expect(fileOf('months.csv').toString()).toMatch(/,month,2026-10,.*,month,2026-11,/s);
  const report = zipMembers(fileOf('report.docx')).get('word/document.xml')!.toString();
  expect(report).toContain('Научный центр неврологии');
  expect(fileOf('mentions.parquet').subarray(0, 4).toString()).toBe('PAR1');
});
