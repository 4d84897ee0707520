import type { FetchAnswer, Fetcher, FetchRequest } from '../../shared/ports.ts';

/** Passes requests on and counts them, for those who watch a crawl. */
export class CountingFetcher implements Fetcher {
  private readonly fetcher: Fetcher;
  inFlight = 0;
  answered = 0;

  constructor(fetcher: Fetcher) {
    this.fetcher = fetcher;
  }

  async fetch(request: FetchRequest): Promise<FetchAnswer> {
    this.inFlight += 1;
    try {
      return await this.fetcher.fetch(request);
    } finally {
      this.inFlight -= 1;
      this.answered += 1;
    }
  }

  async close(): Promise<void> {
    await this.fetcher.close();
  }
}
