/** Metadata of data sets, read by the validators of their formats. */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli } from '../cli/run-cli.ts';
import { run as runProgram, workFolder } from '../programs.ts';
import { pythonPackages } from '../python-packages.ts';

const validators = pythonPackages('metadata-1', ['frictionless==5.21.0', 'roc-validator==0.13.0'], '(3, 10)');
const whyNot = await validators.whyNot();
if (whyNot !== undefined) console.warn(whyNot);
/** The JSON-LD context of RO-Crate 1.2, which roc-validator takes from the network: npm's package of ro-crate has it. */
async function contextOfCrates(): Promise<string> {
  const context = join(workFolder, 'ro-crate-3.7.2', 'lib', 'context.json');
  if (existsSync(context)) return context;
  mkdirSync(workFolder, { recursive: true });
  const staging = mkdtempSync(join(workFolder, 'staging-'));
  await runProgram('npm', ['pack', 'ro-crate@3.7.2', '--silent', '--pack-destination', staging]);
  await runProgram('tar', ['-xzf', join(staging, 'ro-crate-3.7.2.tgz'), '-C', staging]);
  if (!existsSync(dirname(dirname(context)))) renameSync(join(staging, 'package'), dirname(dirname(context)));
  rmSync(staging, { recursive: true });
  return context;
}

const noPublisher = 'RECOMMENDED: The Root Data Entity SHOULD have a `publisher` property (Organization or Person)';
const licence = ['--licence', 'CC-BY-4.0'];
let folder: string;
let env: Readonly<Record<string, string>>;
const run = async (...args: string[]) => await runCli(args, { cwd: folder, env });
const json = (...path: string[]) => JSON.parse(readFileSync(join(folder, ...path), 'utf8'));
const sumOf = (...path: string[]) =>
  createHash('sha256')
    .update(readFileSync(join(folder, ...path)))
    .digest('hex');

async function validate(...args: string[]): Promise<unknown> {
  const script = fileURLToPath(new URL('validators.py', import.meta.url));
  return JSON.parse(await runProgram(await validators.python(), [script, ...args]));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orbweaver-metadata-'));
  env = { ORBWEAVER_STATE: join(folder, 'state') };
  const options = ['--all-links', '--near-duplicates', '0.9', '--format', 'csv,gexf,parquet,xlsx'];
  const crawled = await run('crawl', '--example', '--out', 'museum', '--quiet', ...options);
  expect(crawled).toMatchObject({ exitCode: 0, stderr: '' });
});

afterAll(() => rmSync(folder, { recursive: true }));

test('datapackage.json lists each table with the columns of its first row, its size and its sum', async () => {
  const { stdout, stderr } = await run('export', 'museum', '--format', 'datapackage', ...licence);
  expect([stdout, stderr]).toEqual(['datapackage.json\n', '']);
  const { resources, licenses, sources, title } = json('museum', 'datapackage.json');
  expect(licenses).toEqual([{ name: 'CC-BY-4.0', path: 'https://spdx.org/licenses/CC-BY-4.0' }]);
  expect([sources[0].title, title].every(name => name.startsWith('127.0.0.1'))).toBe(true);
  const tables = readdirSync(join(folder, 'museum'), { recursive: true }).filter(name => String(name).endsWith('.csv'));
  expect(resources.map(({ path }: { path: string }) => path)).toEqual(tables.map(String).sort());
  for (const { path, bytes, hash, schema, description } of resources) {
    const text = readFileSync(join(folder, 'museum', path));
    expect([bytes, hash]).toEqual([text.length, `sha256:${sumOf('museum', path)}`]);
    const names = schema.fields.map(({ name }: { name: string }) => name);
    expect(names.join(',')).toBe(String(text).split('\n')[0]!.trim());
    // Each column of each table is explained, and no link of the reference is left.
    expect(schema.fields.filter((field: { description?: string }) => !field.description)).toEqual([]);
    expect(JSON.stringify([description, schema])).not.toMatch(/\]\(|undefined/);
  }
  const schemaOf = (ending: string) => resources.find(({ path }: { path: string }) => path.endsWith(ending)).schema;
  expect(schemaOf('.nodes.csv').primaryKey).toEqual(['Id']);
  const { name } = resources.find(({ path }: { path: string }) => path.endsWith('.nodes.csv'));
  expect(schemaOf('.edges.csv').foreignKeys).toEqual(
    ['Source', 'Target'].map(field => ({ fields: [field], reference: { resource: name, fields: ['Id'] } })),
  );
});

test('a crate names the crawl as its action, and every file with its sum', async () => {
  expect((await run('export', 'museum', '--format', 'ro-crate', ...licence)).stdout).toBe('ro-crate-metadata.json\n');
  const graph: Record<string, string | object | undefined>[] = json('museum', 'ro-crate-metadata.json')['@graph'];
  const byId = new Map(graph.map(each => [each['@id'], each]));
  const { id, startedAt, finishedAt, files, software, sites } = json('museum', 'crawl.json');
  expect(byId.get('#crawl')).toMatchObject({
    ...{ '@type': 'CreateAction', startTime: startedAt, endTime: finishedAt, agent: { '@id': '#software' } },
    ...{ description: 'The crawl ended by no-work.', object: [{ '@id': 'crawl.json' }, { '@id': sites[0].origin }] },
  });
  expect(byId.get('#id')).toMatchObject({ value: id });
  expect(`${byId.get('#software')?.['name']} ${byId.get('#software')?.['version']}`).toBe(software);
  const described = graph.filter(each => each['@type'] === 'File');
  expect(described.map(({ name }) => name)).toEqual(
    [...files, 'crawl.json', ...readdirSync(join(folder, 'museum', 'logs')).map(log => `logs/${log}`)].sort(),
  );
  for (const { name, sha256 } of described) expect([name, sha256]).toEqual([name, sumOf('museum', String(name))]);
});

test('arch has the links with the columns of ARCH, and counts that agree with them', async () => {
  const names = ['domain-frequency', 'domain-graph', 'web-graph'].map(name => `arch/${name}.csv`);
  const { stdout } = await run('export', 'museum', '--format', 'arch,datapackage');
  expect(stdout).toBe([...names, 'datapackage.json', ''].join('\n'));
  const [frequency, domains, links] = names.map(name =>
    readFileSync(join(folder, 'museum', name), 'utf8')
      .trim()
      .split('\n'),
  );
  expect(frequency).toEqual(['domain,count', '127.0.0.1,23']);
  expect(domains![0]).toBe('crawl_date,source,target,count');
  expect(links![0]).toBe('crawl_date,source,target,anchor_text');
  const pairs = readdirSync(join(folder, 'museum', 'links')).find(
    name => name.endsWith('.pairs.csv') && !name.startsWith('all'),
  )!;
  const rows = readFileSync(join(folder, 'museum', 'links', pairs), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  expect(links!.length - 1).toBe(rows.length);
  const total = rows.reduce((sum, row) => sum + Number(/(\d+)\s*$/.exec(row)![1]), 0);
  expect(domains!.slice(1).reduce((sum, row) => sum + Number(row.split(',')[3]), 0)).toBe(total);
  expect(json('museum', 'datapackage.json').resources.map(({ path }: { path: string }) => path)).toEqual(
    expect.arrayContaining(names),
  );
});

test('results without the crawl, as they are downloaded, are described too; what is not theirs is refused', async () => {
  const copy = join(folder, 'downloaded');
  const kept = ['crawl.json', 'graph', 'links', 'pages', 'reports', 'fragment'];
  for (const name of kept) cpSync(join(folder, 'museum', name), join(copy, name), { recursive: true });
  expect((await run('export', 'downloaded', '--format', 'datapackage')).stdout).toBe('datapackage.json\n');
  expect(json('downloaded', 'datapackage.json').resources.length).toBeGreaterThan(15);
  const stored = json('downloaded', 'crawl.json');
  const refused = async (change: object, why: RegExp) => {
    writeFileSync(join(copy, 'crawl.json'), JSON.stringify({ ...stored, ...change }));
    const { exitCode, stdout, stderr } = await run('export', 'downloaded', '--format', 'ro-crate');
    expect([exitCode, stdout]).toEqual([4, '']);
    expect(stderr).toMatch(why);
  };
  for (const path of ['../state', '/etc/passwd', 'graph/../../state', 'a\\b', ''])
    await refused({ files: [path] }, /is no file of the crawl/);
  await refused({ files: ['reports/lost.csv'] }, /reports\/lost\.csv is missing or damaged/);
  await refused({ files: ['reports'] }, /reports/);
  await refused({ startedAt: 'yesterday' }, /crawl\.json is missing or damaged/);
  await refused({ sites: [{ name: 1 }] }, /crawl\.json is missing or damaged/);
  writeFileSync(join(copy, 'crawl.json'), JSON.stringify(stored));
  symlinkSync('/etc/passwd', join(copy, 'reports', 'more.csv'));
  expect((await run('export', 'downloaded', '--format', 'datapackage')).stderr).toContain('more.csv');
  const plain = await run('crawl', '--example', '--out', 'plain', '--quiet', '--format', 'csv');
  expect(plain.exitCode).toBe(0);
  const before = readdirSync(join(folder, 'plain'), { recursive: true });
  const arch = await run('export', 'plain', '--format', 'graphml,arch,datapackage');
  expect(arch).toMatchObject({ exitCode: 4, stdout: '' });
  expect(arch.stderr).toContain('crawl with --all-links writes it');
  expect((await run('export', 'plain', '--format', 'csv,arch', '--out', 'other')).exitCode).toBe(4);
  expect(existsSync(join(folder, 'other'))).toBe(false);
  expect(readdirSync(join(folder, 'plain'), { recursive: true })).toEqual(before);
});

describe('other directories', () => {
  test('--out writes the results and their metadata there', async () => {
    const { stdout } = await run('export', 'museum', '--format', 'csv,datapackage', '--out', 'sent');
    expect(stdout.trim().split('\n').at(-1)).toBe('datapackage.json');
    expect(json('sent', 'datapackage.json').resources.map(({ path }: { path: string }) => path)).toContain(
      'reports/issues.csv',
    );
  });

  test('tables of a watch are written with their metadata', async () => {
    expect((await run('watch', '--example', '--once', '--out', 'news', '--quiet')).exitCode).toBe(0);
    const { stdout, stderr } = await run('export', 'news', '--format', 'datapackage,ro-crate', ...licence);
    expect([stdout, stderr]).toEqual([
      'publications.csv\nmentions.csv\ndatapackage.json\nro-crate-metadata.json\n',
      '',
    ]);
    const [publications, mentions] = json('news', 'data-package', 'datapackage.json').resources;
    expect(publications.schema.primaryKey).toEqual(['id']);
    expect(mentions.schema.foreignKeys).toEqual([
      { fields: ['publication'], reference: { resource: 'publications', fields: ['id'] } },
    ]);
    const { stdout: listed } = await run('publications', 'news', '--format', 'csv');
    expect(readFileSync(join(folder, 'news', 'data-package', 'publications.csv'), 'utf8')).toBe(listed);
  });
});

describe.skipIf(whyNot !== undefined)('read by the validators of the formats', () => {
  test('frictionless finds the tables of the crawl and of the watch valid: types, keys, sizes, sums', async () => {
    for (const at of ['museum', join('news', 'data-package')]) {
      const [problems, names] = (await validate('package', join(folder, at, 'datapackage.json'))) as [
        unknown[],
        string[],
      ];
      expect([at, problems]).toEqual([at, []]);
      expect(names.length).toBeGreaterThan(1);
    }
  }, 300_000);

  test('frictionless sees a byte that is changed', async () => {
    cpSync(join(folder, 'museum'), join(folder, 'changed'), { recursive: true });
    const [file] = readdirSync(join(folder, 'changed', 'graph')).filter(name => name.endsWith('.edges.csv'));
    const path = join(folder, 'changed', 'graph', file!);
    writeFileSync(path, readFileSync(path, 'utf8').replace('\n0,', '\n999,'));
    const [problems] = (await validate('package', join(folder, 'changed', 'datapackage.json'))) as [string[][]];
    expect(problems.map(([title]) => title)).toEqual(expect.arrayContaining(['Hash Count Error', 'ForeignKey Error']));
  }, 300_000);

  test('roc-validator finds the crates valid; they name no publisher, whom nobody knows', async () => {
    const context = await contextOfCrates();
    for (const at of ['museum', join('news', 'data-package')])
      expect([at, await validate('crate', join(folder, at), context)]).toEqual([at, [noPublisher]]);
  }, 600_000);

  test('roc-validator sees a file that is lost and a data set without its date', async () => {
    const faulty = join(folder, 'faulty');
    cpSync(join(folder, 'museum'), faulty, { recursive: true });
    rmSync(join(faulty, 'reports', 'issues.csv'));
    const crate = json('faulty', 'ro-crate-metadata.json');
    const root = crate['@graph'].find((each: { '@id': string }) => each['@id'] === './');
    writeFileSync(
      join(faulty, 'ro-crate-metadata.json'),
      JSON.stringify({
        ...crate,
        '@graph': [...crate['@graph'].filter((each: unknown) => each !== root), { ...root, datePublished: undefined }],
      }),
    );
    const problems = (await validate('crate', faulty, await contextOfCrates())) as string[];
    expect(problems.join('\n')).toMatch(/datePublished/);
    expect(problems.join('\n')).toMatch(/reports\/issues\.csv/);
  }, 600_000);
});
