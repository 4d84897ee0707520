import { afterEach, describe, expect, it, vi } from 'vitest';
import { measure } from '../../../bench/measured/measure.ts';

const node = (script: string) => [process.execPath, '-e', script];

afterEach(() => vi.unstubAllEnvs());

describe('measure', () => {
  it('counts the CPU of a program and of the processes it waits for', async () => {
    const burn = 'while (process.cpuUsage().user < 300_000) for (let i = 0; i < 1e6; i++);';
    const nested = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(burn)}])`;
    expect((await measure(node(burn))).cpuSeconds).toBeGreaterThan(0.3);
    expect((await measure(node(nested))).cpuSeconds).toBeGreaterThan(0.3);
  });

  it('counts the wall clock while a program sleeps', async () => {
    const { wallSeconds } = await measure(node('setTimeout(() => {}, 300)'));
    expect(wallSeconds).toBeGreaterThan(0.3);
  });

  it('sees the peak of memory that was given back before the exit', async () => {
    const idle = await measure(node(''));
    const busy = await measure(node('Buffer.alloc(150e6, 1)'));
    expect(busy.peakMb - idle.peakMb).toBeGreaterThan(100);
  });

  it('keeps the settings of the user from the program, and gives it those named', async () => {
    vi.stubEnv('ORBWEAVER_DELAY', '1000');
    const failure = measure(['bash', '-c', 'echo "$ORBWEAVER_DELAY,$ORBWEAVER_STATE" >&2; exit 1'], {
      ORBWEAVER_STATE: 'state',
    });
    await expect(failure).rejects.toThrow(/: ,state$/);
  });

  it('throws with the exit code and the last words of a program that fails', async () => {
    await expect(measure(['bash', '-c', 'echo no such page >&2; exit 4'])).rejects.toThrow(
      /ended with 4: no such page/,
    );
  });
});
