import { ChangeMessageVisibilityCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** Twelve hours, the most that SQS hides a message. */
const mostSeconds = 43_200;

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
    const VisibilityTimeout = Math.min(mostSeconds, Math.ceil(delayMs / 1000));
    await this.client.send(
      new ChangeMessageVisibilityCommand({ QueueUrl: this.url, ReceiptHandle: receiptHandle, VisibilityTimeout }),
    );
  }
}
