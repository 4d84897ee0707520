import { expect, test } from 'vitest';
import { isOpml, opmlOf, readOpml, siteOf } from '../../../../shared/wings/publications/feeds/opml.ts';

const list = `<?xml version="1.0"?>
<!-- subscriptions --><opml version="1.0"><head><title>Mine</title></head><body>
<outline text="Сибирь"><outline title="Вестник &amp; Ко" text="v" type="rss" xmlUrl="https://a.example/rss?x=1&y=2" htmlUrl="https://a.example/"/>
 <outline text="b" xmlUrl="https://b.example/feed" category="/press/own,Север"></outline></outline>
<outline text="c" htmlUrl="https://c.example/"/><outline text="empty"/>
</body></opml>`;

test('outlines have the names, addresses and folders that readers of feeds write', () => {
  expect(isOpml(list)).toBe(true);
  expect(readOpml(list)).toEqual([
    { name: 'Вестник & Ко', feed: 'https://a.example/rss?x=1&y=2', site: 'https://a.example/', tags: ['Сибирь'] },
    { name: 'b', feed: 'https://b.example/feed', tags: ['Сибирь', 'press/own', 'Север'] },
    { name: 'c', site: 'https://c.example/', tags: [] },
  ]);
});

test('a prefix of a namespace, a DOCTYPE and addresses of other schemes are read as they are', () => {
  const prefixed = `<!DOCTYPE opml [<!ENTITY a "b">]><o:opml xmlns:o="urn:o"><o:body><o:outline text="A"><o:outline xmlUrl="https://a.example/f"/></o:outline></o:body></o:opml>`;
  expect(isOpml(prefixed)).toBe(true);
  expect(readOpml(prefixed)).toEqual([{ name: '', feed: 'https://a.example/f', tags: ['A'] }]);
  expect(
    ['https://a.example/f', 'javascript:alert(1)', 'file:///etc/passwd', 'no'].map(feed => siteOf({ feed })),
  ).toEqual(['https://a.example/', 'javascript:alert(1)', 'file:///etc/passwd', 'no']);
});

test('addresses of feeds may have the scheme of older readers', () => {
  const of = (feed: string) => readOpml(`<opml><outline xmlUrl="${feed}"/></opml>`)[0]!.feed;
  expect(['feed://a.example/f', 'feed:https://a.example/f', 'FEED://https://a.example/f'].map(of)).toEqual([
    ...['http://a.example/f', 'https://a.example/f', 'https://a.example/f'],
  ]);
});

test('a list that was cut, is nested without end or is something else gives what is there', () => {
  expect(readOpml(list.slice(0, 300))).toHaveLength(1);
  const deep = `<opml>${'<outline text="x">'.repeat(100_000)}`;
  expect(readOpml(deep)).toEqual([]);
  expect(isOpml('<!---->'.repeat(5_000))).toBe(false);
  const many = `<opml>${'<outline xmlUrl="https://a.example/"/>'.repeat(30_000)}`;
  expect(readOpml(many)).toHaveLength(10_000);
  for (const other of ['url,name\nhttps://a.example,A', '<rss><opml></opml></rss>', '', '{}', 'https://opml.example'])
    expect(isOpml(other)).toBe(false);
});

test('what is written is read again', () => {
  const outlines = [
    { name: '<A> & "B"', feed: 'https://a.example/?a=1&b=2', site: 'https://a.example', tags: [] },
    { name: 'C', site: 'https://c.example', tags: ['own', 'A & B'] },
  ];
  const text = opmlOf('my & watch', outlines);
  expect(isOpml(text)).toBe(true);
  expect(readOpml(text)).toEqual(outlines);
});

test('names that were escaped twice are read as they were meant', () => {
  expect(
    readOpml('<opml><outline text="Tom &amp;amp; J&#233;r&ocirc;me" xmlUrl="https://a.example/f"/></opml>'),
  ).toEqual([{ name: 'Tom & Jérôme', feed: 'https://a.example/f', tags: [] }]);
});
