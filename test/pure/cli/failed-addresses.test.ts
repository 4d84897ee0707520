import { expect, test } from 'vitest';
import { failedText } from '../../../functions/cli/watch/watch-text.ts';
import type { SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';

const noon = Date.UTC(2026, 10, 1, 12);

test.each([
  ['status-503', 'answers 503'],
  ['network', 'could not be reached (network)'],
  ['drawn', 'is drawn by scripts (drawn)'],
  ['no-article', 'has no article (no-article)'],
  ['shared-text', 'has the text of other addresses (shared-text)'],
  ['of-a-later-version', 'of-a-later-version'],
])('%s is said in words: %s', (why, words) => {
  const address = 'https://news.example/1';
  const failed = { address, foundOn: 'https://news.example/rss', why, first: noon, last: noon, tries: 2 };
  const sources = [{ number: 1, failed: [failed] } as unknown as SourceStatus];
  const text = failedText({ directory: 'press', sources });
  expect(text.replaceAll('\n   ', ' ')).toBe(`${address} ${words}, 2 looks since 2026-11-01 12:00 UTC, given up\n`);
  expect(Math.max(...text.split('\n').map(line => line.length))).toBeLessThanOrEqual(80);
});
