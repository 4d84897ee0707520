import type { SkipReason } from '../skip-reason.ts';
import type { PageAnswer } from './page-answer.ts';

interface AnswerTimes {
  /** Time from the call to the end of the body, ms. */
  readonly elapsedMs: number;
  /** When the request was written for the last time (ms, by a clock that is never set back); absent: it never was. */
  readonly sentAt?: number;
}

/** Headers that hold addresses, as sent. Several Link fields are joined by commas (RFC 8288, section 3). */
export interface AddressHeaders {
  readonly link?: string;
  readonly 'content-location'?: string;
}

/** Headers that are kept of a page, as sent. */
export interface PageHeaders extends AddressHeaders {
  readonly 'last-modified'?: string;
  readonly etag?: string;
  /** The server's time of the answer. */
  readonly date?: string;
  /** Several fields joined by commas. */
  readonly 'x-robots-tag'?: string;
  /** TDM Reservation Protocol, the IETF draft aipref-attach, and contentsignals.org. */
  readonly 'tdm-reservation'?: string;
  readonly 'tdm-policy'?: string;
  readonly 'content-usage'?: string;
  readonly 'content-signal'?: string;
  readonly 'content-language'?: string;
}

export type FetchAnswer =
  /** An HTTP answer. `body` is decoded (Content-Encoding undone), empty if the body was not kept. */
  | (AnswerTimes & {
      readonly kind: 'answered';
      readonly status: number;
      /** The Content-Type header as sent, several fields joined by commas; `''` where there was none. */
      readonly contentType: string;
      /**
       * The Location header as sent; bytes above 0x7F are read as UTF-8 if they are valid UTF-8, otherwise written as
       * `%XX`.
       */
      readonly location?: string;
      /** The Set-Cookie fields of a redirect, as sent; absent if there are none. */
      readonly setCookies?: readonly string[];
      /** The Refresh header as sent. */
      readonly refresh?: string;
      /** Absent if the answer had none of them. */
      readonly headers?: PageHeaders;
      /**
       * Only for requests with own header fields or with a range: every field of the answer in order, names in lower
       * case, values as sent.
       */
      readonly fields?: readonly (readonly [name: string, value: string])[];
      /** The service whose wall the answer is (`wall.ts`); absent: it is none, as far as its marks say. */
      readonly wall?: string;
      /** Of 402: its price (`response-head.ts`). */
      readonly price?: string;
      /** Retry-After in ms from now, already parsed (seconds or HTTP date), negative and unreadable ones left out. */
      readonly retryAfterMs?: number;
      readonly body: Uint8Array;
      /** `robots` only: whether the file was cut. */
      readonly truncated: boolean;
    })
  /** No usable answer. `status` is present if a status line was received. */
  | (AnswerTimes & {
      readonly kind: 'failed';
      readonly reason: Extract<
        SkipReason,
        'network' | 'timeout' | 'dns' | 'tls' | 'private-address' | 'protocol' | 'too-large' | 'decode' | 'not-archived'
      >;
      readonly status?: number;
      /**
       * A browser might read this answer, so the caller repeats the request once as `tolerant`. This answer itself does
       * not count.
       */
      readonly again?: true;
      /** One printable line (control characters replaced) for `logs/errors.csv`. */
      readonly detail: string;
    });

export type Answered = Extract<FetchAnswer, { kind: 'answered' }>;

/** Whether the caller must repeat the request as `tolerant`, because browsers might read this answer. */
export function isUnread(answer: FetchAnswer | PageAnswer): boolean {
  return 'kind' in answer && answer.kind === 'failed' && answer.again === true;
}
