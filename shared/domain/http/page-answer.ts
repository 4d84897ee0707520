/** A request that a script of a page made, to be sent to the network. Always GET. */
export interface PageRequest {
  readonly address: string;
  readonly kind: 'document' | 'script' | 'style' | 'data';
  /** Header fields that scripts may set: accept, accept-language, cookie, referer, x-requested-with, content-type. */
  readonly headers: Readonly<Record<string, string>>;
  /** The page whose script makes the request. */
  readonly page: string;
}

export interface PageAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** Answers a page's request; undefined if there is no usable answer, or if the address may not be requested. */
export type AnswerPage = (request: PageRequest) => Promise<PageAnswer | undefined>;
