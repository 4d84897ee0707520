import { expect, test } from 'vitest';
import { statusText } from '../../../../functions/cli/watch/watch-text.ts';
import type { WatchState } from '../../../../functions/embedded/watch/read-watch.ts';

type Source = WatchState['sources'][number];

function told(state: WatchState['state'], looks: number, skippedBy: Source['skippedBy'] = {}): string {
  const entry = { address: 'https://news.example/', kind: 'page', on: true, looks, failures: 0, due: 0 };
  const source = {
    ...{ number: 1, name: 'news.example', origin: 'https://news.example', state: 'visiting', entries: [entry] },
    ...{
      skipped: 0,
      lost: {},
      failed: [],
      skippedBy,
      left: {},
      elsewhere: 0,
      queued: 1,
      publications: 0,
      applications: [],
    },
  } as unknown as Source;
  return statusText({ directory: 'my-watch', state, publications: 0, sources: [source] });
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

test('a source whose pages are all without an article is warned of, with the way out', () => {
  const flat = (skipped: number) => told('running', 1, { 'no-article': skipped }).replace(/\s+/g, ' ');
  expect(flat(96)).toContain('WARNING: 96 pages without an article: scripts may draw them (--render of watch new).');
  expect(flat(2)).not.toContain('WARNING');
});
