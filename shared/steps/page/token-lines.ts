import { randomUUID } from 'node:crypto';
import type { Clock, Tokens } from '../../ports.ts';
import { demandGoesOn, HostAtRest, HostLines, type Lines, type OnStart } from './host-lines.ts';

/** A turn of a crawl has the token for 100 s at most. */
const longestWaitMs = 110_000;
const lookMs = 250;
/** A wish lasts so much longer than the pause between two looks. */
const wishMs = 2_000;

/**
 * Lines whose requests hold the token of their host, as the turns of a crawl do: what runs at the same time, in whatever
 * process, keeps the same distance. A request whose host is held by others for too long throws `HostAtRest`.
 */
export class TokenLines implements Lines {
  readonly #clock: Clock;
  readonly #tokens: Pick<Tokens, 'takeToken' | 'returnToken' | 'wantToken'>;
  readonly #signal: AbortSignal | undefined;
  readonly #longestWaitMs: number;
  readonly #lines: HostLines;
  /** Whose the tokens are; no crawl has this name. */
  readonly #holder = `page ${randomUUID()}`;

  /** `signal` gives up what waits. `waitMs`: so long a request waits while others have the token of its host. */
  constructor(
    clock: Clock,
    tokens: Pick<Tokens, 'takeToken' | 'returnToken' | 'wantToken'>,
    { signal, waitMs = longestWaitMs }: { readonly signal?: AbortSignal; readonly waitMs?: number } = {},
  ) {
    this.#clock = clock;
    this.#tokens = tokens;
    this.#signal = signal;
    this.#longestWaitMs = waitMs;
    this.#lines = new HostLines(clock, signal);
  }

  async run<T>(host: string, delayMs: () => number, request: (onStart: OnStart) => Promise<T>): Promise<T> {
    return await this.#lines.run(host, delayMs, async onStart => {
      const lease = { host, crawl: this.#holder, site: 1, turn: 1, attempt: randomUUID() };
      const before = await this.#take(lease, delayMs());
      let next = before.nextAllowedAt;
      try {
        const waitMs = before.nextAllowedAt - this.#clock.now();
        if (waitMs > 0) await this.#clock.sleep(waitMs, this.#signal);
        demandGoesOn(host, this.#signal);
        return await request(at => {
          next = Math.max(next, this.#clock.now() + delayMs());
          onStart(at);
        });
      } finally {
        const lastDelayMs = next === before.nextAllowedAt ? before.lastDelayMs : delayMs();
        await this.#tokens.returnToken(lease, { nextAllowedAt: next, lastDelayMs, now: this.#clock.now() });
      }
    });
  }

  postpone(host: string, ms: number): void {
    this.#lines.postpone(host, ms);
  }

  leaveAlone(host: string, ms: number): void {
    this.#lines.leaveAlone(host, ms);
  }

  async #take(
    lease: Parameters<Tokens['returnToken']>[0],
    delayMs: number,
  ): Promise<{ readonly nextAllowedAt: number; readonly lastDelayMs: number }> {
    const { host, crawl, site, attempt } = lease;
    const end = this.#clock.monotonic() + this.#longestWaitMs;
    for (;;) {
      const now = this.#clock.now();
      const answer = await this.#tokens.takeToken({ ...lease, message: attempt, now, delayMs, idle: false });
      if (answer.kind === 'taken') return answer;
      if (this.#clock.monotonic() >= end) throw new HostAtRest(`${host} is held by others`);
      await this.#tokens.wantToken(host, { crawl, site, until: now + wishMs }, now);
      await this.#clock.sleep(lookMs, this.#signal);
      demandGoesOn(host, this.#signal);
    }
  }
}
