import { type FetchAnswer, isUnread } from '../../../shared/domain/http/fetch-answer.ts';
import type { Fetcher, FetchRequest } from '../../../shared/ports/request-ports.ts';
import { type LiveWork, mostNamed, type RefusedRequest } from '../../../shared/report/live-work.ts';
import { StartRate } from '../../../shared/report/start-rate.ts';

/** Passes requests on and counts them, for those who watch a crawl. */
export class CountingFetcher implements Fetcher {
  private readonly fetcher: Fetcher;
  private readonly now: () => number;
  private readonly open = new Set<Pick<FetchRequest, 'address'>>();
  private readonly rate = new StartRate();
  private refused: readonly RefusedRequest[] = [];
  private answered = 0;

  /** `now`: wall clock, ms. */
  constructor(fetcher: Fetcher, now: () => number) {
    this.fetcher = fetcher;
    this.now = now;
  }

  async fetch(request: FetchRequest): Promise<FetchAnswer> {
    const mine = { address: request.address };
    this.open.add(mine);
    const { host } = new URL(request.address);
    const onStart = (at: number): void => {
      this.rate.note(host, performance.now());
      request.onStart?.(at);
    };
    try {
      const answer = await this.fetcher.fetch({ ...request, onStart });
      if (request.purpose === 'page' && !isUnread(answer)) this.noteRefusal(request.address, answer);
      return answer;
    } finally {
      this.open.delete(mine);
      this.answered += 1;
    }
  }

  work(at: number): Omit<LiveWork, 'timeLeft'> {
    return {
      at,
      requests: this.answered,
      inFlight: this.open.size,
      fetching: this.oldest(),
      refused: this.refused,
      startsPerSecond: Number(this.rate.perSecond(performance.now()).toFixed(3)),
    };
  }

  async close(): Promise<void> {
    await this.fetcher.close();
  }

  private oldest(): readonly string[] {
    const named: string[] = [];
    for (const { address } of this.open) {
      if (named.length === mostNamed) break;
      named.push(address);
    }
    return named;
  }

  private noteRefusal(address: string, answer: FetchAnswer): void {
    const { status } = answer;
    if (answer.kind === 'answered' && answer.status < 400) return;
    const why = {
      ...(status !== undefined && { status }),
      ...(answer.kind === 'failed' && { reason: answer.reason }),
    };
    this.refused = [{ address, at: this.now(), ...why }, ...this.refused].slice(0, mostNamed);
  }
}
