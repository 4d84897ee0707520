import type { PerformStored } from '../../../shared/place/operation.ts';
import { storeOperation } from '../../../shared/place/operations/store-operations.ts';
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
    perform: async (directory, at, input, by) => await storeOperation(at).run({ ...stores, by }, directory, input),
  };
}
