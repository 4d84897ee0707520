import { createHttpApp } from '../../../functions/http/http-app.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import type { CrawlStore } from '../../../shared/ports/ports.ts';
import type { CrawlUsage } from '../../../shared/report/crawl-usage.ts';

/** Asks the HTTP app over a store for what a GET gives; the crawl `id` is the caller's own, and has no files. */
export function asking(
  store: CrawlStore,
  id: string,
  now: () => number,
): (path: string) => Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const errors: unknown[] = [];
  const record = { id, owner: 'me', createdAt: now(), run: 1, queued: false };
  const ports = {
    clock: { now },
    store,
    registry: { read: async (asked: string) => (asked === id ? record : undefined) },
    service: { dollars: (usage: CrawlUsage) => usage.writeUnit / 1e6, sitesFound: async () => new Map() },
  };
  // The methods that a GET of a crawl and of its sites uses.
  const app = createHttpApp(ports as unknown as HttpPorts, error => errors.push(error));
  return async path => {
    const answer = await app.fetch(new Request(`https://api.example.com${path}`), { owner: 'me' });
    if (errors.length > 0) throw errors[0];
    return { status: answer.status, body: JSON.parse(await answer.text()) as Record<string, unknown> };
  };
}
