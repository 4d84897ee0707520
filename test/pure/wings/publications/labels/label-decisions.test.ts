/** Decisions by labels, the queue of annotators, and training from labels: one decision a test. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { LabelRow } from '../../../../../shared/wings/publications/labels/label.ts';
import { giveLabel, isCounted, judgedPublication } from '../../../../../shared/wings/publications/labels/label-desk.ts';
import {
  agreementOf,
  labelledSubjects,
  labelQueue,
} from '../../../../../shared/wings/publications/labels/label-lists.ts';
import { calibrationCurve, labelQuality } from '../../../../../shared/wings/publications/labels/label-quality.ts';
import {
  currentModel,
  type ModelRow,
  type NewModel,
} from '../../../../../shared/wings/publications/labels/label-store.ts';
import { opinionOf } from '../../../../../shared/wings/publications/labels/opinion.ts';
import {
  drawQueue,
  isForRandom,
  type QueueItem,
} from '../../../../../shared/wings/publications/labels/review-queue.ts';
import { lessonOf } from '../../../../../shared/wings/publications/labels/taught-mentions.ts';
import { ContextReader, WordValues } from '../../../../../shared/wings/publications/tone/context-words.ts';
import { labelledInAccount, labelledWatch, order, storesOf } from './labelled-watch.ts';

const noon = Date.UTC(2026, 0, 1, 12);
const good = { path: '/1', text: 'МГУ получил премию. Об этом сообщили в МГУ.' };

/** Publications, each with a text of its own. */
const many = Array.from({ length: 24 }, (_, index) => ({
  path: `/${index + 1}`,
  text: `Номер ${50 + index} у нас: МГУ ${index % 2 === 0 ? 'получил премию' : 'заплатил штраф'}, слово${index} иное${index * 7}.`,
}));
const drawn = (publication: number): boolean => isForRandom({ publication, organization: 'msu' }, 'orbweaver');
const random = many.map((_, index) => index + 1).filter(drawn);
const others = many.map((_, index) => index + 1).filter(publication => !drawn(publication));

test('the newest adjudication decides', () => {
  const row = (id: number, said: 'positive' | 'negative'): LabelRow => ({
    ...{ id, publication: 1, version: 1, organization: 'msu', class: said, isAdjudication: true },
    ...{ annotator: 'vera', at: noon + id, sampling: 'search' },
  });
  expect(opinionOf([row(1, 'positive'), row(2, 'negative')], 1)).toMatchObject({
    class: 'negative',
    by: 'adjudication',
  });
  expect(opinionOf([row(2, 'negative'), row(1, 'positive')], 1).class).toBe('negative');
});

describe('a mention', () => {
  test.each([
    ['certain', null, true],
    ['confirmed', null, true],
    ['candidate', null, false],
    ['rejected', null, false],
    ['certain', 'geo', false],
  ] as const)('%s, in the name of %s, counts: %s', (status, nestedIn, expected) => {
    expect(isCounted({ status, nestedIn })).toBe(expected);
  });

  test('that a person has rejected is shown no more', async () => {
    const store = await labelledWatch([good]);
    const [first] = await store.mentions.mentions(1, 1);
    const { field, start, end, organization } = first!;
    const decision = { status: 'rejected', by: 'anna', at: noon } as const;
    await store.mentions.decide({ publication: 1, version: 1 }, { field, start, end, organization }, decision);
    expect((await judgedPublication(storesOf(store), 1))!.mentions).toHaveLength(1);
  });
});

describe('the queue', () => {
  const queued = async (stores: ReturnType<typeof storesOf>, annotator: string) =>
    (await labelQueue(stores, { annotator, most: 99 })).items.map(({ item }) => item.publication);

  test('has the most one-sided subjects first among the polar ones, negative ones too', () => {
    const of = (publication: number, negative: number, positive: number): QueueItem => ({
      ...{ publication, cluster: publication, organization: 'msu' },
      p: { negative, positive, neutral: 1 - negative - positive },
    });
    const chosen = Array.from({ length: 99 }, (_, n) => n + 1).filter(n => !isForRandom(of(n, 0, 0), 'a'));
    const [one, two, three] = chosen as [number, number, number];
    const items = [of(one, 0.1, 0.6), of(two, 0.9, 0.05), of(three, 0.3, 0.3)];
    const polar = drawQueue(items, { seed: 'a', most: 2, isDone: () => false });
    expect(polar.map(({ item, sampling }) => [item.publication, sampling])).toEqual([
      ...[
        [three, 'uncertain'],
        [two, 'polar'],
      ],
    ]);
  });

  test('leaves out what a person has labelled, for that person alone where it was drawn at random', async () => {
    const stores = storesOf(await labelledWatch(many));
    await giveLabel(stores, order({ publication: random[0]!, sampling: 'random' }));
    expect((await queued(stores, 'anna')).includes(random[0]!)).toBe(false);
    expect((await queued(stores, 'boris')).includes(random[0]!)).toBe(true);
  });

  test('leaves out for all what the model chose and somebody has labelled', async () => {
    const stores = storesOf(await labelledWatch(many));
    await giveLabel(stores, order({ publication: others[0]!, sampling: 'polar' }));
    expect((await queued(stores, 'boris')).includes(others[0]!)).toBe(false);
  });

  test('leaves out for all what somebody has decided', async () => {
    const stores = storesOf(await labelledWatch(many));
    const decided = { publication: random[0]!, sampling: 'random', annotator: 'vera', isAdjudication: true } as const;
    await giveLabel(stores, order(decided));
    expect((await queued(stores, 'boris')).includes(random[0]!)).toBe(false);
  });

  test('has no copies, and no publication that is only a candidate', async () => {
    const copied = Array.from({ length: 40 }, (_, n) => `слово${n}`).join(' ');
    const stores = storesOf(
      await labelledWatch([
        { path: '/1', text: `МГУ получил премию. ${copied}.` },
        { path: '/2', text: `МГУ получил премию. ${copied} и ещё.` },
        { path: '/3', text: 'Ректор МГУ имени Огарёва выступил.' },
      ]),
    );
    expect(await queued(stores, 'anna')).toEqual([1]);
  });
});

test('annotators are named by how much they have labelled, the most first', async () => {
  const stores = storesOf(await labelledWatch(many.slice(0, 3)));
  await giveLabel(stores, order({ annotator: 'anna' }));
  for (const publication of [1, 2, 3]) await giveLabel(stores, order({ annotator: 'boris', publication }));
  expect(agreementOf(await labelledSubjects(stores)).annotators).toEqual([
    { name: 'boris', labels: 3 },
    { name: 'anna', labels: 1 },
  ]);
});

describe('the quality of a model', () => {
  const model = (given: Partial<NewModel>): NewModel => ({
    ...{ language: 'ru', event: 'adopted', name: 'm', parent: 'p', at: noon, by: 'anna', lastLabel: 0, report: '{}' },
    ...given,
  });

  test('rests on publications of the random sample that it was not trained on', async () => {
    const stores = storesOf(await labelledWatch(many));
    for (const publication of random) await giveLabel(stores, order({ publication, sampling: 'random' }));
    await stores.labels.addModel(model({ lastLabel: 2 }));
    const { confusion, trainedOn, labelled } = await labelQuality(stores);
    expect([labelled, trainedOn, confusion.n]).toEqual([random.length, 2, random.length - 2]);
  });

  test.each([
    ['one machine', async () => storesOf(await labelledWatch(many))],
    ['an account', async () => await labelledInAccount(many)],
  ])(
    'of one language does not fall by a training of the other, and has the figures of its own: on %s',
    async (_, open) => {
      const stores = await open();
      for (const publication of random) await giveLabel(stores, order({ publication, sampling: 'random' }));
      const report = JSON.stringify({ after: { polarF1: 0.75, logLoss: 0.5 } });
      await stores.labels.addModel(model({ language: 'en', lastLabel: 1_000, report }));
      const { languages, trainedOn } = await labelQuality(stores);
      expect(trainedOn).toBe(0);
      expect(languages.ru).toMatchObject({ trainedOn: 0, confusion: { n: random.length }, training: null });
      expect(languages.en).toMatchObject({ trainedOn: 0, confusion: { n: 0 }, training: { polarF1: 0.75 } });
    },
  );

  test('does not rest on labels of single mentions', async () => {
    const stores = storesOf(await labelledWatch(many));
    const [publication] = random;
    const [first] = (await judgedPublication(stores, publication!))!.mentions;
    const { field, start, end } = first!.mention;
    await giveLabel(stores, order({ publication: publication!, sampling: 'random', place: { field, start, end } }));
    expect((await labelQuality(stores)).confusion.n).toBe(0);
  });

  test('is off by the distance of probability and share, whichever is greater', () => {
    const curve = calibrationCurve([
      { people: 'positive', model: 'positive', p: 0.75 },
      { people: 'neutral', model: 'positive', p: 0.25 },
    ]);
    expect(curve.error).toBeCloseTo(0.25, 12);
  });

  test('is that of the newest model that was adopted; one that was kept aside changes nothing', () => {
    const row = (id: number, event: ModelRow['event'], language: ModelRow['language'] = 'ru'): ModelRow => ({
      ...{ ...model({ event, language }), id, hasBytes: true },
    });
    expect(currentModel([row(2, 'kept'), row(1, 'adopted')], 'ru')?.id).toBe(1);
    expect(currentModel([row(2, 'adopted', 'en'), row(1, 'adopted')], 'ru')?.id).toBe(1);
    expect(currentModel([row(2, 'shipped'), row(1, 'adopted')], 'ru')).toBeUndefined();
    expect(currentModel([row(3, 'imported'), row(2, 'shipped'), row(1, 'adopted')], 'ru')?.id).toBe(3);
  });
});

describe('what labels teach', () => {
  const words = readFileSync(
    new URL('../../../../../shared/wings/publications/tone/models/words-ru.bin', import.meta.url),
  );
  const reader = new ContextReader(new WordValues(words), 'ru');

  test('a mention with a label of its own has that one, and the others share that of the publication', async () => {
    const stores = storesOf(await labelledWatch([good]));
    const [first] = (await judgedPublication(stores, 1))!.mentions;
    const { field, start, end } = first!.mention;
    await giveLabel(stores, order({ class: 'positive' }));
    await giveLabel(stores, order({ class: 'negative', place: { field, start, end } }));
    const { mentions } = await lessonOf(stores, 'ru', reader);
    expect(mentions.map(({ label, share }) => [label, share])).toEqual([
      ...[
        [2, 1],
        [0, 1],
      ],
    ]);
  });

  test('a subject that two have labelled is as old as its first label', async () => {
    const stores = storesOf(await labelledWatch([{ path: '/1', text: 'МГУ получил премию.' }]));
    await giveLabel(stores, order({ annotator: 'anna' }));
    await giveLabel(stores, order({ annotator: 'boris' }));
    const { mentions, lastLabel } = await lessonOf(stores, 'ru', reader);
    expect([mentions.map(({ id }) => id), lastLabel]).toEqual([[1], 2]);
  });

  test('mentions in longer names and rejected ones teach nothing', async () => {
    const store = await labelledWatch([{ path: '/1', text: 'МГУ получил премию. В МГУ рады.' }]);
    const stores = storesOf(store);
    const [first] = await store.mentions.mentions(1, 1);
    const { field, start, end, organization } = first!;
    const decision = { status: 'rejected', by: 'anna', at: noon } as const;
    await giveLabel(stores, order());
    await store.mentions.decide({ publication: 1, version: 1 }, { field, start, end, organization }, decision);
    expect((await lessonOf(stores, 'ru', reader)).mentions.map(({ share }) => share)).toEqual([1]);
  });
});
