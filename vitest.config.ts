import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** As `functions/orbweaver.js` sets it, and for its reason: crawls of the tests have threads in the test's own process. */
const execArgv = ['--no-wasm-code-gc'];

// Also as `functions/orbweaver.js` does, and in the same folder: the process of a test file and the threads of its crawls would
// read and compile their hundreds of files anew each time, which was half of what a crawl of a test cost.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache');

/** What hangs fails, also on a machine that is busy with ten other things. */
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/suites/**', 'test/emulator/**'],
          ...patience,
          maxWorkers: 2,
          execArgv,
        },
      },
      {
        test: {
          name: 'ministack',
          include: ['test/emulator/ministack*.test.ts'],
          ...patience,
          maxWorkers: 2,
          execArgv,
        },
      },
      { test: { name: 'localstack', include: ['test/emulator/localstack.test.ts'], maxWorkers: 1, execArgv } },
      {
        test: {
          name: 'suites',
          include: ['test/suites/**/*.test.ts'],
          testTimeout: 120_000,
          maxWorkers: 2,
          execArgv,
        },
      },
    ],
  },
});
