/** Lists whose further parts are requested by scripts, as JSON or as fragments of HTML; all are read without a browser. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { slugOf, type TrueArticle, trueArticles, words } from '../../servers/news/true-articles.ts';
import { type AskedPage, type SiteAnswer, serveTrueSite } from '../../servers/news/true-site.ts';
import { newAndRun, rightOf } from '../watch/known-truth.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-parts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [all, each] = [30, 10];
const articles = trueArticles(words.en, all, Date.now() - 3_600_000);
const pathOf = (article: TrueArticle): string => `/story/${slugOf(article)}-${article.number}`;
const page = (title: string, content: string): SiteAnswer => ({
  body: `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${content}</body></html>`,
});
const links = (from: number): string =>
  articles
    .slice(from, from + each)
    .map(article => `<h2><a href="${pathOf(article)}">${article.title}</a></h2>`)
    .join('');
const items = (from: number) =>
  articles.slice(from, from + each).map(article => ({ headline: article.title, link: { href: pathOf(article) } }));
const json = (value: unknown): SiteAnswer => ({ type: 'application/json', body: JSON.stringify(value) });
const markOf = (from: number): string => Buffer.from(`{"id":${from}}`).toString('base64url');
const numberOf = ({ query }: AskedPage, name: string): number => Number(query.get(name));

interface Kind {
  readonly more: string;
  /** Of another path than that of the list. */
  answer(asked: AskedPage): SiteAnswer | undefined;
}

const kinds: Readonly<Record<string, Kind>> = {
  'items, and the address of the next part': {
    more: '<button class="load-more" data-url="/api/list?offset=10">Load more</button>',
    answer: asked => {
      const from = numberOf(asked, 'offset');
      return json({ items: items(from), next: from + each < all ? `/api/list?offset=${from + each}` : null });
    },
  },
  'items alone': {
    more: '<button class="load-more" data-url="/api/list?offset=10&amp;limit=10">Load more</button>',
    answer: asked => json(items(numberOf(asked, 'offset'))),
  },
  'HTML in a text': {
    more: '<a href="#" data-href="/ajax/news?page=2">Показать ещё</a>',
    answer: asked => json({ data: { html: links(each * (numberOf(asked, 'page') - 1)) } }),
  },
  '?format=json and the number of the next part': {
    more: '<a href="/archive?format=json&amp;page=2">Load more</a>',
    answer: asked => {
      const number = numberOf(asked, 'page');
      return json({ articles: items(each * (number - 1)), nextPage: number * each < all ? number + 1 : null });
    },
  },
  'a mark behind the items': {
    more: `<button class="load-more" data-next="/api/feed?first=10&amp;after=${markOf(each)}">Load more</button>`,
    answer: ({ query }) => {
      const from = JSON.parse(Buffer.from(query.get('after') ?? '', 'base64url').toString()).id as number;
      const endCursor = from + each < all ? markOf(from + each) : null;
      return json({ data: { edges: items(from), pageInfo: { endCursor } } });
    },
  },
  'a number beside the address': {
    more: '<button class="load-more" data-endpoint="/wp-json/feed/v1/news" data-page="2">Load more</button>',
    answer: asked => json(items(each * (numberOf(asked, 'page') - 1))),
  },
  'fragments of HTML': {
    more: '<button hx-get="/news/part/2/">Mehr laden</button>',
    answer: ({ path }) => ({ body: links(each * (Number(/\d+/.exec(path)?.[0]) - 1)) }),
  },
  'pages with a mark in their path': {
    more: '<a href="/list/after/kd7Bc2xq">Older posts</a>',
    answer: ({ path }) => {
      const from = path.endsWith('kd7Bc2xq') ? each : 2 * each;
      return page('List', links(from) + (from === each ? '<a href="/list/after/0fYw3mPa">Older posts</a>' : ''));
    },
  },
};

async function found({ more, answer }: Kind) {
  const site = await serveTrueSite({
    ...{ articles, pathOf },
    answer: asked => {
      const article = articles.find(one => pathOf(one) === asked.path);
      if (asked.path === '/') return page('Gazette', links(0) + more);
      if (article === undefined)
        return /^\/(?:api|ajax|archive|wp-json|news|list)\//.test(`${asked.path}/`) ? answer(asked) : undefined;
      const text = article.paragraphs.map(each => `<p>${each}</p>`).join('');
      const head = `<h1>${article.title}</h1><p class="byline">By ${article.authors.join(' and ')}</p>`;
      return page(
        article.title,
        `<article>${head}<time datetime="${new Date(article.at).toISOString()}"></time>${text}</article>`,
      );
    },
  });
  try {
    const records = await newAndRun(join(folder, 'watch'), site, ['--archive', '--no-browser']);
    return { right: rightOf(site, records), asked: site.asked };
  } finally {
    await site.close();
  }
}

test.each(Object.entries(kinds))('%s lead to all articles', async (_, kind) => {
  const { right } = await found(kind);
  expect(right).toEqual({ articles: all, titles: all, dates: all, authors: all, texts: all, others: [] });
});

test('a server that answers with the same part for ever is not requested for ever', async () => {
  const { more } = kinds['items alone']!;
  const { right, asked } = await found({ more, answer: () => json(items(each)) });
  expect(right.articles).toBe(2 * each);
  expect(asked.filter(path => path.startsWith('/api/'))).toHaveLength(2);
});
