import { zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { jsonIn, textOf, versionOf } from '../../../../shared/adapters/local/publications/publication-rows.ts';

const row = {
  publication: 7,
  version: 2,
  seen_at: 1,
  title: 't',
  published_at: null,
  language: null,
  details: '{"a":\u0001}',
};

test('bad JSON names the file and the row', () => {
  expect(() => versionOf(row)).toThrow(/^watch\.db is missing or damaged \(publication 7, version 2, details: .+\)/);
  expect(() => jsonIn({ organization: 'o', aliases: '[' }, 'aliases')).toThrow(/\(organization o, aliases: /);
});

test('a text that is no text, or is a thousand times as long as it is packed, is refused in the same way', () => {
  const bomb = zstdCompressSync(new Uint8Array(150_000_000));
  for (const text of [new Uint8Array(3), bomb])
    expect(() => textOf({ publication: 7, version: 2, text })).toThrow(
      /^watch\.db is missing or damaged \(publication 7, version 2, text: /,
    );
});
