import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildProgram } from '../../functions/cli/program.ts';
import manifest from '../../package.json' with { type: 'json' };
import { splitCommands } from '../house/docs-shell.ts';
import { root } from '../house/written-docs.ts';
import { type LoopbackSite, page, startSite } from '../servers/loopback-site.ts';

const run = promisify(execFile);
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'orbweaver-readme-'));
const universities: LoopbackSite[] = [];

beforeAll(async () => {
  for (const title of ['First', 'Second'])
    universities.push(
      await startSite({ '/': page(title, '/a', 'http://example.org/'), '/a': page('a', 'http://example.net/') }),
    );
  const rows = universities.map(({ origin }, index) => `University ${index + 1},${origin}`);
  writeFileSync(join(folder, 'universities.csv'), ['name,url', ...rows, ''].join('\n'));
});
afterAll(async () => {
  for (const site of universities) await site.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Lines of each code block whose fence says `sh name`. */
function blocksOf(name: string): readonly (readonly string[])[] {
  return [...readme.matchAll(new RegExp(`\`\`\`sh ${name}\\n([^\`]+)\`\`\``, 'g'))].map(([, block]) =>
    block!.trim().split('\n'),
  );
}

const tours = blocksOf('tour').map((lines, index) => ({ name: ['graph', 'set', 'publications'][index]!, lines }));

/** Runs a line as a shell does, and answers what it printed, into its file where it names one. */
async function printed(line: string): Promise<string> {
  const [words] = splitCommands(line);
  expect(words![0], line).toBe('orbweaver');
  const env = { ...process.env, ORBWEAVER_STATE: join(folder, 'state'), ORBWEAVER_DELAY: '0' };
  const program = join(root, 'functions', 'orbweaver.js');
  const { stdout } = await run(process.execPath, [program, ...words!.slice(1)], { cwd: folder, env });
  return stdout;
}

describe('README', () => {
  test('has a tour for each job, of five lines', () => {
    expect(tours.map(({ name, lines }) => [name, lines.length])).toEqual([
      ['graph', 5],
      ['set', 5],
      ['publications', 5],
    ]);
  });

  test.each(tours)('its tour ($name) works as written', { timeout: 180_000 }, async ({ lines }) => {
    for (const line of lines) expect(await printed(line), line).not.toBe('');
  });

  test.each([
    ['README', readme.slice(0, readme.indexOf('\n- '))],
    ['--help', buildProgram(() => undefined).description()],
    ['package.json', manifest.description],
  ])('names the three jobs in the first sentence of %s', (_, text) => {
    for (const job of [/graph/, /external links of (?:a set|sets) of sites/, /publications .*news sites/s, /tone/])
      expect(text.replaceAll(/\s+/g, ' ')).toMatch(job);
  });

  test.each([
    ['the option for sub-domains', 'docs/guide-crawl.md#what-a-site-is', '--scope domain'],
    ['the columns of nodes.csv', 'docs/reference/files.md#graphsitenodescsv', 'InDegree'],
    ['how to add a result table', 'CONTRIBUTING.md#how-to-add-a-result-table', 'result-parts.ts'],
    ['what a deployment costs', 'docs/guide-aws.md#what-it-costs', 'a million pages'],
    ['the licence', 'LICENSE', 'MIT License'],
  ])('leads in one click to %s', (_, link, answer) => {
    expect(readme).toContain(`](${link})`);
    const [file, anchor] = link.split('#');
    const text = readFileSync(join(root, file!), 'utf8');
    const sections = text.split(/^(?=#+ )/m);
    const section = sections.find(each => anchor !== undefined && headingOf(each) === anchor);
    expect(anchor === undefined ? text : section).toContain(answer);
  });

  test('its guide to plugins leads to each example, which is short', () => {
    const guide = readFileSync(join(root, 'docs/plugins.md'), 'utf8');
    for (const name of readdirSync(join(root, 'test/plugins'))) {
      expect(guide).toContain(`(../test/plugins/${name})`);
      const lines = readFileSync(join(root, 'test/plugins', name), 'utf8')
        .trim()
        .split('\n');
      expect(lines.length).toBeLessThanOrEqual(30);
    }
    const [, shown] = /```ts\n(.*?)```/s.exec(guide)!;
    const example = readFileSync(join(root, 'test/plugins/headings.ts'), 'utf8');
    expect(example.replace(': readonly PageAnalyzer[]', '')).toContain(shown!.trim());
  });

  test('its table of folders has every door, wing and layer', () => {
    const rows = [...readme.matchAll(/^\| (`(?:shared|functions)\/.*?`) \| (.*) \|$/gm)];
    const named = new Set(
      rows.flatMap(([, paths, what]) => {
        const own = [...paths!.matchAll(/`([^`]+)`/g)].map(([, path]) => path!);
        return [...own, ...[...what!.matchAll(/`([\w-]+\/)`/g)].map(([, name]) => own[0]! + name)];
      }),
    );
    const foldersOf = (folder: string): readonly string[] =>
      readdirSync(join(root, folder), { withFileTypes: true })
        .filter(entry => entry.isDirectory())
        .map(({ name }) => `${folder}${name}/`);
    const all = ['shared/', 'shared/steps/', 'shared/wings/', 'shared/wings/sets/', 'functions/'].flatMap(foldersOf);
    expect(all.filter(folder => !['shared/wings/'].includes(folder) && !named.has(folder))).toEqual([]);
    expect([...named].filter(path => path.endsWith('/') && !existsSync(join(root, path)))).toEqual([]);
  });

  test('names the command that runs the tests', () => {
    expect(blocksOf('test')).toEqual([['npm ci && npm test']]);
    expect(manifest.scripts.check).toMatch(/npm test$/);
  });
});

function headingOf(section: string): string {
  const [heading] = section.split('\n');
  return heading!
    .replace(/^#+ /, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
