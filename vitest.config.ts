import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/suites/**', 'test/emulator/localstack.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      { test: { name: 'localstack', include: ['test/emulator/localstack.test.ts'], maxWorkers: 1 } },
      { test: { name: 'suites', include: ['test/suites/**/*.test.ts'], testTimeout: 120_000, maxWorkers: 2 } },
    ],
  },
});
