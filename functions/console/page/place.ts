import type { Route } from './route.ts';

/** What a view gets: where it stands, and until when. */
export interface Place {
  readonly route: Route;
  /** Aborted when another view takes the place: requests, timers and events of this one end with it. */
  readonly signal: AbortSignal;
}
