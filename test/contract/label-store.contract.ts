import { describe, expect, test } from 'vitest';
import type { NewLabel } from '../../shared/wings/publications/labels/label.ts';
import {
  allLabels,
  currentModel,
  type LabelStore,
  type NewModel,
} from '../../shared/wings/publications/labels/label-store.ts';
import type { OpenCallers } from './callers.ts';

function label(more: Partial<NewLabel> = {}): NewLabel {
  return {
    ...{ publication: 1, version: 1, organization: 'msu', class: 'positive', isAdjudication: false },
    ...{ annotator: 'anna', at: 1_000, sampling: 'random' as const, ...more },
  };
}

function model(more: Partial<NewModel> = {}): NewModel {
  return {
    ...{ language: 'ru', event: 'adopted', name: 'linear-1 ru:1', parent: 'linear-1 ru:0', at: 1, by: 'anna' },
    ...{ lastLabel: 3, report: '{}', ...more },
  };
}

/** Every sentence of `LabelStore`, for a new empty store each. */
export function describeLabelStore(name: string, open: OpenCallers<LabelStore>): void {
  async function withStore(work: (store: LabelStore, other: LabelStore) => Promise<void>): Promise<void> {
    const callers = await open();
    try {
      await work(callers.first, callers.second);
    } finally {
      await callers.close();
    }
  }

  describe(`${name}: labels`, () => {
    test('labels come back as they were given, in order', () =>
      withStore(async (store, other) => {
        const full = label({
          ...{ place: { field: 'title', start: 2, end: 5 }, note: 'why', sampling: 'polar', at: 2_000 },
          answer: { model: 'linear-1 ru:0', class: 'neutral', isShown: true },
        });
        expect(await store.addLabels([label(), full])).toEqual({ ids: [1, 2], repeated: 0 });
        expect(await other.labelsOf(1)).toEqual([
          { id: 1, ...label() },
          { id: 2, ...full },
        ]);
        expect(await other.labelsOf(2)).toEqual([]);
        expect(await allLabels(other)).toHaveLength(2);
      }));

    test('a repeat is the label that it repeats', () =>
      withStore(async (store, other) => {
        await store.addLabels([label()]);
        expect(await other.addLabels([label(), label({ class: 'neutral' }), label()])).toEqual({
          ids: [1, 2, 1],
          repeated: 2,
        });
        expect(await allLabels(store)).toHaveLength(2);
      }));

    test('a withdrawal is a row of its own', () =>
      withStore(async (store, other) => {
        const withdrawal = label({ class: undefined, withdraws: 1, at: 5_000 });
        await store.addLabels([label()]);
        await store.addLabels([withdrawal]);
        expect(await other.labelsOf(1)).toEqual([
          { id: 1, ...label() },
          { id: 2, ...withdrawal },
        ]);
      }));

    test('all labels are read part by part', () =>
      withStore(async store => {
        await store.addLabels([1, 2, 3].map(at => label({ at, publication: at })));
        expect((await store.labels(1, 1)).map(({ id }) => id)).toEqual([2]);
        expect((await allLabels(store)).map(({ publication }) => publication)).toEqual([1, 2, 3]);
      }));

    test('an empty store has nothing', () =>
      withStore(async store => {
        expect(await allLabels(store)).toEqual([]);
        expect(await store.models()).toEqual([]);
        expect(await store.lastModel()).toBe(0);
        expect(await store.modelBytes(1)).toBeUndefined();
      }));

    test('models have a history, and the newest that was not kept aside is used', () =>
      withStore(async (store, other) => {
        const bytes = Uint8Array.of(1, 2, 3);
        await store.addModel(model({ bytes }));
        await store.addModel(model({ event: 'kept', name: 'linear-1 ru:2' }));
        const history = await other.models();
        expect(await other.lastModel()).toBe(2);
        expect(history).toEqual([
          { id: 2, ...model({ event: 'kept', name: 'linear-1 ru:2' }), hasBytes: false },
          { id: 1, ...model(), hasBytes: true },
        ]);
        expect(currentModel(history, 'ru')?.id).toBe(1);
        expect(currentModel(history, 'en')).toBeUndefined();
        expect(await other.modelBytes(1)).toEqual(bytes);
        expect(await other.modelBytes(2)).toBeUndefined();
        await store.addModel(model({ event: 'shipped', name: 'linear-1 ru:0' }));
        expect(currentModel(await other.models(), 'ru')).toBeUndefined();
      }));
  });
}
