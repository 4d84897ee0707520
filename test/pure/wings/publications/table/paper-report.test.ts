/** Reports for office programs, with sentences: their containers are opened and read. */
import { describe, expect, test } from 'vitest';
import type { StoredMention } from '../../../../../shared/wings/publications/store/mention-store.ts';
import type { PublicationRow } from '../../../../../shared/wings/publications/store/publication-store.ts';
import { readTable, type TableQuery } from '../../../../../shared/wings/publications/table/read-table.ts';
import { reportParts } from '../../../../../shared/wings/publications/table/report-parts.ts';
import { tableDocx } from '../../../../../shared/wings/publications/table/table-docx.ts';
import { tableHtml } from '../../../../../shared/wings/publications/table/table-html.ts';
import { tablePicture, tablePictures } from '../../../../../shared/wings/publications/table/table-svg.ts';
import { tableText } from '../../../../../shared/wings/publications/table/table-text.ts';
import { tableXlsx } from '../../../../../shared/wings/publications/table/table-xlsx.ts';
import type { Report } from '../../../../../shared/wings/publications/table/told-table.ts';
import { zipMembers } from '../../../../pure/results/zip-members.ts';
import { pair, plain, storesOf } from './told-stores.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 9, 1);
const hostile = '=1+1</w:t><script>\u0000"\'&\ud800';
const figures = (p: readonly [negative: number, neutral: number, positive: number]) => {
  const [negative, neutral, positive] = p;
  return { score: positive - negative, p: { negative, neutral, positive }, mixed: 0, mentions: 1 };
};
/** Six publications, the dates of which do not follow their numbers; the fourth is negative. */
const pairs = [6, 5, 4, 3, 2, 1].map(publication =>
  pair({
    ...{ publication, organization: hostile, datedAt: start + ((publication * 5) % 7) * 20 * day },
    tone: figures(publication === 4 ? [0.9, 0.05, 0.05] : [0.1, 0.1, 0.8]),
  }),
);
const textOf = (id: number): string => `First ${id}. The ${hostile} shone ${id} again. Last.`;

function mentionOf(id: number, at: number, positive: number): StoredMention {
  const p = { negative: 1 - positive, neutral: 0, positive };
  const tone = {
    model: 'm',
    class: positive > 0.5 ? ('positive' as const) : ('negative' as const),
    p,
    words: ['shone', hostile],
  };
  const begin = textOf(id).indexOf('The');
  const sentence = { sentenceStart: at === 0 ? 0 : begin, sentenceEnd: at === 0 ? begin : textOf(id).length };
  return {
    ...{ field: 'text', start: at, end: at + 1, organization: hostile, alias: 'a', surface: 'a', status: 'certain' },
    ...{ nestedIn: null, ...sentence, tone },
  };
}

const base = storesOf(pairs, [], [hostile]);
const stores = {
  ...base,
  publications: {
    rows: async (ids: readonly number[]) =>
      ids.map(
        (id): PublicationRow => ({
          ...{ id, source: 1, identity: '', by: 'feed', firstSeenAt: 0, state: 'live', goneAt: undefined, seenAt: 0 },
          ...{
            title: id === 6 ? hostile : `Title ${id}`,
            publishedAt: undefined,
            language: 'en',
            canonical: undefined,
          },
          ...{ cluster: id, details: '{}', version: id === 5 ? 2 : 1 },
          address: id === 6 ? 'javascript:alert(1)' : `https://x.example/?a=${id}&b="<`,
        }),
      ),
    text: async (id: number) => textOf(id),
  },
  mentions: {
    ...base.mentions,
    mentions: async (id: number) => [mentionOf(id, 0, 0.6), mentionOf(id, 30, id === 4 ? 0.1 : 0.9)],
  },
};

async function reportOf(query: Partial<TableQuery>, language: 'en' | 'ru' = 'en'): Promise<Report> {
  const asked = { ...plain, ...query };
  return {
    tables: [{ query: asked, table: await readTable(stores, asked, [{ number: 1, name: hostile }]) }],
    language,
  };
}

describe('sentences behind a number', () => {
  test('are of its newest publications, and those that speak most for its class', async () => {
    const { table } = (await reportOf({ quotes: 2 })).tables[0]!;
    const newest = (ids: readonly number[]) => ids.toSorted((a, b) => ((b * 5) % 7) - ((a * 5) % 7));
    // The latest version of the fifth is newer than its mentions.
    const positive = newest([1, 2, 3, 5, 6])
      .slice(0, 2)
      .filter(id => id !== 5);
    expect(table.quotations.map(({ class: said, dated }) => [said, Date.parse(dated)])).toEqual([
      ...positive.map(id => ['positive', start + ((id * 5) % 7) * 20 * day]),
      ['negative', start + ((4 * 5) % 7) * 20 * day],
    ]);
    expect(table.quotations.every(({ sentence }) => sentence.startsWith('The '))).toBe(true);
    expect(table.quotations.every(({ words }) => words[0] === 'shone')).toBe(true);
  });

  test('are none unless they are requested, and 500 at most', async () => {
    expect((await reportOf({})).tables[0]!.table.quotations).toEqual([]);
    const many = Array.from({ length: 900 }, (_, at) => pair({ publication: 900 - at, organization: `o${at}` }));
    const base = storesOf(many, [], []);
    const mentions = async (id: number) => [{ ...mentionOf(1, 0, 0.9), organization: `o${900 - id}` }];
    const wide = { ...base, publications: stores.publications, mentions: { ...base.mentions, mentions } };
    const { quotations } = await readTable(wide, { ...plain, quotes: 3 }, []);
    expect(quotations.length).toBe(500);
  });

  test('are text in a page and at a terminal, with addresses of the Web alone as links', async () => {
    const report = await reportOf({ quotes: 5 });
    const html = tableHtml(report);
    expect(html).not.toContain('<script>');
    expect(html).not.toMatch(/href="(?!https?:)/);
    expect(html).toContain('href="https://x.example/?a=3&amp;b=&quot;&lt;"');
    expect(tableText(report)).not.toMatch(/[\0\ud800]/);
  });
});

describe.each(['en', 'ru'] as const)('a report in the language %s', language => {
  const all = { quotes: 5 };

  test('is a Word document with table, chart, sentences and notes', async () => {
    const parts = zipMembers(Buffer.from(await tableDocx(await reportOf(all, language))));
    const document = parts.get('word/document.xml')!.toString();
    expect(document.match(/<w:tbl>/g)).toHaveLength(1);
    expect(document).toContain(language === 'ru' ? 'Предложения за числами' : 'Sentences behind the numbers');
    expect(document).toContain(language === 'ru' ? 'интервал' : 'interval of Wilson');
    expect(document).toContain('=1+1&lt;/w:t&gt;&lt;script&gt;');
    expect(document).not.toMatch(/\0|\ud800|<script>/);
    expect([...parts.keys()].filter(name => name.startsWith('word/charts/chart'))).toHaveLength(1);
    const links = parts.get('word/_rels/document.xml.rels')!.toString();
    expect(links).toContain('https://x.example/?a=3&amp;b=');
    expect(links).not.toContain('javascript:');
  });

  test('is a workbook whose texts are no formulas, and whose chart is of its cells', async () => {
    const parts = zipMembers(Buffer.from(await tableXlsx(await reportOf(all, language))));
    const sheets = [1, 2, 3, 4, 5].map(number => parts.get(`xl/worksheets/sheet${number}.xml`)!.toString());
    for (const sheet of sheets) expect(sheet).not.toMatch(/<f>|<script>|\0/);
    expect(sheets[0]).toContain(language === 'ru' ? '>отрицательно, %<' : '>negative, %<');
    expect(sheets[0]).not.toContain('positive_percent');
    expect(sheets[4]).toContain('>positive_percent<');
    expect(sheets[2]!.match(/<row>/g)).toHaveLength(1 + 5);
    const chart = parts.get('xl/charts/chart2-1.xml')!.toString();
    const name = language === 'ru' ? 'Диаграмма' : 'Chart';
    expect(chart).toContain(`<c:f>&#39;${name}&#39;!$B$2:$B$2</c:f>`.replaceAll('&#39;', "'"));
    expect(sheets[1]).toContain('<v>5</v></c><c><v>1</v></c>');
  });
});

test('split organizations have a chart each, on one scale', async () => {
  const parts = zipMembers(Buffer.from(await tableDocx(await reportOf({ across: 'month' }))));
  const chart = parts.get('word/charts/chart1.xml')!.toString();
  expect(chart).toContain('<c:barDir val="col"/>');
  const { table } = (await reportOf({ across: 'month' })).tables[0]!;
  expect(chart).toContain(`<c:max val="${Math.max(...table.rows.map(({ n }) => n))}"/>`);
});

test('pictures for paper have all bars once, and the last says what none has', async () => {
  const { table, query } = (await reportOf({})).tables[0]!;
  const rows = Array.from({ length: 45 }, (_, at) => ({ ...table.rows[0]!, name: `row ${at}.` }));
  const report = { tables: [{ query, table: { ...table, rows } }] };
  const pictures = tablePictures(report, { bars: 17, charts: 9 });
  expect(pictures.map(({ svg }) => svg.match(/>row \d+\.</g)!.length)).toEqual([17, 17, 11]);
  expect(pictures.every(({ svg }) => !svg.includes('more row'))).toBe(true);
  expect(tablePicture(report, { bars: 40, charts: 1 }).svg).toContain('and 5 more rows');
});

test('a table that is cut shows the rows with most mentions in their order, and says how many more there are', async () => {
  const { table, query } = (await reportOf({})).tables[0]!;
  const rows = [2, 7, 1, 9].map(n => ({ ...table.rows[0]!, key: `${n}`, name: `row ${n}`, n }));
  const parts = reportParts({ tables: [{ query, table: { ...table, rows } }] }, 2);
  const [shown] = parts.flatMap(part => (part.kind === 'table' ? [part.rows.map(([name]) => name![0])] : []));
  expect(shown).toEqual(['row 7', 'row 9']);
  const notes = parts.flatMap(part => (part.kind === 'notes' ? part.notes : []));
  expect(notes).toContain('The 2 rows with most mentions are here; 2 more rows are in CSV and XLSX.');
});
