import { openAwsClock, openAwsRegistry, openAwsRemovalMachine } from '../../../shared/adapters/aws/open.ts';
import { refusal } from '../../../shared/domain/refusal/refusal.ts';
import { isDeleting } from '../../http/views/crawl-view.ts';

/** The input and the answer of the function that deletes what a crawl has left, which goes on until `isDone`. */
export interface Removal {
  readonly crawl: string;
  readonly isWatch: boolean;
  /** Rows and files that are gone. */
  readonly removed: number;
  readonly isDone: boolean;
}

const hourMs = 3_600_000;

/** Begins one execution an hour for a crawl, at most: an execution may have failed when a request is repeated. */
export async function beginRemoval(removal: Omit<Removal, 'isDone'>): Promise<void> {
  if (!isDeleting((await openAwsRegistry().read(removal.crawl))?.failure)) await markRemoval(removal);
  const hour = Math.floor(openAwsClock().now() / hourMs);
  await openAwsRemovalMachine().start(`${removal.crawl}-${hour}-rm`, removal);
}

/** The state of the crawl is `deleting` from now on, so nobody resumes it; its cause counts. */
export async function markRemoval({ crawl, removed }: Omit<Removal, 'isDone'>): Promise<void> {
  await openAwsRegistry().markFailed(crawl, [refusal('deleting', { removed: String(removed) })]);
}
