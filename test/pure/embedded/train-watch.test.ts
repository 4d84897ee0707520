/** Trainings on the labels of a watch, as they are done on a thread, with the shipped models. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { trainApart } from '../../../functions/embedded/labels/train-apart.ts';
import { watchSearch } from '../../../functions/embedded/mentions/watch-search.ts';
import type { SqlitePublications } from '../../../shared/adapters/local/publications/sqlite-publications.ts';
import { wordHash } from '../../../shared/domain/word-hash.ts';
import type { LabelClass, NewLabel } from '../../../shared/wings/publications/labels/label.ts';
import { labelQuality } from '../../../shared/wings/publications/labels/label-quality.ts';
import { folds } from '../../../shared/wings/publications/tone/judge-tone.ts';
import { labelledWatch, storesOf } from '../wings/publications/labels/labelled-watch.ts';

/** The shipped model is right about these. */
const kinds: readonly { readonly class: LabelClass; readonly text: (at: number) => string }[] = [
  { class: 'positive', text: at => `Учёные МГУ получили премию за открытие ${at}.` },
  { class: 'negative', text: at => `Суд оштрафовал МГУ за нарушение закона ${at}.` },
  { class: 'neutral', text: at => `Автобус ${at} идёт мимо МГУ до станции.` },
];
const count = 330;
/** Texts that are much alike would be copies, and copies are of one fold. */
const other = (at: number): string =>
  Array.from({ length: 40 }, (_, index) => `слово${(at * 131 + index * 977) % 10_007}`).join(' ');
const articles = Array.from({ length: count }, (_, at) => ({
  path: `/${at}`,
  title: `№ ${at}`,
  text: `${kinds[at % 3]!.text(at)}\n\nИначе ${other(at)}.`,
}));

let directory: string;
let store: SqlitePublications;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'orbweaver-train-'));
  store = await labelledWatch(articles, join(directory, 'watch.db'));
});
afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true });
});

async function label(classOf: (at: number) => LabelClass): Promise<void> {
  await store.labels.addLabels(
    articles.map(
      (_, at): NewLabel => ({
        ...{ publication: at + 1, version: 1, organization: 'msu', class: classOf(at), isAdjudication: false },
        ...{ annotator: 'anna', at: at + 1, sampling: 'random' },
      }),
    ),
  );
}

/** These people label good as bad, and so on: there is something to learn. */
const sensible = (at: number): LabelClass => kinds[(at + 1) % 3]!.class;
const task = () => ({ directory, language: 'ru', by: 'anna', at: 5 }) as const;

test('a better model is used, and stored mentions are told anew by it', async () => {
  await watchSearch(store).advance(60_000);
  const [before] = await store.mentions.mentions(1, 1);
  expect(before?.tone?.class).not.toBe('negative');
  await label(sensible);
  const told: string[] = [];
  const trained = await trainApart(
    task(),
    ({ stage, share }) => void told.push(`${stage} ${share >= 0 && share <= 1}`),
  );
  expect(trained.report).toMatchObject({ isAdopted: true, reason: 'not-worse', labels: count, changes: 'weights' });
  expect(trained.report.after!.polarF1).toBeGreaterThan(trained.report.before!.polarF1);
  expect(new Set(told)).toEqual(new Set(['training true', 'telling true']));
  const [after] = await store.mentions.mentions(1, 1);
  expect(after?.tone?.model).toBe(trained.model);
  expect(after?.tone?.class).toBe('negative');
  const quality = await labelQuality(storesOf(store));
  expect(quality.models[0]).toMatchObject({ event: 'adopted', name: trained.model, lastLabel: count });
  // The model has seen all labels of the sample, so none of them judges it.
  expect(quality).toMatchObject({ trainedOn: count, confusion: { n: 0, accuracy: null } });
}, 120_000);

test('a worse model is kept aside, with the reason', async () => {
  // In each part something else is good, so what the other parts teach is wrong for it.
  await label(at => kinds[(at + (wordHash(`fold ${at + 1}`) % folds)) % 3]!.class);
  const { report } = await trainApart(task(), () => undefined);
  expect(report.isAdopted).toBe(false);
  const [row] = await store.labels.models();
  expect(row).toMatchObject({ event: 'kept', hasBytes: false });
  expect(JSON.parse(row!.report)).toMatchObject({ reason: report.reason });
}, 120_000);

test('a training that is killed half way leaves the model that was', async () => {
  await label(sensible);
  const killed = new AbortController();
  const training = trainApart(task(), ({ share }) => share > 0.2 && killed.abort(), killed.signal);
  await expect(training).rejects.toThrow('the training ended');
  expect(await store.labels.models()).toEqual([]);
  expect((await trainApart(task(), () => undefined)).report.isAdopted).toBe(true);
}, 120_000);
