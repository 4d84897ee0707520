import type { SiteName, Story } from './stories.ts';
import { escaped } from './story-pages.ts';
import { dayPath, isoTime, mailTime, pathOf, sectionTitles, siteTitles } from './story-words.ts';

/** Stories on one page of a list. */
const perPage = 12;

function teaser(story: Story): string {
  const [block] = story.versions[0]!.blocks;
  const text = block!.marked.text.slice(0, 90);
  return `<div class="teaser"><a href="${pathOf(story)}">${escaped(story.title.text)}</a><p>${escaped(text)}…</p></div>`;
}

function heraldFrame(title: string, content: string): string {
  const links = Object.entries(sectionTitles).map(([section, name]) => `<li><a href="/${section}/">${name}</a></li>`);
  return `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><title>${title}</title>
<link rel="alternate" type="application/rss+xml" title="Все новости" href="/rss.xml">
<link rel="alternate" type="application/atom+xml" title="Наука" href="/science/atom.xml">
<link rel="alternate" type="application/rss+xml" title="Комментарии" href="/comments/rss.xml"></head>
<body><nav class="main-menu"><ul><li><a href="/">Главная</a></li>${links.join('')}<li><a href="/latest/">Все новости</a></li><li><a href="/about.html">О нас</a></li><li><a href="/search?q=">Поиск</a></li></ul></nav>
${content}<footer><a href="https://partner.example/">Партнёр</a> <a href="/price.pdf">Расценки</a></footer></body></html>
`;
}

/** A page of a list of the herald: `stories` newest first. */
export function heraldList(title: string, path: string, stories: readonly Story[], page: number): string {
  const shown = stories.slice((page - 1) * perPage, page * perPage);
  const next = stories.length > page * perPage ? `<a rel="next" href="${path}?page=${page + 1}">Дальше</a>` : '';
  return heraldFrame(
    title,
    `<h1>${title}</h1><div class="news-list">${shown.map(teaser).join('\n')}</div><p>${next}</p>`,
  );
}

/** A list whose further parts come by a button: `/api/latest?page=2` … */
export function latestList(stories: readonly Story[]): string {
  const shown = stories.slice(0, perPage).map(teaser).join('\n');
  const script = `let page = 1;
document.querySelector('.load-more').addEventListener('click', async () => {
  page += 1;
  const part = await (await fetch('/api/latest?page=' + page)).text();
  document.querySelector('.news-list').insertAdjacentHTML('beforeend', part);
  if (part === '') document.querySelector('.load-more').remove();
});`;
  return heraldFrame(
    'Все новости',
    `<h1>Все новости</h1><div class="news-list">${shown}</div><button class="load-more">Показать ещё</button><script>${script}</script>`,
  );
}

/** A part of the list, as its script asks for it; empty at the end. */
export function latestPart(stories: readonly Story[], page: number): string {
  return stories
    .slice((page - 1) * perPage, page * perPage)
    .map(teaser)
    .join('\n');
}

/** The stories of one day, newest day first; a button shows the day before in place of it: `/api/day?n=1` … */
export function dayList(stories: readonly Story[]): string {
  const script = `let day = 0;
document.querySelector('.day-before').addEventListener('click', async () => {
  day += 1;
  const part = await (await fetch('/api/day?n=' + day)).text();
  if (part === '') document.querySelector('.day-before').remove();
  else document.querySelector('.news-list').innerHTML = part;
});`;
  return heraldFrame(
    'Календарь',
    `<h1>Календарь</h1><button class="day-before">Предыдущий день</button><div class="news-list">${dayPart(stories, 0)}</div><script>${script}</script>`,
  );
}

/** The stories of the day that is the `n`-th from the newest; empty where there is none. */
export function dayPart(stories: readonly Story[], n: number): string {
  const days = [...Map.groupBy(stories, ({ published }) => dayPath(published)).values()];
  return (days[n] ?? []).map(teaser).join('\n');
}

function courierFrame(title: string, content: string): string {
  return `<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><title>${title}</title></head>
<body><table><tr><td class="menu"><a href="/">Главная</a> <a href="/rubric/1/">Наука</a> <a href="/rubric/2/">Общество</a> <a href="/archive/">Архив</a> <a href="/export/rss.xml">RSS</a></td></tr>
<tr><td>${content}</td></tr></table></body></html>
`;
}

/** The newest stories. */
export function courierNewest(title: string, stories: readonly Story[]): string {
  return courierList(title, stories.slice(0, perPage));
}

function courierList(title: string, stories: readonly Story[]): string {
  return courierFrame(title, `<h1>${title}</h1>${stories.map(teaser).join('\n')}`);
}

/** The days of the archive, or all stories of one day. */
export function courierArchive(stories: readonly Story[], day: string | undefined): string {
  if (day !== undefined)
    return courierList(
      `Архив за ${day}`,
      stories.filter(({ published }) => dayPath(published) === day),
    );
  const days = [...new Set(stories.map(({ published }) => dayPath(published)))];
  const links = days.map(each => `<a href="/archive/${each}/">${each.replaceAll('/', '.')}</a>`);
  return courierFrame('Архив', `<h1>Архив</h1><div class="calendar">${links.join('\n')}</div>`);
}

/** The newest stories as RSS 2.0. */
export function rssFeed(site: SiteName, origin: string, stories: readonly Story[], encoding: string): string {
  const items = stories.slice(0, 20).map(
    story => `<item><title>${escaped(story.title.text)}</title><link>${origin}${pathOf(story)}</link>
<guid isPermaLink="false">${story.site}-${story.number}</guid><pubDate>${mailTime(story.published)}</pubDate>
${story.authors.map(name => `<dc:creator>${name}</dc:creator>`).join('')}<category>${sectionTitles[story.section]}</category>
<description><![CDATA[<p>${story.versions[0]!.blocks[0]!.marked.text.slice(0, 200)}</p>]]></description></item>`,
  );
  return `<?xml version="1.0" encoding="${encoding}"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>${siteTitles[site]}</title><link>${origin}/</link><language>ru</language><ttl>10</ttl>
${items.join('\n')}
</channel></rss>
`;
}

export function atomFeed(title: string, origin: string, stories: readonly Story[]): string {
  const entries = stories.slice(0, 20).map(
    story => `<entry><title>${escaped(story.title.text)}</title><id>tag:herald.example,2017:${story.number}</id>
<link rel="alternate" type="text/html" href="${pathOf(story)}"/><published>${isoTime(story.published)}</published>
<updated>${isoTime(story.published)}</updated>${story.authors.map(name => `<author><name>${name}</name></author>`).join('')}</entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:base="${origin}/"><title>${title}</title><id>${origin}/science/atom.xml</id><link href="/science/"/>
<updated>${isoTime(stories[0]?.published ?? 0)}</updated>
${entries.join('\n')}
</feed>
`;
}

/** A feed of comments, whose items lead to stories that other feeds name. */
export function commentsFeed(origin: string, stories: readonly Story[]): string {
  const items = stories
    .slice(0, 5)
    .map(
      story =>
        `<item><title>Комментарий к: ${escaped(story.title.text)}</title><link>${origin}${pathOf(story)}#comment-1</link></item>`,
    );
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Комментарии</title>${items.join('')}</channel></rss>\n`;
}

const sitemapNames = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

export function sitemapIndex(origin: string, now: number): string {
  const maps = ['/sitemap-news.xml', '/sitemap-articles.xml.gz'].map(
    path => `<sitemap><loc>${origin}${path}</loc><lastmod>${isoTime(now)}</lastmod></sitemap>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex ${sitemapNames}>${maps.join('')}</sitemapindex>\n`;
}

/** Google News: the stories of the last 48 hours. */
export function newsSitemap(origin: string, stories: readonly Story[], now: number): string {
  const entries = stories
    .filter(({ published }) => published > now - 48 * 3_600_000)
    .map(
      story => `<url><loc>${origin}${pathOf(story)}</loc><news:news><news:publication><news:name>${siteTitles.herald}</news:name><news:language>ru</news:language></news:publication>
<news:publication_date>${isoTime(story.published)}</news:publication_date><news:title>${escaped(story.title.text)}</news:title></news:news></url>`,
    );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${sitemapNames} xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">${entries.join('\n')}</urlset>\n`;
}

export function articleSitemap(origin: string, stories: readonly Story[]): string {
  const entries = stories.map(
    story => `<url><loc>${origin}${pathOf(story)}</loc><lastmod>${isoTime(story.published)}</lastmod></url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${sitemapNames}>${entries.join('\n')}</urlset>\n`;
}
