/** A pause is so many times as long as the call before it, so that calls take a fifth of the time at most. */
const restShare = 4;
/** A call that waited for a long step of a busy machine is no reason to wait four times as long for the end of a run, in ms. */
const longestPauseMs = 30_000;
/** Calls that are shorter than this need no pause, in ms. */
const shortCallMs = 50;

/**
 * Calls `tick` on request, never two calls at a time. A request during a call leads to a further call after that, and a
 * request during the pause after a long call to a call at its end.
 */
export class TickLoop {
  private readonly tick: () => Promise<void>;
  private readonly onError: (error: unknown) => void;
  private running: Promise<void> | undefined;
  private pause: NodeJS.Timeout | undefined;
  private again = false;
  private isEnded = false;

  constructor(tick: () => Promise<void>, onError: (error: unknown) => void) {
    this.tick = tick;
    this.onError = onError;
  }

  soon(): void {
    this.again = true;
    if (this.pause !== undefined || this.isEnded) return;
    // The first call begins once `running` is set, so that a wish within it starts no second loop.
    this.running ??= Promise.resolve().then(() => this.run());
  }

  /** Resolves when no call is under way. */
  async quiet(): Promise<void> {
    await this.running;
  }

  /** No call begins any more; resolves when none is under way. */
  async end(): Promise<void> {
    this.isEnded = true;
    clearTimeout(this.pause);
    await this.running;
  }

  private async run(): Promise<void> {
    try {
      while (this.again && this.pause === undefined && !this.isEnded) {
        this.again = false;
        const began = performance.now();
        await this.tick();
        this.rest(performance.now() - began);
      }
    } catch (error) {
      this.onError(error);
    } finally {
      this.running = undefined;
    }
  }

  private rest(tookMs: number): void {
    if (tookMs < shortCallMs || this.isEnded) return;
    this.pause = setTimeout(
      () => {
        this.pause = undefined;
        if (this.again) this.soon();
      },
      Math.min(longestPauseMs, tookMs * restShare),
    );
  }
}
