import { randomUUID } from 'node:crypto';
import { leaseMs, protocol } from '../../domain/protocol/protocol.ts';
import type { Clock, Tokens } from '../../ports/ports.ts';
import { demandGoesOn, HostAtRest, HostLines, type Lines, type OnStart } from './host-lines.ts';

/** Longer than a turn of a crawl may hold a token. */
const longestWaitMs = leaseMs + protocol.clockSkewMs;
const lookMs = 250;
/** A reservation lasts this much longer than the pause between two tries. */
const wishMs = 2_000;

/**
 * Lines whose requests hold the token of their host, like the turns of a crawl: so all processes together keep the
 * delay. A request throws `HostAtRest` if others hold the token for too long.
 */
export class TokenLines implements Lines {
  readonly #clock: Clock;
  readonly #tokens: Pick<Tokens, 'takeToken' | 'returnToken' | 'wantToken'>;
  readonly #signal: AbortSignal | undefined;
  readonly #longestWaitMs: number;
  readonly #lines: HostLines;
  /** Holder of the tokens; no crawl has this name. */
  readonly #holder = `page ${randomUUID()}`;

  /** `signal` gives up waiting requests. `waitMs`: longest wait while others hold the token. */
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
