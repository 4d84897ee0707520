import type { Clock } from '../../../shared/ports/ports.ts';
import { VirtualTime } from '../../simulation/world/virtual-time.ts';

/** A clock whose time passes only while a promise is waited for. */
export class VirtualClock implements Clock {
  readonly time = new VirtualTime();
  private readonly start: number;

  constructor(start = 1_700_000_000_000) {
    this.start = start;
  }

  now(): number {
    return this.start + this.time.now;
  }

  monotonic(): number {
    return this.time.now;
  }

  async sleep(ms: number): Promise<void> {
    await this.time.sleep(ms);
  }

  async until<T>(promise: Promise<T>): Promise<T> {
    const state = { isSettled: false };
    const settle = (): void => {
      state.isSettled = true;
    };
    promise.then(settle, settle);
    while (!state.isSettled && (await this.time.step()));
    return await promise;
  }
}
