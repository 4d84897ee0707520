/**
 * A parsed http(s) address without user name and password, cut into the parts that the rules of normalization change.
 */
export interface UrlParts {
  /** `http:` or `https:`. */
  readonly scheme: string;
  readonly hostname: string;
  /** `:8080`, or empty for the default port. */
  readonly port: string;
  /** Starts with `/`. */
  readonly path: string;
  /** Without `?`; empty for a bare `?`, undefined without one (`URL.search` does not distinguish these). */
  readonly query: string | undefined;
  /** Without `#`; undefined if there is none. */
  readonly fragment: string | undefined;
}

export function partsOf(url: URL): UrlParts {
  const [beforeFragment, fragment] = cut(url.href, '#');
  const [, query] = cut(beforeFragment, '?');
  return {
    scheme: url.protocol,
    hostname: url.hostname,
    port: url.port === '' ? '' : `:${url.port}`,
    path: url.pathname,
    query,
    fragment,
  };
}

export function textOf(parts: UrlParts): string {
  const query = parts.query === undefined ? '' : `?${parts.query}`;
  const fragment = parts.fragment === undefined ? '' : `#${parts.fragment}`;
  return `${parts.scheme}//${parts.hostname}${parts.port}${parts.path}${query}${fragment}`;
}

function cut(text: string, separator: string): [before: string, after: string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** A part of an address with its escapes undone; unchanged where they are none of UTF-8. */
export function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
