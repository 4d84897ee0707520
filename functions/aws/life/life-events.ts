/**
 * Input and output of the Lambdas that the state machine of a crawl's life calls. An execution begins with `RunInput`.
 *
 *   seed    RunInput                          → Seeded      again with the answer until `done`
 *   tick    RunInput (+ `ticks`)              → Ticked      Wait `waitSeconds`, Tick, Choice on `running`; at `renew`
 *                                                           the machine starts itself anew with { crawl, run, ticks: 0 };
 *                                                           with `error` the crawl is given up
 *   unload  { …RunInput, kind: 'plan' }       → Planned     `batches` is the Map's list; the end with `isTooLarge`
 *   unload  { …RunInput, kind: 'batch', batch } → Unloaded  again with the same input until `done`
 *   unload  { …RunInput, kind: 'summary' }    → RunInput    the crawl is finished
 *   unload  { …RunInput, kind: 'failed', error } → RunInput where any of the above failed for good
 *   unload  ExecutionEnd                      → RunInput    from EventBridge, where the execution itself was ended
 */
export interface RunInput {
  readonly crawl: string;
  /** 1 for the start of a crawl; each resume counts it up. */
  readonly run: number;
}

export interface SeedEvent extends RunInput {
  /** Sites whose start pages are written. */
  readonly seeded?: number;
}

export interface Seeded extends RunInput {
  readonly seeded: number;
  readonly done: boolean;
}

export interface TickEvent extends RunInput {
  readonly ticks?: number;
}

export interface Ticked extends RunInput {
  readonly ticks: number;
  readonly running: boolean;
  /** Until the next tick. */
  readonly waitSeconds: number;
  /** The execution's history comes near its limit of 25,000 events. */
  readonly renew: boolean;
  /** Why no further tick can help the crawl; absent if one can. */
  readonly error?: TaskError;
  /** A later run of the crawl has begun, or somebody deletes it: this execution ends. */
  readonly isSuperseded?: true;
  /** The crawl is a watch: its sources are woken by the clock of all watches, so this execution ends. */
  readonly isWatched?: true;
}

export type UnloadEvent = RunInput &
  (
    | { readonly kind: 'plan' | 'summary' }
    | { readonly kind: 'batch'; readonly batch: number }
    | { readonly kind: 'failed'; readonly error?: TaskError }
  );

/** As Step Functions' Catch writes it. */
export interface TaskError {
  readonly Error?: string;
  readonly Cause?: string;
}

/** `detail` of the event "Step Functions Execution Status Change". */
export interface ExecutionEnd {
  readonly executionArn: string;
  readonly status: 'FAILED' | 'TIMED_OUT' | 'ABORTED';
  /** `RunInput` as JSON. */
  readonly input: string;
  readonly error?: string | null;
  readonly cause?: string | null;
}

export interface UnloadBatch extends RunInput {
  readonly kind: 'batch';
  readonly batch: number;
}

export interface Planned extends RunInput {
  readonly batches: readonly UnloadBatch[];
  /** A site is too large for the function: the execution ends, and `orbweaver remote unload` does the rest. */
  readonly isTooLarge?: true;
}

export interface Unloaded extends UnloadBatch {
  readonly done: boolean;
}
