import { Buffer } from 'node:buffer';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { awsPrices, type Dollars, dollarsOf, type Usage } from '../../shared/adapters/aws/aws-prices.ts';
import { DynamoUnits } from './dynamo-units.ts';

/** SQS counts each 64 KB of a call as one request. */
const sqsRequestBytes = 65_536;
/** Requests that S3 counts like PUT. */
const s3Writes = new Set(['PutObject', 'CopyObject', 'CreateMultipartUpload', 'UploadPart', 'CompleteMultipartUpload']);
const s3Lists = new Set(['ListObjectsV2', 'ListBuckets', 'ListMultipartUploads', 'ListParts']);
/** Deleting is free, and giving up an upload is deleting. */
const s3Free = new Set(['DeleteObject', 'DeleteObjects', 'AbortMultipartUpload']);

export const noUsage = Object.fromEntries(Object.keys(awsPrices).map(name => [name, 0])) as Usage;

interface Call {
  readonly input: object;
}
interface CallContext {
  readonly commandName?: string;
}
type Next = (call: Call) => Promise<{ readonly output: object }>;
interface Stack {
  add(
    middleware: (next: Next, context: CallContext) => Next,
    options: { readonly step: 'finalizeRequest'; readonly priority: 'low'; readonly name: string },
  ): void;
}

/**
 * Counts what the calls of AWS clients use, every try of each call, and what that costs. One may count several clients;
 * other things with a price are added by `add`.
 */
export class CountedCalls {
  private readonly units = new DynamoUnits();
  private readonly requests = new Map<string, number>();
  private used: Usage = noUsage;

  /** From now on. */
  count(service: 'dynamodb' | 's3' | 'sqs', client: DynamoDBClient | S3Client | SQSClient): void {
    const stack = client.middlewareStack as unknown as Stack;
    stack.add(
      (next, context) => async call => {
        const operation = context.commandName ?? '';
        try {
          const result = await next(call);
          this.note(service, operation, call.input, result.output);
          return result;
        } catch (error) {
          if (isAnswered(error)) this.note(service, operation, call.input, error);
          throw error;
        }
      },
      // Behind the SDK's own retries: each try is a request.
      { step: 'finalizeRequest', priority: 'low', name: 'countedCalls' },
    );
  }

  add(more: Partial<Usage>): void {
    const sums = Object.entries(this.used).map(([name, sum]) => [name, sum + (more[name as keyof Usage] ?? 0)]);
    this.used = Object.fromEntries(sums) as Usage;
  }

  /** Bytes of the items of a table. */
  storedBytes(table: string): number {
    return this.units.storedBytes(table);
  }

  get usage(): Usage {
    return this.used;
  }

  /** Calls by service and operation, e.g. `dynamodb UpdateItem`. */
  get calls(): ReadonlyMap<string, number> {
    return this.requests;
  }

  get dollars(): Dollars {
    return dollarsOf(this.used);
  }

  private note(service: string, command: string, input: object, output: object): void {
    const operation = command.replace(/Command$/, '');
    const name = `${service} ${operation}`;
    this.requests.set(name, (this.requests.get(name) ?? 0) + 1);
    if (service === 'dynamodb') {
      const { write, read } = this.units.of(command, input, output);
      this.add({ writeUnit: write, readUnit: read });
    } else if (service === 'sqs') {
      this.add({ sqsRequest: Math.max(1, Math.ceil(messageBytes(input, output) / sqsRequestBytes)) });
    } else if (s3Writes.has(operation) || s3Lists.has(operation)) this.add({ s3Put: 1, ...segmentStorage(input) });
    else if (!s3Free.has(operation)) this.add({ s3Get: 1 });
  }
}

/** Segments are kept for 152 days (infra/object-bucket.ts); bodies go with their turn. */
function segmentStorage(input: object): Partial<Usage> {
  const { Key = '', Body } = input as { readonly Key?: string; readonly Body?: unknown };
  if (!Key.startsWith('segments/') || !(Body instanceof Uint8Array)) return {};
  return { objectGbMonth: gbMonths(Body.byteLength, 152) };
}

/** Months have 30.4 days, GB are 2^30 bytes. */
export function gbMonths(bytes: number, days: number): number {
  return (bytes / 2 ** 30) * (days / 30.4);
}

/** A condition that is not met, an object that is not there: the service has worked, and counts it. */
function isAnswered(error: unknown): error is Error {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;
  const isThrottled = /Throttl|Throughput|RequestLimit/.test((error as Error).name);
  return error instanceof Error && status >= 400 && status < 500 && !isThrottled;
}

function messageBytes(input: object, output: object): number {
  const { Entries = [], MessageBody = '' } = input as { Entries?: { MessageBody?: string }[]; MessageBody?: string };
  const { Messages = [] } = output as { Messages?: { Body?: string }[] };
  const texts = [MessageBody, ...Entries.map(entry => entry.MessageBody), ...Messages.map(message => message.Body)];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);
}
