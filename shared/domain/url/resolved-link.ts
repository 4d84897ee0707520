/**
 * The meaning of a link. `mark` belongs to the caller, -1 at first. A resolver returns one object for equal meanings
 * until it forgets: so a meaning may get a second object, but an object never has two meanings. Two addresses of one
 * page are two meanings with one identity.
 */
export type ResolvedLink = { mark: number } & (
  | {
      /** An address of the site. */
      readonly kind: 'internal';
      readonly identity: string;
      /** The address to request: `seen`, or the identity if `seen` is too long. */
      readonly address: string;
      /** The address as the page writes it, without fragment, user name and password; cut if it is too long. */
      readonly seen: string;
    }
  /** An http(s) address of another site. */
  | { readonly kind: 'external'; readonly identity: string }
  /** A link to nowhere: no address; `javascript:` or `vbscript:`; `data:`. Equal texts give one object. */
  | { readonly kind: 'bad'; readonly reason: 'unparsable' | 'script' | 'data' }
  /** Another scheme (`mailto`, `ftp` …). */
  | { readonly kind: 'ignored'; readonly scheme: string }
);
