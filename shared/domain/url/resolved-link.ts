/**
 * What a link means. `mark` is the caller's, -1 at first: one `PageResolver` gives equal meanings as one object, and
 * pages share objects until their resolver forgets. So one object never has two meanings, but a meaning may get a
 * second object. Two addresses of one page are two meanings with one identity.
 */
export type ResolvedLink = { mark: number } & (
  | {
      /** An address of the site. */
      readonly kind: 'internal';
      readonly identity: string;
      /** What to request: `seen`, or the identity where that is too long. */
      readonly address: string;
      /** The address as it is in the page, without fragment, user name and password; cut where it is too long. */
      readonly seen: string;
    }
  /** An http(s) address of another site. */
  | { readonly kind: 'external'; readonly identity: string }
  /** Leads nowhere: no address; `javascript:` or `vbscript:`; `data:`. Equal texts are one object. */
  | { readonly kind: 'bad'; readonly reason: 'unparsable' | 'script' | 'data' }
  /** Another scheme (`mailto`, `ftp` …). */
  | { readonly kind: 'ignored'; readonly scheme: string }
);
