/** Calls `tick` on request, never two calls at a time. A request during a call leads to a further call after that. */
export class TickLoop {
  private readonly tick: () => Promise<void>;
  private readonly onError: (error: unknown) => void;
  private running: Promise<void> | undefined;
  private again = false;

  constructor(tick: () => Promise<void>, onError: (error: unknown) => void) {
    this.tick = tick;
    this.onError = onError;
  }

  soon(): void {
    this.again = true;
    // The first call begins once `running` is set, so that a wish within it starts no second loop.
    this.running ??= Promise.resolve().then(() => this.run());
  }

  /** Resolves when no call is under way. */
  async quiet(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    try {
      while (this.again) {
        this.again = false;
        await this.tick();
      }
    } catch (error) {
      this.onError(error);
    } finally {
      this.running = undefined;
    }
  }
}
