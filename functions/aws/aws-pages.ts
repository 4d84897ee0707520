/** Pages of sources that a person looks at, requested by the function of the API. */
import { openAwsClock, openAwsFetcher } from '../../shared/adapters/aws/open.ts';
import type { ResolvedSpec } from '../../shared/domain/spec/crawl-spec.ts';
import type { AskedPage } from '../../shared/place/watch-service.ts';
import type { Fetcher } from '../../shared/ports/request-ports.ts';
import { HostLines } from '../../shared/steps/page/host-lines.ts';
import { WatchPages } from '../http/request/watch-pages.ts';

/** API Gateway waits for 29 s; what is not there by then is requested again by the next request. */
const mostRequestMs = 24_000;

const clock = openAwsClock();
const pages = new WatchPages({ clock, openFetcher: async () => unkeptFetcher, linesOf: () => new HostLines(clock) });
let requestEnds = 0;

/** A request of the API has begun: a process has one at a time. */
export function pagesOfRequest(): void {
  requestEnds = performance.now() + mostRequestMs;
}

/** `no-time`: the page was not there in time. The answer is kept for a repeat of the request. */
export async function awsPage(watch: string, spec: ResolvedSpec, address: string): Promise<AskedPage> {
  const left = requestEnds - performance.now();
  const late: AskedPage = { kind: 'none', address, outcome: 'no-time' };
  if (left <= 0) return late;
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<AskedPage>(resolve => {
    timer = setTimeout(() => resolve(late), left);
  });
  try {
    return await Promise.race([pages.page(watch, spec, address), end]);
  } finally {
    clearTimeout(timer);
  }
}

/** No connection survives that the process is frozen between two requests of the API. */
const unkeptFetcher: Fetcher = {
  fetch: async request => {
    const fetcher = openAwsFetcher();
    try {
      return await fetcher.fetch(request);
    } finally {
      await fetcher.close();
    }
  },
  close: async () => undefined,
};
