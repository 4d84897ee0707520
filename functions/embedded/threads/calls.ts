/**
 * Method calls between two threads, or processes. Arguments and results are copied (structured clone), so only plain data may cross;
 * an error keeps its message, its stack, the codes that say what the machine refused, whether a plugin threw it, and the
 * refusals of bad input.
 *
 * A message between threads costs some 50 µs of both, however small it is. A side that sends many messages gathers calls
 * and answers, and sends them as a list (`CallsOptions`).
 */

import type { ChildProcess, Serializable } from 'node:child_process';
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
interface Channel {
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

/** The other side died while it worked on a call, and its progress is not known. A repeated call reaches its successor. */
export class LostCall extends Error {}

/** The number of the last call that a side has begun, in memory of both sides, so that it outlives either. */
export type BegunCall = Int32Array<SharedArrayBuffer>;

export function noBegunCall(): BegunCall {
  return new Int32Array(new SharedArrayBuffer(4));
}

export interface CallsOptions {
  readonly here?: BegunCall;
  readonly there?: BegunCall;
  /**
   * When what was gathered is sent: calls `send` later. Called with the first value that waits, and with each value that `hurries`.
   * Without it each call and each answer is sent at once.
   */
  readonly gather?: (send: () => void, hurries: boolean) => void;
  /** Methods whose calls and answers wait no longer than they have to. */
  readonly hurrying?: ReadonlySet<string>;
  /** Methods that only read, with a text as their argument. Equal calls become a single call while the first waits to be sent. */
  readonly joined?: ReadonlySet<string>;
  /** Called before anything is sent. If it throws, all answers that wait fail with its error. */
  readonly beforeSending?: () => void;
}

export class Calls {
  private channel: Channel | undefined;
  /** The messages that are not yet sent. */
  private outbox: (Call | Answer)[] = [];
  private readonly waiting = new Map<number, PromiseWithResolvers<unknown> & { readonly sent: Call }>();
  private readonly targets = new Map<string, object>();
  private readonly begunHere: BegunCall;
  private readonly begunThere: BegunCall;
  private readonly gather: NonNullable<CallsOptions['gather']>;
  private readonly hurrying: ReadonlySet<string>;
  private readonly joined: ReadonlySet<string>;
  /** Answers of the joined calls in the outbox. */
  private joinable = new Map<string, Promise<unknown>>();
  private readonly beforeSending: () => void;
  private count = 0;
  private broken: Error | undefined;

  constructor(channel: Channel, options: CallsOptions = {}) {
    this.begunHere = options.here ?? noBegunCall();
    this.begunThere = options.there ?? noBegunCall();
    this.gather = options.gather ?? (send => send());
    this.hurrying = options.hurrying ?? new Set();
    this.joined = options.joined ?? new Set();
    this.beforeSending = options.beforeSending ?? (() => {});
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

  /** Sends what was gathered. */
  flush(): void {
    this.send();
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
    this.clearOutbox();
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
    this.clearOutbox();
    const all = [...this.waiting.values()].map(({ sent }) => sent);
    if (all.length > 0) channel.postMessage(all);
  }

  private listen(channel: Channel): void {
    channel.on('message', values => {
      for (const value of values as (Call | Answer)[]) this.take(value, channel);
    });
  }

  private post(value: Call | Answer, method: string): void {
    this.outbox.push(value);
    const hurries = this.hurrying.has(method);
    if (hurries || this.outbox.length === 1) this.gather(() => this.send(), hurries);
  }

  private send(): void {
    const { channel } = this;
    const values = this.outbox;
    this.clearOutbox();
    if (channel === undefined || values.length === 0) return;
    try {
      this.beforeSending();
      channel.postMessage(values);
    } catch (error) {
      for (const value of values) this.sendAlone(channel, value, error);
    }
  }

  /** Something failed, or one value of the list cannot cross. Calls that are missing follow from the failed call. */
  private sendAlone(channel: Channel, value: Call | Answer, error: unknown): void {
    if ('answer' in value) channel.postMessage([{ answer: value.answer, error: crossing(error) } satisfies Answer]);
    else this.fail(value.call, error);
  }

  private fail(call: number, error: unknown): void {
    this.waiting.get(call)?.reject(error);
    this.waiting.delete(call);
  }

  private clearOutbox(): void {
    this.outbox = [];
    this.joinable.clear();
  }

  private async call(target: string, method: string, args: readonly unknown[]): Promise<unknown> {
    if (this.broken !== undefined) throw this.broken;
    if (!this.joined.has(method)) return await this.callAlone(target, method, args);
    const key = `${target} ${method} ${args[0]}`;
    const known = this.joinable.get(key);
    if (known !== undefined) return await known;
    const answer = this.callAlone(target, method, args);
    this.joinable.set(key, answer);
    return await answer;
  }

  private async callAlone(target: string, method: string, args: readonly unknown[]): Promise<unknown> {
    this.count += 1;
    const sent: Call = { call: this.count, target, method, args };
    const waiting = { ...Promise.withResolvers<unknown>(), sent };
    this.waiting.set(this.count, waiting);
    // If the other side has no channel, its successor gets what waits.
    if (this.channel !== undefined) this.post(sent, method);
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

  /** Nobody waits for an answer to a side that has died. */
  private answerTo(to: Channel, answer: Answer, method: string): void {
    if (to === this.channel) this.post(answer, method);
  }

  private async answer({ call, target, method, args }: Call, to: Channel): Promise<void> {
    try {
      const object = this.targets.get(target) as Record<string, (...args: readonly unknown[]) => Promise<unknown>>;
      this.answerTo(to, { answer: call, result: await object[method]!(...args) }, method);
    } catch (error) {
      this.answerTo(to, { answer: call, error: crossing(error) }, method);
    }
  }
}

/** Answers that are known at once go together. */
const answerHops = 3;

/** Sends soon, before a long work that has begun meanwhile goes on. */
export async function afterSomeHops(send: () => void): Promise<void> {
  for (let hop = 0; hop < answerHops; hop += 1) await undefined;
  send();
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

/**
 * Calls between a process and its child, which was started with advanced serialization. `unsent` is called where something
 * cannot be sent: nobody may wait for an answer to it.
 */
export function processChannel(other: ChildProcess | NodeJS.Process, unsent: () => void): Channel {
  return {
    postMessage: value =>
      void other.send?.(value as Serializable, undefined, {}, error => {
        if (error !== null) unsent();
      }),
    on: (event, listener) => other.on(event, listener),
  };
}
