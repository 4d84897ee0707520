import { describe, expect, test } from 'vitest';
import { extractPage, extractWithTexts } from '../../../../../shared/wings/publications/extraction/extract-page.ts';
import { learnPage } from '../../../../../shared/wings/publications/extraction/text/host-template.ts';

const title = 'Район получил двести плодовых деревьев';
const paragraphs = [
  'Районная администрация получила двести плодовых деревьев, которые посадят весной вдоль набережной и в двух парках.',
  'Саженцы вырастили в питомнике соседней области, их привезли на трёх грузовиках в минувший понедельник утром.',
  'Жители могут записаться на посадку в библиотеке, инструменты и перчатки выдадут на месте, сообщила администрация.',
];
const text = paragraphs.join('\n\n');
const body = paragraphs.map(each => `<p>${each}</p>`).join('');
const now = Date.UTC(2026, 10, 27);
const pageOf = (inner: string) =>
  `<html lang="ru"><head><title>${title}</title></head><body><div class="menu"><a href="/">Главная</a></div><h1>${title}</h1><div class="b-text">${inner}</div><div class="b-share">Поделиться</div></body></html>`;
const read = (inner: string) => extractPage({ html: pageOf(inner), now });

describe('the line under a text that names its authors is no text', () => {
  test.each([
    ['<p align="right"><i>Сергей Дюжев</i></p>', ['Сергей Дюжев']],
    ['<p style="text-align: right">Сергей Дюжев</p>', ['Сергей Дюжев']],
    ['<div><b>Сергей Дюжев, Ольга Седых</b></div>', []],
    ['<p><i>Текст и фото: Сергей Дюжев</i></p>', ['Сергей Дюжев']],
    ['<p><i>Text by Ann Lee and Tom Baker, photo by the press office</i></p>', ['Ann Lee', 'Tom Baker']],
    ['<p><em>Автор: Ольга Седых</em></p>', ['Ольга Седых']],
  ])('%s', (line, authors) => {
    expect(read(`${body}${line}`)).toMatchObject({ text, authors });
  });

  test.each([
    ['a name in a list', '<ul><li>Сергей Дюжев</li><li>Ольга Седых</li></ul>'],
    ['a name in a sentence', '<p><i>Посадками руководит Сергей Дюжев.</i></p>'],
  ])('but %s is', (_, line) => {
    const { authors, text: whole } = read(`${body}${line}`);
    expect(authors).toEqual([]);
    expect(whole).toContain('Сергей Дюжев');
  });
});

describe('the line of a box behind its picture is a caption', () => {
  const caption = 'Вид на набережную после посадки, архив района';
  test.each([
    `<table align="left"><tr><td><img src="a.jpg"></td></tr><tr><td class="podpis"><small>${caption}</small></td></tr></table>`,
    `<p align="center"><img src="a.jpg"><br><span style="font-size:11px"><i>${caption}</i></span></p>`,
    `<div class="Picture_root__3"><img src="a.jpg"><div class="Picture_sign__3">${caption}</div></div>`,
  ])('%s', box => {
    const html = `<p>${paragraphs[0]}</p>${box}<p>${paragraphs[1]}</p><p>${paragraphs[2]}</p>`;
    expect(read(html)).toMatchObject({ text, captions: [caption] });
    expect(read(`${box}${body}`).text).toBe(text);
  });

  test('but a lead beside the first picture, and a paragraph with a picture at its edge, are text', () => {
    const [lead, ...rest] = paragraphs;
    const others = rest.map(each => `<p>${each}</p>`).join('');
    expect(read(`<div><img src="a.jpg"><div>${lead}</div></div>${others}`).text).toBe(text);
    expect(read(`<p>${lead}</p><p><img align="left" src="a.jpg">${rest[0]}</p><p>${rest[1]}</p>`).text).toBe(text);
  });

  test('but texts beside pictures are text where they are most of it', () => {
    const items = paragraphs.map(each => `<div><img src="a.jpg"><p>${each}</p></div>`).join('');
    expect(read(`<p>Всё о деревьях, которые скоро посадят в нашем районе.</p>${items}`).text).toContain(text);
  });
});

describe('a line that other pages have too', () => {
  const recurring = ['Что будет дальше', 'Реклама', 'Зимнее расписание', 'Подпишитесь на наш канал'];
  const template = [1, 2, 3, 4, 5]
    .map(n => ({ title: `Другая новость ${n}`, texts: [...recurring, `Текст ${n}`] }))
    .reduce<ReturnType<typeof learnPage> | undefined>(learnPage, undefined)!;
  const inText = (line: string, after = '') =>
    extractPage({
      ...{ html: pageOf(`<p>${paragraphs[0]}</p>${line}<p>${paragraphs[1]}</p><p>${paragraphs[2]}</p>${after}`), now },
      template,
    }).text;

  test.each(['<p><b>Что будет дальше</b></p>', '<p><strong> Что будет  дальше </strong></p>'])(
    'is a heading in %s',
    line => {
      expect(inText(line)).toContain('Что будет дальше');
    },
  );

  test('is an item among others that no page has', () => {
    expect(inText('<ul><li>Новые маршруты</li><li>Зимнее расписание</li></ul>')).toContain('Зимнее расписание');
  });

  test.each([
    ['a label of advertising', '<p><b>Реклама</b></p>', ''],
    ['a line that is not bold', '<p>Подпишитесь на наш канал</p>', ''],
    ['a line at the end', '', '<p><b>Подпишитесь на наш канал</b></p>'],
    ['a list of the host', '<ul><li>Зимнее расписание</li><li>Подпишитесь на наш канал</li></ul>', ''],
  ])('is left out as %s', (_, line, after) => {
    expect(inText(line, after)).toBe(text);
  });
});

describe('the last lines of a text', () => {
  const items = ['Новые маршруты, 25', 'Зимнее расписание, 7'];
  const list = `<ul>${items.map(each => `<li>${each}</li>`).join('')}</ul>`;
  test.each([
    ['lines that breaks divide', `${paragraphs.join('<br><br>')}<br>`],
    ['a quotation', `<p>${paragraphs[0]}</p><p>${paragraphs[1]}</p><blockquote><p>${paragraphs[2]}</p></blockquote>`],
  ])('are a list behind %s', (_, before) => {
    expect(read(`${before}${list}`).text.split('\n').slice(-2)).toEqual(items);
  });
});

describe('an article of two pages', () => {
  const url = 'https://n.example/news/derevya-1226.html';
  const pager = '<div class="page-links">Страницы: <span>1</span> <a href="?page=2">2</a></div>';
  test('goes on behind a first page that hardly seems one', () => {
    const html = pageOf(`${body}${pager}`).replaceAll(title, 'Подробности читайте в обзоре минувшей недели');
    const { extraction, next } = extractWithTexts({ html, url, now });
    expect(extraction.articleScore).toBeLessThan(0.5);
    expect(next).toBe(`${url}?page=2`);
  });

  test('may begin its second page with a heading', () => {
    const html = pageOf(`<h2>Что будет дальше</h2>${body}`);
    const page = { first: url, number: 2 };
    expect(extractPage({ html, url: `${url}?page=2`, now, page }).text).toBe(`Что будет дальше\n\n${text}`);
    expect(extractPage({ html, url, now }).text).toBe(text);
    const repeated = pageOf(`<h2>${title}</h2>${body}`);
    expect(extractPage({ html: repeated, url: `${url}?page=2`, now, page }).text).toBe(text);
  });
});

describe('the footer of an article', () => {
  const author = '<footer class="entry-meta">Veröffentlicht von <a rel="author" href="/?a=1">Käthe Lorenz</a></footer>';
  const other =
    '<article class="comment"><footer><a rel="author" href="/?a=2">Otto Other</a></footer><p>Aha.</p></article>';
  test('names its author, that of a comment does not', () => {
    const html = (inner: string) =>
      `<html><head><title>${title}</title></head><body><article><h1>${title}</h1><div>${body}</div>${inner}</article>${other}</body></html>`;
    expect(extractPage({ html: html(author), now }).authors).toEqual(['Käthe Lorenz']);
    expect(extractPage({ html: html(''), now }).authors).toEqual([]);
  });
});
