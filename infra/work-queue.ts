import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/** Encrypted, by TLS alone, and with the longest life that SQS knows. */
export const secured = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  retentionPeriod: Duration.days(14),
};

/** A queue for wake-ups of a kind, and a dead-letter queue for wake-ups that no worker could handle. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  /** `visibilitySeconds`: how long a delivered message is hidden, which is more than its consumer may run. */
  constructor(scope: Construct, id: string, visibilitySeconds: number) {
    super(scope, id);
    this.deadLetters = new Queue(this, 'DeadLetters', secured);
    this.queue = new Queue(this, 'Queue', {
      ...secured,
      visibilityTimeout: Duration.seconds(visibilitySeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 5 },
    });
  }
}
