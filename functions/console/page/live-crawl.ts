import { t } from '../words/language.ts';
import { ApiProblem, ask, attempt, pathOf } from './api.ts';
import type { Crawl } from './api-types.ts';
import { isAtRest } from './crawl-words.ts';
import { el } from './dom.ts';

/** A crawl as it is now, and as it becomes. */
export interface LiveCrawl {
  readonly id: string;
  current(): Crawl;
  /** Calls `listener` with each new state, until the view ends. */
  onChange(listener: (crawl: Crawl) => void): void;
  /** Requests the state at once: an action has changed it. */
  refresh(): Promise<void>;
}

const reopenAfterMs = 5_000;

/**
 * Follows a crawl by its server-sent events for as long as it is under way and the page is looked at: a browser opens six
 * connections to a server, and as many forgotten tabs would leave none for a seventh. `lost` says so while no news comes.
 */
export async function followCrawl(id: string, signal: AbortSignal) {
  const lost = el('p', { class: 'lost', role: 'status', hidden: true }, t('connectionLost'));
  const listeners: ((crawl: Crawl) => void)[] = [];
  let current = await ask<Crawl>(['crawls', id], { signal });
  let source: EventSource | undefined;

  function take(crawl: Crawl): void {
    current = crawl;
    for (const listener of listeners) listener(crawl);
  }

  async function refresh(): Promise<void> {
    take(await ask<Crawl>(['crawls', id], { signal }));
    open();
  }

  /** At rest there is nothing to follow: the stream ends, and is opened again after the next action. */
  function open(): void {
    if (signal.aborted || document.hidden || (source !== undefined && source.readyState !== EventSource.CLOSED)) return;
    const stream = new EventSource(`${pathOf(['crawls', id])}/events`);
    source = stream;
    stream.addEventListener('open', () => (lost.hidden = true));
    stream.addEventListener('progress', event => take(JSON.parse(String(event.data)) as Crawl));
    stream.addEventListener('end', () => stream.close());
    stream.addEventListener('error', () => {
      lost.hidden = isAtRest(current);
      // The browser gives up after an answer that is no stream; it reconnects by itself after any other end.
      if (stream.readyState === EventSource.CLOSED) window.setTimeout(() => attempt(reopen, signal), reopenAfterMs);
    });
  }

  async function reopen(): Promise<void> {
    try {
      await refresh();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      // It was deleted, or the server has a new token: as if the address were opened again, which says why.
      if (error.status === 401 || error.status === 404) window.dispatchEvent(new HashChangeEvent('hashchange'));
      else window.setTimeout(() => attempt(reopen, signal), reopenAfterMs);
    }
  }

  signal.addEventListener('abort', () => source?.close());
  const look = (): void => (document.hidden ? source?.close() : attempt(reopen, signal));
  document.addEventListener('visibilitychange', look, { signal });
  open();
  const onChange = (listener: (crawl: Crawl) => void): void => void listeners.push(listener);
  return { live: { id, current: () => current, onChange, refresh } satisfies LiveCrawl, lost };
}
