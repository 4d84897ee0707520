import type { UrlRecord } from './url-record.ts';

/** Where each redirect of a site leads in the end: normalized, of the site or outside it. */
export interface RedirectEnds {
  readonly ends: ReadonlyMap<string, string>;
  /** In each circle of redirects the URL with the latest request is skipped. The other URLs lead to that URL. */
  readonly circular: ReadonlySet<string>;
}

type Records = Pick<ReadonlyMap<string, UrlRecord>, 'get'>;

/** `starts`: URLs that may be redirects, in the order of their records. `identityOf` normalizes an address. */
export function redirectEnds(
  records: Records,
  starts: Iterable<string>,
  identityOf: (address: string) => string,
): RedirectEnds {
  const ends = new Map<string, string>();
  const circular = new Set<string>();
  const next = (identity: string): string | undefined => {
    const record = records.get(identity);
    if (record === undefined || record.outcome.kind !== 'redirect' || circular.has(identity)) return undefined;
    return identityOf(record.outcome.target);
  };
  for (const start of starts) {
    const path: string[] = [];
    const onPath = new Set<string>();
    let at = start;
    for (let to = next(at); to !== undefined && !ends.has(at); to = next(at)) {
      if (onPath.has(at)) {
        circular.add(lastAsked(path.slice(path.indexOf(at)), records));
        // Once more round: the circle is open now.
        onPath.clear();
      }
      onPath.add(at);
      path.push(at);
      at = to;
    }
    const end = ends.get(at) ?? at;
    for (const identity of path) if (!circular.has(identity)) ends.set(identity, end);
  }
  return { ends, circular };
}

function lastAsked(circle: readonly string[], records: Records): string {
  return circle.reduce((last, identity) => (records.get(identity)!.order > records.get(last)!.order ? identity : last));
}
