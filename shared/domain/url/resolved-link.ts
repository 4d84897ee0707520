/**
 * What a link means. `mark` is the caller's, -1 at first: one `PageResolver` gives equal meanings as one object, and
 * pages share objects until their resolver forgets. So one object never has two meanings, but a meaning may get a
 * second object; so may addresses too long to be asked for, which are not remembered.
 */
export type ResolvedLink = { mark: number } & (
  | {
      /** An address of the site. */
      readonly kind: 'internal';
      readonly identity: string;
      /**
       * What to ask for: the address as first seen, without fragment, user name and password; if that is too long, the
       * identity.
       */
      readonly address: string;
    }
  /** An http(s) address of another site. */
  | { readonly kind: 'external'; readonly identity: string }
  /** Leads nowhere: no address; `javascript:` or `vbscript:`; `data:`. Equal texts are one object. */
  | { readonly kind: 'bad'; readonly reason: 'unparsable' | 'script' | 'data' }
  /** Another scheme (`mailto`, `ftp` …). */
  | { readonly kind: 'ignored'; readonly scheme: string }
);
