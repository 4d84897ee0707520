import { describe, expect, test } from 'vitest';
import { extractPage } from '../../../../../shared/wings/publications/extraction/extract-page.ts';

const now = Date.UTC(2026, 10, 29);
const title = 'The harbour of Brookhaven reopens after the winter works';
const paragraphs = Array.from(
  { length: 4 },
  (_, n) =>
    `Part ${n} of the harbour was closed for ${n + 2} weeks, because the old walls of Brookhaven did not hold the water.`,
);
const html = paragraphs.map(text => `<p>${text}</p>`).join('');
const other = {
  title: 'Another story of the day',
  slug: 'another-story',
  body: 'Nothing of this belongs here at all. '.repeat(40),
};
const facts = { publishedAt: '2026-11-20T08:15:00Z', author: { name: 'Ann Lee' } };

const page = (scripts: string, head = `<title>${title} | The Lark</title>`) =>
  `<!doctype html><html lang=en><head>${head}</head><body><div id=root></div>${scripts}</body></html>`;
const json = (value: unknown) => `<script type="application/json" id="__NEXT_DATA__">${JSON.stringify(value)}</script>`;
const extract = (text: string) => extractPage({ html: text, url: 'https://lark.example/news/harbour-reopens', now });

const stream = (row: string, texts = '') => {
  const pushed = [row.slice(0, 50), row.slice(50), texts].filter(part => part !== '');
  return pushed.map(part => `<script>self.__next_f.push(${JSON.stringify([1, part])})</script>`).join('');
};
const code = JSON.stringify(html).replaceAll('<', '\\u003C');
const given = `(function(a){return {title:a,label:a,publishedAt:new Date(${Date.parse(facts.publishedAt)}),author:{name:'Ann \\x4cee'},content:${code}}}(${JSON.stringify(title)}))`;
const enqueued = (list: unknown, name: string) =>
  `<script>window.__reactRouterContext.streamController.enqueue(${JSON.stringify(`${name}${JSON.stringify(list)}\n`)});</script>`;
const quoted = (value: unknown) => JSON.stringify(value).replaceAll('"', '&quot;');
const markup = `<h2>Works</h2>${html}<figure><figcaption>A picture</figcaption></figure>`;
const blocks = [
  ...paragraphs.map(text => ({
    _type: 'block',
    children: [
      { _type: 'span', text: text.slice(0, 9) },
      { _type: 'span', text: text.slice(9) },
    ],
  })),
  { _type: 'image', caption: 'A picture of the harbour' },
];

describe('an article that only the data of a page have', () => {
  test.each([
    ['JSON with HTML', json({ props: { pageProps: { related: [other], article: { title, ...facts, body: html } } } })],
    [
      'an assignment',
      `<script>window.__INITIAL_STATE__={"a":undefined,"post":${JSON.stringify({ headline: title, content: { rendered: html }, ...facts })}};(function(){})()</script>`,
    ],
    [
      'a string to parse',
      `<script>window["__DATA__"] = JSON.parse('${JSON.stringify({ title, ...facts, text: paragraphs.join('\n') }).replaceAll('\\', '\\\\')}');</script>`,
    ],
    [
      'a function of its values',
      `<script>window.__NUXT__=(function(a,b,c){return {layout:"a",data:[{post:{id:7,title:b,hot:!0,image:a,published_at:${JSON.stringify(facts.publishedAt)},author:{name:c},text:${JSON.stringify(html)}}}],error:void 0}}(null,${JSON.stringify(title)},"Ann Lee"));</script>`,
    ],
    [
      'a list that each value is in once',
      json([
        ['ShallowReactive', 1],
        { data: 2, self: 0 },
        { story: 3 },
        { title: 4, publishedAt: 5, author: 6, content: 8, again: 3 },
        title,
        ['Date', facts.publishedAt],
        { name: 7 },
        'Ann Lee',
        html,
      ]),
    ],
    [
      'keys in the language of the site',
      json({
        id: 7,
        titre: title,
        updatedAt: '2026-11-21',
        date_publication: facts.publishedAt,
        redacteur: { nom: 'Ann Lee' },
        voirAussi: [other],
        corps: paragraphs.map(text => ({ type: 'paragraph', children: [{ type: 'text', text }] })),
      }),
    ],
    [
      'parts and people under names that nobody knows',
      json({
        doc: {
          heading: title,
          when: facts.publishedAt,
          credits: [
            { role: 'author', name: 'Ann Lee' },
            { role: 'photographer', name: 'Tom Baker' },
          ],
          parts: paragraphs.map(v => ({ t: 'p', v })),
          seeAlso: [{ link: '/another', text: other.body }],
        },
      }),
    ],
    ['blocks with inline parts', json({ story: { title, ...facts, body: blocks }, others: [other, other] })],
    [
      'a stream of React',
      stream(`5:["$","main",null,{"article":${JSON.stringify({ title, ...facts, content: paragraphs })}}]\n`),
    ],
    [
      'the data with which SvelteKit starts',
      `<script>{ __sveltekit_1x = { base: new URL(".", location).pathname.slice(0, -1) };
        kit.start(app, element, { node_ids: [0, 3], data: [null, {type:"data",data:${given}}], form: null }); }</script>`,
    ],
    ['what SvelteKit sends later', `<script>__sveltekit_1x.resolve({id:1,data:${given},error:void 0})</script>`],
    ['what a later SvelteKit sends later', `<script>__sveltekit_1x.resolve(1, () => [${given}])</script>`],
    [
      'an answer that SvelteKit keeps',
      json({ status: 200, headers: {}, body: JSON.stringify({ data: { title, ...facts, text: html } }) }),
    ],
    [
      'a function that sets members of its values',
      `<script>window.__NUXT__=(function(a,b){a.name="Ann Lee";b.title=${JSON.stringify(title)};b.author=a;return {data:[{post:b,also:!1}]}}({},{publishedAt:"${facts.publishedAt}",text:${JSON.stringify(html)}}));</script>`,
    ],
    [
      'the stream of a router',
      `${enqueued([{ _1: 2 }, 'loaderData', { _3: 4 }, 'post', ['P', 5], null], '')}${enqueued(
        [
          { _7: 8, _9: 10, _11: 12, _13: 14 },
          'title',
          title,
          'publishedAt',
          ['D', Date.parse(facts.publishedAt)],
          'author',
          { _15: 16 },
          'content',
          html,
          'name',
          'Ann Lee',
        ],
        'P5:',
      )}`,
    ],
    [
      'an attribute of an element',
      `<div data-page="${quoted({ props: { article: { title, ...facts, body: html } } })}"></div>`,
    ],
    [
      'the properties of an island',
      `<astro-island props="${quoted({ post: [0, { title: [0, title], publishedAt: [3, facts.publishedAt], author: [0, { name: [0, 'Ann Lee'] }], body: [1, paragraphs.map(text => [0, text])] }] })}"></astro-island>`,
    ],
    [
      'a text that the stream names',
      stream(
        `5:{"article":${JSON.stringify({ title, ...facts, content: '$1b' })}}\n`,
        `1b:T${Buffer.byteLength(html).toString(16)},${html}`,
      ),
    ],
  ])('is read from %s', (_, scripts) => {
    const found = extract(page(scripts));
    expect(found.text.split(/\n+/)).toEqual(paragraphs);
    expect(found).toMatchObject({ title, authors: ['Ann Lee'], article: true, warnings: ['text-from-ld'] });
    expect(found.published?.at).toBe('2026-11-20T08:15:00.000Z');
  });

  test.each([
    ['a person of a byline', { byline: [{ type: 'staff', person: { fullName: 'Ann Lee' } }] }],
    ['a store of content', { authors: { data: [{ id: 4, attributes: { name: 'Ann Lee' } }] } }],
    ['a graph', { authors: { edges: [{ node: { firstName: 'Ann', lastName: 'Lee' } }] } }],
  ])('has its authors within %s', (_, authors) => {
    expect(extract(page(json({ article: { title, ...authors, body: html } }))).authors).toEqual(['Ann Lee']);
  });

  test('has neither captions nor markup', () => {
    expect(extract(page(json({ title, body: markup }))).text.split(/\n+/)).toEqual(['Works', ...paragraphs]);
  });

  test('is known by its address where the page has only the name of its site', () => {
    const scripts = json([other, { title, slug: 'harbour-reopens', body: html }]);
    expect(extract(page(scripts, '<title>The Lark</title>')).text.split(/\n+/)).toEqual(paragraphs);
  });

  test('is none of other articles, and none where the page shows its text', () => {
    expect(extract(page(json({ list: [other] }))).text).toBe('');
    expect(
      extract(page(json({ list: [other, { ...other, title: 'A third story' }] }), '<title>The Lark</title>')).text,
    ).toBe('');
    const shown = page(
      `<main><h1>${title}</h1>${html}</main>${json({ title, body: 'Short notice of an editor. '.repeat(80) })}`,
    );
    expect(extract(shown).text.split(/\n+/)).toEqual(paragraphs);
  });

  test('is looked for with bounds: broken, deep and long data give nothing and end', () => {
    const deep = `${'{"a":['.repeat(2_000)}1${']}'.repeat(2_000)}`;
    for (const scripts of [
      `<script type="application/json">${'['.repeat(300_000)}</script>`,
      `<script>window.a=${'{"a":'.repeat(90_000)}</script>`,
      `<script>__sveltekit_1.resolve(${'{a:['.repeat(90_000)}</script>`,
      `<script>__sveltekit_1.resolve(${'(function(a){return '.repeat(20_000)}1${'}(1))'.repeat(20_000)})</script>`,
      `<script>var state={${'a:"b",'.repeat(100_000)}</script>`,
      `<script type="application/json">${deep}</script>`,
      `<script>${'var a = {'.repeat(50_000)}</script>`,
      stream(`5:T${'f'.repeat(12)},${'x'.repeat(400)}`),
    ])
      expect(extract(page(scripts)).text).toBe('');
  });
});
