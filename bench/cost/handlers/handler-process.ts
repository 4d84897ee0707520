/** A function of the account in its own process, as Lambda runs it: `node handler-process.ts BUNDLE`. */
import { readFileSync } from 'node:fs';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';

export interface HandledEvent {
  readonly answer: SQSBatchResponse;
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Since the process began. */
  readonly peakMb: number;
}

type Handler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

const { handler } = (await import(process.argv[2]!)) as { readonly handler: Handler };
const context = { getRemainingTimeInMillis: () => 160_000 } as Context;

process.on('message', (event: SQSEvent) => void handle(event));
process.send!({ peakMb: peakMb() });

async function handle(event: SQSEvent): Promise<void> {
  const began = performance.now();
  const before = process.cpuUsage();
  const answer = await handler(event, context);
  const { user, system } = process.cpuUsage(before);
  const handled = { answer, wallMs: performance.now() - began, cpuMs: (user + system) / 1000, peakMb: peakMb() };
  process.send!(handled satisfies HandledEvent);
}

/** The kernel's own mark: ru_maxrss begins with the memory of the process that forked. */
function peakMb(): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
}
