/** Names and contents of what the Lambdas of one crawl hand to each other through its objects. Per run, written once. */
import type { CrawlOrder, StoredFile } from '../../../shared/domain/protocol/crawl-record.ts';
import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import type { ObjectStore } from '../../../shared/ports/ports.ts';
import type { UnloadedSite } from '../../../shared/steps/unload/result-part.ts';

/** The order of the run. */
export const orderFile = (run: number) => control<CrawlOrder>(`${run}/order`);
/** The spec of a start, with every site of its list. */
export const specFile = (run: number) => control<ResolvedSpec>(`${run}/spec`);
/** Sites that are unloaded by one task of the Map. */
export const batchFile = (run: number, batch: number) => control<readonly PlannedSite[]>(`${run}/batches/${batch}`);
/** That a site is written, and what the parts of the results answered about it. */
export const siteFile = (run: number, site: number) => control<StoredSite>(`${run}/sites/${site}`);
/** When the run's crawl finished; the first summary says it, a repeat reads it. */
export const finishedFile = (run: number) => control<number>(`${run}/finished`);
/** Part of the list of results, in order of names. */
export const resultsFile = (run: number, part: number) => control<readonly StoredFile[]>(`${run}/results/${part}`);

export interface PlannedSite {
  readonly site: number;
  /** Names its files. */
  readonly fileName: string;
}

export interface StoredSite extends Omit<UnloadedSite, 'files'> {
  readonly files: readonly StoredFile[];
}

interface ControlFile<T> {
  readonly name: string;
  put(objects: ObjectStore, value: T): Promise<void>;
  get(objects: ObjectStore): Promise<T>;
  /** Undefined if there is none. */
  find(objects: ObjectStore): Promise<T | undefined>;
}

function control<T>(rest: string): ControlFile<T> {
  // The end makes it the only name that begins so, which is what looking it up in a list needs.
  const name = `control/${rest}.json`;
  const get = async (objects: ObjectStore): Promise<T> =>
    JSON.parse(Buffer.from(await objects.get(name)).toString('utf8')) as T;
  return {
    name,
    put: async (objects, value) => await objects.put(name, [Buffer.from(JSON.stringify(value))]),
    get,
    find: async objects => ((await objects.list(name)).includes(name) ? await get(objects) : undefined),
  };
}
