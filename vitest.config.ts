import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type Reporter, type TestSpecification } from 'vitest/node';

/** As `functions/orbweaver.js` sets it, and for its reason: crawls of the tests have threads in the test's own process. */
const execArgv = ['--no-wasm-code-gc'];

// Also as `functions/orbweaver.js` does, and in the same folder: the process of a test file and the threads of its crawls would
// read and compile their hundreds of files anew each time, which was half of what a crawl of a test cost.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache');

/** What hangs fails, also on a machine that is busy with ten other things. */
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

/** Tiers of tests, each a folder of `test/`; `test/house/tiers.test.ts` says what a file of each may use. */
export const tiers = [
  ...['house', 'pure', 'tour', 'measured', 'simulation', 'mutants', 'crawl', 'process', 'browser'],
  ...['account', 'emulator', 'suites'],
];

/** What all files of a tier share is started by this module. */
const sharedBy: Readonly<Record<string, string>> = {
  account: 'test/account/emulators.ts',
  browser: 'test/browser/shared-browsers.ts',
};

/** Tiers whose files share the modules of a process: to load them anew for each file was half of the time of small ones. */
const sharingModules = new Set(['house', 'pure', 'tour', 'simulation', 'crawl', 'process']);

/** Tiers that crawl: what each of their files has anew. */
const ownFolders = new Set(['tour', 'crawl', 'process', 'browser', 'account', 'emulator', 'suites']);

/** Tiers of few small files that take long. */
const firstTiers = new Set(['mutants', 'measured']);

/** Tiers of hundreds of files that take a second or less: they fill the end of a run, when no worker may wait for another. */
const lastTiers = new Set(['house', 'pure']);

/** Where no times of an earlier run are known, vitest begins with large files. A small one that takes long would be the last, alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project: { name } }: TestSpecification): number =>
      firstTiers.has(name) ? 0 : lastTiers.has(name) ? 2 : 1;
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/** `.ci/run` lets each test try twice. Its log tells which tests needed that, and why. */
const tellSecondTries: Reporter = {
  onTestCaseResult(test) {
    if (!test.ok() || (test.diagnostic()?.retryCount ?? 0) === 0) return;
    const why = test.result().errors?.[0]?.message.slice(0, 2_000) ?? '';
    console.log(`passed at its second try: ${test.module.relativeModuleId} > ${test.fullName}\n${why}`);
  },
};

/**
 * Threads and processes of a crawl run the bundle, as those of a user do. To take the types away from their hundreds of files took
 * a fifth of a crawl of a test.
 */
const bundledThreads: Plugin = {
  name: 'bundled threads',
  enforce: 'pre',
  transform: (code, id) =>
    code.replace(/new URL\('(?<thread>\.[^']*\.ts)', import\.meta\.url\)/g, (address, thread: string) => {
      const entry = relative(import.meta.dirname, join(dirname(id), thread));
      const bundle = join(import.meta.dirname, 'dist', `${entry.slice(0, -'.ts'.length).replaceAll(sep, '.')}.js`);
      return existsSync(bundle) ? `new URL(${JSON.stringify(pathToFileURL(bundle).href)})` : address;
    }),
};

// `npm run test:full` makes the bundle, and is `vitest run --mode full`.
export default defineConfig(({ mode }) => ({
  test: {
    reporters: ['default', tellSecondTries],
    sequence: { sequencer: LongestFirst },
    projects: tiers.map(name => ({
      plugins: mode === 'full' ? [bundledThreads] : [],
      test: {
        ...{ name, include: [`test/${name}/**/*.test.ts`], ...patience, maxWorkers: 2, execArgv },
        isolate: !sharingModules.has(name),
        setupFiles: ownFolders.has(name) ? ['test/crawl/each-file.ts'] : [],
        provide: { drawsAll: mode === 'full' },
        ...(name in sharedBy && { globalSetup: sharedBy[name]! }),
      },
    })),
  },
}));
