import { describe, expect, test } from 'vitest';
import { extractPage } from '../../../../../shared/wings/publications/extraction/extract-page.ts';

const url = 'https://n.example/a';
const title = 'Ferry company orders two electric ships for the northern route';
const paragraphs = [
  'The ferry company of the northern islands has ordered two electric ships, which will replace vessels of forty years.',
  'The yard will deliver the first of them in spring, and the crews begin their training on a simulator after the holidays.',
  'Islanders had complained about noise and about cancelled crossings since a fire damaged the engine of the older vessel.',
  'A charging station for the harbour is planned as well, said the director, and the grid will be strengthened before that.',
];
const text = paragraphs.join('\n\n');
const body = `<p>${paragraphs.join('</p><p>')}</p>`;

function extract({ before = '', between = '', after = '', head = '' }) {
  const html = `<html lang="en"><head><title>${title}</title>${head}</head><body>${before}<article><h1>${title}</h1>${between}${body}</article>${after}</body></html>`;
  return extractPage({ html, url, now: Date.UTC(2026, 2, 20) });
}

const linked = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

describe('A9: a request for consent is known by its words', () => {
  const wish =
    'We and our 713 partners store and access information on your device, such as unique identifiers in cookies, to process personal data. You may accept or manage your choices, including your right to object where legitimate interest is used, in the privacy policy.';
  test.each(['<div class="overlay-x"><div class="box">', '<div id="layer7"><div>'])('in %s', open => {
    const before = `${open}<h2>We value your privacy</h2>${`<p>${wish}</p>`.repeat(9)}<button>Accept</button></div></div>`;
    expect(extract({ before })).toMatchObject({ text, article: true });
  });

  test('but an article on cookies has its paragraphs', () => {
    const about = 'Cookies and consent: what our ministry wants';
    const told = `Our ministry says that cookies and tracking need consent, and that personal data belong to you. ${paragraphs[0]}`;
    const html = `<html lang="en"><head><title>${about}</title></head><body><article><h1>${about}</h1><p>${told}</p>${body}</article></body></html>`;
    expect(extractPage({ html, now: Date.UTC(2026, 2, 20) }).text).toBe(`${told}\n\n${text}`);
  });
});

test.each(['itemprop="comment"', 'itemscope itemtype="https://schema.org/Comment"'])(
  'comments that microdata name are no text: %s',
  comment => {
    const after = ['Thanks', 'No']
      .map(
        word => `<div ${comment}><p>${word}, I had been wondering about the ferries since the last meeting.</p></div>`,
      )
      .join('');
    const html = `<title>${title}</title><div id="main"><h1>${title}</h1><div class="post">${body}</div>${after}</div>`;
    expect(extractPage({ html, url, now: Date.UTC(2026, 2, 20) }).text).toBe(text);
  },
);

describe('A10: JSON-LD', () => {
  const other = {
    '@type': 'NewsArticle',
    headline: 'Another thing happened far away today',
    url: 'https://n.example/b',
    datePublished: '2025-01-02T10:00:00Z',
    author: { '@type': 'Person', name: 'Otto Other' },
  };
  const own = { ...other, headline: title, url, datePublished: '2026-03-12T10:00:00Z', author: 'Mary Miller' };

  test('of another article alone says nothing of a page without a canonical address', () => {
    expect(extract({ head: linked(other) })).toMatchObject({ published: null, authors: [] });
  });

  test.each([
    ['a graph with another article first', linked({ '@graph': [{ '@type': 'WebSite' }, other, own] })],
    ['a list of others before it', linked({ '@type': 'ItemList', itemListElement: [{ item: other }] }) + linked(own)],
    ['the entity of its page', linked({ '@type': 'WebPage', mainEntity: own }) + linked(other)],
    ['between comments', linked(own).replace('>', '>/*<![CDATA[*/').replace('</script', '/*]]>*/</script')],
  ])('%s', (_, head) => {
    expect(extract({ head })).toMatchObject({
      published: { at: '2026-03-12T10:00:00.000Z' },
      authors: ['Mary Miller'],
    });
  });
});

describe('A12: dates of publication and of change', () => {
  test.each([
    ['a list of terms', '<dl><dt>Modified</dt><dd>15 March 2026</dd><dt>Published</dt><dd>12 March 2026</dd></dl>'],
    ['in bold', '<div>Last updated: <b>15 Mar 2026</b> Published: <b>12 Mar 2026</b></div>'],
  ])('%s', (_, between) => {
    expect(extract({ between })).toMatchObject({
      published: { at: '2026-03-12T00:00:00.000Z' },
      modified: { at: '2026-03-15T00:00:00.000Z' },
    });
  });

  test.each([
    [
      'S4: a legend beside a picture',
      { between: '<div><img src=a.jpg><span>The old ferry in the harbour on 3 January 2019</span></div>' },
    ],
    [
      'a sentence of the text',
      { after: '<p>The fire of 14 January 2025 had made the plan urgent, said the council.</p>' },
    ],
    ['a line of the site', { after: '<footer>© Island Post 2011-2026. Page generated 20.03.2026 09:00</footer>' }],
  ])('%s is none', (_, places) => {
    expect(extract(places).published).toBeNull();
  });
});

describe('A14: authors', () => {
  test.each([
    [
      'in a list with their jobs',
      '<ul class="authors"><li class="author"><span class="author-name">Ann Lee</span><span class="author-role">Reporter</span></li><li class="author"><span class="author-name">Bo Carr</span><span class="author-role">Editor</span></li></ul>',
      ['Ann Lee', 'Bo Carr'],
    ],
    ['beside who made the pictures', '<p class="credits">Words: Ann Lee. Photographs: Bo Carr</p>', ['Ann Lee']],
    ['in two cities', '<p class="byline">By Ann Lee in Oslo and Bo Carr in Bergen</p>', ['Ann Lee', 'Bo Carr']],
  ])('%s', (_, between, authors) => {
    expect(extract({ between }).authors).toEqual(authors);
  });
});

test('S3: a sub-heading does not replace a headline that the tab and the card repeat', () => {
  const tab = 'Ticker: calm night at sea';
  const html = `<html lang="en"><head><title>${tab}</title><meta property="og:title" content="${tab}"></head><body><article><h1>${tab}</h1><h2>The ferry company and the islands today:</h2>${body}</article></body></html>`;
  expect(extractPage({ html, url, now: Date.UTC(2026, 2, 20) }).title).toBe(tab);
});

test('S7: the text of a segment that a streaming page moves into its place', () => {
  const html = `<html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><!--$?--><template id="B:1"></template><!--/$--></main><div hidden id="S:1">${body}</div><script>$RC("B:1","S:1")</script></body></html>`;
  expect(extractPage({ html, url, now: Date.UTC(2026, 2, 20) }).text).toBe(text);
});

describe('an article whose tab has the name of its site alone', () => {
  const taken = (open: string, inside: string, shown = body) => {
    const html = `<html lang="en"><head><title>Island Post</title></head><body>${open}${inside}<div>${shown}</div></div></body></html>`;
    const page = extractPage({ html, url, now: Date.UTC(2026, 2, 20) });
    return [page.title, page.published?.at.slice(0, 16), page.modified?.at.slice(0, 10), page.authors];
  };
  const facts = [title, '2026-03-12T09:15', '2026-03-13', ['Alice Moor']];

  test.each(['', 'schema:'])('has its facts in RDFa: property="%sheadline"', of => {
    const inside = `<h2 property="${of}headline">${title}</h2><div property="${of}author" typeof="Person"><span property="${of}name">Alice Moor</span></div>
      <span property="${of}datePublished" content="2026-03-12T09:15:00Z">Thursday</span><span property="${of}dateModified" content="2026-03-13T09:15:00Z">Friday</span>`;
    expect(taken(`<div vocab="https://schema.org/" typeof="${of}NewsArticle">`, inside)).toEqual(facts);
  });

  test.each([
    ['hentry', 'entry-title', 'published', 'updated', 'author vcard'],
    ['h-entry', 'p-name', 'dt-published', 'dt-updated', 'p-author h-card'],
  ])('has its facts in the microformat %s', (entry, name, published, updated, author) => {
    const inside = `<h2 class="${name}">${title}</h2><time class="${published}" datetime="2026-03-12T09:15:00Z">12 March</time>
      <time class="${updated}" datetime="2026-03-13T09:15:00Z">13 March</time> by <span class="${author}">Alice Moor</span>`;
    expect(taken(`<div class="${entry}">`, inside)).toEqual(facts);
  });

  test('has no headline of microdata where two elements say different ones', () => {
    const inside = `<h2 itemprop="headline">${title}</h2><h2 itemprop="headline">Harbour master retires after forty years</h2>`;
    expect(taken('<div>', inside)[0]).toBe('Island Post');
  });
});

test('JSON-LD in the comment and the section with which Drupal wraps scripts', () => {
  const object = { '@type': 'NewsArticle', headline: title, datePublished: '2026-03-12T09:15:00Z' };
  const head = `<script type="application/ld+json"><!--//--><![CDATA[//><!--\n${JSON.stringify(object)}\n//--><!]]></script>`;
  expect(extract({ head }).published).toMatchObject({ at: '2026-03-12T09:15:00.000Z', source: 'ld' });
});

test.each(['كتب: أحمد سالم', 'كتبت: سارة سالم', 'بقلم أحمد سالم'])(
  'a label in Arabic is no part of a name: %s',
  line => {
    const { authors } = extract({ between: `<div class="byline">${line}</div>` });
    expect(authors).toEqual([line.split(' ').slice(-2).join(' ')]);
  },
);

describe('a table of results', () => {
  const row = (n: number) => `<tr><td>${n}</td><td>Team ${n} United</td><td>${30 - n}</td></tr>`;
  const table = `<table><tr><th>Place</th><th>Team</th></tr>${[1, 2, 3, 4].map(row).join('')}</table>`;
  const rows = ['Team 1 United', 'Team 4 United'];

  test.each(['before', 'after'])('%s the paragraphs of its article is text', place => {
    const html = `<title>${title}</title><article><h1>${title}</h1>${place === 'before' ? table + body : body + table}</article>`;
    const taken = extractPage({ html, url, now: Date.UTC(2026, 2, 20) }).text;
    expect(rows.filter(each => !taken.includes(each))).toEqual([]);
  });

  test('in an element beside the paragraphs, or with links, is none', () => {
    const linkedTable = table.replaceAll('<td>Team', '<td><a href="/t">Team');
    for (const other of [`<div>${table}</div>`, linkedTable]) {
      const html = `<title>${title}</title><article><h1>${title}</h1>${body}${other}</article>`;
      expect(extractPage({ html, url, now: Date.UTC(2026, 2, 20) }).text).toBe(text);
    }
  });

  test('that lays out a page has the short lines of its paragraphs', () => {
    const line = 'So the company says.';
    const html = `<title>${title}</title><table><tr><td><h1>${title}</h1></td></tr><tr><td><p>${line}<br>${paragraphs.join('<br>')}</p></td></tr></table>`;
    expect(extractPage({ html, url, now: Date.UTC(2026, 2, 20) }).text).toMatch(line);
  });
});
