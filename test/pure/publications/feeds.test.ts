import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Feed, FeedOptions, FeedReading } from '../../../shared/wings/publications/feeds/feed.ts';
import { readFeed } from '../../../shared/wings/publications/feeds/read-feed.ts';

const options: FeedOptions = {
  base: 'https://news.example/feeds/all.xml',
  contentType: 'application/rss+xml',
  nowMs: Date.UTC(2017, 8, 13),
};

function read(text: string | Uint8Array, further: Partial<FeedOptions> = {}): FeedReading {
  return readFeed(typeof text === 'string' ? Buffer.from(text) : text, { ...options, ...further });
}

function feed(text: string | Uint8Array, further: Partial<FeedOptions> = {}): Feed {
  const reading = read(text, further);
  if (reading.kind === 'none') throw new Error(`no feed: ${reading.why}`);
  return reading;
}

const rss = (items: string, head = ''): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${head}${items}</channel></rss>`;
const item = (address: string, further = ''): string =>
  `<item><title>${address}</title><link>${address}</link>${further}</item>`;
const addresses = ({ items }: Feed): readonly string[] => items.map(({ address }) => address);

describe('a feed', () => {
  test('of RSS 2.0 gives its items and what it asks for', () => {
    const found = feed(
      rss(
        `<item><title>МГУ &amp;amp; РАН: &lt;b&gt;опыт&lt;/b&gt;</title><link>/a/1#top</link>
         <guid isPermaLink="false">tag:1</guid><pubDate>Tue, 12 Sep 2017 15:34:56 +0300</pubDate>
         <author>ivan@news.example (Иван Петров)</author><dc:creator>Анна Ким</dc:creator>
         <category>Наука</category><category><![CDATA[Вузы & школы]]></category>
         <description><![CDATA[<p>Первый <b>абзац</b>.</p><p>Второй.</p>]]></description></item>`,
        `<link>https://news.example/</link><language>ru</language><ttl>30</ttl>
         <skipHours><hour>0</hour><hour>24</hour><hour>5</hour></skipHours><skipDays><day>Sunday</day></skipDays>
         <image><title>Logo</title><link>https://other.example/</link></image>
         <atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="next" href="?page=2"/>`,
      ),
    );
    expect(found).toEqual({
      kind: 'rss',
      title: 'News',
      home: 'https://news.example/',
      language: 'ru',
      ttlMinutes: 30,
      skipHours: [0, 5],
      skipDays: [0],
      next: 'https://news.example/feeds/all.xml?page=2',
      faults: {},
      items: [
        {
          address: 'https://news.example/a/1',
          id: 'tag:1',
          title: 'МГУ & РАН: опыт',
          published: {
            at: '2017-09-12T12:34:56.000Z',
            offsetMinutes: 180,
            precision: 'second',
            words: 'Tue, 12 Sep 2017 15:34:56 +0300',
          },
          authors: ['Иван Петров', 'Анна Ким'],
          summary: 'Первый абзац. Второй.',
          categories: ['Наука', 'Вузы & школы'],
        },
      ],
    });
  });

  test('of RSS 1.0 (RDF) and 0.91 is read alike', () => {
    const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
      xmlns:d="http://purl.org/dc/elements/1.1/"><channel rdf:about="x"><title>R</title><link>https://r.example/</link></channel>
      <item rdf:about="https://r.example/1"><title>One</title><d:date>2017-09-12</d:date><d:creator>A</d:creator></item></rdf:RDF>`;
    const found = feed(rdf);
    expect(found).toMatchObject({ kind: 'rdf', title: 'R', home: 'https://r.example/' });
    expect(found.faults).toEqual({});
    expect(found.items).toMatchObject([
      { address: 'https://r.example/1', title: 'One', authors: ['A'], published: { precision: 'day' } },
    ]);
    const old =
      '<rss version="0.91"><channel><title>O</title><item><title>x</title><link>/x</link></item></channel></rss>';
    expect(feed(old).items).toMatchObject([{ address: 'https://news.example/x', title: 'x' }]);
  });

  test('of Atom knows its bases, persons, sources, and kinds of text', () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/x/"><title type="html">A &amp;amp; B</title>
      <link rel="self" href="/feed"/><link href="/"/><link rel="next" href="page2"/><author><name>Head</name></author>
      <entry xml:base="news/"><title>5 &lt; 6 &lt;b&gt;</title><id>tag:a,1</id><published>2017-09-12T10:00Z</published>
       <updated>2017-09-12T11:00:00Z</updated><link rel="enclosure" href="a.mp3"/><link rel="alternate" type="application/json" href="1.json"/>
       <link rel="alternate" type="text/html" href="1.html"/><author><name>Анна</name><email>a@a.example</email></author><author><email>b@a.example</email></author>
       <source><title>Elsewhere</title><link href="https://elsewhere.example/"/><author><name>Nobody</name></author></source>
       <category term="science"/><summary type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>One</p><p>two <i>three</i></p></div></summary></entry>
      <entry><id>https://a.example/by-id</id><title>Two</title></entry></feed>`;
    const found = feed(atom);
    expect(found.faults).toEqual({});
    expect(found).toMatchObject({
      ...{ kind: 'atom', title: 'A & B', home: 'https://a.example/', next: 'https://a.example/x/page2', faults: {} },
      items: [
        {
          address: 'https://a.example/x/news/1.html',
          title: '5 < 6 <b>',
          authors: ['Анна', 'b@a.example'],
          categories: ['science'],
          summary: 'One two three',
          published: { at: '2017-09-12T10:00:00.000Z', precision: 'minute' },
          updated: { at: '2017-09-12T11:00:00.000Z' },
        },
        { address: 'https://a.example/by-id' },
      ],
    });
  });

  test('finds dates of Atom under any prefix', () => {
    const text = `<rss xmlns:a10="http://www.w3.org/2005/Atom"><channel>${item('/1', '<a10:updated>2017-09-12T10:00:00Z</a10:updated>')}</channel></rss>`;
    expect(feed(text).items).toMatchObject([{ updated: { at: '2017-09-12T10:00:00.000Z' } }]);
  });

  test('of JSON is read', () => {
    const text = JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      ...{ title: 'J', home_page_url: '/', next_url: '/feed?2', language: 'en' },
      items: [
        {
          id: 1,
          url: '/1',
          title: 'One',
          date_published: '2017-09-12T10:00:00+03:00',
          authors: [{ name: 'A' }],
          tags: ['t'],
        },
        { id: 'https://news.example/2', content_html: '<p>Two</p>', author: { name: 'B' } },
        'three',
      ],
    });
    expect(feed(text, { contentType: 'application/feed+json' })).toMatchObject({
      ...{ kind: 'json-feed', title: 'J', home: 'https://news.example/', next: 'https://news.example/feed?2' },
      faults: { 'bad-item': 1 },
      items: [
        {
          id: '1',
          address: 'https://news.example/1',
          authors: ['A'],
          categories: ['t'],
          published: { offsetMinutes: 180 },
        },
        { address: 'https://news.example/2', summary: 'Two', authors: ['B'] },
      ],
    });
  });

  test('has its dates in Russian words', () => {
    const found = feed(rss(item('/1', '<pubDate>12 сент. 2017, 15:34 МСК</pubDate>')));
    expect(found.items[0]!.published).toMatchObject({ at: '2017-09-12T12:34:00.000Z', precision: 'minute' });
  });
});

describe('what is wrong with a feed is counted, and the rest of it is kept', () => {
  const dated = (words: string) => item(`/${words.length}`, `<pubDate>${words}</pubDate>`);

  test.each([
    ['items without an address', '<item><title>x</title></item>', { 'no-address': 1 }],
    ['addresses that are none of http', item('javascript:x') + item('ftp://a.example/'), { 'bad-address': 2 }],
    ['addresses that are repeated', item('/1') + item('/1#comments'), { repeated: 1 }],
    ['dates that are none', dated('soon'), { 'bad-date': 1 }],
    ['days that no calendar has', dated('Tue, 31 Feb 2017 10:00:00 GMT'), { 'bad-date': 1 }],
    ['dates far ahead', dated('Tue, 12 Sep 2037 15:34:56 +0300'), { 'future-date': 1 }],
    ['dates of 1970', dated('Thu, 01 Jan 1970 00:00:00 GMT'), { 'old-date': 1 }],
    ['end tags that are missing', '<item><link>/1</link><title>a<item><link>/2</link></item>', { malformed: 1 }],
  ])('%s', (_, items, faults) => {
    const found = feed(rss(`${items}${item('/last')}`));
    expect(found.faults).toEqual(faults);
    expect(found.items.at(-1)!.address).toBe('https://news.example/last');
    expect(found.items.every(({ published }) => published === undefined)).toBe(true);
  });

  test('a document that was cut keeps the items before its end, wherever it ends', () => {
    const whole = rss(item('/1') + item('/2') + item('/3'));
    for (let end = whole.indexOf('</channel>'); end > 60; end -= 1) {
      const found = feed(whole.slice(0, end));
      expect(found.faults).toEqual({ truncated: 1 });
      const ends = [...whole.slice(0, end).matchAll(/<\/item>/g)].length;
      expect(addresses(found)).toEqual([1, 2, 3].slice(0, ends).map(n => `https://news.example/${n}`));
    }
  });

  test('a JSON Feed that was cut keeps the items before its end, wherever it ends', () => {
    const items = [1, 2, 3].map(n => ({ id: n, url: `/${n}`, content_html: '"[{\\"' }));
    const whole = JSON.stringify({ version: 'https://jsonfeed.org/version/1', items });
    for (let end = whole.length - 1; end > whole.indexOf('items'); end -= 1) {
      const found = feed(whole.slice(0, end));
      expect(found.faults).toEqual({ truncated: 1 });
      expect(addresses(found).length).toBe(whole.slice(0, end).split('"}').length - 1);
    }
  });

  test('warnings of a server before the feed, and its text after it, do not matter', () => {
    const text = `\ufeff\n<br /><b>Warning</b>: mysql in x.php\n${rss(item('/1'))}<script>x</script>`;
    expect(feed(text)).toMatchObject({ items: [{ address: 'https://news.example/1' }] });
    expect(feed(text).faults).toEqual({});
  });

  test('ampersands of addresses that should have been escaped are ampersands (XML 1.0, 4.1)', () => {
    const entry = '<entry><id>x</id><title>x</title><link href="/?id=2&reg"/></entry>';
    expect(addresses(feed(rss(item('/?id=1&section=2'))))).toEqual(['https://news.example/?id=1&section=2']);
    expect(addresses(feed(`<feed xmlns="http://www.w3.org/2005/Atom">${entry}</feed>`))).toEqual([
      'https://news.example/?id=2&reg',
    ]);
  });

  test('references to entities that nobody knows, and ampersands alone, are text', () => {
    const found = feed(
      rss('<item><link>/?a=1&b=2&amp;c=3</link><title>A & B &nbsp;&foo; &#1071;\u0001</title></item>'),
    );
    expect(found.items).toMatchObject([{ address: 'https://news.example/?a=1&b=2&c=3', title: 'A & B &foo; Я' }]);
  });
});

describe('a feed of a careless server', () => {
  test('is unpacked where it is a gzip file without a declared coding, and where that is cut', () => {
    const packed = gzipSync(rss(item('/1') + item('/2')));
    expect(addresses(feed(packed))).toEqual(['https://news.example/1', 'https://news.example/2']);
    const long = gzipSync(rss(Array.from({ length: 4_000 }, (_, n) => item(`/${(n * 7_919) % 10_007}`)).join('')));
    expect(addresses(feed(long.subarray(0, long.length / 2))).length).toBeGreaterThan(1_000);
    expect(read(Buffer.from([0x1f, 0x8b, 1, 2, 3]))).toMatchObject({ kind: 'none' });
  });

  test('that unpacks to more than a feed may be is none, and costs no more memory', () => {
    expect(read(gzipSync(Buffer.alloc(60_000_000, 32)))).toMatchObject({ kind: 'none' });
  });

  test('has relative addresses in `guid` where the feed says that these are addresses', () => {
    const guid = (value: string, is: string) => `<item><title>t</title><guid${is}>${value}</guid></item>`;
    expect(
      addresses(
        feed(rss(guid('/a', ' isPermaLink="true"') + guid('/b', '') + guid('tag one', ' isPermaLink="true"'))),
      ).filter(address => address !== undefined),
    ).toEqual(['https://news.example/a']);
  });

  test('may leave the scheme of its own host out', () => {
    expect(addresses(feed(rss(item('news.example/x/1') + item('other/2'))))).toEqual([
      'https://news.example/x/1',
      'https://news.example/feeds/other/2',
    ]);
  });
});

describe('bounds (adverse 40)', () => {
  test('entities that a document defines are not resolved, neither inner nor outer', () => {
    const bomb = Array.from({ length: 20 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(100)}">`).join('');
    const text = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY e0 "lol"><!ENTITY out SYSTEM "file:///etc/passwd">${bomb}]>${rss(`<item><link>/1</link><title>&e20; &out;</title></item>`).slice(21)}`;
    expect(feed(text).items).toMatchObject([{ address: 'https://news.example/1', title: '&e20; &out;' }]);
  });

  test('of more items than are kept the first and the last are, in order', () => {
    const found = feed(rss(Array.from({ length: 1_000 }, (_, n) => item(`/${n}`)).join('')), { mostItems: 10 });
    expect(addresses(found).map(address => Number(new URL(address).pathname.slice(1)))).toEqual([
      ...[0, 1, 2, 3, 4],
      ...[995, 996, 997, 998, 999],
    ]);
    expect(found.faults).toEqual({ 'too-many': 990 });
  });

  test('texts are cut, and counted', () => {
    const found = feed(
      rss(
        `<item><link>/1</link><title>${'я'.repeat(5_000)}</title><description>${'x'.repeat(50_000)}</description></item>`,
      ),
    );
    expect(found.items.map(({ title, summary }) => [title?.length, summary?.length])).toEqual([[1_000, 4_000]]);
    expect(found.faults).toEqual({ 'cut-text': 3 });
  });

  test('a person whose address goes on and on costs by its length', () => {
    const author = `<author>${'a@'.repeat(9_000)}</author>`;
    const found = feed(rss(Array.from({ length: 600 }, (_, n) => item(`/${n}`, author)).join('')));
    expect(found.items.length).toBe(600);
  });

  test('elements within elements, and end tags of none, cost by their number', () => {
    const deep = `<rss><channel>${'<a>'.repeat(200_000)}${'</b>'.repeat(200_000)}`;
    expect(feed(deep)).toMatchObject({ items: [] });
    expect(read(`{"items":[${'['.repeat(200_000)}`)).toMatchObject({ kind: 'none' });
  });
});

describe('encodings', () => {
  const russian = (declared: string) =>
    rss(item('/1').replace('<title>/1', '<title>Наука и жизнь')).replace('?>', ` ${declared}?>`);
  const in1251 = (text: string) =>
    Uint8Array.from(text, character => {
      const code = character.codePointAt(0)!;
      return code < 0x80 ? code : code - 0x0410 + 0xc0;
    });

  test.each([
    ['windows-1251 by the XML declaration', in1251(russian('encoding="windows-1251"')), 'text/xml', {}],
    ['windows-1251 by the header', in1251(russian('')), 'text/xml; charset=windows-1251', {}],
    [
      'windows-1251, Latin-1 by the server',
      in1251(russian('encoding="windows-1251"')),
      'text/xml; charset=ISO-8859-1',
      {},
    ],
    [
      'windows-1251, declared as UTF-8',
      in1251(russian('encoding="utf-8"')),
      'text/xml; charset=utf-8',
      { encoding: 1 },
    ],
    ['windows-1251 that nobody declared', in1251(russian('')), 'text/xml', {}],
    ['UTF-8, declared as windows-1251', Buffer.from(russian('encoding="windows-1251"')), 'text/xml', { encoding: 1 }],
    ['UTF-16 with its mark', Buffer.from(`\ufeff${russian('encoding="utf-16"')}`, 'utf16le'), 'text/xml', {}],
  ])('%s', (_, bytes, contentType, faults) => {
    const found = feed(bytes, { contentType });
    expect([found.items[0]!.title, found.faults]).toEqual(['Наука и жизнь', faults]);
  });
});

describe('what is no feed is named', () => {
  test.each([
    ['', 'empty'],
    ['  \n', 'empty'],
    ['<!doctype html><html><body><rss></rss>', 'html'],
    ['<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>', 'sitemap'],
    ['<opml version="2.0"><body/></opml>', 'xml'],
    ['{"a":1}', 'json'],
    ['[1]', 'json'],
    ['nothing here', 'text'],
  ])('%j is %s', (text, why) => {
    expect(read(text)).toEqual({ kind: 'none', why });
  });

  test('a PDF is binary', () => {
    expect(read(Buffer.from('%PDF-1.4\n\u0000\u0001'))).toEqual({ kind: 'none', why: 'binary' });
  });
});
