import { expect, test } from 'vitest';
import { startHints } from '../../../shared/domain/turn/start-hints.ts';

const address = 'http://a.example/';

test.each<[string, string]>([
  ['comments that do not end', '<!-- '],
  ['frames that do not end', '<frame '],
  ['areas that do not end', '<area '],
  ['refreshes that do not end', '<meta http-equiv=refresh '],
  ['blanks behind a refresh', 'url='.padEnd(4_000, ' ')],
])('a page of four million characters costs each of them a look or two: %s', (_, part) => {
  const html = part.repeat(4_000_000 / part.length);
  expect(startHints(html, ' '.repeat(200_000), address)).toEqual([]);
});

test('what comments hold is no sign, and tags are read to their ends', () => {
  expect(
    startHints('<!-- <frame src=/a> --><area shape=rect\n href="/b"><script>a = 1</script>', undefined, address),
  ).toEqual(['areas', 'scripts']);
  expect(startHints('<meta http-equiv="Refresh" content="0; URL=\'http://b.example/\'">', undefined, address)).toEqual([
    'refresh http://b.example/',
  ]);
  expect(
    startHints('<iframe title=x src=/a></iframe><script>location.replace("/b")</script>', undefined, address),
  ).toEqual(['frames', 'script-redirect']);
});
