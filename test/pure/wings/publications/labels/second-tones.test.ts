import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { endOf } from '../../../../../functions/cli/tone/ask-command.ts';
import { SqlitePublications } from '../../../../../shared/adapters/local/publications/sqlite-publications.ts';
import { giveLabel } from '../../../../../shared/wings/publications/labels/label-desk.ts';
import { labelQueue } from '../../../../../shared/wings/publications/labels/label-lists.ts';
import { labelQuality } from '../../../../../shared/wings/publications/labels/label-quality.ts';
import type { SecondToneStore } from '../../../../../shared/wings/publications/labels/label-store.ts';
import { isForRandom } from '../../../../../shared/wings/publications/labels/review-queue.ts';
import { askSecond, compareEngines } from '../../../../../shared/wings/publications/labels/second-tones.ts';
import { engineShares } from '../../../../../shared/wings/publications/table/engine-shares.ts';
import type { ToneItem } from '../../../../../shared/wings/publications/tone/context-words.ts';
import { ToneFault, type TonePort } from '../../../../../shared/wings/publications/tone/tone-port.ts';
import { labelledWatch, order, see, storesOf } from './labelled-watch.ts';

/** Without digits, which the model of these watches takes for a probability. */
const articles = Array.from({ length: 40 }, (_, at) => {
  const prize = `${at % 2 === 0 ? 'чётную' : 'нечётную'}${at < 5 ? ' раннюю' : ''} ${'ю'.repeat(at + 1)}`;
  return {
    path: `/${at}`,
    title: `Новость ${at}`,
    text: `МГУ получил премию ${prize}. Институт географии РАН получил премию ${prize}.`,
  };
});

/** Says what `classOf` says, one cent a question. */
class Engine implements TonePort {
  readonly name = 'openai small';
  readonly asked: string[] = [];
  spent = 0;
  readonly #toneOf: (item: ToneItem, count: number) => 'negative' | 'neutral' | 'positive';

  constructor(toneOf: (item: ToneItem, count: number) => 'negative' | 'neutral' | 'positive') {
    this.#toneOf = toneOf;
  }

  async tone(item: ToneItem) {
    this.asked.push(JSON.stringify(item));
    const said = this.#toneOf(item, this.asked.length);
    this.spent += 0.01;
    const p = { negative: 0, neutral: 0, positive: 0, [said]: 1 };
    return { class: said, p, words: [{ text: 'премию', start: 0, end: 6, weight: 1 }] };
  }

  options(more: { readonly now?: number; readonly parallel?: number; readonly budget?: number } = {}) {
    const { now = 86_400_000, parallel = 1, budget = 100 } = more;
    return {
      ...{ parallel, now: () => now, day: now, budget, spent: () => this.spent },
      most: () => 0.05,
    };
  }
}

async function watchOf(file?: string) {
  const store = await labelledWatch(articles, file);
  return { ...storesOf(store), second: store.second, store };
}

describe('an engine beside the model of a watch', () => {
  test('is asked once about each mention, and again about a new version alone', async () => {
    const stores = await watchOf();
    const engine = new Engine(() => 'negative');
    const counts = await askSecond(stores, engine, engine.options({ parallel: 4 }));
    expect(counts).toEqual({ answered: 80, failed: 0, isBudgetUsed: false });
    expect(new Set(engine.asked).size).toBe(80);
    expect(await stores.second.spentSince('openai small', 86_400_000)).toBeCloseTo(0.8);
    expect(await stores.second.spentSince('openai small', 86_400_001)).toBe(0);
    expect(await stores.second.secondOpinions()).toHaveLength(80);
    expect((await askSecond(stores, engine, engine.options())).answered).toBe(0);
    await see(stores.store, { path: '/3', title: 'Новость 3', text: 'МГУ оштрафовали.', hour: 2 });
    expect((await askSecond(stores, engine, engine.options())).answered).toBe(1);
    expect((await stores.second.secondTones(4, 2, 'openai small'))[0]).toMatchObject({
      organization: 'msu',
      tone: { class: 'negative', words: ['премию'] },
    });
  });

  test('goes on after a kill: nothing that is answered is asked again, and the lost question counts as paid on that day', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'orbweaver-second-'));
    try {
      const file = join(folder, 'watch.db');
      const stores = await watchOf(file);
      const killed = new Engine((_, count) => {
        if (count === 11) throw new Error('killed');
        return 'positive';
      });
      // A kill writes nothing more: the row of the question stays as it was before it was asked.
      const { second } = stores;
      const dying: SecondToneStore = {
        secondTones: async (...asked) => await second.secondTones(...asked),
        beginSecondTone: async (...asked) => await second.beginSecondTone(...asked),
        keepSecondTone: async tone => {
          if (killed.asked.length < 11) await second.keepSecondTone(tone);
        },
        keepSecondOpinion: async (...kept) => await second.keepSecondOpinion(...kept),
        secondOpinions: async () => await second.secondOpinions(),
        spentSince: async (...asked) => await second.spentSince(...asked),
      };
      await expect(askSecond({ ...stores, second: dying }, killed, killed.options())).rejects.toThrow('killed');
      stores.store.close();
      const store = new SqlitePublications(file);
      const again = { ...storesOf(store), second: store.second };
      expect(await store.second.spentSince('openai small', 0)).toBeCloseTo(10 * 0.01 + 0.05);
      const engine = new Engine(() => 'positive');
      expect(await askSecond(again, engine, engine.options())).toEqual({
        answered: 69,
        failed: 0,
        isBudgetUsed: false,
      });
      expect(engine.asked.filter(each => killed.asked.includes(each))).toEqual([]);
      const tomorrow = { ...engine.options({ now: 2 * 86_400_000 }) };
      expect((await askSecond(again, engine, tomorrow)).answered).toBe(1);
      expect(await store.second.secondOpinions()).toHaveLength(80);
      store.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('that two processes ask has one budget of the day, and each question once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'orbweaver-second-'));
    try {
      const file = join(folder, 'watch.db');
      const [one, store] = [await watchOf(file), new SqlitePublications(file)];
      const other = { ...storesOf(store), second: store.second };
      const engines = [new Engine(() => 'positive'), new Engine(() => 'positive')] as const;
      const both = await Promise.all(
        [one, other].map(
          async (stores, at) => await askSecond(stores, engines[at]!, engines[at]!.options({ budget: 0.3 })),
        ),
      );
      const asked = engines.flatMap(engine => engine.asked);
      expect(new Set(asked).size).toBe(asked.length);
      expect(both).toMatchObject([{ isBudgetUsed: true }, { isBudgetUsed: true }]);
      const spent = await store.second.spentSince('openai small', 0);
      expect([spent, asked.length / 100]).toEqual([expect.closeTo(spent), expect.closeTo(spent)]);
      expect([spent <= 0.3, spent > 0.2]).toEqual([true, true]);
      const rest = await Promise.all(
        [one, other].map(async (stores, at) => await askSecond(stores, engines[at]!, engines[at]!.options())),
      );
      expect(rest.reduce((sum, { answered }) => sum + answered, asked.length)).toBe(80);
      expect((await store.second.secondOpinions()).length).toBe(80);
      expect(await store.second.secondOpinions(3)).toHaveLength(2);
      one.store.close();
      store.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('stops where the budget is used up, and says so; a sentence without an answer is counted', async () => {
    const stores = await watchOf();
    const engine = new Engine((_, count) => {
      if (count === 3) throw new ToneFault('quote');
      if (count > 6) throw new ToneFault('budget');
      return 'neutral';
    });
    const counts = await askSecond(stores, engine, engine.options());
    const fault = 'the quote of the answer is not in the sentence';
    expect(counts).toEqual({ answered: 5, failed: 1, fault, isBudgetUsed: true });
    expect(endOf(counts)).toContain(`1 without an answer, the last because ${fault}.`);
    expect(engine.asked).toHaveLength(7);
  });

  test('disagrees: what is chosen for the queue begins there, and the random half stays as it was', async () => {
    const stores = await watchOf();
    const before = await labelQueue(stores, { annotator: 'anna', most: 80 });
    const isOdd = (item: ToneItem): boolean => /нечётную/.test(item.sentence);
    const engine = new Engine(item =>
      isOdd(item) ? 'negative' : /преми/.test(item.sentence) ? 'positive' : 'neutral',
    );
    await askSecond(stores, engine, engine.options());
    const { items } = await labelQueue(stores, { annotator: 'anna', most: 80 });
    const chosen = items.filter(({ item }) => !isForRandom(item, 'orbweaver')).map(({ item }) => item);
    const disagreed = chosen.map(item => item.enginesDisagree === true);
    const count = disagreed.filter(Boolean).length;
    expect(count).toBeGreaterThan(3);
    expect(disagreed.slice(0, count)).toEqual(Array.from({ length: count }, () => true));
    expect(items.filter(({ sampling }) => sampling === 'random').map(({ item }) => item.publication)).toEqual(
      before.items.filter(({ sampling }) => sampling === 'random').map(({ item }) => item.publication),
    );
  });

  test('is compared with people on what all engines have answered', async () => {
    const stores = await watchOf();
    expect((await labelQuality(stores)).engines).toEqual([]);
    const engine = new Engine(item => (/раннюю/.test(item.sentence) ? 'negative' : 'positive'));
    await askSecond(stores, engine, engine.options());
    const { items } = await labelQueue(stores, { annotator: 'anna', most: 80, organizations: ['msu'] });
    const random = items.filter(({ sampling }) => sampling === 'random').map(({ item }) => item.publication);
    for (const publication of random)
      await giveLabel(stores, order({ publication, class: 'positive', sampling: 'random' }));
    const { engines } = await labelQuality(stores);
    const wrong = random.filter(publication => publication <= 5).length;
    expect(engines).toMatchObject([
      { engine: 'linear-1', n: random.length, right: { count: random.length } },
      { engine: 'openai small', n: random.length, right: { count: random.length - wrong } },
    ]);
  });
});

test('accuracy, kappa and shares of classes are those of the counts, with the intervals of Wilson', () => {
  const people = new Map(
    [...'ppppnnnuux'].map((each, at) => [
      String(at),
      { p: 'positive', n: 'negative', u: 'neutral', x: 'ambiguous' }[each]!,
    ]),
  );
  const said = new Map(
    [...'pppnnnuupp'].map((each, at) => [String(at), { p: 'positive', n: 'negative', u: 'neutral' }[each]!]),
  );
  const [only] = engineShares(compareEngines(people, new Map([['a', said]])));
  expect(only).toMatchObject({
    n: 9,
    right: { count: 6, of: 9 },
    classes: {
      positive: { found: { count: 3, of: 4 }, said: { count: 3, of: 4 } },
      negative: { found: { count: 2, of: 3 }, said: { count: 2, of: 3 } },
      neutral: { found: { count: 1, of: 2 }, said: { count: 1, of: 2 } },
    },
  });
  const byChance = (4 * 4 + 3 * 3 + 2 * 2) / 81;
  expect(only!.kappa.value).toBeCloseTo((6 / 9 - byChance) / (1 - byChance), 12);
  // Newcombe 1998, method 3, of 6 in 9.
  expect([only!.right.low, only!.right.high]).toEqual([expect.closeTo(0.3542, 3), expect.closeTo(0.8794, 3)]);
  const silent = new Map([['0', 'positive']]);
  expect(
    compareEngines(
      people,
      new Map([
        ['a', said],
        ['b', silent],
      ]),
    ).map(({ n }) => n),
  ).toEqual([1, 1]);
  expect(engineShares(compareEngines(new Map(), new Map([['a', said]])))[0]).toMatchObject({
    n: 0,
    right: { low: null },
    kappa: { value: null },
  });
});
