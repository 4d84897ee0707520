import type { Route } from './route.ts';

/** What a view gets: where it is, and until when. */
export interface Place {
  readonly route: Route;
  /** Aborted when the next view opens. Requests, timers and events of this view end then. */
  readonly signal: AbortSignal;
}
