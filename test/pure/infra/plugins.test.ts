import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { loadPlugins } from '../../../infra/load-plugins.ts';
import { entrySource, hostSource } from '../../../infra/plugin-entries.ts';
import { readSettings } from '../../../infra/settings.ts';
import type { Door } from '../../../shared/adapters/aws/door-stores.ts';

const examples = fileURLToPath(new URL('../../plugins/', import.meta.url));
const exampleFiles = readdirSync(examples).map(name => join(examples, name));
/** Its parts are none of a crawl. */
const applications = join(examples, 'prices.ts');
const folder = mkdtempSync(join(tmpdir(), 'orbweaver-deployed-'));
afterAll(() => rmSync(folder, { recursive: true }));

function moduleOf(source: string): string {
  const file = join(folder, `${crypto.randomUUID()}.mjs`);
  writeFileSync(file, source);
  return file;
}

describe('plugins to be deployed', () => {
  test('are named by paths, which begin where the CDK runs', () => {
    const paths = exampleFiles.map(file => `./test/plugins/${file.slice(examples.length)}`);
    expect(readSettings(name => (name === 'plugins' ? paths.join(', ') : undefined)).plugins).toEqual(exampleFiles);
  });

  test.each([['./nowhere.ts'], ['./test'], ['data:text/javascript'], ['node:fs']])('are files, not %s', path => {
    expect(() => readSettings(name => (name === 'plugins' ? path : undefined))).toThrow(
      `plugins has "${path}"; each must be the path of a module, separated by commas.`,
    );
  });

  test('bring applications, of which the stack knows what they keep', async () => {
    const [plugin] = await loadPlugins([applications]);
    expect(plugin!.parts.applications).toEqual([{ name: 'prices' }, { name: 'stories' }]);
    const columns = { story: 'integer', price: 'real', currency: 'text', story_at: 'instant' };
    const digest = expect.stringMatching(/^[0-9a-f]{16}$/);
    expect(plugin!.applications).toEqual([
      { name: 'prices', digest, hasAccepted: true, columns },
      { name: 'stories', digest, hasAccepted: false, extends: 'grabber' },
    ]);
  });

  test('bring parts by name', async () => {
    const plugins = await loadPlugins(exampleFiles.filter(file => file !== applications));
    const of = (key: 'robots' | 'finish' | 'writers' | 'analyzers') =>
      plugins.flatMap(({ parts }) => parts[key].map(({ name }) => name));
    expect([of('robots'), of('finish'), of('writers'), of('analyzers').sort()]).toEqual([
      ['no-search-pages'],
      ['enough-external-links'],
      ['dot'],
      ['every-address', 'headings'],
    ]);
  });

  test.each([
    [
      'export const analysers = [];',
      /^plugins: .*\.mjs: it exports none of the lists finish, writers, robots, analyzers, applications;/,
    ],
    ['export const finish = [{ name: "x" }];', /^plugins: .*\.mjs: finish\[0\]\.isMet: a missing value is refused;/],
    [
      'export const applications = [{ name: "x", columns: { day: "text" }, extract() {} }];',
      /^plugins: .*\.mjs: application x has a column "day", which tables of an account have already;/,
    ],
    [
      'export const applications = [{ name: "x", columns: { a: "list" }, extract() {} }];',
      /^plugins: .*\.mjs: applications\[0\]\.columns\.a: "list" is refused;/,
    ],
    ['throw new Error("no luck");', /^plugins: .*\.mjs cannot be loaded \(no luck\)\.$/],
  ])('are refused with a sentence: %s', async (source, sentence) => {
    await expect(loadPlugins([moduleOf(source)])).rejects.toThrow(sentence);
  });

  test('have names that tell their parts apart', async () => {
    const source = 'export const analyzers = [{ name: "twin" }];';
    await expect(loadPlugins([moduleOf(source), moduleOf(source)])).rejects.toThrow(
      /analyzers has "twin", and so has .*\.mjs; each name must be there once\.$/,
    );
  });
});

describe('a function that is deployed with plugins', () => {
  const files = {
    headings: join(examples, 'headings.ts'),
    dot: join(examples, 'dot-writer.ts'),
    policy: join(examples, 'no-search-pages.ts'),
    condition: join(examples, 'enough-external-links.ts'),
    addresses: join(examples, 'every-address.ts'),
  };

  test.each<[Door, readonly string[]]>([
    ['seed', []],
    ['fetch', [files.policy]],
    ['parse', [files.headings, files.addresses]],
    ['tick', [files.condition]],
    ['unload', [files.dot]],
    ['api', []],
  ])('%s imports the plugins whose parts it runs, and knows the names of all', async (door, needed) => {
    const source = entrySource(door, await loadPlugins(Object.values(files)));
    const imported = [...source.matchAll(/^import .* from "(.*)";$/gm)].map(([, file]) => file!);
    expect(imported.filter(file => file.includes('plugins/')).sort()).toEqual([...needed].sort());
    for (const name of ['headings', 'dot', 'no-search-pages', 'enough-external-links']) expect(source).toContain(name);
  });

  test('fetch knows the media types that an analyzer reads without its code', async () => {
    const source = entrySource('fetch', await loadPlugins([files.addresses]));
    expect(source).toContain('"reads":["application/xml","text/xml","text/css","text/plain"]');
    expect(source).not.toContain('every-address.ts');
  });

  test('parse knows what applications keep and where they are; all know their names, and only their process has their code', async () => {
    const plugins = await loadPlugins([files.headings, applications]);
    const parse = entrySource('parse', plugins);
    expect(parse).toContain('{ facts: {"name":"prices",');
    expect(parse).toContain('file: new URL("./applications/1.mjs", import.meta.url), args: ["prices"]');
    for (const door of ['parse', 'api', 'seed'] as const) {
      const source = entrySource(door, plugins);
      expect(source).toContain('"order":["stories","grabber","readability","prices"]');
      expect(source).not.toContain('prices.ts');
    }
    expect(entrySource('api', plugins)).not.toContain('facts');
    expect(hostSource(applications)).toContain(`import(${JSON.stringify(applications)})`);
  });
});
