import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const page = readFileSync('docs/benchmarks.md', 'utf8');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const benches = Object.keys(scripts).filter(name => name === 'bench' || name.startsWith('bench:'));
const programs = new Set([...page.matchAll(/\bbench\/[\w/-]+\.ts\b/g)].map(([path]) => path));

/** Options in a line of the page that begins a benchmark, beside the source of that benchmark. */
function commandsOf(text: string): readonly { readonly program: string; readonly options: readonly string[] }[] {
  return [
    ...text.matchAll(/(?:npm run (bench[:\w]*)(?: --)?|node (bench\/[\w/-]+\.ts))((?: +(?:--)?[^\s`#,]+)*)/g),
  ].map(([, script, path, rest]) => ({
    program: path ?? scripts[script!]?.match(/bench\/\S+$/)?.[0] ?? `no script ${script}`,
    options: [...rest!.matchAll(/ --([a-z-]+)/g)].map(match => match[1]!),
  }));
}

describe('docs/benchmarks.md', () => {
  test('has at most 40 KB', () => {
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(40_000);
  });

  test('names each benchmark of package.json, and programs that exist', () => {
    expect(benches.length).toBeGreaterThan(10);
    expect(benches.filter(name => !new RegExp(`\\b${name}(?![:\\w])`).test(page))).toEqual([]);
    expect([...programs].filter(path => !existsSync(path))).toEqual([]);
  });

  test('has commands with options that their programs read', () => {
    const commands = commandsOf(page);
    expect(commands.length).toBeGreaterThan(20);
    expect(commands.flatMap(({ options }) => options).length).toBeGreaterThan(20);
    const unread = commands.flatMap(({ program, options }) => {
      const source = existsSync(program) ? readFileSync(program, 'utf8') : '';
      return options
        .filter(option => !new RegExp(`\\b'?${option}'?: \\{ type`).test(source))
        .map(option => `${program} --${option}`);
    });
    expect(unread).toEqual([]);
  });
});
