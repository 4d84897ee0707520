import type { Outcome } from '../../../domain/protocol/crawl-state.ts';
import type { UrlRecord } from './collected-site.ts';

/** Where each redirect of a site leads in the end: normalized, of the site or outside it. */
export interface RedirectEnds {
  readonly ends: ReadonlyMap<string, string>;
  /** In each circle of redirects the URL with the latest request is skipped. The other URLs lead to that URL. */
  readonly circular: ReadonlySet<string>;
}

/** `identityOf` normalizes an address. */
export function redirectEnds(
  records: ReadonlyMap<string, UrlRecord>,
  identityOf: (address: string) => string,
): RedirectEnds {
  const ends = new Map<string, string>();
  const circular = new Set<string>();
  const next = (identity: string): string | undefined => {
    const record = records.get(identity);
    if (record === undefined || record.outcome.kind !== 'redirect' || circular.has(identity)) return undefined;
    return identityOf(record.outcome.target);
  };
  for (const start of records.keys()) {
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

function lastAsked(circle: readonly string[], records: ReadonlyMap<string, UrlRecord>): string {
  return circle.reduce((last, identity) => (records.get(identity)!.order > records.get(last)!.order ? identity : last));
}

/** What a record became once circles are known. */
export function finalOutcome({ identity, outcome }: UrlRecord, { circular }: RedirectEnds): Outcome {
  if (outcome.kind !== 'redirect' || !circular.has(identity)) return outcome;
  return { kind: 'skipped', reason: 'redirects', status: outcome.status };
}
