import { expect, test } from 'vitest';
import type { PublicationRecord } from '../../../../shared/wings/publications/export/publication-record.ts';
import { publicationsAtom } from '../../../../shared/wings/publications/export/publications-atom.ts';
import { readFeed } from '../../../../shared/wings/publications/feeds/read-feed.ts';

const record = {
  ...{ url: 'https://a.example/?a=1&b=2', title: 'Мост <открыт> & "цел"', text: 'Строка.\u0000\nВторая & <b>' },
  ...{
    seen: '2026-11-27T08:00:00.000Z',
    authors: [],
    section: 'Город',
    tags: ['мосты'],
    language: 'ru',
    source: 'Вести',
  },
} as unknown as PublicationRecord;

async function read(records: readonly PublicationRecord[]) {
  const text = (await Array.fromAsync(publicationsAtom(records, { id: 'https://o.example/w/1', title: 'w' }))).join('');
  const options = { base: 'https://o.example/', contentType: 'application/atom+xml', nowMs: Date.UTC(2026, 10, 29) };
  return readFeed(Buffer.from(text), options);
}

test('publications as Atom are read as they were written, hostile texts too', async () => {
  const dated = {
    ...record,
    url: 'https://a.example/2',
    authors: ['Anna <a@b>'],
    published: { at: '2026-11-27T07:05:00.000Z' },
  };
  expect(await read([record, dated])).toMatchObject({
    ...{ kind: 'atom', faults: {} },
    items: [
      { address: record.url, title: record.title, authors: ['Вести'], categories: ['Город', 'мосты'] },
      { address: dated.url, authors: ['Anna <a@b>'], published: { at: '2026-11-27T07:05:00.000Z' } },
    ],
  });
});

test('lines of a text stay lines in a reader of feeds', async () => {
  const text = (await Array.fromAsync(publicationsAtom([record], { id: 'w', title: 'w' }))).join('');
  expect(text).toContain('<content type="html">Строка.&lt;br&gt;Вторая &amp;amp; &amp;lt;b&amp;gt;</content>');
});

test('no publications are a feed without items', async () => {
  expect(await read([])).toMatchObject({ kind: 'atom', items: [], faults: {} });
});
