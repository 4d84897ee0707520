import { expect, test } from 'vitest';
import { BadInput, englishSentence } from '../../../../../shared/domain/refusal/refusal.ts';
import type { LabelRow } from '../../../../../shared/wings/publications/labels/label.ts';
import {
  type LabelLine,
  labelCsvHead,
  labelCsvLine,
  labelRecord,
  labelsOfCsv,
  labelsOfJsonLines,
} from '../../../../../shared/wings/publications/labels/label-record.ts';

const rows: readonly LabelRow[] = [
  {
    ...{ id: 1, publication: 7, version: 2, organization: 'msu', class: 'ambiguous', isAdjudication: false },
    ...{ annotator: '=anna, "x"', at: 1_767_225_600_000, sampling: 'random', note: 'both\nat once' },
    ...{ place: { field: 'text', start: 0, end: 3 }, answer: { model: 'm', class: 'neutral', isShown: false } },
  },
  {
    ...{ id: 2, publication: 7, version: 2, organization: 'msu', class: undefined, isAdjudication: false },
    ...{ annotator: 'anna', at: 1_767_225_601_000, sampling: 'search', withdraws: 1 },
  },
];
const records = rows.map(row => labelRecord(row, { url: 'https://news.example/1', text: 'abc' }));

function told(lines: readonly LabelLine[]): readonly string[] {
  return lines.map(({ fault }) => (fault === undefined ? 'good' : englishSentence(fault)));
}

test('what is written is read again, in both forms', () => {
  const csv = labelCsvHead + records.map(labelCsvLine).join('');
  expect(labelsOfCsv(csv)).toEqual([
    { line: 2, record: records[0] },
    { line: 4, record: records[1] },
  ]);
  const json = records.map(each => `${JSON.stringify(each)}\n`).join('');
  expect(labelsOfJsonLines(json).map(({ record }: LabelLine & { record?: unknown }) => record)).toEqual(records);
});

test('a table of the least columns is enough', () => {
  const csv = 'url,organization,class,annotator,at\nhttps://news.example/1,msu,negative,anna,2026-01-01\n';
  expect(labelsOfCsv(csv)).toMatchObject([
    { line: 2, record: { kind: 'label', class: 'negative', at: '2026-01-01T00:00:00.000Z', sampling: 'search' } },
  ]);
});

test('semicolons and tabulators part columns as well, as spreadsheets write them', () => {
  const csv = '\ufeff"url";organization;class;annotator;at\r\nhttps://news.example/1;msu;negative;"a,b";2026-01-01\r\n';
  const read = [{ line: 2, record: { organization: 'msu', annotator: 'a,b' } }];
  expect(labelsOfCsv(csv)).toMatchObject(read);
  expect(labelsOfCsv(csv.replaceAll(';', '\t'))).toMatchObject(read);
});

test('each bad row has one sentence with its line', () => {
  const head = 'url,organization,class,annotator,at,start,end,field\n';
  const lines = labelsOfCsv(
    `${head}u,msu,good,anna,2026-01-01,,,\nu,msu,positive,anna,soon,,,\nu,msu,positive,,2026-01-01,,,\n` +
      'u,msu,positive,anna,2026-01-01,5,5,text\nu,msu,positive,anna,2026-01-01,5,,text\nu,msu\nu,msu,positive,anna,2026-01-01,,,\n',
  );
  expect(told(lines)).toEqual([
    'line 2: class: "good" is refused; allowed are positive, negative, neutral, ambiguous, not-about.',
    expect.stringMatching(/^line 3: at: "soon" is refused/),
    'line 4: annotator: a missing value is refused; allowed is a line of 1 to 80 characters.',
    expect.stringMatching(/^line 5: end: 5 is refused; allowed is a whole number from 6 /),
    expect.stringMatching(/^line 6: end: a missing value is refused/),
    expect.stringMatching(/^line 7: 2 is refused; allowed are 8 fields/),
    'good',
  ]);
});

test('bad lines of JSON', () => {
  const lines = labelsOfJsonLines('{\n[]\n{"url": 3}\n{"tone": 1}\n\n');
  expect(told(lines)).toEqual([
    expect.stringMatching(/^line 1: /),
    expect.stringMatching(/^line 2: /),
    expect.stringMatching(/^line 3: /),
    expect.stringMatching(/^line 4: there is no column "tone"/),
  ]);
});

test('a header that lacks a column is refused', () => {
  expect(() => labelsOfCsv('url,class\n')).toThrow(BadInput);
  expect(() => labelsOfCsv('url,organization,class,annotator,at,colour\n')).toThrow(/colour/);
  expect(() => labelsOfCsv('')).toThrow(/column "url"/);
});

test('capitals of a spreadsheet do not matter, in the header and in classes', () => {
  const table = 'URL;Organization;Class;Annotator;At\nhttps://a.example/;msu;Positive;anna;2026-01-02\n';
  expect(labelsOfCsv(table)).toMatchObject([{ line: 2, record: { class: 'positive', organization: 'msu' } }]);
});
