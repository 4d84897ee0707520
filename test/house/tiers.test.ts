import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tiers as projects } from '../../vitest.config.ts';
import { root } from './written-docs.ts';

/** Modules by which a test starts something beside itself. */
const starts = {
  crawl: /^functions\/(embedded\/run-crawl|serve\/local-console)\.ts$/,
  process: /^node:child_process$/,
  browser: /^@sparticuz\/chromium$/,
  emulator: /^test\/emulator\/(dynamodb-local|localstack|ministack)\.ts$/,
} as const;

interface Tier {
  /** Tiers whose helpers its files use, beside its own. */
  readonly uses: readonly string[];
  readonly starts: readonly (keyof typeof starts)[];
}

/**
 * Each tier of tests is a folder of `test/` and a project in `vitest.config.ts`. The only process that tests of `house` start is git,
 * which tells them the files of the repository.
 */
const tiers: Readonly<Record<string, Tier>> = {
  house: { uses: ['pure', 'mutants'], starts: ['process'] },
  pure: { uses: ['simulation'], starts: [] },
  measured: { uses: ['pure'], starts: [] },
  simulation: { uses: ['pure'], starts: [] },
  mutants: { uses: [], starts: [] },
  crawl: { uses: ['pure', 'simulation'], starts: ['crawl'] },
  process: { uses: ['house', 'pure', 'simulation', 'crawl'], starts: ['crawl', 'process'] },
  browser: { uses: ['pure', 'simulation', 'crawl', 'process'], starts: ['crawl', 'process', 'browser'] },
  tour: {
    uses: ['house', 'pure', 'simulation', 'crawl', 'process', 'browser'],
    starts: ['crawl', 'process', 'browser'],
  },
  account: {
    uses: ['pure', 'simulation', 'crawl', 'process', 'browser', 'emulator'],
    starts: ['crawl', 'process', 'browser', 'emulator'],
  },
  emulator: {
    uses: ['pure', 'simulation', 'crawl', 'process', 'account'],
    starts: ['crawl', 'process', 'emulator'],
  },
  suites: { uses: ['pure', 'simulation', 'crawl', 'process', 'browser'], starts: ['crawl', 'process', 'browser'] },
};

/** Folders of helpers that every tier may use. */
const shared = ['contract', 'plugins', 'servers'];

const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts'))
  .map(name => `test/${name.replaceAll('\\', '/')}`);

const tierOf = (file: string): string => file.split('/')[1]!;

/** The imports of a file of the tests: files of ours by their paths, and packages. */
function importsOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found = text.matchAll(/^(?:import(?! type\b)|export|.*\bimport\()(?:[^';]*\bfrom)?[\s(]*'([^']+)'/gm);
  return [...found].map(([, name]) =>
    name!.startsWith('.') ? relative(root, join(root, dirname(file), name!)) : name!,
  );
}

/** Everything that a test file loads, by way of its helpers too. */
function loadedBy(file: string, loaded = new Set<string>()): ReadonlySet<string> {
  for (const name of importsOf(file)) {
    if (loaded.has(name)) continue;
    loaded.add(name);
    if (files.includes(name)) loadedBy(name, loaded);
  }
  return loaded;
}

describe('tiers of tests', () => {
  const tests = files.filter(file => file.endsWith('.test.ts'));

  test('each test belongs to one, and each folder of tests is a tier or holds helpers', () => {
    expect(tests.filter(file => !(tierOf(file) in tiers))).toEqual([]);
    const folders = readdirSync(join(root, 'test'), { withFileTypes: true }).filter(entry => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual([...Object.keys(tiers), ...shared].sort());
    for (const name of Object.keys(tiers))
      expect(
        tests.filter(file => tierOf(file) === name),
        name,
      ).not.toEqual([]);
  });

  test('each is a project of vitest', () => {
    expect([...projects].sort()).toEqual(Object.keys(tiers).sort());
  });

  test.each(Object.entries(tiers))(
    'tests of %s start what they may, and use helpers of the tiers below',
    (name, tier) => {
      const faults = tests
        .filter(file => tierOf(file) === name)
        .flatMap(file =>
          [...loadedBy(file)].filter(loaded => !mayLoad(name, tier, loaded)).map(loaded => `${file}: ${loaded}`),
        );
      expect(faults).toEqual([]);
    },
  );

  test.each([
    ['pure', 'node:child_process'],
    ['pure', 'test/process/cli/run-cli.ts'],
    ['simulation', 'functions/embedded/run-crawl.ts'],
    ['crawl', '@sparticuz/chromium'],
    ['process', 'test/emulator/ministack.ts'],
    ['browser', 'test/emulator/ministack.ts'],
  ])('a test of %s that loads %s is found', (name, loaded) => {
    expect(existsSync(join(root, loaded)) || !loaded.endsWith('.ts')).toBe(true);
    expect(mayLoad(name, tiers[name]!, loaded)).toBe(false);
  });
});

function mayLoad(name: string, tier: Tier, loaded: string): boolean {
  const started = Object.entries(starts).filter(([, pattern]) => pattern.test(loaded));
  if (started.some(([what]) => !tier.starts.some(each => each === what))) return false;
  return !loaded.startsWith('test/') || [name, ...tier.uses, ...shared].includes(tierOf(loaded));
}
