import type { PerformStored } from '../../../shared/place/operation.ts';
import * as labels from '../../../shared/place/operations/label-operations.ts';
import * as models from '../../../shared/place/operations/model-operations.ts';
import * as organizations from '../../../shared/place/operations/organization-operations.ts';
import * as rules from '../../../shared/place/operations/rule-operations.ts';
import * as sources from '../../../shared/place/operations/source-operations.ts';
import type { StoresPlace } from '../../../shared/place/stores-place.ts';

/** Performs operations on watches by their directories, in the process that reads these. */
export interface StoredWatches {
  perform(directory: string, at: string, input: object, by: string): Promise<unknown>;
}

/** Performs operations on the watches of this machine, each on a thread. */
export function performOn(
  at: (id: string) => string,
  threads: Readonly<Record<'quick' | 'slow', { readonly stores: StoredWatches }>>,
): PerformStored {
  return async (operation, watch, input, by) =>
    (await threads[operation.thread].stores.perform(at(watch), operation.at, input, by)) as never;
}

export function storedWatches(stores: Omit<StoresPlace, 'by'>): StoredWatches {
  return {
    perform: async (directory, at, input, by) =>
      await named.get(at as AnyOperation['at'])!.run({ ...stores, by }, directory, input),
  };
}

type AnyOperation = Parameters<PerformStored>[0];

const exported: readonly unknown[] = [labels, models, organizations, rules, sources].flatMap(each =>
  Object.values<unknown>({ ...each }),
);
const all = exported.filter((each): each is AnyOperation => Object.hasOwn(Object(each) as object, 'thread'));
const named = new Map(all.map(each => [each.at, each]));
