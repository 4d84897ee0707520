/**
 * The switches of URL normalization, in the three groups of RCCrawler (Pechnikov, Lankin 2016).
 * The URL standard itself does `caseSchemeHost`, `defaultPort` and `dotSegments`, so they cannot be switched off.
 */
export interface NormalizationRules {
  /** I: scheme and host in lower case. */
  readonly caseSchemeHost: true;
  /** I: `:80` of http and `:443` of https removed. */
  readonly defaultPort: true;
  /**
   * I: percent-escapes in upper case; escapes of unreserved characters and of `!'()*` are written plainly (`%7E` is
   * `~`, RFC 3986 sections 6.2.2.1 and 6.2.2.2), characters that an address must not hold but browsers leave in it are
   * escaped (`[]` is `%5B%5D`); otherwise one page would have two keys.
   */
  readonly escapesUpper: boolean;
  /** II: `.` and `..` segments removed. */
  readonly dotSegments: true;
  /** II: `/` added to a last segment without a dot. Off by default: the result may be another page. */
  readonly trailingSlash: boolean;
  /**
   * Beyond RCCrawler: the whole address in lower case (Lee, Kim, Hong 2005, on paths); `dropParams` then ignores case.
   * Escaped letters (`%D0%90`) stay, only the escape itself changes case.
   */
  readonly lowerCase: boolean;
  /**
   * Beyond RCCrawler: no `/` at the end of a path, except the root (Lee, Kim, Hong 2005); never with `trailingSlash`.
   */
  readonly dropFinalSlash: boolean;
  /** III: `#…` dropped. */
  readonly fragment: boolean;
  /** III: runs of `/` in the path written as one. */
  readonly doubleSlash: boolean;
  /** III: from an IP address (IPv6 with or without brackets) to the domain that replaces it. */
  readonly ipToHost: Readonly<Record<string, string>>;
  /** III: query parameters sorted by the bytes of their names as written; equal names keep their order. */
  readonly sortParams: boolean;
  /** III: `?` with nothing behind it dropped. */
  readonly emptyQuery: boolean;
  /** III: parameters with an empty value (`a=`, and the empty one between `&&`) dropped; `a` alone is a value. */
  readonly emptyParams: boolean;
  /**
   * III, literally as in the paper: parameters without `=` (`?a`) dropped. Absent: no, because `?12` often names a
   * page.
   */
  readonly bareParams?: boolean;
  /**
   * Beyond RCCrawler: parameters dropped by exact name, or by prefix if the entry ends in `*` (`utm_*`); in the query
   * and as path parameters (`;jsessionid=…`).
   */
  readonly dropParams: readonly string[];
  /** Beyond RCCrawler: session ids dropped (`session-ids.ts`). Absent: no, as in specs of earlier versions. */
  readonly sessionIds?: boolean;
}

/** RCCrawler's rules without the three that may join different pages, plus `sessionIds`. */
export const defaultNormalization: NormalizationRules = {
  caseSchemeHost: true,
  defaultPort: true,
  escapesUpper: true,
  dotSegments: true,
  trailingSlash: false,
  lowerCase: false,
  dropFinalSlash: false,
  fragment: true,
  doubleSlash: true,
  ipToHost: {},
  sortParams: true,
  emptyQuery: true,
  emptyParams: true,
  dropParams: [],
  sessionIds: true,
};
