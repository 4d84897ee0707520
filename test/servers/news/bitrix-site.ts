/** A regional Russian site as 1C-Bitrix makes it, in windows-1251: 150 articles, no sitemap, lists counted by `?PAGEN_1=`. */
import { inWindows1251 } from '../../../functions/example-site/news/windows-1251.ts';
import { slugOf, type TrueArticle, trueArticles, words } from './true-articles.ts';
import { type AskedPage, feedOf, type SiteAnswer, type SiteDesign } from './true-site.ts';

const count = 150;
const listSize = 15;
const hourMs = 3_600_000;
const months = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ');
const folders: ReadonlyMap<string, string> = new Map(
  words.ru.sections.map(section => [`/news/${slugOf({ title: section })}/`, section]),
);

/** `hasFeed`: RSS of the newest 20, whose times have their zone. `newest`: epoch ms. `hours`: those of its clock ahead of UTC, which no page says. */
export function bitrixSite(newest: number, hasFeed: boolean, hours = 5): SiteDesign {
  const articles = trueArticles(words.ru, count, newest);
  /** As its pages show them. */
  const shown = articles.map(article => ({ ...article, at: article.at + hours * hourMs }));
  const byPath = new Map(shown.map(article => [pathOf(article), article]));
  const design: SiteDesign = { articles, pathOf, answer };
  const feed = { title: 'Новости Верхнеозёрска', size: 20, hasAuthors: false, dateOf: feedDate };
  const feedLink = hasFeed ? '<link rel="alternate" type="application/rss+xml" title="Новости" href="/rss/">' : '';

  function answer({ path, query, origin }: AskedPage): SiteAnswer | undefined {
    if (path === '/rss/' && hasFeed) return feedOf({ ...design, articles: shown }, feed, origin);
    if (path === '/contacts/') return html('Контакты', '<h1>Контакты</h1><p>Редакция: ул. Садовая, 1.</p>');
    const article = byPath.get(path);
    if (article !== undefined) return html(`${article.title} | Верхнеозёрск.Инфо`, articlePart(article));
    const section = folders.get(path);
    if (path !== '/' && path !== '/news/' && section === undefined) return undefined;
    const list = section === undefined ? shown : shown.filter(each => each.section === section);
    return html('Новости', listPart(path, list, Number(query.get('PAGEN_1') ?? 1)));
  }

  function html(title: string, content: string): SiteAnswer {
    const menu = [...folders].map(([path, section]) => `<li><a href="${path}">${section}</a></li>`);
    const popular = shown
      .slice(3, 8)
      .map(
        each =>
          `<div class="popular-item"><span class="date">${dateOf(each)}</span><a href="${pathOf(each)}">${each.title}</a></div>`,
      );
    const body = `<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><title>${title}</title>${feedLink}</head><body>
<div id="header"><a href="/"><img src="/logo.png" alt="Верхнеозёрск.Инфо"></a><div class="today">Сегодня ${dateOf({ at: newest + (hours + 1) * hourMs }).split(',')[0]}</div><ul class="top-menu"><li><a href="/news/">Все новости</a></li>${menu.join('')}<li><a href="/contacts/">Контакты</a></li></ul></div>
<div id="workarea">${content}</div>
<div id="sidebar"><h3>Популярное</h3>${popular.join('')}<div class="tags-cloud"><a href="/search/?tags=мост">мост</a> <a href="/search/?tags=парк">парк</a></div></div>
<div id="footer">© 2009–2026 Верхнеозёрск.Инфо. Свидетельство о регистрации СМИ от 12 марта 2009 года. Использование материалов разрешено со ссылкой.</div>
<div class="cookie-notice">Мы используем файлы cookie, чтобы сделать сайт удобнее. <a href="/contacts/">Подробнее</a> <button>Хорошо</button></div></body></html>`;
    return { type: 'text/html; charset=windows-1251', body: inWindows1251(body) };
  }
  return design;
}

function pathOf(article: TrueArticle): string {
  return `/news/${slugOf({ title: article.section })}/${40_000 + 13 * article.number}/`;
}

function articlePart(article: TrueArticle): string {
  return `<div class="breadcrumb"><a href="/">Главная</a> / <a href="/news/">Новости</a></div>
<div class="news-detail"><h1>${article.title}</h1><div class="news-info"><span class="news-date-time">${dateOf(article)}</span> <span class="views">Просмотров: ${article.number * 3}</span></div>
<img class="detail_picture" src="/upload/iblock/${article.number}.jpg" alt=""><div class="photo-author">Фото: Иван Фотографов</div>
<div class="news-text">${article.paragraphs.map(text => `<p>${text}</p>`).join('\n')}</div>
<div class="author">Автор: ${article.authors.join(', ')}</div>
<div class="ya-share2" data-services="vkontakte,telegram">Поделиться</div>
<a href="?print=Y">Версия для печати</a></div>`;
}

function listPart(path: string, list: readonly TrueArticle[], part: number): string {
  const last = Math.ceil(list.length / listSize);
  // Beyond the last part it answers with the last part.
  const shown = Math.min(part, last);
  const items = list
    .slice(listSize * (shown - 1), listSize * shown)
    .map(
      each =>
        `<p class="news-item"><span class="news-date-time">${dateOf(each)}</span> <a href="${pathOf(each)}"><b>${each.title}</b></a><br>${each.paragraphs[0]!.slice(0, 120)}…</p>`,
    );
  const near = Array.from({ length: last }, (_, n) => n + 1).filter(n => Math.abs(n - shown) <= 2 || n === last);
  const numbers = near.map(n => (n === shown ? `<b>${n}</b>` : `<a href="${path}?PAGEN_1=${n}">${n}</a>`));
  const next =
    shown < last
      ? `<a href="${path}?PAGEN_1=${shown + 1}">След.</a> | <a href="${path}?PAGEN_1=${last}">Конец</a>`
      : 'След. | Конец';
  return `<h1>Новости</h1><div class="news-list">${items.join('\n')}<font class="text">Новости ${shown} - ${last}<br>Начало | Пред. | ${numbers.join(' ')} | ${next}</font></div>`;
}

/** As the pages show it: "26 ноября 2026, 14:05". */
function dateOf({ at }: Pick<TrueArticle, 'at'>): string {
  const local = new Date(at);
  return `${local.getUTCDate()} ${months[local.getUTCMonth()]} ${local.getUTCFullYear()}, ${local.toISOString().slice(11, 16)}`;
}

function feedDate({ at }: TrueArticle): string {
  return new Date(at).toUTCString().replace('GMT', '+0500');
}
