import type { Clock, ObjectStore, Queue, Wake } from '../../../shared/ports/ports.ts';
import type { ScheduledStore } from '../../../shared/wings/sets/schedule/schedule-store.ts';
import type { Random } from './random.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface ProcessFaults {
  /** Probability that a process dies before or after a port call. */
  readonly crash: number;
  /** Probability that a port call takes a minute or more: the process lives on, its lease does not. */
  readonly stall: number;
  /** Probability that a port call fails, before or after it has done its work. */
  readonly fail: number;
}

export const outage = 'simulated outage';

/**
 * One process: everything it asks of the outside takes time, and before or after each such call it may die. Calls that a dead
 * process was about to do never happen; nothing tells the others.
 */
export class SimulatedProcess {
  readonly name: string;
  readonly clock: Clock;
  isDead = false;
  private readonly time: VirtualTime;
  private readonly random: Random;
  private readonly faults: ProcessFaults;
  private readonly onCall: () => boolean;
  private readonly onDeath: () => void;

  /** `onCall` is asked at each instant where the process may die. */
  constructor(
    name: string,
    world: { readonly time: VirtualTime; readonly random: Random; readonly faults: ProcessFaults },
    skewMs: number,
    on: { readonly call: () => boolean; readonly death: () => void },
  ) {
    this.name = name;
    this.time = world.time;
    this.random = world.random;
    this.faults = world.faults;
    this.onCall = on.call;
    this.onDeath = on.death;
    const zero = this.random.int(0, 1_000_000);
    this.clock = {
      now: () => this.time.now + skewMs,
      monotonic: () => this.time.now + zero,
      sleep: async ms => await this.slept(ms),
    };
  }

  /** A call that the process does not survive is never answered. */
  async call<T>(action: () => T | Promise<T>): Promise<T> {
    await this.instant();
    const result = await action();
    await this.instant();
    return result;
  }

  storeOf(store: ScheduledStore): ScheduledStore {
    return new Proxy(store, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as unknown;
        if (typeof method !== 'function') return method;
        return async (...args: unknown[]) => await this.callStore(target, String(name), method.bind(target), args);
      },
    });
  }

  objectsOf(objects: ObjectStore): ObjectStore {
    return {
      put: async (name, parts) => await this.call(() => objects.put(name, parts)),
      get: async name => await this.call(() => objects.get(name)),
      remove: async name => await this.call(() => objects.remove(name)),
      list: async prefix => await this.call(() => objects.list(prefix)),
    };
  }

  /** A batch may be sent in part. */
  queueOf(send: (wake: Wake) => void): Queue {
    return {
      send: async wakes => {
        for (const wake of wakes) await this.call(() => send(wake));
      },
    };
  }

  private async callStore(
    store: ScheduledStore,
    name: string,
    method: (...args: unknown[]) => Promise<unknown>,
    args: readonly unknown[],
  ): Promise<unknown> {
    const claims = args.at(-1);
    // Claims are single writes; between two of them others may write, or this process may die.
    if (!name.startsWith('claim') || name === 'claimsAfter' || !Array.isArray(claims) || claims.length < 2)
      return await this.call(() => method(...args));
    const half = this.random.int(1, claims.length - 1);
    const before = args.slice(0, -1);
    const first = (await this.call(() => method.call(store, ...before, claims.slice(0, half)))) as unknown[];
    const second = (await this.call(() => method.call(store, ...before, claims.slice(half)))) as unknown[];
    return [...first, ...second];
  }

  die(): void {
    if (this.isDead) return;
    this.isDead = true;
    this.onDeath();
  }

  private async instant(): Promise<void> {
    if (!this.isDead && (this.onCall() || this.random.chance(this.faults.crash))) this.die();
    if (!this.isDead && this.random.chance(this.faults.fail)) throw new Error(outage);
    const stalls = this.random.chance(this.faults.stall);
    await this.slept(stalls ? this.random.int(30_000, 200_000) : this.random.int(0, 10));
  }

  private async slept(ms: number): Promise<void> {
    if (!this.isDead) await this.time.sleep(ms);
    if (this.isDead) await new Promise<never>(() => undefined);
  }
}
