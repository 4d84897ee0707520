import { fillerParagraph } from './filler-text.ts';
import type { Story, StoryBlock, StoryVersion } from './stories.ts';
import { isoTime, pathOf, sectionTitles, shownDate, siteTitles } from './story-words.ts';

export interface PageContext {
  /** The address of the site with its port, without a slash at the end. */
  readonly origin: string;
  /** Epoch ms. */
  readonly now: number;
  /** Other stories of the site, for the boxes beside the text. */
  readonly related: readonly Story[];
}

/** Markup of a text; what begins a new line in it begins one on the page. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\n', '<br>');
}

/** The page of a story at an instant, by the template of its site and kind. */
export function storyPage(story: Story, version: StoryVersion, context: PageContext): string {
  if (story.site === 'courier')
    return story.kind === 'blog' ? blogPage(story, version, context) : tablePage(story, version, context);
  return story.kind === 'long' ? longPage(story, version, context) : newsPage(story, version, context);
}

const copyright = '© Все права защищены. Перепечатка материалов допускается только с указанием источника.';

function menu(): string {
  const links = Object.entries(sectionTitles).map(([section, title]) => `<li><a href="/${section}/">${title}</a></li>`);
  return `<nav class="main-menu"><ul><li><a href="/">Главная</a></li>${links.join('')}<li><a href="/latest/">Все новости</a></li><li><a href="/about.html">О нас</a></li><li><a href="/search?q=">Поиск</a></li></ul></nav>`;
}

/** A counter that no two looks find alike: bytes change, words of the story do not. */
function counter(now: number): string {
  return `<div class="counter">Сейчас читают: ${Math.floor(now / 1000) % 9_973}</div>`;
}

/** Headlines of other stories, some of which name other organizations. */
function relatedBox(related: readonly Story[]): string {
  const links = related.map(story => `<li><a href="${pathOf(story)}">${escaped(story.title.text)}</a></li>`);
  const others = '<li><a href="https://elsewhere.example/1">Научный центр неврологии ищет добровольцев</a></li>';
  return `<aside class="related-box"><h3>Читайте также</h3><ul>${links.join('')}${others}</ul></aside>`;
}

function comments(seed: number): string {
  const texts = Array.from(
    { length: seed % 6 },
    (_, n) =>
      `<div class="comment"><b>Читатель ${n + 1}</b><p>${escaped(fillerParagraph(seed + 5_000 + n, 2))} А Почвенный институт что говорит?</p></div>`,
  );
  return `<section class="comments" id="comments"><h3>Комментарии (${texts.length})</h3>${texts.join('')}</section>`;
}

function blockMarkup(blocks: readonly StoryBlock[]): string {
  const parts = blocks.map(block => {
    const text = escaped(block.marked.text);
    switch (block.kind) {
      case 'h2':
        return `<h2>${text}</h2>`;
      case 'li':
        return `<ul><li>${text}</li></ul>`;
      case 'quote':
        return `<blockquote>${text}</blockquote>`;
      case 'row':
        return `<table><tr>${text
          .split('\t')
          .map(cell => `<td>${cell}</td>`)
          .join('')}</tr></table>`;
      case 'entry':
        return `<div class="live-entry"><p><time>${block.time}</time> ${text.slice(block.time!.length + 1)}</p></div>`;
      default:
        return `<p>${text}</p>`;
    }
  });
  return parts.join('\n').replaceAll('</ul>\n<ul>', '\n').replaceAll('</table>\n<table>', '\n');
}

function wall(story: Story): string {
  if (story.kind !== 'paywall') return '';
  return '<div class="paywall">Полный текст доступен подписчикам. <a href="/subscribe">Подпишитесь</a> за 99 рублей в месяц.</div>';
}

function gallery(story: Story): string {
  if (story.kind !== 'gallery') return '';
  const pictures = Array.from(
    { length: 8 },
    (_, n) =>
      `<figure><img src="/pictures/${story.number}-${n}.jpg" alt=""><figcaption>Фото ${n + 1}: вид на место событий</figcaption></figure>`,
  );
  return `<div class="gallery">${pictures.join('')}</div>`;
}

function linkedData(story: Story, version: StoryVersion, { origin }: PageContext): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': story.kind === 'live' ? 'LiveBlogPosting' : 'NewsArticle',
    headline: story.title.text,
    datePublished: isoTime(story.published),
    dateModified: isoTime(version.from),
    author: story.authors.map(name => ({ '@type': 'Person', name })),
    articleSection: sectionTitles[story.section],
    isAccessibleForFree: story.kind !== 'paywall',
    mainEntityOfPage: origin + pathOf(story),
  };
  return `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
}

/** Template 1: an `article`, JSON-LD, Open Graph, a canonical and an AMP address. */
function newsPage(story: Story, version: StoryVersion, context: PageContext): string {
  const path = pathOf(story);
  const title = escaped(story.title.text);
  return `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><title>${title} — ${siteTitles.herald}</title>
<link rel="canonical" href="${context.origin}${path}"><link rel="amphtml" href="${context.origin}/amp${path}">
<meta property="og:type" content="article"><meta property="og:title" content="${title}">
<meta property="article:published_time" content="${isoTime(story.published)}">
${linkedData(story, version, context)}</head>
<body><header><a href="/">${siteTitles.herald}</a></header>${menu()}
<main><article class="news-article"><h1>${title}</h1>
<div class="meta"><time datetime="${isoTime(story.published)}">${shownDate(story)}</time> <span class="author">${story.authors.join(', ')}</span></div>
<div class="article-body">${blockMarkup(version.blocks)}</div>${wall(story)}${gallery(story)}</article>
${relatedBox(context.related)}${comments(story.number)}</main>${counter(context.now)}
<footer><p>${copyright}</p></footer></body></html>
`;
}

/** Template 2: plain `div`s and meta elements. */
function longPage(story: Story, version: StoryVersion, context: PageContext): string {
  const title = escaped(story.title.text);
  return `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><title>${title}</title><meta name="author" content="${story.authors.join(', ')}">
<meta property="og:type" content="article"><meta property="article:published_time" content="${isoTime(story.published)}">
<link rel="canonical" href="${context.origin}${pathOf(story)}"></head>
<body>${menu()}<div class="wrap"><div class="left">${relatedBox(context.related)}</div>
<div class="text-col"><div class="headline"><h1>${title}</h1></div><div class="date">${shownDate(story)}</div>
<div class="text">${blockMarkup(version.blocks)}</div></div></div>${comments(story.number)}${counter(context.now)}
<div class="foot">${copyright}</div></body></html>
`;
}

/** Template 3: tables and line breaks, in windows-1251. */
function tablePage(story: Story, version: StoryVersion, context: PageContext): string {
  const title = escaped(story.title.text);
  const text = version.blocks.map(({ marked }) => escaped(marked.text)).join('<br><br>\n');
  const links = context.related.map(each => `<a href="${pathOf(each)}">${escaped(each.title.text)}</a><br>`).join('\n');
  const by = story.authors.length === 0 ? '' : `Автор: ${story.authors.join(', ')}`;
  return `<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><title>${siteTitles.courier}: ${title}</title></head>
<body bgcolor="#ffffff"><table width="100%"><tr><td colspan="2" class="menu"><a href="/">Главная</a> <a href="/rubric/1/">Наука</a> <a href="/rubric/2/">Общество</a> <a href="/archive/">Архив</a></td></tr>
<tr><td width="200" valign="top">${links}</td><td valign="top"><h1>${title}</h1>
<font size="1">${shownDate(story)}</font><div class="newsbody">${text}</div><i>${by}</i></td></tr></table>
<center><font size="1">${copyright}</font></center></body></html>
`;
}

/** Template 4: a blog with microdata, in windows-1251. */
function blogPage(story: Story, version: StoryVersion, context: PageContext): string {
  const title = escaped(story.title.text);
  return `<!DOCTYPE html>
<html lang="ru"><head><meta charset="windows-1251"><title>${title} | Блог курьера</title></head>
<body><div id="header"><a href="/">${siteTitles.courier}</a></div>
<div class="post" itemscope itemtype="http://schema.org/BlogPosting"><h2 class="post-title" itemprop="headline">${title}</h2>
<p class="post-info">${shownDate(story)}${story.authors.length === 0 ? '' : ` | <span itemprop="author">${story.authors.join(', ')}</span>`}</p>
<div itemprop="articleBody">${blockMarkup(version.blocks)}</div></div>
<div class="sidebar">${relatedBox(context.related)}</div>${comments(story.number)}
<div id="footer">${copyright}</div></body></html>
`;
}

/** The AMP twin of a story of template 1. */
export function ampPage(story: Story, version: StoryVersion, { origin }: PageContext): string {
  const title = escaped(story.title.text);
  return `<!doctype html>
<html amp lang="ru"><head><meta charset="utf-8"><title>${title}</title><link rel="canonical" href="${origin}${pathOf(story)}">
<script async src="https://cdn.ampproject.org/v0.js"></script></head>
<body><h1>${title}</h1><p class="date">${shownDate(story)}</p>${blockMarkup(version.blocks)}${wall(story)}</body></html>
`;
}
