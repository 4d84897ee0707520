import { describe, expect, test } from 'vitest';
import { listText } from '../../../functions/console/spec/list-file.ts';

describe('a list of sites from a file', () => {
  test.each([
    [
      '\ufeffhttps://a.example/\r\n\r\n# a remark\r\nhttps://b.example/ | 2 | B\r\n',
      'https://a.example/\nhttps://b.example/ | 2 | B',
    ],
    [
      'Name,URL,Short name\n"Example, University",https://a.example/,EU\n,b.example,\n',
      'https://a.example/\t\tExample, University\tEU\nb.example',
    ],
    ['url;number\nhttps://a.example/?x=1;7\n', 'https://a.example/?x=1\t7'],
    ['https://a.example/a,b\n', 'https://a.example/a,b'],
    ['url;number\r# a remark\rhttps://a.example/;7\r', 'https://a.example/\t7'],
    ['', ''],
  ])('%j is taken as %j', (file, text) => {
    expect(listText(file)).toBe(text);
  });
});
