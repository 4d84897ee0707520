import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { decodeMessage } from '../../shared/adapters/aws/open.ts';
import type { Handled, Message } from '../../shared/domain/protocol/crawl-state.ts';
import type { Refusal } from '../../shared/domain/refusal/refusal.ts';
import { sideBySide } from '../../shared/domain/side-by-side.ts';
import type { Queue } from '../../shared/ports/ports.ts';
import { finalFailure, giveUp } from './give-up.ts';
import { count, logError } from './lambda-log.ts';

/** The work of a consumer on one batch of deliveries. */
export interface Consumer {
  readonly queue: Queue;
  /** The lane of a message: a lane handles its messages in the order of their turns, and lanes work side by side. */
  lane(message: Message): string;
  /** Lanes at once, at most. */
  readonly mostLanes: number;
  /** Whether there is time for one more message. */
  canBegin(): boolean;
  /** `deliveries`: how often the queue has delivered the message, this time included. */
  handle(message: Message, deliveries: number): Promise<Handled>;
  /**
   * Whether a message that was delivered before is handled when all others are, and by itself: it may be what ended an
   * earlier invocation, and nothing else shall end with it.
   */
  readonly repeatsAlone?: boolean;
  /** Makes the queue deliver the message again after `delayMs`. */
  putBack(receiptHandle: string, delayMs: number): Promise<void>;
}

interface Delivery {
  readonly record: SQSRecord;
  readonly message: Message;
  readonly deliveries: number;
}

/**
 * Handles each message of a batch on its own: the answer names those that stay with the queue, which are what could not
 * be read, what failed, and what a step put back. One poison message costs the others nothing.
 */
export async function consumeBatch({ Records: records }: SQSEvent, consumer: Consumer): Promise<SQSBatchResponse> {
  const kept: string[] = [];
  const deliveries = records.flatMap(record => {
    try {
      const deliveries = Number(record.attributes.ApproximateReceiveCount);
      return [{ record, message: decodeMessage(record.body, record.messageId), deliveries }];
    } catch (error) {
      logError('message cannot be read', error, { messageId: record.messageId });
      count('KeptMessages');
      kept.push(record.messageId);
      return [];
    }
  });
  const isAlone = (delivery: Delivery): boolean => consumer.repeatsAlone === true && delivery.deliveries > 1;
  const handleInOrder = async (some: readonly Delivery[]): Promise<void> => {
    for (const delivery of some.toSorted((a, b) => a.message.turn - b.message.turn))
      if (!(await isAcknowledged(consumer, delivery))) kept.push(delivery.record.messageId);
  };
  const together = deliveries.filter(delivery => !isAlone(delivery));
  const lanes = [...Map.groupBy(together, ({ message }) => consumer.lane(message)).values()];
  await sideBySide(lanes, consumer.mostLanes, handleInOrder);
  await handleInOrder(deliveries.filter(isAlone));
  count('Messages', deliveries.length);
  return { batchItemFailures: kept.map(itemIdentifier => ({ itemIdentifier })) };
}

async function isAcknowledged(consumer: Consumer, delivery: Delivery): Promise<boolean> {
  const { record, message, deliveries } = delivery;
  try {
    if (!consumer.canBegin()) return await passOn(consumer.queue, message);
    const handled = await consumer.handle(message, deliveries);
    if (handled.kind === 'done') return true;
    await consumer.putBack(record.receiptHandle, handled.delayMs);
  } catch (error) {
    const { kind, crawl, site, turn } = message;
    logError('message failed', error, { kind, crawl, site, turn, messageId: record.messageId });
    const failure = finalFailure(error);
    if (failure !== undefined) return await endCrawl(crawl, failure);
    count('KeptMessages');
  }
  return false;
}

/** The next tick ends its execution; a resume wakes all sites of the crawl anew. */
async function endCrawl(crawl: string, failure: readonly Refusal[]): Promise<true> {
  await giveUp(crawl, failure);
  return true;
}

/**
 * The same wake-up goes to a queue anew. If no time is left to begin it, its queue would count it as received once
 * more. In a busy hour it would end among the dead letters though nothing is wrong with it.
 */
export async function passOn(queue: Queue, { id: _, ...wake }: Message): Promise<true> {
  await queue.send([wake]);
  count('PassedOnMessages');
  return true;
}
