import { describe, expect, test } from 'vitest';
import { extractPage } from '../../../../../shared/wings/publications/extraction/extract-page.ts';

const now = Date.UTC(2026, 2, 20, 12, 30);
const title = 'The bridge will be repaired before winter';
const texts = [
  'The council of the small town met in the evening and decided, after a long debate, that the old bridge will be repaired.',
  'Engineers had warned in spring that two of the pillars could no longer bear the weight of lorries, and the road was closed.',
  'The works will cost about two million and take five months; half of the sum comes from the region, said the mayor.',
];
const all = texts.map(text => `<p>${text}</p>`).join('');

interface Words {
  readonly ago: readonly [string, string];
  readonly clock: string;
  readonly comments: string;
  readonly change: readonly string[];
  readonly date: string;
}

const languages: Readonly<Record<string, Words>> = {
  en: {
    ...{ ago: ['5 minutes ago', '2 hours ago'], clock: 'Today, 11:40', comments: 'Comments', date: '12 March 2026' },
    change: ['Updated 5 minutes ago', 'Last updated: 5 min ago', 'Updated today at 11:40'],
  },
  ru: {
    ...{
      ago: ['5 минут назад', '2 часа назад'],
      clock: 'Сегодня, 11:40',
      comments: 'Комментарии',
      date: '12 марта 2026',
    },
    change: ['Обновлено 5 минут назад', 'Обновлено: 5 мин. назад', 'Обновлено сегодня в 11:40'],
  },
  de: {
    ...{
      ago: ['vor 5 Minuten', 'vor 2 Stunden'],
      clock: 'Heute, 11:40 Uhr',
      comments: 'Kommentare',
      date: '12. März 2026',
    },
    change: ['Aktualisiert vor 5 Minuten', 'Zuletzt aktualisiert: vor 5 Min.', 'Aktualisiert heute um 11:40 Uhr'],
  },
  fr: {
    ...{
      ago: ['il y a 5 minutes', 'il y a 2 heures'],
      clock: 'Aujourd’hui, 11:40',
      comments: 'Commentaires',
      date: '12 mars 2026',
    },
    change: ['Mis à jour il y a 5 minutes', 'Mise à jour : il y a 5 min', 'Mis à jour aujourd’hui à 11:40'],
  },
};

describe.each(Object.entries(languages))('a page in %s', (language, { ago, clock, comments, change, date }) => {
  const publishedOf = (body: string) => {
    const html = `<html lang="${language}"><title>${title}</title><body>${body}</body></html>`;
    return extractPage({ html, url: 'http://n.example/a', now }).published?.at.slice(0, 16);
  };

  test.each([ago, [clock, ago[1]]])('has no time of its own where those of a series are in it: %s, %s', (...times) => {
    const entries = (make: (time: string, text: string) => string) =>
      [...times, times[1]].map((time, i) => make(time!, texts[i]!)).join('');
    const cards = (make: (time: string, link: string) => string) =>
      times.map((time, i) => make(time, `<a href="/${i}">Flood in the valley after rain ${i}</a>`)).join('');
    const article = `<article><h1>${title}</h1>${all}</article>`;
    for (const body of [
      `<article><h1>${title}</h1>${entries((time, text) => `<div class="e"><span>${time}</span><p>${text}</p></div>`)}</article>`,
      `<article><h1>${title}</h1>${entries((time, text) => `<div class="e odd"><time>${time}</time><h3>Part</h3><p>${text}</p></div>`)}</article>`,
      `<main><h1>${title}</h1>${entries((time, text) => `<section><p class="when">${time}</p><p>${text}</p></section>`)}</main>`,
      `<article><h1>${title}</h1><ul>${entries((time, text) => `<li><time datetime="2026-03-20T12:20Z">${time}</time><p>${text}</p></li>`)}</ul></article>`,
      `${article}<h3>${comments}</h3><div><b>Ann</b> <span class="time">${times[0]}</span><p>So it is.</p></div>`,
      `<article><h1>${title}</h1>${all}<section><h4>3 ${comments}</h4><div><b>Ann</b><time>${times[0]}</time> So it is.</div></section></article>`,
      `${article}<div>${cards((time, link) => `<div class="t">${link}</div><div class="d">${time}</div>`)}</div>`,
      `${article}<ul>${cards((time, link) => `<li>${link} <span>${time}</span></li>`)}</ul>`,
    ])
      expect(publishedOf(body), body).toBeUndefined();
  });

  test.each(change)('was not published when it was changed: %s', words => {
    expect(publishedOf(`<article><h1>${title}</h1><p>${words}</p>${all}</article>`)).toBeUndefined();
    for (const line of [`${date} · ${words}`, `${words} · ${date}`])
      expect(publishedOf(`<article><h1>${title}</h1><p class="m">${line}</p>${all}</article>`), line).toBe(
        '2026-03-12T00:00',
      );
  });

  test('keeps the time before its text, whatever series follow', () => {
    const series = ago.map(time => `<div class="e"><time>${time}</time><p>${texts[1]}</p></div>`).join('');
    for (const own of [
      `<p>${ago[1]}</p>`,
      `<time>${ago[1]}</time>`,
      `<div class="meta"><span class="date">${ago[1]}</span></div>`,
    ])
      expect(publishedOf(`<article><h1>${title}</h1>${own}${all}${series}</article>`), own).toBe('2026-03-20T10:30');
  });
});
