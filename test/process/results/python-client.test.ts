/** `clients/python` on real results, with the packages that its extras name. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { binFile, runCli } from '../cli/run-cli.ts';
import { projectFolder, run } from '../programs.ts';
import { pythonPackages } from '../python-packages.ts';

const versions = [
  'pandas==2.3.3',
  'polars==1.34.0',
  'networkx==3.4.2',
  'igraph==0.11.9',
  'mypy==1.18.2',
  'setuptools==80.9.0',
];
const packages = pythonPackages('python-client-1', versions, '(3, 10)');
const whyNot = await packages.whyNot();
if (whyNot !== undefined) console.warn(whyNot);

const client = join(projectFolder, 'clients/python');
let folder: string;
let env: Readonly<Record<string, string>>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orbweaver-client-'));
  env = { ORBWEAVER_STATE: join(folder, 'state') };
});

afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(whyNot !== undefined)('the Python package', () => {
  test('reads a crawl, a watch and a place that serves them, and refuses what is damaged', async () => {
    const root = join(folder, 'root');
    mkdirSync(root);
    for (const line of [
      ['crawl', '--example', '--out', 'museum', '--quiet', '--format', 'csv'],
      ['watch', '--example', '--once', '--out', 'news', '--quiet'],
      ['export', 'news', '--format', 'datapackage'],
    ])
      expect(await runCli(line, { cwd: root, env })).toMatchObject({ exitCode: 0, stderr: '' });
    const served = spawn(process.execPath, [binFile, 'serve', '--root', root, '--port', '0', '--no-open'], {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [link] = String((await once(served.stdout, 'data'))[0]).split('\n');
      const script = fileURLToPath(new URL('client_checks.py', import.meta.url));
      const given = [join(root, 'museum'), join(root, 'news'), folder, link!];
      const answers = JSON.parse(
        await run(await packages.python(), [script, ...given], { env: { ...process.env, PYTHONPATH: client } }),
      ) as Record<string, unknown>;
      expect(answers).toMatchObject({
        pages: [32, 24],
        types: ['Int64', 'Float64', 'string'],
        networkx: [23, 39],
        start: 'Museum of links',
        levels: true,
        igraph: [23, 39, 'Museum of links'],
        ...{ shapes: [], texts: [], site: 32, downloaded: true, fetched: true },
      });
      expect(answers['tables']).toEqual(expect.arrayContaining(['nodes', 'pages', 'reports/issues', 'fragment/links']));
      const [publications, mentions, copy] = answers['watch'] as [number, number, string];
      expect([publications > 50, mentions > 10, copy]).toEqual([true, true, 'boolean']);
      const refused = answers['refused'] as Record<string, string>;
      expect(Object.entries(refused).filter(([, error]) => error === 'nothing')).toEqual([]);
      expect(refused).toMatchObject({
        'a link': 'NotOrbweaver',
        'a pipe': 'NotOrbweaver',
        'a file outside': 'NotOrbweaver',
      });
    } finally {
      served.kill();
      await once(served, 'exit');
    }
  }, 300_000);

  test('is typed strictly, and pip installs it with its columns', async () => {
    const python = await packages.python();
    expect(await run(python, ['-m', 'mypy', '--cache-dir', join(folder, 'mypy')], { cwd: client })).toContain(
      'no issues found',
    );
    // Building leaves folders beside the sources.
    const sources = join(folder, 'sources');
    cpSync(client, sources, { recursive: true });
    const target = join(folder, 'installed');
    const options = ['--quiet', '--no-deps', '--no-build-isolation', '--no-index', '--target', target];
    await run(python, ['-m', 'pip', 'install', ...options, sources]);
    const program = 'from orbweaver import _tables; print(len(_tables.known_tables()))';
    expect(
      Number(await run(python, ['-c', program], { cwd: folder, env: { ...process.env, PYTHONPATH: target } })),
    ).toBeGreaterThan(30);
  }, 300_000);
});
