/** How much one fetch may take. Times in ms. */
export interface FetchLimits {
  /** Of a page, after Content-Encoding is undone. */
  readonly maxBodyBytes: number;
  readonly maxHeaderBytes: number;
  /** From the call to a connected socket, name resolution included. */
  readonly connectTimeoutMs: number;
  /** From the call to the end of the header section. */
  readonly headerTimeoutMs: number;
  /** From the call to the end of the body. */
  readonly totalTimeoutMs: number;
  /** A body that comes slower than this, over `rateWindowMs`, is given up. */
  readonly minBytesPerSecond: number;
  readonly rateWindowMs: number;
}

export const defaultLimits: FetchLimits = {
  maxBodyBytes: 10 * 1024 * 1024,
  // As browsers.
  maxHeaderBytes: 256 * 1024,
  connectTimeoutMs: 10_000,
  headerTimeoutMs: 30_000,
  totalTimeoutMs: 40_000,
  minBytesPerSecond: 100,
  rateWindowMs: 10_000,
};

/** RFC 9309, section 2.5: at least 500 KiB of a robots.txt are read. */
export const ROBOTS_BYTES = 500 * 1024;
/** Bytes of an unwanted body that are read to keep the connection. A longer body closes the connection. */
export const DRAIN_BYTES = 64 * 1024;
/** So much of a body is read before its caller is asked to admit it. */
export const ADMITTED_BYTES = 256 * 1024;
/** Interim answers (RFC 9110, section 15.2) before the one that counts; a server may send no end of them. */
export const MAX_INTERIM = 16;
