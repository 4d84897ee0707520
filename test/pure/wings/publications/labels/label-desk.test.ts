import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { giveLabel, judgedPublication, undoLabel } from '../../../../../shared/wings/publications/labels/label-desk.ts';
import {
  agreementOf,
  disputes,
  labelledSubjects,
  labelQueue,
} from '../../../../../shared/wings/publications/labels/label-lists.ts';
import { labelQuality } from '../../../../../shared/wings/publications/labels/label-quality.ts';
import { exportedLabels, importLabels } from '../../../../../shared/wings/publications/labels/label-transfer.ts';
import { isForRandom } from '../../../../../shared/wings/publications/labels/review-queue.ts';
import { lessonOf } from '../../../../../shared/wings/publications/labels/taught-mentions.ts';
import { ContextReader, WordValues } from '../../../../../shared/wings/publications/tone/context-words.ts';
import { labelledWatch, order, see, storesOf } from './labelled-watch.ts';

const good = { path: '/1', text: 'МГУ получил премию. Об этом сообщили в МГУ.' };
const later = Date.UTC(2030, 0, 1);

test('a label has what the model said, and decides the class', async () => {
  const stores = storesOf(await labelledWatch([good]));
  expect((await judgedPublication(stores, 1))?.organizations[0]?.effective).toMatchObject({
    class: 'positive',
    by: 'model',
  });
  await giveLabel(stores, order({ class: 'ambiguous', isShown: true }));
  const judged = await judgedPublication(stores, 1);
  expect(judged?.organizations[0]?.effective).toEqual({ class: 'ambiguous', by: 'label', isDisputed: false });
  expect(judged?.history[0]?.answer).toEqual({ model: 'words 1', class: 'positive', isShown: true });
});

test('undo gives back what was before', async () => {
  const stores = storesOf(await labelledWatch([good]));
  await giveLabel(stores, order({ class: 'neutral' }));
  await giveLabel(stores, order({ class: 'negative', at: later - 5 }));
  expect((await undoLabel(stores, { ...order(), at: later })).class).toBe('negative');
  expect((await judgedPublication(stores, 1))?.organizations[0]?.effective.class).toBe('neutral');
  await undoLabel(stores, { ...order(), at: later + 1 });
  expect((await judgedPublication(stores, 1))?.organizations[0]?.effective.by).toBe('model');
  await expect(undoLabel(stores, { ...order(), at: later + 2 })).rejects.toThrow('has no label here');
  expect((await judgedPublication(stores, 1))?.history).toHaveLength(4);
});

test('two annotators disagree, and an adjudication decides', async () => {
  const stores = storesOf(await labelledWatch([good]));
  await giveLabel(stores, order({ annotator: 'anna' }));
  await giveLabel(stores, order({ annotator: 'boris', class: 'negative' }));
  expect((await disputes(stores)).map(({ row, organization }) => [row.id, organization])).toEqual([[1, 'msu']]);
  expect((await judgedPublication(stores, 1))?.organizations[0]?.effective).toMatchObject({
    by: 'model',
    isDisputed: true,
  });
  await giveLabel(stores, order({ annotator: 'vera', class: 'negative', isAdjudication: true }));
  expect(await disputes(stores)).toEqual([]);
  expect((await judgedPublication(stores, 1))?.organizations[0]?.effective).toMatchObject({
    class: 'negative',
    by: 'adjudication',
  });
  const agreement = agreementOf(await labelledSubjects(stores));
  expect(agreement.pairs[0]).toMatchObject({ annotators: ['anna', 'boris'], kappa: { value: 0, n: 1 }, same: 0 });
});

test('labels of all mentions make the class of the publication', async () => {
  const stores = storesOf(await labelledWatch([good]));
  const places = (await judgedPublication(stores, 1))!.mentions.map(({ mention }) => mention);
  for (const [index, { field, start, end }] of places.entries())
    await giveLabel(stores, order({ place: { field, start, end }, class: index === 0 ? 'positive' : 'negative' }));
  expect((await judgedPublication(stores, 1))?.organizations[0]?.effective).toMatchObject({
    class: 'ambiguous',
    by: 'mentions',
  });
  const nowhere = order({ place: { field: 'text', start: 1, end: 2 } });
  await expect(giveLabel(stores, nowhere)).rejects.toThrow('allowed is what the publication mentions');
  await expect(giveLabel(stores, order({ organization: 'geo' }))).rejects.toThrow(
    'allowed is what the publication mentions',
  );
});

test('a text that changes makes labels stale, and refuses labels of what was read before', async () => {
  const store = await labelledWatch([good]);
  const stores = storesOf(store);
  await giveLabel(stores, order({ class: 'negative' }));
  await see(store, { ...good, text: `${good.text} Позже МГУ оштрафовали, и это совсем другой текст.`, hour: 2 });
  const judged = await judgedPublication(stores, 1);
  expect(judged?.organizations[0]?.opinion).toMatchObject({ class: undefined, standing: [] });
  expect(judged?.organizations[0]?.opinion.stale).toHaveLength(1);
  expect(judged?.organizations[0]?.effective.by).toBe('model');
  await expect(giveLabel(stores, order())).rejects.toThrow('the text has changed since; allowed is 2');
  expect((await labelQuality(stores)).stale).toBe(1);
});

const many = Array.from({ length: 40 }, (_, index) => ({
  path: `/${index + 1}`,
  text: `Номер ${50 + index} у нас: МГУ ${index % 2 === 0 ? 'получил премию' : 'заплатил штраф'}, слово${index} иное${index * 7}.`,
}));

test('the queue is half random; all annotators meet in it, and what the model chose is labelled once', async () => {
  const stores = storesOf(await labelledWatch(many));
  const drawn = async (annotator: string) => (await labelQueue(stores, { annotator, most: 8 })).items;
  const first = await drawn('anna');
  expect(first.map(({ sampling }) => sampling)).toEqual([
    ...['random', 'uncertain', 'random', 'polar', 'random', 'uncertain', 'random', 'polar'],
  ]);
  for (const { item, sampling } of first)
    await giveLabel(stores, order({ publication: item.publication, sampling, class: 'neutral' }));
  const own = new Set(first.map(({ item }) => item.publication));
  expect((await drawn('anna')).some(({ item }) => own.has(item.publication))).toBe(false);
  const random = first.filter(({ sampling }) => sampling === 'random').map(({ item }) => item.publication);
  const other = await drawn('boris');
  expect(other.filter(({ sampling }) => sampling === 'random').map(({ item }) => item.publication)).toEqual(random);
  expect(other.filter(({ sampling }) => sampling !== 'random').some(({ item }) => own.has(item.publication))).toBe(
    false,
  );
});

test('quality rests on the random sample alone, and nobody can claim it', async () => {
  const stores = storesOf(await labelledWatch(many));
  const isRandom = (publication: number) => isForRandom({ publication, organization: 'msu' }, 'orbweaver');
  for (const [index] of many.entries())
    await giveLabel(stores, order({ publication: index + 1, sampling: 'random', class: 'positive' }));
  const { confusion, calibration, labelled } = await labelQuality(stores);
  const sample = many.map((_, index) => index + 1).filter(isRandom);
  expect(labelled).toBe(40);
  expect(confusion.n).toBe(sample.length);
  const right = sample.filter(publication => publication % 2 === 1).length;
  expect(confusion.cells).toContainEqual({ people: 'positive', model: 'positive', count: right });
  expect(calibration.n).toBe(sample.length);
});

test('labels go to another watch of the same source, and what does not fit is told', async () => {
  const from = storesOf(await labelledWatch(many.slice(0, 3)));
  await giveLabel(from, order({ publication: 1, sampling: 'random', note: 'x' }));
  await giveLabel(from, order({ publication: 2 }));
  await undoLabel(from, { ...order({ publication: 2 }), at: later - 1 });
  await giveLabel(from, order({ publication: 3 }));
  const records = [];
  for await (const record of exportedLabels(from)) records.push(record);
  const lines = records.map((record, index) => ({ line: index + 1, record }));
  // Another order of publications, one of them with another text, one missing.
  const store = await labelledWatch([{ ...many[1]! }, { ...many[0]!, text: 'МГУ: совсем иной текст.' }]);
  const to = storesOf(store);
  const imported = await importLabels(to, store, lines, later);
  expect({ added: imported.added, repeated: imported.repeated }).toEqual({ added: 2, repeated: 0 });
  expect(imported.faults.map(({ line, fault }) => [line, fault.code])).toEqual([
    [1, 'label-other-text'],
    [4, 'label-unknown-url'],
  ]);
  expect((await to.labels.labelsOf(1)).map(row => [row.class, row.withdraws])).toEqual([
    ['positive', undefined],
    [undefined, 1],
  ]);
  expect(await importLabels(to, store, lines.slice(1, 3), later)).toEqual({ added: 0, repeated: 2, faults: [] });
  const future = await importLabels(to, store, lines.slice(1, 2), 0);
  expect(future.faults[0]?.fault.code).toBe('label-in-future');
});

test('labels teach the mentions of a publication, which share one label; the rest is counted', async () => {
  const store = await labelledWatch([good, ...many.slice(1, 5)]);
  const stores = storesOf(store);
  await giveLabel(stores, order());
  await giveLabel(stores, order({ publication: 2, class: 'ambiguous' }));
  await giveLabel(stores, order({ publication: 3, annotator: 'anna' }));
  await giveLabel(stores, order({ publication: 3, annotator: 'boris', class: 'neutral' }));
  const words = readFileSync(
    new URL('../../../../../shared/wings/publications/tone/models/words-ru.bin', import.meta.url),
  );
  const reader = new ContextReader(new WordValues(words), 'ru');
  const lesson = await lessonOf(stores, 'ru', reader);
  expect(lesson.mentions.map(({ label, share, id }) => [label, share, id])).toEqual([
    [2, 0.5, 1],
    [2, 0.5, 1],
  ]);
  expect(lesson.leftOut).toMatchObject({ ambiguous: 1, disputed: 1, stale: 0 });
  expect(lesson.lastLabel).toBe(4);
  expect((await lessonOf(stores, 'en', reader)).leftOut['other-language']).toBe(1);
});
