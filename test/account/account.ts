/** The Lambdas of an account in this process, called as AWS calls them, with MiniStack for everything they speak to. */

import { failureOf } from '../../functions/aws/give-up.ts';
import { englishSentence } from '../../shared/domain/refusal/refusal.ts';
import '../pure/functions/quiet-logs.ts';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { handler as browserHandler } from '../../functions/aws/browser.ts';
import { handler as dailyHandler } from '../../functions/aws/daily.ts';
import { handler as fetchHandler } from '../../functions/aws/fetch.ts';
import { orderFile } from '../../functions/aws/life/control-files.ts';
import type {
  Planned,
  RunInput,
  SeedEvent,
  Seeded,
  TaskError,
  UnloadEvent,
} from '../../functions/aws/life/life-events.ts';
import { handler as parseHandler } from '../../functions/aws/parse.ts';
import { type SearchRange, handler as searchHandler } from '../../functions/aws/search.ts';
import { handler as seedHandler } from '../../functions/aws/seed.ts';
import { handler as tickHandler } from '../../functions/aws/tick.ts';
import { handler as unloadHandler } from '../../functions/aws/unload.ts';
import { handler as wakeHandler } from '../../functions/aws/wake.ts';
import type { Door } from '../../shared/adapters/aws/door-stores.ts';
import { openAwsObjects, openAwsRegistry } from '../../shared/adapters/aws/open.ts';
import type { CrawlOrder } from '../../shared/domain/protocol/crawl-record.ts';
import { asRole } from './as-role.ts';
import type { AwsPlace } from './aws/aws-place.ts';

const consumers = { fetch: fetchHandler, browser: browserHandler, parse: parseHandler } as const;
type Kind = keyof typeof consumers;

/** As infra/crawler-stack.ts has them, as far as SQS gives so many at once. */
const batchSizes: Readonly<Record<Kind, number>> = { fetch: 10, browser: 4, parse: 10 };

/** A Lambda's context with `ms` left, however long it takes. */
export function timeLeft(ms: number): Context {
  return { getRemainingTimeInMillis: () => ms } as Context;
}

const consumerTime = timeLeft(160_000);

export interface Deliveries {
  /** How often each message is delivered. */
  readonly times?: number;
  /** The work between two rounds. */
  between?(round: number): Promise<void>;
}

type Elsewhere = (kind: Kind, event: SQSEvent) => Promise<SQSBatchResponse | undefined>;

export class Account {
  private readonly place: AwsPlace;
  /** How often each message was delivered, by its id. */
  private readonly deliveries = new Map<string, number>();
  /** How long the calls of each consumer took, ms. */
  readonly took = new Map<Kind, number[]>();
  /** Called before each call of a door: functions of an account share no memory, these here do. */
  onDoor: (door: Door) => void = () => undefined;

  private readonly elsewhere: Elsewhere;

  /** `elsewhere` may handle deliveries in place of the handlers of this process. */
  constructor(place: AwsPlace, elsewhere: Elsewhere = async () => undefined) {
    this.place = place;
    this.elsewhere = elsewhere;
  }

  /** Registers a crawl and what its run is to do, as the API does. */
  async order(order: CrawlOrder, run: RunInput = { crawl: crypto.randomUUID(), run: 1 }): Promise<RunInput> {
    const record = { id: run.crawl, owner: 'account:1', createdAt: Date.now(), run: 1, queued: true };
    if (run.run === 1) await openAwsRegistry().create(record);
    await orderFile(run.run).put(openAwsObjects(run.crawl), order);
    return run;
  }

  async seed(run: RunInput): Promise<void> {
    const step = async (event: SeedEvent): Promise<Seeded> =>
      await this.as('seed', async () => await seedHandler(event));
    for (let answer = await step(run); !answer.done; ) answer = await step(answer);
  }

  /** Delivers messages and ticks until nothing runs any more. */
  async crawl(run: RunInput, deliveries: Deliveries = {}): Promise<void> {
    for (let round = 1; round < 500; round += 1) {
      const delivered =
        (await this.deliver('fetch', deliveries.times)) +
        (await this.deliver('browser', deliveries.times)) +
        (await this.deliver('parse', deliveries.times));
      await deliveries.between?.(round);
      const { running, error } = await this.as('tick', async () => await tickHandler(run));
      if (error !== undefined) return await this.fail(run, error);
      if (!running) return;
      if (delivered === 0) await new Promise(resolve => setTimeout(resolve, 200));
    }
    throw new Error(`crawl ${run.crawl} does not end`);
  }

  async unload(run: RunInput): Promise<void> {
    const { batches } = (await this.unloadStep({ ...run, kind: 'plan' })) as Planned;
    for (const batch of batches) await this.unloadStep(batch);
    await this.unloadStep({ ...run, kind: 'summary' });
  }

  /**
   * Delivers messages and wakes what is due until no queue has a message, of now or of later, or until five seconds have passed
   * without one, longer than a turn waits to be parsed; then every source rests.
   */
  async visits(deliveries: Deliveries = {}): Promise<void> {
    for (let quiet = 0, round = 1; quiet < 25; round += 1) {
      if (round > 500) throw new Error('the watches do not come to rest');
      await this.as('wake', async () => await wakeHandler({}, timeLeft(60_000)));
      const delivered =
        (await this.deliver('fetch', deliveries.times)) +
        (await this.deliver('browser', deliveries.times)) +
        (await this.deliver('parse', deliveries.times));
      await deliveries.between?.(round);
      quiet = delivered === 0 ? quiet + 1 : 0;
      if (quiet === 0) continue;
      if (await this.isNothingSent()) return;
      await new Promise(resolve => setTimeout(resolve, 200));
    }
  }

  private async isNothingSent(): Promise<boolean> {
    const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesDelayed'] as const;
    const counts = Object.values(this.place.queues).map(async QueueUrl => {
      const asked = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] });
      const { Attributes = {} } = await this.place.sqs.send(asked);
      return AttributeNames.every(name => Attributes[name] === '0');
    });
    return (await Promise.all(counts)).every(isEmpty => isEmpty);
  }

  /** As the clock calls it each night; `days` and `watch` as in its event. */
  async writeDays(watch: string | undefined, days: readonly string[]): Promise<void> {
    const event = { days, ...(watch !== undefined && { watches: [watch] }) };
    await this.as('daily', async () => await dailyHandler(event, timeLeft(900_000)));
  }

  /** As the machine of searches does, a range after the other; `leftMs`: what each call has left. Gives the number of calls. */
  async search(watch: string, leftMs = 900_000): Promise<number> {
    const call = async (event: Parameters<typeof searchHandler>[0]) =>
      await this.as('search', async () => await searchHandler(event, timeLeft(leftMs)));
    const { ranges } = (await call({ watch })) as { readonly ranges: readonly SearchRange[] };
    let calls = 0;
    for (const range of ranges)
      for (let at: SearchRange & { readonly done?: boolean } = range; at.done !== true; calls += 1)
        at = (await call(at)) as SearchRange & { readonly done: boolean };
    return calls;
  }

  async toTheEnd(order: CrawlOrder, deliveries?: Deliveries): Promise<RunInput> {
    const run = await this.order(order);
    await this.seed(run);
    await this.crawl(run, deliveries);
    await this.unload(run);
    return run;
  }

  /** Result files by name, but for `crawl.json`, which has times in it. */
  async files({ crawl }: RunInput): Promise<Record<string, string>> {
    const keys = await this.place.keys(`results/${crawl}/`);
    const entries = keys
      .filter(key => !key.endsWith('crawl.json'))
      .map(async key => [key.slice(`results/${crawl}/`.length), await this.read(key)] as const);
    return Object.fromEntries(await Promise.all(entries));
  }

  async read(key: string): Promise<string> {
    const answer = await this.place.s3.send(new GetObjectCommand({ Bucket: this.place.bucket, Key: key }));
    return Buffer.from(await answer.Body!.transformToByteArray()).toString('latin1');
  }

  private async deliver(kind: Kind, times = 1): Promise<number> {
    const request = { QueueUrl: this.place.queues[kind], MaxNumberOfMessages: batchSizes[kind] };
    const { Messages: messages = [] } = await this.place.sqs.send(new ReceiveMessageCommand(request));
    if (messages.length === 0) return 0;
    const deliverAll = (): SQSEvent => ({ Records: messages.map(message => this.recordOf(message)) });
    for (let time = 1; time < times; time += 1) await this.call(kind, deliverAll());
    const { batchItemFailures: kept } = await this.call(kind, deliverAll());
    for (const { MessageId, ReceiptHandle } of messages)
      if (!kept.some(({ itemIdentifier }) => itemIdentifier === MessageId))
        await this.place.sqs.send(new DeleteMessageCommand({ QueueUrl: this.place.queues[kind], ReceiptHandle }));
    return messages.length;
  }

  private recordOf({ MessageId = '', ReceiptHandle = '', Body = '' }: Message): SQSRecord {
    const deliveries = (this.deliveries.get(MessageId) ?? 0) + 1;
    this.deliveries.set(MessageId, deliveries);
    const attributes = { ApproximateReceiveCount: String(deliveries) };
    return { messageId: MessageId, receiptHandle: ReceiptHandle, body: Body, attributes } as SQSRecord;
  }

  private async call(kind: Kind, event: SQSEvent): Promise<SQSBatchResponse> {
    const began = performance.now();
    try {
      const handled = await this.elsewhere(kind, event);
      if (handled !== undefined) return handled;
      return await this.as(kind, async () => await consumers[kind](event, consumerTime));
    } finally {
      this.took.set(kind, [...(this.took.get(kind) ?? []), performance.now() - began]);
    }
  }

  private async unloadStep(event: UnloadEvent): Promise<unknown> {
    return await this.as('unload', async () => await unloadHandler(event, timeLeft(900_000)));
  }

  /** As the state machine does where no further tick can help. */
  private async fail({ crawl, run }: RunInput, error: TaskError): Promise<never> {
    await this.unloadStep({ crawl, run, kind: 'failed', error });
    throw new Error(failureOf(error).map(englishSentence).join(' '));
  }

  private async as<T>(door: Door, work: () => Promise<T>): Promise<T> {
    return await asRole(roleOf(door), async () => {
      this.onDoor(door);
      return await work();
    });
  }
}

function roleOf(door: Door): Parameters<typeof asRole>[0] {
  return `${door[0]!.toUpperCase()}${door.slice(1)}` as Parameters<typeof asRole>[0];
}
