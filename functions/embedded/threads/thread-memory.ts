/** The end of a crawl whose state thread has no memory left. */
import type { Handled, Message } from '../../../shared/domain/protocol/crawl-state.ts';
import type { Clock, CrawlLog } from '../../../shared/ports/ports.ts';
import { LostCall } from './calls.ts';

/** Deaths by memory at one turn, or at none, that a crawl survives. A page that is to blame costs one. */
const mostDeaths = 3;

/** Deaths of the thread by memory, by the turn that was parsed: each is noted, and too many of one turn end the crawl. */
export class ThreadMemory {
  private readonly clock: Clock;
  private readonly log: Pick<CrawlLog, 'note'>;
  private readonly deaths = new Map<string, number>();
  /** In the order in which they were handed over; the first is taken for the one to blame. */
  private readonly parsed = new Set<Message>();

  constructor({ clock, log }: { readonly clock: Clock; readonly log: Pick<CrawlLog, 'note'> }) {
    this.clock = clock;
    this.log = log;
  }

  /** `parse` may wait for an earlier turn to be parsed, and is then answered before the next one is read. */
  async whileParsing(message: Message, parse: () => Promise<Handled>): Promise<Handled> {
    this.parsed.add(message);
    try {
      const handled = await parse();
      this.deaths.delete(turnOf(message));
      return handled;
    } finally {
      this.parsed.delete(message);
    }
  }

  /** Whether a thread that has just died is replaced. */
  survives(): boolean {
    const [parsed] = this.parsed;
    const turn = turnOf(parsed);
    const deaths = (this.deaths.get(turn) ?? 0) + 1;
    this.deaths.set(turn, deaths);
    if (deaths > mostDeaths) return false;
    const work = parsed === undefined ? '' : ` while it parsed turn ${parsed.turn}, which is parsed again`;
    const text = `the thread that keeps the state had no memory left and was started again${work}`;
    this.log.note({ time: this.clock.now(), site: parsed?.site ?? 0, text });
    return true;
  }
}

function turnOf(message: Message | undefined): string {
  return message === undefined ? '' : `${message.site} ${message.turn}`;
}

/** A step whose call was lost with the thread: its message is delivered again, as after any failure of a store. */
export async function againIfLost(handle: () => Promise<Handled>): Promise<Handled> {
  try {
    return await handle();
  } catch (error) {
    if (error instanceof LostCall) return { kind: 'put-back', delayMs: 0 };
    throw error;
  }
}

/** For what may be asked twice. */
export async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof LostCall)) throw error;
    }
  }
}
