/** A request that a page made and that may be answered from the network. Always GET. */
export interface PageRequest {
  readonly address: string;
  readonly kind: 'document' | 'script' | 'style' | 'data';
  /** What the page's scripts may set: accept, accept-language, cookie, referer, x-requested-with, content-type. */
  readonly headers: Readonly<Record<string, string>>;
  /** The page that asks. */
  readonly page: string;
}

export interface PageAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** Answers a page's request; undefined if there is no usable answer, or if it may not be asked. */
export type AnswerPage = (request: PageRequest) => Promise<PageAnswer | undefined>;
