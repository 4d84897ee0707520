import { describe, expect, test } from 'vitest';
import { textBlocks } from '../../../functions/console/watch/text-blocks.ts';

describe('blocks of a text', () => {
  test.each([
    ['', []],
    ['\n\n \n', []],
    [
      'One.\nTwo.\n\nThree.',
      [
        { kind: 'paragraph', lines: ['One.', 'Two.'] },
        { kind: 'paragraph', lines: ['Three.'] },
      ],
    ],
    [
      '## Head\nText',
      [
        { kind: 'heading', level: 2, text: 'Head' },
        { kind: 'paragraph', lines: ['Text'] },
      ],
    ],
    ['#nothing', [{ kind: 'paragraph', lines: ['#nothing'] }]],
    [
      '- a\n  - b\n- c',
      [
        {
          kind: 'list',
          items: [
            { depth: 0, text: 'a' },
            { depth: 1, text: 'b' },
            { depth: 0, text: 'c' },
          ],
        },
      ],
    ],
    [
      '> q\n> r\ntext',
      [
        { kind: 'quote', lines: ['q', 'r'] },
        { kind: 'paragraph', lines: ['text'] },
      ],
    ],
    [
      'a\tb\nc\td',
      [
        {
          kind: 'table',
          rows: [
            ['a', 'b'],
            ['c', 'd'],
          ],
        },
      ],
    ],
    [
      '```\n# no heading\n\n- no item\n```\nafter',
      [
        { kind: 'code', text: '# no heading\n\n- no item' },
        { kind: 'paragraph', lines: ['after'] },
      ],
    ],
    // Code without an end is the rest.
    ['```\nx', [{ kind: 'code', text: 'x' }]],
    ['```', [{ kind: 'code', text: '' }]],
  ])('%j', (text, blocks) => {
    expect(textBlocks(text)).toEqual(blocks);
  });

  test('lose no word of a text, however it is marked', () => {
    const text = '# a\n- b\n> c\n```\nd\n```\ne\tf\n\ng\n#\n-\n>\nh';
    const words = JSON.stringify(textBlocks(text)).match(/"(\w)"/g);
    expect(words).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(word => JSON.stringify(word)));
  });
});
