import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const source = new URL('../../../functions/embedded/threads/young-space.ts', import.meta.url).href;
const flags = new URL('../../../functions/embedded/threads/v8-flags.ts', import.meta.url).href;

/** The memory that V8 keeps for young objects, in MB, after a process has made millions that live for a while; with `isLooking` somebody looks. */
function youngAfter(isLooking: boolean): readonly number[] {
  const script = `
    import { YoungSpace, youngBytes } from ${JSON.stringify(source)};
    const young = new YoungSpace();
    const kept = [];
    function make(count, look) {
      for (let i = 0; i < count; i += 1) {
        kept[i % 200_000] = { i, list: [i] };
        if (look && i % 20_000 === 0) young.look();
      }
      return youngBytes() / 2 ** 20;
    }
    const found = [make(5_000_000, ${isLooking})];
    young.release();
    found.push(make(5_000_000, false));
    process.stdout.write(JSON.stringify(found));`;
  return JSON.parse(runScript(script)) as readonly number[];
}

function runScript(script: string): string {
  const flags = ['--no-warnings', '--input-type=module', '--eval', script];
  return execFileSync(process.execPath, flags, { encoding: 'utf8' });
}

test('the space of young objects stays as small as it is in a process that fetches', () => {
  const script = `
    import { youngBytes } from ${JSON.stringify(source)};
    import { tuneForFetching } from ${JSON.stringify(flags)};
    tuneForFetching();
    const kept = [];
    for (let i = 0; i < 5_000_000; i += 1) kept[i % 200_000] = { i, list: [i] };
    process.stdout.write(String(youngBytes() / 2 ** 20));`;
  // On a busy machine a few MB more wait for the collector; a space that grows has more than 16 (below).
  expect(Number(runScript(script))).toBeLessThanOrEqual(8);
});

test('the space of young objects stays small while somebody looks at it, and grows again behind that', () => {
  const [looking, behind] = youngAfter(true);
  expect(looking).toBeGreaterThan(4);
  expect(looking).toBeLessThanOrEqual(16);
  expect(behind).toBeGreaterThan(looking!);
  expect(youngAfter(false)[0]).toBeGreaterThan(16);
});
