import type { Clock } from '../../shared/ports/ports.ts';

interface Alarm {
  readonly at: number;
  readonly ring: () => void;
}

/** Any instant will do; whole milliseconds. */
const start = Date.UTC(2026, 0, 1);

/** Time that passes only when nothing else can happen: no call is under way, and all that runs waits for an instant. */
export class VirtualClock implements Clock {
  private ms = 0;
  private readonly alarms: Alarm[] = [];
  private busy = 0;
  private quiet: (() => void) | undefined;
  private failure: { readonly error: unknown } | undefined;

  now(): number {
    return start + this.ms;
  }

  monotonic(): number {
    return this.ms;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    await new Promise<void>(resolve => {
      signal?.addEventListener('abort', () => resolve(), { once: true });
      this.after(ms, resolve);
    });
  }

  after(ms: number, ring: () => void): void {
    const at = this.ms + Math.max(0, Math.ceil(ms));
    let place = this.alarms.length;
    // The next one stands last; of those of one instant, the first that was set.
    while (place > 0 && this.alarms[place - 1]!.at <= at) place -= 1;
    this.alarms.splice(place, 0, { at, ring });
  }

  /** Time stands still while `call` is under way. */
  async during<T>(call: () => Promise<T>): Promise<T> {
    this.busy += 1;
    try {
      return await call();
    } finally {
      this.busy -= 1;
      if (this.busy === 0) this.quiet?.();
    }
  }

  /** For what nobody waits for: `run` throws its error. */
  launch(work: Promise<void>): void {
    work.catch((error: unknown) => {
      this.failure ??= { error };
    });
  }

  async run(isOver: () => boolean): Promise<void> {
    for (;;) {
      // Work that waits for no instant and no call settles in microtasks, which are over before the next macrotask.
      await new Promise<void>(resolve => setImmediate(resolve));
      if (this.failure !== undefined) throw this.failure.error;
      if (isOver()) return;
      if (this.busy > 0) {
        await new Promise<void>(resolve => {
          this.quiet = resolve;
        });
        continue;
      }
      const alarm = this.alarms.pop();
      if (alarm === undefined) throw new Error('the crawl is stuck: nothing is under way and nothing waits');
      this.ms = alarm.at;
      alarm.ring();
    }
  }
}

/** The same port, each call of which takes `latencyMs` of virtual time, and no more however long it really takes. */
export function withLatency<Port extends object>(
  clock: VirtualClock,
  port: Port,
  latencyMs: (method: string, parameters: readonly unknown[]) => number,
): Port {
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...parameters: unknown[]) => {
        await clock.sleep(latencyMs(String(name), parameters));
        return await clock.during(async () => (await Reflect.apply(member, target, parameters)) as unknown);
      };
    },
  });
}
