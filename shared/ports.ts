import type { SiteResults } from './domain/graph.ts';
import type { SkipReason } from './domain/skip-reason.ts';

/** Time. `now` is wall clock in ms since the epoch, `monotonic` never jumps (ms, arbitrary zero). */
export interface Clock {
  now(): number;
  monotonic(): number;
  sleep(ms: number): Promise<void>;
}

/**
 * One GET without following redirects.
 * Never throws for what a server, a resolver or a network does: that is an answer of some `kind`.
 */
export interface Fetcher {
  fetch(request: FetchRequest): Promise<FetchAnswer>;
  /** Closes idle connections; a fetch after it fails. */
  close(): Promise<void>;
}

export interface FetchRequest {
  /** Absolute http(s) address, no fragment. */
  readonly url: string;
  readonly userAgent: string;
  readonly from?: string;
  /** `page` keeps the body of a 200 answer only; `robots` keeps the first 500 KiB of any 2xx answer. */
  readonly purpose: 'page' | 'robots';
  /** Ends the request (lease end, second Ctrl-C). The answer is then `{ kind: 'failed', reason: 'timeout' }`. */
  readonly signal?: AbortSignal;
  /** Called once, with the monotonic time, when the request is about to be written to a connected socket. */
  readonly onStart?: (monotonicMs: number) => void;
}

interface AnswerTimes {
  /** From the call to the end of the body, ms. */
  readonly elapsedMs: number;
}

export type FetchAnswer =
  /** An HTTP answer. `body` is decoded (Content-Encoding undone), empty where it was not kept. */
  | (AnswerTimes & {
      readonly kind: 'answered';
      readonly status: number;
      /** The Content-Type header as sent, `''` where there was none. */
      readonly contentType: string;
      /** The Location header as sent, latin1 bytes read as UTF-8 where they are valid UTF-8. */
      readonly location?: string;
      /** The Refresh header as sent. */
      readonly refresh?: string;
      /** Retry-After in ms from now, already parsed (seconds or HTTP date), negative and unreadable ones left out. */
      readonly retryAfterMs?: number;
      readonly body: Uint8Array;
      /** `robots` only: the file was longer than what was kept. */
      readonly truncated: boolean;
    })
  /** No usable answer. `status` where a status line was seen. */
  | (AnswerTimes & {
      readonly kind: 'failed';
      readonly reason: Extract<
        SkipReason,
        'network' | 'timeout' | 'dns' | 'tls' | 'private-address' | 'protocol' | 'too-large' | 'decode'
      >;
      readonly status?: number;
      /** One printable line (control characters replaced) for `logs/errors.csv`. */
      readonly detail: string;
    });

/** Writes result files. A file is seen whole or not at all. */
export interface ResultSink {
  /** Starts `name` (relative, `/`-separated, e.g. `graph/example.org.nodes.csv`), replacing an earlier one on close. */
  create(name: string): Promise<ResultFile>;
}

export interface ResultFile {
  /** Takes the bytes over: the caller may not change them after the call. */
  write(bytes: Uint8Array | string): Promise<void>;
  /** The file appears under its name. */
  close(): Promise<void>;
  /** Nothing appears. */
  abort(): Promise<void>;
}

/** Writes one site's results in one format. Chosen by name in the spec; plugins may add more. */
export interface ResultWriter {
  readonly name: string;
  write(results: SiteResults, sink: ResultSink): Promise<void>;
}
