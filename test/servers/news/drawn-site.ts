/** A site whose lists and articles scripts draw: 40 articles, every second one Russian. */
import { slugOf, type TrueArticle, trueArticles, words } from './true-articles.ts';
import { type AskedPage, feedOf, type SiteAnswer, type SiteDesign, sitemapOf } from './true-site.ts';

const count = 20;
const listSize = 12;

/** `newest`: epoch ms. `hasFeed`: RSS of the newest ten in place of a sitemap. */
export function drawnSite(newest: number, hasFeed = false): SiteDesign {
  const articles = [
    ...trueArticles(words.en, count, newest).map(article => ({ ...article, number: 2 * article.number })),
    ...trueArticles(words.ru, count, newest - 900_000).map(article => ({ ...article, number: 2 * article.number - 1 })),
  ].toSorted((a, b) => b.at - a.at);
  const feed = { title: 'The Lark', size: 10, hasAuthors: false };
  const dateOf = ({ at }: TrueArticle): string => new Date(at).toUTCString();
  const design: SiteDesign = {
    ...{ articles, pathOf },
    answer: asked => {
      if (!hasFeed) return answer(articles, asked);
      if (asked.path === '/rss.xml') return feedOf(design, { ...feed, dateOf }, asked.origin);
      return /^\/(?:robots\.txt|sitemap\.xml)$/.test(asked.path) ? undefined : answer(articles, asked);
    },
  };
  return design;
}

function pathOf(article: TrueArticle): string {
  return `/story/${slugOf(article)}-${article.number}`;
}

function answer(articles: readonly TrueArticle[], { path, query, origin }: AskedPage): SiteAnswer | undefined {
  if (path === '/robots.txt')
    return { type: 'text/plain', body: `User-agent: *\nAllow: /\nSitemap: ${origin}/sitemap.xml\n` };
  if (path === '/sitemap.xml')
    return sitemapOf([
      { address: `${origin}/` },
      { address: `${origin}/about` },
      ...articles.map(each => ({ address: `${origin}${pathOf(each)}`, changed: each.at })),
    ]);
  if (path === '/app.js') return { type: 'text/javascript; charset=utf-8', body: script };
  const json = (value: unknown): SiteAnswer => ({ type: 'application/json', body: JSON.stringify(value) });
  const told = (article: TrueArticle) => ({
    ...article,
    path: pathOf(article),
    iso: new Date(article.at).toISOString(),
  });
  if (path === '/api/stories') {
    const from = Number(query.get('from') ?? 0);
    return json(articles.slice(from, from + listSize).map(told));
  }
  const asked = articles.find(article => path === `/api${pathOf(article)}`);
  if (asked !== undefined) return json(told(asked));
  const isPage = path === '/' || path === '/about' || articles.some(article => pathOf(article) === path);
  return isPage ? { body: shell } : undefined;
}

const shell = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The Lark</title></head><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/app.js" defer></script></body></html>`;

const script = `
const root = document.getElementById('root');
const escape = text => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const get = async path => await (await fetch(path)).json();
const frame = content => '<header><nav><a href="/">The Lark</a> <a href="/about">About</a></nav></header><main>' + content +
  '</main><aside><h3>Newsletter</h3><p>Get our best stories every week.</p></aside><div class="consent" role="dialog"><p>We use cookies to remember you. You can change this at any time in the settings.</p><button>Agree</button></div>';
let shown = 0;
async function more() {
  const stories = await get('/api/stories?from=' + shown);
  shown += stories.length;
  for (const { path, title, section } of stories)
    document.getElementById('stories').insertAdjacentHTML('beforeend', '<div class="card"><a href="' + path + '"><h2>' + escape(title) + '</h2></a><span>' + section + '</span></div>');
  if (stories.length < ${listSize}) document.getElementById('more').remove();
}
async function list() {
  root.innerHTML = frame('<div id="stories"></div><button id="more">Load more</button>');
  document.getElementById('more').addEventListener('click', more);
  await more();
}
async function story() {
  const { title, authors, iso, section, paragraphs } = await get('/api' + location.pathname);
  document.title = title + ' – The Lark';
  root.innerHTML = frame('<article><p class="rubric">' + section + '</p><h1>' + escape(title) + '</h1><p class="byline">By ' + authors.join(' and ') + '</p><time datetime="' + iso + '">' + new Date(iso).toDateString() + '</time><div class="share"><button>Share</button></div><div class="body">' +
    paragraphs.map(text => '<p>' + escape(text) + '</p>').join('') + '</div></article>');
}
if (location.pathname === '/') list();
else if (location.pathname === '/about') root.innerHTML = frame('<h1>About</h1><p>We have been writing since 2011.</p>');
else story();
`;
