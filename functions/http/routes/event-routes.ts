import { createHash } from 'node:crypto';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import { Problem } from '../request/problem.ts';
import { type Asked, type Route, route } from '../request/route.ts';
import { ownCrawl, showWhole } from './crawl-routes.ts';

/** How often a live crawl is looked at, how long a line may be silent, and when a client comes again. */
const lookMs = 1_000;
const heartbeatMs = 15_000;
const retryMs = 5_000;

export const eventRoutes: readonly Route[] = [
  route('GET /crawls/{id}/events', 'Reports progress as server-sent events; a place may report what is new and end.', {
    headers: { 'Last-Event-ID': 'The last one that was seen.' },
    type: 'text/event-stream',
    answers: { 200: 'Events `progress`, with what GET /crawls/{id} answers, and `end`.' },
    /** Progress as server-sent events (WHATWG HTML, section 9.2). */
    handle: async ({ ports, context }) => {
      // A crawl that is not there is a problem, not a stream.
      await ownCrawl(ports, context);
      return streamSSE(context, async stream => {
        try {
          await tell(ports, context, stream);
        } catch (error) {
          // The headers are sent: the stream ends, and the client comes again; if the crawl was deleted, to a problem.
          if (!(error instanceof Problem)) context.get('onError')(error);
        }
      });
    },
  }),
];

async function tell(ports: HttpPorts, context: Asked, stream: SSEStreamingApi): Promise<void> {
  const gone = new AbortController();
  stream.onAbort(() => gone.abort());
  let known = context.req.header('last-event-id') ?? '';
  let silentSince = ports.clock.monotonic();
  await stream.write(`retry: ${retryMs}\n\n`);
  for (;;) {
    const { id, data, isEnd } = await look(ports, context);
    const now = ports.clock.monotonic();
    if (id !== known) {
      await stream.writeSSE({ id, event: 'progress', data });
      [known, silentSince] = [id, now];
    } else if (now - silentSince >= heartbeatMs) {
      await stream.write(': alive\n\n');
      silentSince = now;
    }
    if (isEnd) await stream.writeSSE({ id, event: 'end', data: '{}' });
    if (isEnd || !ports.service.isLive) return;
    await ports.clock.sleep(lookMs, gone.signal);
    if (gone.signal.aborted) return;
  }
}

interface Look {
  /** Equal states give equal values, in any process. */
  readonly id: string;
  readonly data: string;
  /** Nothing more comes, unless the crawl is resumed. */
  readonly isEnd: boolean;
}

const states: readonly unknown[] = ['finished', 'stopped', 'interrupted', 'failed'];

async function look(ports: HttpPorts, context: Asked): Promise<Look> {
  const { record, row } = await ownCrawl(ports, context);
  const shown = await showWhole(ports, record, row);
  // A value that changes only with the clock is no news.
  const { elapsedMs: _, pagesPerSecond: __, ...state } = shown as Record<string, unknown>;
  const digest = createHash('sha256').update(JSON.stringify(state)).digest();
  return {
    id: String(digest.readUIntBE(0, 6)),
    data: JSON.stringify(shown),
    isEnd: states.includes(state['state']),
  };
}
