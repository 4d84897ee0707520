import { describe, expect, test } from 'vitest';
import { probeDelayMs, watchCircuit } from '../../../shared/domain/protocol/circuit.ts';
import type { FetchResult } from '../../../shared/domain/protocol/classify-answer.ts';

const page: FetchResult = { kind: 'page', contentType: 'text/html', body: new Uint8Array() };
const fails: FetchResult = { kind: 'retry', reason: 'network' };
const gone: FetchResult = { kind: 'skipped', reason: 'http-status', status: 404 };
const busy: FetchResult = { kind: 'skipped', reason: 'http-status', status: 503 };

const nowhere = (): boolean => false;

describe('the circuit of a host', () => {
  test('opens at the fifth failure in a row, and what failed does not count', () => {
    expect(watchCircuit(0, nowhere).see([page, fails, busy, fails, fails, fails, page])).toBe(1);
  });

  test.each([
    ['a page', page],
    ['an answer below 500 that is no page', gone],
  ])('%s ends a run of failures', (_, between) => {
    const watch = watchCircuit(0, nowhere);
    expect(watch.see([fails, fails, fails, fails, between, fails])).toBeUndefined();
    expect(watch.failures).toBe(1);
  });

  test('counts in page order: a result that is not known yet holds up those behind it', () => {
    const watch = watchCircuit(0, nowhere);
    const results: (FetchResult | undefined)[] = [undefined, fails, fails, fails, fails, fails];
    expect(watch.see(results)).toBeUndefined();
    expect(watch.failures).toBe(0);
    results[0] = page;
    expect(watch.see(results)).toBe(1);
  });

  test('goes on with the failures of the turn before, and then nothing of this turn counts', () => {
    expect(watchCircuit(3, nowhere).see([fails, fails])).toBe(0);
  });

  test('a run that begins where the circuit opened last counts against its pages', () => {
    const watch = watchCircuit(0, index => index === 1);
    const run = [page, ...Array.from({ length: 9 }, () => fails)];
    expect(watch.see(run)).toBeUndefined();
    expect(watch.failures).toBe(9);
  });

  test('a run that goes on opens the circuit again only at 50 and at 500 failures', () => {
    const opensAfter = (before: number): boolean => watchCircuit(before, nowhere).see([fails]) !== undefined;
    const opening = Array.from({ length: 600 }, (_, before) => before + 1).filter(count => opensAfter(count - 1));
    expect(opening).toEqual([5, 50, 500]);
  });

  test('probes wait 30 s, doubling to an hour; Retry-After counts within that', () => {
    expect([0, 1, 2, 6, 7, 50].map(failed => probeDelayMs(failed))).toEqual([
      ...[30_000, 60_000, 120_000, 1_920_000, 3_600_000, 3_600_000],
    ]);
    expect(probeDelayMs(0, 45_000)).toBe(45_000);
    expect(probeDelayMs(0, 10 * 365 * 86_400_000)).toBe(3_600_000);
  });
});
