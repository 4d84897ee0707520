import { expect, test } from 'vitest';
import { specInFile } from '../../../functions/cli/spec/config-file.ts';
import { secondsOf } from '../../../functions/cli/watch/watch-options.ts';

test('times of a file are seconds, or as people write them', () => {
  const given = { timeLimitSeconds: '15m', timeoutSeconds: 30, ruleOptions: { quantumSeconds: '2h', gittinsN: 3 } };
  expect(specInFile('crawl.yaml', given).spec).toEqual({
    ...{ timeLimitSeconds: 900, timeoutSeconds: 30 },
    ruleOptions: { quantumSeconds: 7_200, gittinsN: 3 },
  });
  const sites = [{ url: 'a.example', delayMs: '0.5s' }, { url: 'b.example' }];
  const { spec } = specInFile('crawl.yaml', { sites, traverseOptions: { loadMs: '2s', idleMs: '1m' } });
  expect(spec.sites?.map(({ delayMs }) => delayMs)).toEqual([500, undefined]);
  expect(spec.traverseOptions).toEqual({ loadMs: 2_000, idleMs: 60_000 });
  for (const timeLimitSeconds of ['15 moons', '1y', '', '-2h'])
    expect(() => specInFile('crawl.yaml', { timeLimitSeconds })).toThrow(/crawl\.yaml: timeLimitSeconds/);
});

test.each([
  ['90', 90],
  ['90s', 90],
  ['15 m', 900],
  ['2h', 7_200],
  ['1d', 86_400],
  ['0', undefined],
  ['-5m', undefined],
  ['1.5h', 5_400],
  ['1.5', undefined],
  ['5x', undefined],
  ['9999999d', undefined],
  ['', undefined],
])('the time %j of an option has %j seconds', (text, seconds) => {
  expect(secondsOf(text)).toBe(seconds);
});
