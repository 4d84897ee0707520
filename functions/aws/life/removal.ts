import { openAwsClock, openAwsRegistry, openAwsRemovalMachine } from '../../../shared/adapters/aws/open.ts';
import type { CrawlRecord } from '../../../shared/domain/protocol/crawl-record.ts';
import { refusal } from '../../../shared/domain/refusal/refusal.ts';
import { isDeleting } from '../../http/views/crawl-view.ts';

/** The input and the answer of the function that deletes what a crawl has left, which goes on until `isDone`. */
export interface Removal {
  readonly crawl: string;
  readonly isWatch: boolean;
  /** Of a watch that failed before its rows were written: its sources have items all the same. */
  readonly sources?: number;
  /** Rows and files that are gone. */
  readonly removed: number;
  readonly isDone: boolean;
  /** Until the next call. */
  readonly waitSeconds: number;
}

export type RemovalOrder = Omit<Removal, 'isDone' | 'waitSeconds'>;

const hourMs = 3_600_000;

/** Begins one execution an hour for a crawl, at most: an execution may have failed when a request is repeated. */
export async function beginRemoval(removal: RemovalOrder): Promise<void> {
  const hour = Math.floor(openAwsClock().now() / hourMs);
  await openAwsRemovalMachine().start(`${removal.crawl}-${hour}-rm`, removal);
}

/**
 * The state of the crawl is `deleting` from now on, so nobody resumes it; its cause counts. False if a resume came first, or
 * nothing is left.
 */
export async function markRemoval({ id, run }: Pick<CrawlRecord, 'id' | 'run'>, removed: number): Promise<boolean> {
  return await openAwsRegistry().markRemoving(id, run, [refusal('deleting', { removed: String(removed) })]);
}

/** Whether nothing may be written for the crawl any more: it is gone, or somebody deletes it. */
export async function isDeleted(crawl: string): Promise<boolean> {
  const record = await openAwsRegistry().read(crawl);
  return record === undefined || isDeleting(record.failure);
}
