import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { loadParts, type Parts } from '../../../functions/embedded/plugins/load-parts.ts';
import type { CrawlSpec } from '../../../shared/domain/spec/crawl-spec-schema.ts';
import { readSpec } from '../../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../../shared/domain/spec/resolve/resolve-spec.ts';
import type { AnalyzedPage } from '../../../shared/domain/turn/page-analyzer.ts';
import { PluginFailure } from '../../../shared/plugins/guarded-parts.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-plugins-'));
afterAll(() => rmSync(folder, { recursive: true }));

let modules = 0;

async function load(source: string, settings: CrawlSpec = {}): Promise<Parts> {
  return await loadAll([source], settings);
}

async function loadAll(sources: readonly string[], settings: CrawlSpec = {}): Promise<Parts> {
  const plugins = sources.map(source => {
    modules += 1;
    const file = join(folder, `plugin-${modules}.mjs`);
    writeFileSync(file, source);
    return pathToFileURL(file).href;
  });
  const values = { ...settings, sites: [{ url: 'https://example.org/' }], plugins };
  return await loadParts(resolveSpec([readSpec(values, path => path.join('.'))]));
}

test.each([
  ['analyzers = 5', 'analyzers: 5 is refused; allowed is a list of objects with name, reads, analyze, links.'],
  ['analyzers = [5]', 'analyzers[0]: 5 is refused; allowed is an object with name, reads, analyze, links.'],
  ['finish = [{ name: "x" }]', 'finish[0].isMet: a missing value is refused; allowed is a function.'],
  ['writers = [{ name: "x", write: true }]', 'writers[0].write: true is refused; allowed is a function.'],
  [
    'analyzers = [{ name: "../x", analyze: () => 1 }]',
    'analyzers[0].name: "../x" is refused; allowed is a name of 1 to 64 letters, digits, ".", "-" and "_".',
  ],
  [
    'robots = [{ name: "x", fetches: 1, decide() {}, crawlDelay() {} }]',
    'robots[0].fetches: 1 is refused; allowed are true and false.',
  ],
])('refuses a plugin of a wrong shape: %s', async (list, sentence) => {
  await expect(load(`export const ${list};`)).rejects.toThrow(/^plugins: file:.*\.mjs: /);
  await expect(load(`export const ${list};`)).rejects.toThrow(sentence);
});

test('refuses a module that exports no list it knows', async () => {
  await expect(load('export const analysers = [];')).rejects.toThrow(
    /^plugins: file:.*: it exports none of the lists finish, writers, robots, analyzers, applications; allowed is a module with at least one\.$/,
  );
});

test('what a module prints while it is loaded is on standard error, apart from the results', async () => {
  const [out, error] = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
  error.mockReturnValue(true);
  try {
    await load("process.stdout.write('loading'); export const analyzers = [];");
    expect(out).not.toHaveBeenCalled();
    expect(error).toHaveBeenCalledWith('loading');
  } finally {
    out.mockRestore();
    error.mockRestore();
  }
});

test('standard output is for results again when modules that were loaded at once are there', async () => {
  const { write } = process.stdout;
  const waits = (ms: number) =>
    `await new Promise(resolve => setTimeout(resolve, ${ms})); export const analyzers = [{ name: 'a${ms}', analyze: () => 1 }];`;
  await loadAll([waits(20), waits(1)]);
  expect(process.stdout.write).toBe(write);
  await expect(loadAll([waits(30), 'throw new Error("no luck")'])).rejects.toThrow('no luck');
  await expect.poll(() => process.stdout.write).toBe(write);
});

const throwing = 'throw new Error("no luck")';

test('names the part, and the page, where a part of a plugin throws', async () => {
  const parts = await load(
    `export const analyzers = [{ name: 'a', analyze() { ${throwing} }, *links() { ${throwing} } }];
     export const finish = [{ name: 'f', isMet() { ${throwing} } }];
     export const robots = [{ name: 'r', fetches: true, decide() { ${throwing} }, crawlDelay() { ${throwing} } }];
     export const writers = [{ name: 'w', async write() { ${throwing} } }];`,
    { robots: 'r' },
  );
  const page = { url: 'https://example.org/x' } as AnalyzedPage;
  const failing: [() => unknown, string][] = [
    [() => parts.analyzers[0]!.analyze?.(page), 'page analyzer "a" of a plugin failed on https://example.org/x'],
    [() => parts.analyzers[0]!.links?.(page), 'page analyzer "a" of a plugin failed on https://example.org/x'],
    [() => parts.finish[0]!.isMet({} as never), 'finish condition "f" of a plugin failed'],
    [() => parts.robots.decide({} as never, '/y?z'), 'robots policy "r" of a plugin failed on /y?z'],
    [() => parts.robots.crawlDelay({} as never), 'robots policy "r" of a plugin failed on a Crawl-delay'],
  ];
  for (const [call, what] of failing) expect(call).toThrow(new PluginFailure(`the ${what}: no luck`));
  await expect(parts.writers.at(-1)!.write({ graph: { fileName: 'host' } } as never, {} as never)).rejects.toThrow(
    new PluginFailure('the result writer "w" of a plugin failed on the results of host: no luck'),
  );
});

test('cuts what a part threw: the cause of a failed crawl is in a row, which holds 400 KB', async () => {
  const huge = "throw new Error('<html>'.repeat(200_000))";
  const { analyzers } = await load(`export const analyzers = [{ name: 'a', analyze() { ${huge} } }];`);
  const call = () => analyzers[0]!.analyze?.({ url: 'https://example.org/x' } as AnalyzedPage);
  expect(call).toThrow(/on https:\/\/example\.org\/x: (<html>)+.{0,5}… \(1200000 characters, SHA-256 \w+…\)$/);
  expect(call).toThrow(expect.objectContaining({ message: expect.not.stringMatching(/^.{2500}/) }));
});

test('keeps what a part answers, and its own fields within reach', async () => {
  const parts = await load(
    `class Part { name = 'a'; count = 2; analyze({ url }) { return url + this.count; } links() { return ['/' + this.count]; } }
     export const analyzers = [new Part()];`,
  );
  const page = { url: 'https://example.org/x' } as AnalyzedPage;
  const [analyzer] = parts.analyzers;
  expect([analyzer?.analyze?.(page), analyzer?.links?.(page)]).toEqual(['https://example.org/x2', ['/2']]);
});
