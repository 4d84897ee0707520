import { describe, expect, it } from 'vitest';
import { xmlText } from '../../../shared/files/xml-text.ts';

describe('xmlText', () => {
  it.each([
    ['a < b && c > "d"', 'a &lt; b &amp;&amp; c &gt; &quot;d&quot;'],
    ['tab\tline\nreturn\r', 'tab&#9;line&#10;return&#13;'],
    ['Ж 漢 😀 \u0085\u2028\ufffd', 'Ж 漢 😀 \u0085\u2028\ufffd'],
    ['\u{1fffe}', '\u{1fffe}'],
  ])('keeps every character that XML 1.0 section 2.2 allows: %j', (text, escaped) => {
    expect(xmlText(text)).toBe(escaped);
  });

  it.each(['\u0000', '\u0001', '\u0008', '\u000b', '\u000c', '\u001f', '\ufffe', '\uffff', '\ud800', '\udfff'])(
    'leaves out %j, which no XML 1.0 file can hold',
    character => {
      expect(xmlText(`a${character}b`)).toBe('ab');
    },
  );
});
