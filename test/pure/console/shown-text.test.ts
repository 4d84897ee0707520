import { describe, expect, test } from 'vitest';
import { shownText } from '../../../functions/console/page/dom.ts';

describe('a text of a crawled page is shown', () => {
  test.each([
    ['an emoji of several', '👨‍👩‍👧‍👦 family'],
    ['a flag of a part of a country', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['Persian', 'می‌خواهم'],
    ['Hindi', 'क्‍ष'],
  ])('as it is where its characters need joiners: %s', (_, text) => {
    expect(shownText(text)).toBe(text);
  });

  test.each([
    ['an override', '\u202egnp.exe', '⟨202E⟩gnp.exe'],
    ['a joiner in Latin', 'pay\u200dpal', 'pay⟨200D⟩pal'],
    ['a joiner in Cyrillic', 'бан\u200cк', 'бан⟨200C⟩к'],
    ['a joiner at the end', '\u0645\u200c', '\u0645⟨200C⟩'],
    ['tags without a flag', 'a\u{e0067}', 'a⟨E0067⟩'],
    ['a line end', 'a\nb', 'a⟨000A⟩b'],
    ['half a pair', 'a\ud83d', 'a\ufffd'],
    ['a pair where it is cut', `${'a'.repeat(299)}😀`, `${'a'.repeat(299)}…`],
  ])('with what cannot be seen by its number: %s', (_, text, shown) => {
    expect(shownText(text)).toBe(shown);
  });
});
