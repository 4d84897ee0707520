import { describe, expect, test } from 'vitest';
import { readDate } from '../../../../../shared/wings/publications/times/read-date.ts';
import { readStatedTime } from '../../../../../shared/wings/publications/times/stated-time.ts';

const now = Date.parse('2026-11-27T12:00:00Z');
const day = 86_400_000;

function read(text: string, language?: string, zone?: string) {
  const date = readDate(text, { now, ...(language && { language }), ...(zone && { zone }) });
  return date && `${date.at.slice(0, 16)} ${date.offset ?? ''}`.trim();
}

/** The truth is that of the calendars that browsers have, which write a date as its language does. */
describe('dates as a browser writes them', () => {
  const languages =
    'en en-GB en-IN de de-AT ru uk be kk fr es es-MX it pt pt-BR nl pl sv da nb fi cs sk sl hr sr hu et lt lv ro tr az id ca bg el ar fa he hi bn ja zh zh-TW ko vi ka hy mk sq gl is ms sw ur bs';
  const known = new Set(['23 d’ag. 2026, 15:07']);
  const styles: ReadonlyArray<Intl.DateTimeFormatOptions> = [
    { dateStyle: 'full', timeStyle: 'short' },
    { dateStyle: 'long', timeStyle: 'short' },
    { dateStyle: 'medium', timeStyle: 'short' },
    { dateStyle: 'long' },
  ];
  test.each(languages.split(' '))('%s', language => {
    const wrong: string[] = [];
    for (const style of styles) {
      const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC', calendar: 'gregory' });
      for (let month = 0; month < 11; month += 1) {
        const at = Date.UTC(2026, month, month < 10 ? 23 : 12, month % 2 === 0 ? 9 : 15, 7);
        const text = format.format(at);
        const right = new Date(style.timeStyle === undefined ? Math.floor(at / day) * day : at).toISOString();
        // Left: two words for a day of the week between date and clock (Azerbaijani), and one short form of August.
        if (known.has(text) || /, \p{L}+ \p{L}+\//u.test(text)) continue;
        if (readDate(text, { now, language })?.at !== right) wrong.push(text);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('how long ago', () => {
  test.each([
    ['ru', 'полчаса назад', 30],
    ['ru', 'два часа назад', 120],
    ['ru', 'менее часа назад', 60],
    ['uk', 'п’ять хвилин тому', 5],
    ['de', 'vor zwei Stunden', 120],
    ['de', 'vor weniger als einer Stunde', 60],
    ['en', 'less than an hour ago', 60],
    ['en', 'Ten minutes ago', 10],
    ['fr', 'il y a moins d’une heure', 60],
    ['fr', 'il y a dix minutes', 10],
    ['it', 'due ore fa', 120],
    ['ru', 'Час назад', 60],
    ['ru', 'около 3 часов назад', 180],
    ['ru', '15 мин. назад', 15],
    ['ru', 'несколько минут назад', 3],
    ['ru', 'Опубликовано 5 минут назад', 5],
    ['ru', 'Анна Берг · 5 минут назад · 120 просмотров', 5],
    ['uk', 'півгодини тому', 30],
    ['uk', '10 годин тому', 600],
    ['uk', 'кілька хвилин тому', 3],
    ['be', '2 гадзіны таму', 120],
    ['kk', '5 минут бұрын', 5],
    ['bg', 'преди 2 часа', 120],
    ['en', '2h ago', 120],
    ['en', 'an hour ago', 60],
    ['en', 'half an hour ago', 30],
    ['en', 'Updated a few minutes ago', 3],
    ['en', 'By Ann Lee | 45 mins ago', 45],
    ['en', 'News 5 minutes ago', 5],
    ['en', 'By Ann Lee 3 hours ago', 180],
    ['en', 'Published 2 hours ago in Town', 120],
    ['de', 'Stadt vor 5 Minuten', 5],
    ['de', 'Vor 3 Stunden von Jana Groß', 180],
    ['fr', 'Publié il y a 2 heures par Anne Roy', 120],
    ['ru', 'Новости 5 минут назад', 5],
    ['de', 'vor wenigen Minuten', 3],
    ['de', 'vor einer halben Stunde', 30],
    ['de', 'vor einer Stunde', 60],
    ['de', 'Aktualisiert vor 20 Min.', 20],
    ['nl', '5 minuten geleden', 5],
    ['nl', 'een uur geleden', 60],
    ['fr', 'il y a une demi-heure', 30],
    ['fr', 'il y a 2 heures', 120],
    ['fr', 'Publié il y a quelques minutes', 3],
    ['es', 'hace media hora', 30],
    ['es', 'hace 2 horas', 120],
    ['es', 'Actualizado hace unos minutos', 3],
    ['ca', 'fa 3 hores', 180],
    ['pt', 'há 2 horas', 120],
    ['pt', '10 minutos atrás', 10],
    ['it', "mezz'ora fa", 30],
    ['it', '2 ore fa', 120],
    ['it', "un'ora fa", 60],
    ['ro', 'acum 25 de minute', 25],
    ['pl', '2 godziny temu', 120],
    ['pl', 'pół godziny temu', 30],
    ['pl', 'godzinę temu', 60],
    ['cs', 'před 5 minutami', 5],
    ['cs', 'před hodinou', undefined],
    ['sk', 'pred 5 minútami', 5],
    ['hr', 'prije 2 sata', 120],
    ['sr', 'пре 10 минута', 10],
    ['sv', 'för 2 timmar sedan', 120],
    ['da', 'for 5 minutter siden', 5],
    ['nb', '2 timer siden', 120],
    ['fi', '5 minuuttia sitten', 5],
    ['el', 'πριν από 2 ώρες', 120],
    ['tr', 'yarım saat önce', 30],
    ['tr', '5 dakika önce', 5],
    ['az', '2 saat əvvəl', 120],
    ['id', '10 menit lalu', 10],
    ['vi', '5 phút trước', 5],
    ['ar', 'منذ ٥ دقائق', 5],
    ['ar', 'قبل ساعة', 60],
    ['fa', '۵ دقیقه پیش', 5],
    ['he', 'לפני 5 דקות', 5],
    ['ja', '5分前', 5],
    ['ja', '3時間前', 180],
    ['zh', '5分钟前', 5],
    ['zh', '半小时前', 30],
    ['zh-TW', '2 小時前', 120],
    ['ko', '5분 전', 5],
    ['ko', '3시간 전', 180],
    ['en', 'just now', 0],
    ['ru', 'Только что', 0],
    ['en', '1 hr 20 mins ago', 80],
    ['en', '1 hour and 5 minutes ago', 65],
    ['ru', '2 ч. 15 мин. назад', 135],
    ['de', 'vor 1 Std. 20 Min.', 80],
    ['es', 'hace 1 hora y 20 minutos', 80],
    ['ko', '1시간 20분 전', 80],
    ['he', 'לפני שעתיים', 120],
    ['ar', 'قبل ساعتين', 120],
    ['hi', '3 घंटे पहले', 180],
    ['th', '3 ชั่วโมงที่แล้ว', 180],
    // Names of scripts without capitals.
    ['hi', 'आशा शर्मा 3 घंटे पहले', 180],
    ['he', 'רחל כהן לפני 3 שעות', 180],
    ['ja', '田中花子 12分前', 12],
  ] as const)('%s: %s', (language, text, minutes) => {
    const right =
      minutes === undefined ? undefined : `${new Date(now - 60_000 * minutes).toISOString().slice(0, 16)} 0`;
    // The same instant whatever the clock of the source.
    expect([read(text, language), read(text, language, 'Asia/Tokyo')]).toEqual([right, right]);
  });

  test.each([
    ['en', '3 days ago', '2026-11-24T00:00'],
    ['en', 'a few hours ago', '2026-11-27T00:00'],
    ['uk', '2 дні тому', '2026-11-25T00:00'],
    ['fr', 'il y a 2 semaines', '2026-11-13T00:00'],
    ['ja', '2日前', '2026-11-25T00:00'],
    ['tr', 'Dün, 10:15', '2026-11-26T10:15'],
    ['sv', 'Igår kl. 10.15', '2026-11-26T10:15'],
    ['cs', 'dnes v 10:15', '2026-11-27T10:15'],
    ['ko', '오늘 오후 3:15', '2026-11-27T15:15'],
    ['zh', '昨天 10:15', '2026-11-26T10:15'],
    ['ja', '昨日 午後3時15分', '2026-11-26T15:15'],
    ['ar', 'أمس', '2026-11-26T00:00'],
    ['fr', 'hier', '2026-11-26T00:00'],
    ['he', 'לפני יומיים', '2026-11-25T00:00'],
    ['ar', 'منذ أسبوعين', '2026-11-13T00:00'],
    ['it', "L'altro ieri", '2026-11-25T00:00'],
    ['ko', '그저께', '2026-11-25T00:00'],
    ['hi', 'कल, दोपहर 2:05', '2026-11-26T14:05'],
    ['he', 'אתמול ב-14:05', '2026-11-26T14:05'],
    ['ja', '10月7日', '2026-10-07T00:00'],
    ['zh', '10月7日 14:05', '2026-10-07T14:05'],
    ['ru', '3 дн. назад', '2026-11-24T00:00'],
    ['en', 'yesterday at 5pm', '2026-11-26T17:00'],
    ['en', '5 pm, 12 March 2026', '2026-03-12T17:00'],
    ['ru', '12 марта 2026 в 9 часов 05 минут', '2026-03-12T09:05'],
    ['ru', '12 Дек. 24, 10:15', '2024-12-12T10:15'],
    ['de', '12.03.2026 10.15-12.30 Uhr', '2026-03-12T10:15'],
  ])('%s: %s is a day', (language, text, at) => {
    expect(read(text, language)).toBe(at);
  });

  test.each([
    ['en', 'He had bought the house 3 years ago'],
    ['en', 'Two men died here half an hour ago, said the police'],
    ['en', 'The shop closed 2 hours ago'],
    ['en', 'London 50 years ago'],
    ['de', 'Mord vor 20 Jahren'],
    ['de', 'Vor 3 Jahren von Jana Groß gegründet'],
    ['ru', 'Мост построили 5 лет назад на деньги города'],
    ['de', 'Er hatte sie vor einer Stunde noch gesehen'],
    ['de', '5 minutes ago'],
    ['en', 'vor 5 Minuten'],
    ['de', 'Hier'],
    ['it', 'ma'],
    ['ja', '3年前の地震で壊れた橋'],
    ['fr', 'Il y a 10 ans, la ville brûlait'],
    ['en', 'Two days ago, the police closed the bridge'],
    ['de', 'Vor 2 Tagen, am Montag, fiel der Turm'],
    ['ru', 'Только что построенный мост'],
  ])('%s: "%s" is no date', (language, text) => {
    expect(read(text, language)).toBeUndefined();
  });
});

describe('clocks of other scripts and halves of the day', () => {
  test.each([
    ['ko', '2026. 3. 4. 오전 10:15', '2026-03-04T10:15'],
    ['ko', '입력 2026-03-04 오후 3:15', '2026-03-04T15:15'],
    ['ko', '2026년 3월 4일 오후 3시 15분', '2026-03-04T15:15'],
    ['ja', '2026年3月4日(水) 午前10時15分', '2026-03-04T10:15'],
    ['ja', '２０２６年３月４日 １０：１５', '2026-03-04T10:15'],
    ['ja', '令和8年3月4日', '2026-03-04T00:00'],
    ['ja', '平成元年3月4日', '1989-03-04T00:00'],
    ['zh', '2026年3月4日 下午3:15', '2026-03-04T15:15'],
    ['zh', '2026年3月4日15:15', '2026-03-04T15:15'],
    ['zh', '2026-03-04 下午15:15', '2026-03-04T15:15'],
    ['es', '4 de marzo de 2026, 3:15 p. m.', '2026-03-04T15:15'],
    ['el', '4 Μαρτίου 2026, 3:15 μ.μ.', '2026-03-04T15:15'],
    ['ar', '٤ مارس ٢٠٢٦، ٣:١٥ م', '2026-03-04T15:15'],
    ['en', '10:15, Wednesday, 4 March 2026', '2026-03-04T10:15'],
    ['vi', '10:15 Thứ Tư, 4 tháng 3, 2026', '2026-03-04T10:15'],
    ['ar', '04-03-2026 03:15 مساءً', '2026-03-04T15:15'],
    ['ar', '4 تشرين الأول 2025', '2025-10-04T00:00'],
    ['ja', '2026年3月4日 午後3時5分', '2026-03-04T15:05'],
    ['ko', '26.03.04', '2026-03-04T00:00'],
    ['es', '04·03·2026 | 10:15', '2026-03-04T10:15'],
    ['it', '1° marzo 2026', '2026-03-01T00:00'],
    ['en-US', '03-04-2026', '2026-03-04T00:00'],
    ['en-GB', '03-04-2026', '2026-04-03T00:00'],
    ['fa', '۱۰:۱۵ - ۱۴۰۴/۱۲/۱۳', '2026-03-04T10:15'],
  ])('%s: %s', (language, text, at) => {
    expect(read(text, language)).toBe(at);
  });
});

test('days of the solar calendar of Iran are those of the calendars that browsers have, in Persian alone', () => {
  const format = new Intl.DateTimeFormat('fa', { dateStyle: 'long', timeZone: 'UTC', calendar: 'persian' });
  const digits = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone: 'UTC', calendar: 'persian' });
  const wrong: string[] = [];
  for (let at = Date.UTC(1996, 2, 18); at < now; at += 11 * day) {
    const iso = new Date(at).toISOString();
    const [month, date, year] = digits.format(at).match(/\d+/g)!;
    for (const text of [format.format(at), `${year}/${month}/${date}`])
      if (readDate(text, { now, language: 'fa' })?.at !== iso) wrong.push(`${text} ${iso}`);
  }
  expect([wrong, read('1405/07/15', 'en')]).toEqual([[], undefined]);
});

test('a day that no month of the solar calendar of Iran has is none', () => {
  // 1403 has a day more than 1404.
  const days = ['1404/06/31', '1404/07/31', '31 مهر 1404', '1403/12/30', '1404/12/30'];
  expect(days.map(text => read(text, 'fa'))).toEqual([
    '2025-09-22T00:00',
    undefined,
    undefined,
    '2025-03-20T00:00',
    undefined,
  ]);
});

describe('zones by their abbreviations', () => {
  test.each([
    ['HKT', undefined, 480],
    ['SGT', undefined, 480],
    ['PKT', undefined, 300],
    ['ALMT', 'ru', 300],
    ['WIB', undefined, 420],
    ['WITA', undefined, 480],
    ['NPT', undefined, 345],
    ['TRT', undefined, 180],
    ['UZT', undefined, 300],
    ['YEKT', undefined, 300],
    ['SAST', undefined, 120],
    ['EAT', undefined, 180],
    ['BRT', undefined, -180],
    ['NZDT', undefined, 780],
    ['ACST', undefined, 570],
    ['AEST', undefined, 600],
    ['IST', 'en', 330],
    ['IST', 'en-IE', 0],
    ['IST', 'he', 120],
    ['CST', 'en', -360],
    ['CST', 'zh', 480],
    ['BST', 'en-GB', 60],
    ['BST', 'bn', 360],
    ['PST', 'en-PH', 480],
    ['PST', 'en-US', -480],
    ['AST', 'ar', 180],
    ['AST', 'en-CA', -180],
    ['AST', 'en', undefined],
    ['AMT', 'hy', 240],
    ['AMT', 'en', undefined],
    ['est', 'fr', undefined],
  ])('%s in %s', (zone, language, offset) => {
    const right = new Date(Date.UTC(2026, 2, 12, 10, 15) - 60_000 * (offset ?? 0)).toISOString().slice(0, 16);
    expect(read(`12.03.2026 10:15 ${zone}`, language)).toBe(`${right} ${offset ?? ''}`.trim());
  });

  test('the clock of a source decides between countries, and laws between years', () => {
    expect(read('12.03.2026 10:15 IST', 'en', 'Asia/Jerusalem')).toBe('2026-03-12T08:15 120');
    expect(read('12.03.2020 10:15 ALMT', 'ru')).toBe('2020-03-12T04:15 360');
    expect(readStatedTime('Thu, 12 Mar 2026 10:15:00 IST', 'Asia/Jerusalem')?.offsetMinutes).toBe(120);
    expect(readStatedTime('Thu, 12 Mar 2026 10:15:00 HKT')?.at).toBe('2026-03-12T02:15:00.000Z');
  });
});
