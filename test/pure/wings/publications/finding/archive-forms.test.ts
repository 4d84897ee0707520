/** Lists behind forms that choose a time: the addresses that a visitor's choices request. */
import { describe, expect, test } from 'vitest';
import { formParts } from '../../../../../shared/wings/publications/finding/archive-forms.ts';
import { countingPlaces } from '../../../../../shared/wings/publications/finding/further-parts.ts';
import { glanceAtPage } from '../../../../../shared/wings/publications/finding/page-glance.ts';
import { PublicationRules } from '../../../../../shared/wings/publications/finding/publication-rules.ts';

const base = 'https://news.example/news/?sort=new';
const now = Date.UTC(2026, 2, 15);
const glance = (html: string) => glanceAtPage(Buffer.from(html), 'text/html; charset=utf-8', base);

function partsOf(html: string): readonly string[] {
  const parts = glance(html).forms.flatMap(form => formParts(form, base, now));
  return parts.map(each => decodeURIComponent(each.replace('https://news.example', '')));
}

const options = (values: readonly (string | number)[]): string =>
  values.map(each => `<option>${each}</option>`).join('');
const numbers = (most: number): readonly number[] => Array.from({ length: most }, (_, n) => n + 1);
const select = (name: string, inner: string): string => `<select name="${name}">${inner}</select>`;
const form = (inner: string, head = 'action="/archive/"'): string =>
  `<form ${head}>${inner}<button>Show</button></form>`;
const years = select('y', options([2025, 2026]));
const months = select('m', options(numbers(12)));
const days = select('d', options(numbers(31)));

describe('a form that chooses a time leads to its parts, the newest first', () => {
  test.each([
    [
      'months by their names, in a page of itself',
      form(
        select('id', '<option value="">All<option value=57 selected>March 2026<option value=56>Февраль 2026 г. (12)'),
        '',
      ),
      ['/news/?id=57', '/news/?id=56'],
    ],
    [
      'months by numbers',
      form(select('m', '<option value=202602>02<option value=202603>03')),
      ['/archive/?m=202603', '/archive/?m=202602'],
    ],
    [
      'years',
      form(select('y', '<option value="">Год</option><option>2024<option>2025')),
      ['/archive/?y=2025', '/archive/?y=2024'],
    ],
    [
      'with what it sends besides',
      form(
        `<input type=hidden name=set_filter value=Y>${select('y', options([2025]))}${select('rubric', '<option value=0>All<option value=3>Sport')}<input name=q><input type=checkbox name=x value=1><input type=submit name=show value=Показать>`,
      ),
      ['/archive/?set_filter=Y&y=2025&rubric=0&q=&show=Показать'],
    ],
    [
      'days of a month that a form wants whole',
      form(
        `${select('y', options([2026]))}${select('m', '<option value=2>Feb<option value=1>Jan')}${select('d', `<option value="">Day</option>${options(numbers(31))}`)}`,
      ),
      ['/archive/?y=2026&m=2&d=', '/archive/?y=2026&m=1&d='],
    ],
  ])('%s', (_, html, expected) => {
    expect(partsOf(html)).toEqual(expected);
  });

  test('years, months and days: none of the future, none that no calendar has, a thousand at most', () => {
    expect(partsOf(form(years + months)).slice(0, 4)).toEqual(
      [3, 2, 1].map(m => `/archive/?y=2026&m=${m}`).concat('/archive/?y=2025&m=12'),
    );
    expect(partsOf(form(years + months))).toHaveLength(15);
    const all = partsOf(form(years + months + days));
    expect(all.slice(0, 2)).toEqual(['/archive/?y=2026&m=3&d=16', '/archive/?y=2026&m=3&d=15']);
    expect(all).toHaveLength(365 + 31 + 28 + 16);
    expect(all).not.toContain('/archive/?y=2025&m=2&d=29');
    expect(partsOf(form(select('y', options(numbers(37).map(n => 1989 + n))) + months + days))).toHaveLength(1_000);
  });

  test('date fields: days of a year, months of ten years, or as far back as they admit', () => {
    const day = partsOf(form('<input type=date name=on>'));
    expect([day[0], day.length]).toEqual(['/archive/?on=2026-03-15', 366]);
    const period = partsOf(form('<input name=from placeholder="дд.мм.гггг"><input name=to value="15.03.2026">'));
    expect([period[1], period.length]).toEqual(['/archive/?from=01.02.2026&to=28.02.2026', 120]);
    expect(partsOf(form('<input type=month name=in min=2026-02>')).slice(0, 2)).toEqual([
      '/archive/?in=2026-03',
      '/archive/?in=2026-02',
    ]);
    expect(partsOf(form('<input type=month name=in min=2026-02>')).length).toBeLessThanOrEqual(3);
  });
});

test.each([
  ['sends', form(years, 'method=post')],
  ['looks for words', form('<input name=q>')],
  ['looks for words of a period', form('<input name=q><input type=date name=on>')],
  ['books a room', form('<input type=date name=from><input type=date name=to>', 'action="/rooms"')],
  ['goes elsewhere', form(years, 'action="https://other.example/"')],
  ['wants a file', form(`${years}<input type=file name=f>`)],
  ['wants a password', form(`${years}<input type=password name=p>`)],
  ['chooses an order', form(select('sort', '<option value=1>New<option value=2>Old'))],
  ['chooses a number', form(select('n', options([10, 20, 50])))],
  ['chooses a month of no year', form(months)],
])('a form that %s leads to no parts', (_, html) => {
  expect(partsOf(html)).toEqual([]);
});

test('parts of forms are archives, and other addresses are what they are', () => {
  const seen = glance(form(select('id', '<option value=57>March 2026</option>'), 'action="/list"'));
  const rules = new PublicationRules(['news.example'], [], countingPlaces(seen, base));
  const kinds = ['/list?id=57', '/list?nr=57', '/story?id=57'].map(each => rules.kindOf(`https://news.example${each}`));
  expect(kinds).toEqual(['archive', 'unknown', 'unknown']);
});
