import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { SignatureV4 } from '@smithy/signature-v4';
import { NodeSha256, signedHeaders } from '../remote/signed-headers.ts';
import type { LambdaPlace } from './function-variables.ts';

export interface EventBusOptions extends LambdaPlace {
  /** The source of its events, and the stack that their details name. */
  readonly source: string;
  readonly stack: string;
  /** The queue that keeps what the bus did not take. */
  readonly lost: { readonly client: SQSClient; readonly url: string };
}

/** One entry of PutEvents. */
interface Entry {
  readonly Source: string;
  readonly DetailType: string;
  readonly Detail: string;
}

const attempts = 2;
const attemptMs = 3_000;

/**
 * The default event bus of the account. One request, PutEvents, signed as the API's are, which adds 5 KB to a bundle. `put` returns
 * why the bus did not take the event, which is then in the queue of lost events. Throws if that queue does not take it either.
 */
export class EventBus {
  private readonly options: EventBusOptions;
  private readonly signer: SignatureV4;

  constructor(options: EventBusOptions) {
    this.options = options;
    const { region, credentials } = options;
    this.signer = new SignatureV4({ service: 'events', region, credentials, sha256: NodeSha256 });
  }

  async put(type: string, detail: object): Promise<{ readonly lost?: string }> {
    const { source, stack, lost } = this.options;
    const entry = { Source: source, DetailType: type, Detail: JSON.stringify({ stack, ...detail }) };
    let why = '';
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      try {
        await this.send(entry);
        return {};
      } catch (error) {
        why = String(error);
      }
    }
    await lost.client.send(new SendMessageCommand({ QueueUrl: lost.url, MessageBody: JSON.stringify(entry) }));
    return { lost: why };
  }

  private async send(entry: Entry): Promise<void> {
    const url = new URL(this.options.endpoint);
    const text = JSON.stringify({ Entries: [entry] });
    const typed = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'AWSEvents.PutEvents' };
    const headers = await signedHeaders(this.signer, { method: 'POST', url, text, headers: typed });
    const signal = AbortSignal.timeout(attemptMs);
    const answer = await fetch(url, { method: 'POST', headers, body: text, signal, redirect: 'error' });
    const told = await answer.text();
    if (!answer.ok) throw new Error(`PutEvents was answered with ${answer.status}: ${told.slice(0, 300)}`);
    const { FailedEntryCount = 0 } = JSON.parse(told) as { readonly FailedEntryCount?: number };
    if (FailedEntryCount > 0) throw new Error(`PutEvents refused the event: ${told.slice(0, 300)}`);
  }
}
