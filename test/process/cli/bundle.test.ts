import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { newDirectory } from '../../crawl/crawl-run.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A copy of the program with a bundle of its own. */
function bundledCopy(): string {
  const copy = newDirectory();
  for (const name of ['functions', 'shared', 'scripts', 'package.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const { status, stderr } = run(copy, 'scripts/bundle.js');
  expect([status, stderr]).toEqual([0, '']);
  return copy;
}

function run(folder: string, program: string, ...args: readonly string[]) {
  return spawnSync(process.execPath, [join(folder, program), ...args], { encoding: 'utf8', timeout: 60_000 });
}

describe('the bundle', () => {
  test('runs while its files are as they were, gives the same files, and gives way to a file that was edited', () => {
    const copy = bundledCopy();
    for (const program of ['command-line.js', 'crawl-line.js'])
      appendFileSync(join(copy, 'dist', `functions.cli.${program}`), ";process.stderr.write('of the bundle\\n');");
    const bundled = run(copy, 'functions/orbweaver.js', '--version');
    expect([bundled.status, bundled.stderr]).toEqual([0, 'of the bundle\n']);

    // `remote unload` names the clients that it needs a clone for; those of ajv are in texts that its provider makes.
    const inClones = ['client-dynamodb', 'client-s3', 'client-sfn', 'client-sqs', 's3-request-presigner'].map(
      name => `@aws-sdk/${name}`,
    );
    const others = [...inClones, 'ajv', 'ajv-formats'];
    expect(packagesIn(join(copy, 'dist')).filter(name => !others.includes(name))).toEqual([
      ...['@aws-sdk/credential-provider-node', '@smithy/signature-v4', '@sparticuz/chromium', 'cheerio'],
      ...['onnxruntime-node', 'puppeteer-core', 'yaml'],
    ]);
    const installed = join(copy, 'elsewhere', 'node_modules', 'orbweaver');
    for (const name of ['dist', 'package.json', 'functions/orbweaver.js'])
      cpSync(join(copy, name), join(installed, name), { recursive: true });
    appendFileSync(join(installed, 'package.json'), '\n');
    expect(run(installed, 'functions/orbweaver.js', '--version')).toMatchObject({
      status: 0,
      stderr: 'of the bundle\n',
    });

    const crawl = ['crawl', '--example', '--delay', '0', '--quiet', '--out'] as const;
    expect(run(copy, 'functions/orbweaver.js', ...crawl, join(copy, 'a')).stderr).toBe('of the bundle\n');
    // A plugin is imported by the thread, and nothing is said of how.
    const plugin = join(copy, 'plugin.mjs');
    writeFileSync(plugin, "export const analyzers = [{ name: 'none', analyze: () => undefined }];");
    const withPlugin = run(copy, 'functions/orbweaver.js', ...crawl, join(copy, 'e'), '--plugin', plugin);
    expect([withPlugin.status, withPlugin.stderr]).toEqual([0, 'of the bundle\n']);
    expect(cacheTagsOf(copy, ...crawl, join(copy, 'c'))).toEqual(new Set([plainCacheTag()]));

    appendFileSync(join(copy, 'shared/domain/protocol/protocol.ts'), '\n');
    const edited = run(copy, 'functions/orbweaver.js', '--version');
    expect([edited.status, edited.stdout, edited.stderr]).toEqual([0, bundled.stdout, '']);
    expect(run(copy, 'functions/orbweaver.js', ...crawl, join(copy, 'b')).stderr).toBe('');

    const [a, b] = ['a', 'b'].map(name => filesOf(join(copy, name, 'graph')));
    expect(a!.length).toBeGreaterThan(3);
    expect(a).toEqual(b);
  });
});

/** By what the process and the threads of a command look for code that Node has compiled: with other flags of V8 than usual nobody would find Node's own. */
function cacheTagsOf(folder: string, ...args: readonly string[]): ReadonlySet<string> {
  const env = { ...process.env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
  const { stdout, stderr } = spawnSync(process.execPath, [join(folder, 'functions/orbweaver.js'), ...args], {
    encoding: 'utf8',
    env,
  });
  const tags = Array.from(
    `${stdout}${stderr}`.matchAll(/resolved path .* -> .*-([0-9a-f]+)-\d+$/gm),
    ([, tag]) => tag!,
  );
  expect(tags.length).toBeGreaterThan(1);
  return new Set(tags);
}

function plainCacheTag(): string {
  const script = "process.stdout.write(require('node:v8').cachedDataVersionTag().toString(16))";
  return spawnSync(process.execPath, ['--eval', script], { encoding: 'utf8' }).stdout;
}

/** Packages that a bundle leaves outside. */
function packagesIn(folder: string): readonly string[] {
  const named =
    /(?:\bfrom|\bimport\(|\brequire\(|\bcreateRequire\)?\([^()]*(?:\([^()]*\)[^()]*)*\)\()"(?!node:)((?:@[\w-]+\/)?[\w.-]+)[^"]*"/g;
  const programs = filesOf(folder).filter(([name]) => /\.c?js$/.test(name));
  const found = programs.flatMap(([, text]) => Array.from(text.matchAll(named), ([, name]) => name!));
  return [...new Set(found)].filter(name => !isBuiltin(name) && !name.startsWith('.')).sort();
}

test('what is installed holds no tests and nothing for AWS, and each package that the bundle leaves outside', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly files: readonly string[];
  };
  expect(Object.keys(manifest.dependencies)).toEqual([
    ...[
      '@aws-sdk/credential-provider-node',
      '@smithy/signature-v4',
      'cheerio',
      'graphology',
      'graphology-layout-forceatlas2',
      'puppeteer-core',
      'sigma',
    ],
    'yaml',
  ]);
  expect(manifest.files.filter(name => /^(?:test|infra|bench|functions\/aws|shared\/adapters)/.test(name))).toEqual([]);
  for (const name of manifest.files.filter(each => each !== 'dist/'))
    expect(existsSync(join(root, name)), name).toBe(true);
});

function filesOf(folder: string): [name: string, text: string][] {
  return readdirSync(folder).map(name => [name, readFileSync(join(folder, name), 'latin1')]);
}
