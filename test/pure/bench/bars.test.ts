import { describe, expect, it } from 'vitest';
import { barRows, barsOf, durabilityPrice, flatnessBarsOf, verdictOf } from '../../../bench/measured/bars.ts';
import { medianOf, type Sample } from '../../../bench/measured/sample.ts';

const sampleOf = (pages: number, cpuSeconds: number, wallSeconds = 1, peakMb = 100): Sample => ({
  pages,
  cpuSeconds,
  wallSeconds,
  peakMb,
});

describe('the bars', () => {
  const valuesOf = (medians: Map<string, Sample>) =>
    Object.fromEntries(barsOf(medians).flatMap(({ what, value }) => (value === undefined ? [] : [[what, value]])));

  it('compare CPU per page, so that a peer that misses pages gains nothing', () => {
    const medians = new Map([
      ['orbweaver', sampleOf(1_000, 0.8)],
      ['orbweaver-links', sampleOf(1_000, 0.9)],
      ['spider', sampleOf(500, 0.5)],
      ['wget2', sampleOf(500, 0.4, 2, 25)],
      ['ceiling', sampleOf(1_000, 0.2, 1, 50)],
    ]);
    expect(valuesOf(medians)).toEqual({
      ...{ 'CPU of a page against spider': 0.8, 'wall clock against spider': 1, 'peak memory against spider': 1 },
      ...{ 'CPU of a page against wget2': 1, 'wall clock against wget2': 0.5, 'peak memory against wget2': 4 },
      ...{ 'CPU of a page against ceiling': 4, 'wall clock against ceiling': 1, 'peak memory against ceiling': 2 },
      ...{ 'peak memory, MB': 100, 'CPU of a page, --order links against breadth-first': 1.125 },
    });
  });

  it('say of what was not run why, and nothing without the crawler', () => {
    expect(barsOf(new Map([['spider', sampleOf(500, 0.5)]]))).toEqual([]);
    const rows = barRows(barsOf(new Map([['orbweaver', sampleOf(500, 0.5)]])));
    expect(rows.filter(([, , measured]) => measured !== '-')).toEqual([['peak memory, MB', '300.00', '100.00', 'met']]);
    expect(rows).toContainEqual(['wall clock against wget2', '-', '-', 'not here: wget2 is not installed']);
    expect(rows.map(row => row.join(' '))).toContainEqual(
      expect.stringMatching(/10,000 sites .* 1\.30 - not here: npm run/),
    );
  });

  it('allow 300 MB at 10,000 pages and 1.5 KB for each beyond', () => {
    const bars = barsOf(new Map([['orbweaver', sampleOf(30_000, 10)]]));
    expect(bars.find(({ what }) => what === 'peak memory, MB')).toMatchObject({ limit: 330 });
  });

  it('are followed by what forcing everything to the disk costs, where both ways were run', () => {
    const medians = new Map([['orbweaver', sampleOf(1_000, 2.2, 6)]]);
    expect(durabilityPrice(medians)).toBeUndefined();
    expect(durabilityPrice(medians.set('orbweaver-fast', sampleOf(1_000, 2, 5)))).toBe(
      'fsync: 1.00 s (1.20 times) more of the wall clock, 0.20 s (1.10 times) more CPU than with --durability fast',
    );
  });

  it('take the start of the process out of flatness, and see growth', () => {
    const flat = [sampleOf(500, 0.75, 1, 100), sampleOf(1_000, 1, 1, 101), sampleOf(2_000, 1.5, 1, 103)];
    expect(flatnessBarsOf(flat).map(({ value }) => value)).toEqual([2, 0]);
    const growing = [sampleOf(500, 0.5), sampleOf(1_000, 1), sampleOf(2_000, 4)];
    expect(flatnessBarsOf(growing)[1]?.value).toBeGreaterThan(0.2);
  });

  it('say whether they are met', () => {
    expect(verdictOf({ what: 'CPU', value: 0.8, limit: 0.8 })).toMatch(/^met .*0\.80 \(at most 0\.80\)$/);
    expect(verdictOf({ what: 'CPU', value: 0.81, limit: 0.8 })).toMatch(/^MISSED/);
    const bars = [0.8, 0.81].map(value => ({ what: 'CPU', value, limit: 0.8 }));
    expect(barRows([...bars, { what: 'wall', value: 1 }])).toEqual([
      ['CPU', '0.80', '0.80', 'met'],
      ['CPU', '0.80', '0.81', 'MISSED'],
      ['wall', '-', '1.00', ''],
    ]);
  });
});

describe('medianOf', () => {
  it('takes the median of each quantity by itself', () => {
    const runs = [sampleOf(10, 3, 1, 9), sampleOf(10, 1, 2, 8), sampleOf(10, 2, 3, 7)];
    expect(medianOf(runs)).toEqual(sampleOf(10, 2, 2, 8));
    expect(medianOf(runs.slice(0, 2)).cpuSeconds).toBe(2);
  });
});
