import {
  type BatchResultErrorEntry,
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { Message } from '../../domain/protocol/crawl-state.ts';
import type { Clock, Queue, Wake } from '../../ports/ports.ts';
import { inParallel } from './dynamo/calls/dynamo-calls.ts';
import { encodeWake } from './queue-message.ts';

/** Entries of one SendMessageBatch, at most. */
const batchSize = 10;
/** DelaySeconds, at most. */
const mostDelaySeconds = 900;
const mostAttempts = 6;

export interface SqsQueueOptions {
  readonly client: SQSClient;
  readonly urls: Readonly<Record<Message['kind'], string>>;
  /** Waits between attempts. */
  readonly clock: Pick<Clock, 'sleep'>;
}

/**
 * Wake-ups as messages of two SQS queues. `send` resolves when every message is accepted; entries that SQS could not
 * take for now are sent again, those alone. A message may be doubled by that, which every reader bears.
 */
export class SqsQueue implements Queue {
  private readonly options: SqsQueueOptions;

  constructor(options: SqsQueueOptions) {
    this.options = options;
  }

  async send(wakes: readonly Wake[]): Promise<void> {
    const byKind = Map.groupBy(wakes, ({ kind }) => kind);
    await Promise.all([...byKind].map(async ([kind, list]) => await this.sendTo(this.options.urls[kind], list)));
  }

  private async sendTo(url: string, wakes: readonly Wake[]): Promise<void> {
    const batches = Array.from({ length: Math.ceil(wakes.length / batchSize) }, (_, index) =>
      wakes.slice(index * batchSize, (index + 1) * batchSize).map(entryOf),
    );
    await inParallel(batches, async batch => await this.sendBatch(url, batch));
  }

  private async sendBatch(url: string, batch: readonly SendMessageBatchRequestEntry[]): Promise<void> {
    let entries = batch;
    for (let attempt = 1; ; attempt += 1) {
      const command = new SendMessageBatchCommand({ QueueUrl: url, Entries: [...entries] });
      const { Failed: failed = [] } = await this.options.client.send(command);
      if (failed.length === 0) return;
      demandRetryable(url, failed, attempt);
      entries = entries.filter(({ Id }) => failed.some(failure => failure.Id === Id));
      await this.options.clock.sleep(50 * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}

function entryOf(wake: Wake, index: number): SendMessageBatchRequestEntry {
  const seconds = Math.min(mostDelaySeconds, Math.ceil((wake.delayMs ?? 0) / 1000));
  return {
    Id: String(index),
    MessageBody: encodeWake(wake),
    ...(seconds > 0 && { DelaySeconds: seconds }),
  };
}

/** A failure that is the sender's fault, or lasts too long, is an error: the step then runs again. */
function demandRetryable(url: string, failed: readonly BatchResultErrorEntry[], attempt: number): void {
  const fault = failed.find(({ SenderFault }) => SenderFault) ?? (attempt >= mostAttempts ? failed[0] : undefined);
  if (fault !== undefined) throw new Error(`SQS queue ${url} refuses a message: ${fault.Code} ${fault.Message ?? ''}`);
}

/** Twelve hours, the most that SQS hides a message. */
const mostHiddenSeconds = 43_200;

/** Puts delivered messages of one queue back. */
export class SqsVisibility {
  private readonly client: SQSClient;
  private readonly url: string;

  constructor(options: { client: SQSClient; url: string }) {
    this.client = options.client;
    this.url = options.url;
  }

  /** The message is delivered again after `delayMs`, unless it is acknowledged before. */
  async putBack(receiptHandle: string, delayMs: number): Promise<void> {
    const VisibilityTimeout = Math.min(mostHiddenSeconds, Math.ceil(delayMs / 1000));
    await this.client.send(
      new ChangeMessageVisibilityCommand({ QueueUrl: this.url, ReceiptHandle: receiptHandle, VisibilityTimeout }),
    );
  }
}
