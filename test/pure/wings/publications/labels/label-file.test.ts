/** Reading and writing of files of labels: one decision a test. */
import { describe, expect, test } from 'vitest';
import { englishSentence } from '../../../../../shared/domain/refusal/refusal.ts';
import type { LabelRow } from '../../../../../shared/wings/publications/labels/label.ts';
import { giveLabel, undoLabel } from '../../../../../shared/wings/publications/labels/label-desk.ts';
import {
  labelCsvHead,
  labelCsvLine,
  labelRecord,
  labelsOfCsv,
} from '../../../../../shared/wings/publications/labels/label-record.ts';
import { exportedLabels, importLabels } from '../../../../../shared/wings/publications/labels/label-transfer.ts';
import { labelledWatch, order, see, storesOf } from './labelled-watch.ts';

const noon = Date.UTC(2026, 0, 1, 12);
const day = 86_400_000;
const good = { path: '/1', text: 'МГУ получил премию. Об этом сообщили в МГУ.' };

describe('a file of labels', () => {
  const head = 'url,organization,class,annotator,at,kind,field,start,end,withdraws,shown,note,model\n';
  const told = (row: string): string => {
    const [line] = labelsOfCsv(`${head}${row}\n`);
    return line?.fault === undefined ? 'good' : englishSentence(line.fault);
  };
  const recordOf = (row: string) => labelsOfCsv(`${head}${row}\n`)[0];
  const plain = 'u,msu,positive,anna,2026-01-01';

  test.each([
    ['a place without its beginning', `${plain},,text,,5,,,,`, 'start: a missing value is refused'],
    ['a place without its field', `${plain},,,1,5,,,,`, 'field: a missing value is refused'],
    ['a place that ends where it begins', `${plain},,text,5,5,,,,`, 'end: 5 is refused'],
    ['a number beyond a thousand million', `${plain},,text,1,1000000001,,,,`, 'end: 1000000001 is refused'],
    ['a name of 81 characters', `u,msu,positive,${'a'.repeat(81)},2026-01-01,,,,,,,,`, 'annotator: '],
    ['a withdrawal of nothing', 'u,msu,,anna,2026-01-01,withdrawal,,,,,,,', 'withdraws: a missing value is refused'],
    ['a label without a class', 'u,msu,,anna,2026-01-01,,,,,,,,', 'class: a missing value is refused'],
    ['a truth that is none', `${plain},,,,,,yes,,`, 'shown: '],
    ['a note of 1,001 characters', `${plain},,,,,,,${'n'.repeat(1_001)},`, 'note: '],
  ])('with %s is refused', (_, row, sentence) => {
    expect(told(row)).toContain(sentence);
  });

  test.each([
    ['a place of one character', `${plain},,text,5,6,,,,`],
    ['a number of a thousand million', `${plain},,text,1,1000000000,,,,`],
    ['a name of 80 characters', `u,msu,positive,${'a'.repeat(80)},2026-01-01,,,,,,,,`],
    ['a withdrawal', 'u,msu,,anna,2026-01-01,withdrawal,,,,7,,,'],
    ['a note of 1,000 characters', `${plain},,,,,,,${'n'.repeat(1_000)},`],
  ])('may have %s', (_, row) => {
    expect(told(row)).toBe('good');
  });

  test('tells whether the person saw the model’s word, and what a label is', () => {
    expect(recordOf(`${plain},,,,,,true,,`)).toMatchObject({ record: { shown: true, kind: 'label', withdraws: null } });
    expect(recordOf(`${plain},adjudication,,,,7,false,,`)).toMatchObject({
      record: { shown: false, kind: 'adjudication', withdraws: null },
    });
    expect(recordOf(`${plain},,,,,,,,`)).toMatchObject({ record: { shown: null } });
  });

  test('that was written names decisions as such, and is read as it was written', () => {
    const row: LabelRow = {
      ...{ id: 3, publication: 1, version: 1, organization: 'msu', class: 'negative', isAdjudication: true },
      ...{ annotator: 'vera', at: noon, sampling: 'search' },
    };
    const record = labelRecord(row, { url: 'u', text: 't' });
    expect(record.kind).toBe('adjudication');
    expect(labelsOfCsv(labelCsvHead + labelCsvLine(record))).toEqual([{ line: 2, record }]);
  });
});

describe('labels that are imported', () => {
  const linesOf = async (stores: ReturnType<typeof storesOf>) => {
    const records = [];
    for await (const record of exportedLabels(stores)) records.push(record);
    return records.map((record, index) => ({ line: index + 1, record }));
  };

  test('are of today, a day of a wrong clock included', async () => {
    const store = await labelledWatch([good]);
    await giveLabel(storesOf(store), order({ at: noon }));
    const lines = await linesOf(storesOf(store));
    const added = async (now: number): Promise<number> => {
      const to = await labelledWatch([good]);
      return (await importLabels(storesOf(to), to, lines, now)).added;
    };
    expect([await added(noon - day), await added(noon - day - 1)]).toEqual([1, 0]);
  });

  test('belong to the latest version with the title and the text that were labelled', async () => {
    const from = await labelledWatch([good]);
    await giveLabel(storesOf(from), order());
    const lines = await linesOf(storesOf(from));
    const to = await labelledWatch([good]);
    await see(to, { ...good, text: 'МГУ оштрафовали.', hour: 1 });
    await see(to, { ...good, hour: 2 });
    await importLabels(storesOf(to), to, lines, noon + day);
    expect((await to.labels.labelsOf(1)).map(({ version }) => version)).toEqual([3]);
    const titled = await labelledWatch([{ ...good, title: 'Иная новость' }]);
    const { faults } = await importLabels(storesOf(titled), titled, lines, noon + day);
    expect(faults.map(({ fault }) => fault.code)).toEqual(['label-other-text']);
  });

  test('were shown the model’s word only where the file says so', async () => {
    const from = await labelledWatch([good]);
    for (const isShown of [true, false])
      await giveLabel(storesOf(from), order({ isShown, at: noon + Number(isShown) }));
    const lines = await linesOf(storesOf(from));
    const unsaid = { line: 9, record: { ...lines[0]!.record, shown: null, at: new Date(noon + 9).toISOString() } };
    const to = await labelledWatch([good]);
    await importLabels(storesOf(to), to, [...lines, unsaid], noon + day);
    expect((await to.labels.labelsOf(1)).map(({ answer }) => answer?.isShown)).toEqual([true, false, false]);
  });

  test('that do not fit are named in the order of their lines', async () => {
    const from = await labelledWatch([good, { path: '/2', text: 'МГУ заплатил штраф.' }]);
    await giveLabel(storesOf(from), order({ publication: 1 }));
    await undoLabel(storesOf(from), { ...order({ publication: 1 }), at: noon + 1 });
    await giveLabel(storesOf(from), order({ publication: 2 }));
    const [, withdrawal, other] = await linesOf(storesOf(from));
    const to = await labelledWatch([good]);
    const lines = [
      { ...withdrawal!, line: 1 },
      { ...other!, line: 2 },
    ];
    const { faults } = await importLabels(storesOf(to), to, lines, noon + day);
    expect(faults.map(({ line, fault }) => [line, fault.code])).toEqual([
      [1, 'unknown-label'],
      [2, 'label-unknown-url'],
    ]);
  });
});
