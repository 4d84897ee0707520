/** A site as WordPress and its usual plugins make it: 140 English articles of two years. */
import { slugOf, type TrueArticle, trueArticles, words } from './true-articles.ts';
import { type AskedPage, feedOf, type SiteAnswer, type SiteDesign, sitemapOf } from './true-site.ts';

const count = 140;
/** Articles in the first of the two sitemaps: the older ones. */
const inOldSitemap = 90;
const listSize = 10;
const slugOfName = (name: string): string => slugOf({ title: name });

/** `hasTracking`: links of the feed have utm parameters. `newest`: epoch ms. */
export function wordpressSite(newest: number, hasTracking: boolean): SiteDesign {
  const articles = trueArticles(words.en, count, newest);
  const feed = {
    ...{ title: 'The Brookhaven Gazette', size: 10, hasAuthors: true },
    ...(hasTracking && { tracking: '?utm_source=rss&utm_medium=rss&utm_campaign=feed' }),
    dateOf: ({ at }: TrueArticle) => new Date(at).toUTCString().replace('GMT', '+0000'),
  };
  const design: SiteDesign = { articles, pathOf, answer: asked => answer(asked) };
  const byPath = new Map(articles.map(article => [pathOf(article), article]));
  const lists = new Map<string, readonly TrueArticle[]>([
    ['/', articles],
    ...words.en.sections.map(
      name => [`/category/${slugOfName(name)}/`, articles.filter(({ section }) => section === name)] as const,
    ),
    ...words.en.people.map(
      name => [`/author/${slugOfName(name)}/`, articles.filter(({ authors }) => authors.includes(name))] as const,
    ),
  ]);

  function answer({ path, origin }: AskedPage): SiteAnswer | undefined {
    if (path === '/robots.txt')
      return {
        type: 'text/plain',
        body: `User-agent: *\nDisallow: /wp-admin/\n\nSitemap: ${origin}/sitemap_index.xml\n`,
      };
    if (path === '/feed/') return feedOf(design, feed, origin);
    if (path === '/comments/feed/') return feedOf({ ...design, articles: [] }, { ...feed, title: 'Comments' }, origin);
    if (path.endsWith('.xml')) return sitemap(path, origin);
    if (path === '/about/') return { body: page('About us', origin, '<h1>About us</h1><p>Since 1903.</p>') };
    const article = byPath.get(path);
    if (article !== undefined) return { body: articlePage(article, origin) };
    return listPage(path, origin);
  }

  function sitemap(path: string, origin: string): SiteAnswer | undefined {
    const named = (some: readonly TrueArticle[]) =>
      sitemapOf(some.map(each => ({ address: `${origin}${pathOf(each)}`, changed: each.at })));
    if (path === '/post-sitemap.xml') return named(articles.slice(-inOldSitemap).toReversed());
    if (path === '/post-sitemap2.xml') return named(articles.slice(0, -inOldSitemap).toReversed());
    if (path === '/page-sitemap.xml') return sitemapOf([{ address: `${origin}/about/` }, { address: `${origin}/` }]);
    if (path === '/category-sitemap.xml')
      return sitemapOf(
        [...lists.keys()].filter(each => each.startsWith('/cat')).map(each => ({ address: origin + each })),
      );
    if (path !== '/sitemap_index.xml') return undefined;
    const maps = ['post-sitemap', 'post-sitemap2', 'page-sitemap', 'category-sitemap'].map(
      name => `<sitemap><loc>${origin}/${name}.xml</loc></sitemap>`,
    );
    const body = `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${maps.join('')}</sitemapindex>`;
    return { type: 'text/xml; charset=UTF-8', body };
  }

  function listPage(path: string, origin: string): SiteAnswer | undefined {
    const [, folder = '', part = '1'] = /^(.*?\/)(?:page\/(\d+)\/)?$/.exec(path) ?? [];
    const list = lists.get(folder);
    const shown = list?.slice(listSize * (Number(part) - 1), listSize * Number(part)) ?? [];
    if (list === undefined || shown.length === 0) return undefined;
    const last = Math.ceil(list.length / listSize);
    const next =
      Number(part) < last
        ? `<a class="next page-numbers" href="${origin}${folder}page/${Number(part) + 1}/">Next</a>`
        : '';
    const pager = `<nav class="navigation pagination"><div class="nav-links"><span class="page-numbers current">${part}</span><span class="page-numbers dots">…</span><a class="page-numbers" href="${origin}${folder}page/${last}/">${last}</a>${next}</div></nav>`;
    return { body: page('News', origin, `<main>${shown.map(each => teaser(each, origin)).join('')}${pager}</main>`) };
  }

  function articlePage(article: TrueArticle, origin: string): string {
    const url = `${origin}${pathOf(article)}`;
    const iso = `${new Date(article.at).toISOString().slice(0, 19)}+00:00`;
    const changed = `${new Date(article.at + 5 * 3_600_000).toISOString().slice(0, 19)}+00:00`;
    const [first = ''] = article.authors;
    const graph = {
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'WebSite', '@id': `${origin}/#website`, url: `${origin}/`, name: 'The Brookhaven Gazette' },
        {
          ...{ '@type': 'NewsArticle', '@id': `${url}#article`, isPartOf: { '@id': url }, headline: article.title },
          author: article.authors.map(name => ({
            '@type': 'Person',
            name,
            '@id': `${origin}/#/person/${slugOfName(name)}`,
          })),
          ...{ datePublished: iso, dateModified: changed, mainEntityOfPage: { '@id': url } },
          articleSection: [article.section],
        },
        {
          '@type': 'WebPage',
          '@id': url,
          url,
          name: `${article.title} - The Brookhaven Gazette`,
          datePublished: iso,
          dateModified: changed,
        },
        { '@type': 'Person', '@id': `${origin}/#/person/${slugOfName(first)}`, name: first },
      ],
    };
    const head = `<link rel="canonical" href="${url}"><meta property="og:type" content="article"><meta property="og:title" content="${article.title}">
<meta property="article:published_time" content="${iso}"><meta property="article:modified_time" content="${changed}"><meta name="author" content="${first}">
<script type="application/ld+json" class="yoast-schema-graph">${JSON.stringify(graph)}</script>`;
    const names = article.authors.map(
      name => `<a class="url fn n" rel="author" href="${origin}/author/${slugOfName(name)}/">${name}</a>`,
    );
    const at = articles.indexOf(article);
    const beside = [articles[at - 1], articles[at + 1]].flatMap(each =>
      each === undefined ? [] : [teaser(each, origin)],
    );
    const content = `<article class="post type-post hentry"><header class="entry-header"><h1 class="entry-title">${article.title}</h1>
<div class="entry-meta"><span class="posted-on"><time class="entry-date published" datetime="${iso}">${dayOf(article.at)}</time><time class="updated" datetime="${changed}">${dayOf(article.at)}</time></span> <span class="byline"> by <span class="author vcard">${names.join(' and ')}</span></span></div></header>
<div class="sharedaddy sd-sharing-enabled"><h3 class="sd-title">Share this:</h3><ul><li><a href="https://social.example/share?u=${url}">Click to share on Social</a></li></ul></div>
<div class="entry-content">${article.paragraphs.map(text => `<p>${text}</p>`).join('\n')}</div>
<footer class="entry-footer"><span class="cat-links">Posted in <a href="${origin}/category/${slugOfName(article.section)}/" rel="category tag">${article.section}</a></span></footer></article>
<nav class="navigation post-navigation"><h2>Post navigation</h2>${beside.join('')}</nav>
<div id="comments"><h2>2 thoughts on “${article.title}”</h2><ol><li><article class="comment-body"><b class="fn">Reader ${article.number}</b> says: <time datetime="2026-01-02T03:04:05+00:00">January 2, 2026 at 3:04 am</time><p>I do not believe a word of this, and I said so last week.</p></article></li></ol></div>`;
    return page(`${article.title} - The Brookhaven Gazette`, origin, content, head);
  }

  function page(title: string, origin: string, content: string, head = ''): string {
    const menu = words.en.sections.map(
      name => `<li><a href="${origin}/category/${slugOfName(name)}/">${name}</a></li>`,
    );
    const recent = articles
      .slice(0, 5)
      .map(
        each =>
          `<li><a href="${origin}${pathOf(each)}">${each.title}</a><span class="post-date">${dayOf(each.at)}</span></li>`,
      );
    return `<!doctype html><html lang="en-US"><head><meta charset="UTF-8"><title>${title}</title>
<link rel="alternate" type="application/rss+xml" title="The Brookhaven Gazette » Feed" href="${origin}/feed/">
<link rel="alternate" type="application/rss+xml" title="The Brookhaven Gazette » Comments Feed" href="${origin}/comments/feed/">${head}</head>
<body><header class="site-header"><p class="site-title"><a href="${origin}/">The Brookhaven Gazette</a></p><nav><ul>${menu.join('')}<li><a href="${origin}/about/">About</a></li></ul></nav></header>
${content}
<aside class="widget-area"><section class="widget widget_recent_entries"><h2>Recent Posts</h2><ul>${recent.join('')}</ul></section></aside>
<footer class="site-footer"><a href="https://wordpress.example/">Proudly powered by WordPress</a></footer>
<div id="cmplz-cookiebanner" class="cmplz-cookiebanner" role="dialog"><div>Manage consent</div><p>To provide the best experiences, we and our 512 partners use technologies like cookies to store and access device information.</p><button>Accept</button></div></body></html>`;
  }
  return design;
}

function pathOf(article: TrueArticle): string {
  const [year, month] = new Date(article.at).toISOString().split('-');
  return `/${year}/${month}/${slugOf(article)}-${article.number}/`;
}

function teaser(article: TrueArticle, origin: string): string {
  return `<article class="post"><h2 class="entry-title"><a href="${origin}${pathOf(article)}" rel="bookmark">${article.title}</a></h2><div class="entry-summary"><p>${article.paragraphs[0]}</p></div></article>`;
}

function dayOf(at: number): string {
  return new Date(at).toLocaleDateString('en-US', { timeZone: 'UTC', month: 'long', day: 'numeric', year: 'numeric' });
}
