import { expect, test } from 'vitest';
import { propertiesOf, RAW_TEXT, SPECIAL, TagName, VOID } from '../../../../shared/domain/html/tag-names.ts';

const name = new TagName();

function idOf(text: string): number {
  return name.read(Buffer.from(text, 'latin1'), 0);
}

test('a name of up to eight letters and a longer one are known in any case, and end where the standard says', () => {
  for (const known of ['p', 'li', 'frameset', 'textarea', 'blockquote', 'annotation-xml', 'foreignobject']) {
    const id = idOf(`${known}>`);
    expect(id, known).toBeGreaterThan(0);
    for (const end of ['\t', '\n', '\f', '\r', ' ', '/', '>', '']) {
      expect(idOf(known.toUpperCase() + end), JSON.stringify(known + end)).toBe(id);
      expect(name.end).toBe(known.length);
    }
  }
});

test('names have their own ids and properties', () => {
  const known = ['br', 'hr', 'script', 'style', 'title', 'div', 'h1', 'h6', 'colgroup', 'noframes', 'plaintext'];
  expect(new Set(known.map(idOf)).size).toBe(known.length);
  expect(propertiesOf[idOf('br')]! & VOID).toBe(VOID);
  expect(propertiesOf[idOf('PLAINTEXT')]! & RAW_TEXT).toBe(RAW_TEXT);
  expect(propertiesOf[idOf('blockquote')]! & SPECIAL).toBe(SPECIAL);
});

test('what is only like a name is no known name', () => {
  const others = [
    'code',
    'x',
    'pp',
    'l',
    'xxxframeset',
    'framesetx',
    'xframeset',
    'blockquotes',
    '\0p',
    'p\0',
    'H\x11',
  ];
  for (const other of [...others, 'h\xb1', '\xd0iv', 'D\x09IV'.replace('\x09', '\x0b')])
    expect(idOf(other), JSON.stringify(other)).toBe(0);
});
