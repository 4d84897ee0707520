/**
 * Method calls between two threads, or processes. Arguments and results are copied (structured clone), so only plain data may cross;
 * an error keeps its message, its stack, the codes that tell what the machine refused, whether a plugin threw it, and the
 * refusals of bad input.
 */
import { BadInput, type Refusal } from '../../../shared/domain/refusal/refusal.ts';
import { type SystemCodes, systemCodesOf } from '../../../shared/domain/refusal/system-fault.ts';
import { PluginFailure } from '../../../shared/plugins/guarded-parts.ts';

interface Call {
  readonly call: number;
  readonly target: string;
  readonly method: string;
  readonly args: readonly unknown[];
}

type Answer =
  | { readonly answer: number; readonly result: unknown }
  | { readonly answer: number; readonly error: CrossedError };

interface CrossedError {
  readonly message: string;
  readonly stack: string | undefined;
  readonly codes: SystemCodes | undefined;
  readonly ofPlugin: boolean;
  /** Of bad input. */
  readonly refusals?: readonly Refusal[];
}

type AsyncMethods<T> = { [K in keyof T as T[K] extends (...args: never[]) => Promise<unknown> ? K : never]: T[K] };
export interface Channel {
  postMessage(value: unknown): void;
  on(event: 'message', listener: (value: unknown) => void): unknown;
}

/** Thrown where the other thread threw, with the codes of the system that the error had there. */
class RemoteError extends Error {
  constructor({ message, stack, codes }: CrossedError) {
    super(message);
    this.name = 'RemoteError';
    if (stack !== undefined) this.stack = stack;
    Object.assign(this, codes);
  }
}

/** The other side died while it worked on a call; nobody knows how far it came. Whoever asks again reaches its successor. */
export class LostCall extends Error {}

/** The number of the last call that a side has begun, in memory of both sides, so that it outlives either. */
export type BegunCall = Int32Array<SharedArrayBuffer>;

export function noBegunCall(): BegunCall {
  return new Int32Array(new SharedArrayBuffer(4));
}

interface WaitingCall extends PromiseWithResolvers<unknown> {
  readonly sent: Call;
}

export class Calls {
  private channel: Channel | undefined;
  private readonly waiting = new Map<number, WaitingCall>();
  private readonly targets = new Map<string, object>();
  private readonly begunHere: BegunCall;
  private readonly begunThere: BegunCall;
  private count = 0;
  private broken: Error | undefined;

  constructor(channel: Channel, begun: { readonly here?: BegunCall; readonly there?: BegunCall } = {}) {
    this.begunHere = begun.here ?? noBegunCall();
    this.begunThere = begun.there ?? noBegunCall();
    this.channel = channel;
    this.listen(channel);
  }

  /** Lets the other side call the methods of `target`. */
  serve(name: string, target: object): void {
    this.targets.set(name, target);
  }

  /** The other side's `target`, as far as its methods are asynchronous. */
  remote<T extends object>(target: string): AsyncMethods<T> {
    const methods = new Map<string | symbol, unknown>();
    return new Proxy({} as AsyncMethods<T>, {
      get: (_, method) => {
        if (typeof method === 'symbol' || method === 'then') return undefined;
        if (!methods.has(method)) methods.set(method, (...args: unknown[]) => this.call(target, method, args));
        return methods.get(method);
      },
    });
  }

  /** The other side is gone. All calls under way fail with `error`, and so do later calls. */
  break(error: Error): void {
    this.broken = error;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }

  /** The other side died and will have a successor: calls that it has begun fail with `LostCall`, all others wait. */
  lose(): void {
    this.channel = undefined;
    const last = Atomics.load(this.begunThere, 0);
    for (const [call, { reject }] of this.waiting) {
      if (call > last) continue;
      this.waiting.delete(call);
      reject(new LostCall('the thread that was called has died'));
    }
  }

  /** The successor is there, and gets what waits. */
  reconnect(channel: Channel): void {
    this.channel = channel;
    this.listen(channel);
    for (const { sent } of this.waiting.values()) channel.postMessage(sent);
  }

  private listen(channel: Channel): void {
    channel.on('message', value => this.take(value as Call | Answer, channel));
  }

  private async call(target: string, method: string, args: readonly unknown[]): Promise<unknown> {
    if (this.broken !== undefined) throw this.broken;
    this.count += 1;
    const sent: Call = { call: this.count, target, method, args };
    const waiting = { ...Promise.withResolvers<unknown>(), sent };
    this.waiting.set(this.count, waiting);
    this.channel?.postMessage(sent);
    return await waiting.promise;
  }

  private take(value: Call | Answer, from: Channel): void {
    if ('call' in value) {
      Atomics.store(this.begunHere, 0, value.call);
      void this.answer(value, from);
      return;
    }
    const waiting = this.waiting.get(value.answer);
    this.waiting.delete(value.answer);
    if ('error' in value) waiting?.reject(crossed(value.error));
    else waiting?.resolve(value.result);
  }

  private async answer({ call, target, method, args }: Call, to: Channel): Promise<void> {
    try {
      const object = this.targets.get(target) as Record<string, (...args: readonly unknown[]) => Promise<unknown>>;
      const result = await object[method]!(...args);
      to.postMessage({ answer: call, result } satisfies Answer);
    } catch (error) {
      to.postMessage({ answer: call, error: crossing(error) } satisfies Answer);
    }
  }
}

function crossing(error: unknown): CrossedError {
  const { message, stack, cause } = error instanceof Error ? error : new Error(String(error));
  const stacks = cause instanceof Error ? `${stack}\nCaused by: ${cause.stack}` : stack;
  const refusals = error instanceof BadInput ? { refusals: error.refusals } : {};
  return {
    message,
    stack: stacks,
    codes: systemCodesOf(error),
    ofPlugin: error instanceof PluginFailure,
    ...refusals,
  };
}

/** Errors keep their meaning across threads: a plugin's failure, bad input, and what the machine refused. */
function crossed(error: CrossedError): Error {
  if (error.refusals !== undefined) return new BadInput(error.refusals);
  const remote = new RemoteError(error);
  return error.ofPlugin ? new PluginFailure(error.message, { cause: remote }) : remote;
}
