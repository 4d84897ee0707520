/** Deletes what a crawl or a watch has left, for as long as an invocation may take; the state machine calls it until it is done. */
import type { Context } from 'aws-lambda';
import { openAwsRegistry, removeAwsCrawl } from '../../shared/adapters/aws/open.ts';
import { logger } from './lambda-log.ts';
import { markRemoval, type Removal, type RemovalOrder } from './life/removal.ts';

/** The last piece ends, and is counted. */
const lastMs = 60_000;
/** After so long a reader of the crawl sees how much is gone. */
const pieceMs = 30_000;
/** Another call goes on at once. */
const soon = 1;

export async function handler(asked: RemovalOrder, context: Context): Promise<Removal> {
  let now: Removal = { isDone: false, ...asked, waitSeconds: soon };
  while (!now.isDone && now.waitSeconds === soon && context.getRemainingTimeInMillis() > lastMs + pieceMs)
    now = await removePiece(now);
  logger.info('remove', { ...now });
  return now;
}

async function removePiece({ removed, ...of }: RemovalOrder): Promise<Removal> {
  const end = performance.now() + pieceMs;
  const gone = await removeAwsCrawl(of, () => performance.now() > end);
  const { isDone, waitSeconds = soon } = gone;
  const next = { ...of, removed: removed + gone.removed, isDone, waitSeconds };
  // Nothing is left at last but the record, which is in its owner's list.
  const record = await openAwsRegistry().read(of.crawl);
  if (record !== undefined) await (isDone ? openAwsRegistry().remove(record) : markRemoval(record, next.removed));
  return next;
}
