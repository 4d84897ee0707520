import { expect, test } from 'vitest';
import { extractPage } from '../../../../shared/wings/publications/extraction/extract-page.ts';
import type { Feed } from '../../../../shared/wings/publications/feeds/feed.ts';
import { readFeed } from '../../../../shared/wings/publications/feeds/read-feed.ts';
import { titleOfPost } from '../../../../shared/wings/publications/feeds/telegram-posts.ts';

const now = Date.UTC(2026, 10, 29);
const post = (id: string, text: string): string =>
  `<div class="tgme_widget_message js-widget_message" data-post="${id}"><a class="tgme_widget_message_owner_name">Вести</a>
   <div class="tgme_widget_message_text js-message_text">${text}</div><time datetime="2026-11-27T10:05:00+03:00">10:05</time></div>`;
const read = (html: string, base = 'https://t.me/s/vesti'): Feed =>
  readFeed(Buffer.from(html), { base, contentType: 'text/html; charset=utf-8', nowMs: now }) as Feed;

test('a page of a channel is a feed of its posts with words, and names the page of older ones', () => {
  const feed = read(`<html><body>${post('vesti/7', 'Первая<br>Вторая')}${post('vesti/8', '')}
    <a class="tme_messages_more" data-before="7" href="/s/vesti?before=7"></a></body></html>`);
  expect(feed).toMatchObject({ kind: 'telegram', next: 'https://t.me/s/vesti?before=7' });
  expect(feed.items.map(({ address, title, authors }) => [address, title, authors])).toEqual([
    ['https://t.me/vesti/7?embed=1', 'Первая', ['Вести']],
  ]);
  expect(feed.items[0]!.published?.at).toBe('2026-11-27T07:05:00.000Z');
});

test('a poll has its question and answers as text; a notice of the channel is no post; numbers of posts are long', () => {
  const poll = `<div class="tgme_widget_message_poll js-poll"><div class="tgme_widget_message_poll_question">Мост нужен?</div>
    <div class="tgme_widget_message_poll_type">Anonymous poll</div><div class="tgme_widget_message_poll_option_percent">80%</div>
    <div class="tgme_widget_message_poll_option_text">Да</div><div class="tgme_widget_message_poll_option_text">Нет</div></div>`;
  const asked = post('vesti/1234567', '').replace('<time', `${poll}<time`);
  const notice = post('vesti/9', 'Channel photo updated').replace(
    '"tgme_widget_message ',
    '"tgme_widget_message service_message ',
  );
  const voice = post('vesti/10', '').replace(
    '<time',
    '<time class="tgme_widget_message_voice_duration">0:34</time><time',
  );
  const feed = read(`${asked}${notice}${voice}<a class="tme_messages_more" data-before="1234560"></a>`);
  expect(feed.items.map(({ title, summary }) => [title, summary])).toEqual([['Мост нужен?', 'Мост нужен?\nДа\nНет']]);
  expect(feed.next).toBe('https://t.me/s/vesti?before=1234560');
});

test.each([
  [
    'other addresses than numbers of posts',
    post('vesti/7/../../x', 'a') + post('//evil.example/1', 'a') + post('v', 'a'),
  ],
  ['a page of one post', undefined],
])('no feed are %s', (_, html) => {
  const base = html === undefined ? 'https://t.me/vesti/7?embed=1' : undefined;
  expect(read(html ?? post('vesti/7', 'a'), base)).toEqual({ kind: 'none', why: 'html' });
});

test('posts within posts, and a page that was cut, cost little and give what is there', () => {
  const nested = Array.from(
    { length: 3_000 },
    (_, at) => `<div class="tgme_widget_message" data-post="vesti/${at + 1}"><b class="js-message_text">Мост`,
  );
  const began = process.cpuUsage();
  expect(read(nested.join('')).items.length).toBeGreaterThan(0);
  expect(process.cpuUsage(began).user).toBeLessThan(5_000_000);
  expect(read(`${post('vesti/7', 'Первая')}${post('vesti/8', 'Вторая').slice(0, 150)}`).items).toHaveLength(1);
});

test('the page of a post is an article, however short, with its lines, channel and time', () => {
  const html = `<html><body>${post('vesti/7', 'Мост открыт.<br/><br/>Движение &amp; трамваи.')}</body></html>`;
  const article = extractPage({ html, url: 'https://t.me/vesti/7?embed=1', now });
  expect(article).toMatchObject({
    ...{
      title: 'Мост открыт.',
      text: 'Мост открыт.\nДвижение & трамваи.',
      authors: ['Вести'],

      article: true,
    },
    ...{ canonicalUrl: 'https://t.me/vesti/7', published: { at: '2026-11-27T07:05:00.000Z', offset: 180 } },
  });
  const empty = extractPage({ html: post('vesti/7', ''), url: 'https://t.me/vesti/7?embed=1', now });
  expect(empty).toMatchObject({ article: false, text: '', warnings: ['no-text'] });
});

test('a title is the first line, or a sentence or some words of it', () => {
  expect(titleOfPost({ text: 'Кратко\nи дальше' })).toBe('Кратко');
  const sentence = 'Совет города принял решение открыть новый мост через реку.';
  expect(titleOfPost({ text: `${sentence} ${'Дальше слова '.repeat(20)}` })).toBe(sentence);
  expect(titleOfPost({ text: 'слово '.repeat(50) })).toMatch(/^(?:слово )+слово…$|^(?:слово ?)+…$/);
});
