import { expect, test } from 'vitest';
import { endLines, statusText } from '../../../../functions/cli/watch/watch-text.ts';
import type { WatchState } from '../../../../functions/embedded/watch/read-watch.ts';
import type { SourceWarning } from '../../../../shared/wings/publications/watch/source-warnings.ts';

type Source = WatchState['sources'][number];

function told(state: WatchState['state'], looks: number, warnings: Source['warnings'] = []): string {
  const entry = { address: 'https://news.example/', kind: 'page', on: true, looks, failures: 0, due: 0 };
  const source = {
    ...{ number: 1, name: 'news.example', origin: 'https://news.example', state: 'visiting', entries: [entry] },
    ...{
      skipped: 0,
      lost: {},
      failed: [],
      skippedBy: {},
      warnings,
      left: {},
      elsewhere: 0,
      queued: 1,
      publications: 0,
      applications: [],
    },
  } as unknown as Source;
  const watch: WatchState = { directory: 'my-watch', state, publications: 0, sources: [source] };
  const ended = endLines(watch, 'my-watch');
  const warned = /WARNING/.test(ended.join(''));
  expect(warned).toBe(warnings.length > 0);
  return statusText(watch);
}

test('a watch that never ran is not told as interrupted, nor its source as visited', () => {
  expect(told('interrupted', 0)).toMatch(/^Nothing looked at yet: 1 source, 0 publications\n/);
  expect(told('interrupted', 0)).toContain('1 waiting, to be visited\n');
});

test('a watch whose process was killed is interrupted, and one that runs visits', () => {
  expect(told('interrupted', 1)).toMatch(/^Interrupted: /);
  expect(told('running', 0)).toMatch(/^Watching: /);
  expect(told('running', 0)).toContain('1 waiting, visiting\n');
});

test('a run that ends says of a source whose zone nothing says that it needs one', () => {
  const at = (clock: object) => ({
    ...{ number: 1, name: 'news.example', origin: 'https://news.example', state: 'stopped', entries: [], failed: [] },
    ...{ skipped: 0, lost: {}, skippedBy: {}, warnings: [], left: {}, elsewhere: 0, queued: 0, publications: 9 },
    ...{ applications: [], clock },
  });
  const ended = (clock: object) =>
    endLines(
      { directory: 'my-watch', state: 'stopped', publications: 9, sources: [at(clock) as unknown as Source] },
      'my-watch',
    ).join(' ');
  expect(ended({ by: 'none', times: 9 })).toMatch(/9 times named no zone, read as UTC: .*--time-zone\s+says it\./);
  expect(ended({ by: 'feed', zone: 180, times: 9 })).not.toContain('zone');
});

const warnings: [string, SourceWarning, string][] = [
  [
    'no robots.txt',
    { kind: 'unanswered', of: 'robots', tries: 2 },
    'WARNING: robots.txt gave no usable answer to 2 requests in a row; nothing else is requested until it does.',
  ],
  [
    'sitemap',
    { kind: 'none-taken', of: 'sitemap', named: 70 },
    'WARNING: the sitemaps name 70 addresses, and none is taken',
  ],
  ['scripts', { kind: 'drawn', pages: 96 }, 'WARNING: 96 pages without an article: they are drawn by scripts'],
  ['pages', { kind: 'none-kept', pages: 96, why: 'no-article' }, 'gave a publication: pages without an article: 96.'],
  ['dates', { kind: 'future-dates', times: 1 }, 'WARNING: 1 time of publication in the future'],
  [
    'silence',
    { kind: 'silent', forS: 864_000, usualS: 86_400 },
    'nothing new for 10 d 0 h; usually something comes every 24 h',
  ],
];

test.each(warnings)('a source is warned of: %s', (_, warning, text) => {
  expect(told('running', 1, [warning]).replace(/\s+/g, ' ')).toContain(text);
  expect(told('running', 1)).not.toContain('WARNING');
});
