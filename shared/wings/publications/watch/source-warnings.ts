/** The warnings about a source that a person should look at: a function of its entries and of its memory. */
import type { Trouble } from '../../../domain/protocol/crawl-state.ts';
import { protocol } from '../../../domain/protocol/protocol.ts';
import type { WatchedKind } from '../../../domain/protocol/watched-address.ts';
import { silentFor } from '../looks/arrivals.ts';
import type { EntryState } from './entry-state.ts';
import type { SourceMemory } from './source-memory.ts';

/** The list is closed. */
export type SourceWarning =
  /** The host gave no usable answer to so many requests in a row; without its robots.txt nothing else is requested. */
  | { readonly kind: 'unanswered'; readonly of: 'robots' | 'host'; readonly tries: number }
  /** The feeds, or the sitemaps, name so many addresses, and none of them looks like a publication. */
  | { readonly kind: 'none-taken'; readonly of: 'feed' | 'sitemap'; readonly named: number }
  /** Scripts draw so many pages, which have no article without them. */
  | { readonly kind: 'drawn'; readonly pages: number }
  /** So many pages gave no publication, and hardly any page gave one. `why`: as in `skippedBy`. */
  | { readonly kind: 'none-kept'; readonly pages: number; readonly why: string }
  /** So many times of publication were in the future. */
  | { readonly kind: 'future-dates'; readonly times: number }
  /** Nothing new for so many seconds; usually there are `usualS` between two arrivals. */
  | { readonly kind: 'silent'; readonly forS: number; readonly usualS: number };

/** The signs of a source that warnings come from. */
export interface WarningSigns {
  readonly entries: readonly (EntryState & { readonly kind: WatchedKind; readonly on: boolean })[];
  readonly memory: Pick<SourceMemory, 'skipped' | 'failed' | 'future' | 'arrivals'>;
  readonly publications: number;
  /** Addresses that wait to be requested. */
  readonly queued: number;
  readonly trouble: Pick<Trouble, 'failures' | 'probes' | 'robotsFailures'>;
}

/** A single failure is of its page. */
const fewestFailures = 2;
/** A document that names fewer addresses may well have no publication. */
const fewestNamed = 10;
/** So many pages without a publication are no accident. */
const fewestSkipped = 5;
/** While others wait, it takes so many. */
const fewestOfMany = 20;
/** More pages for each publication say that the publications are the exception. */
const mostPerPublication = 10;

/** Kinds of addresses that a document names besides publications. */
const otherKinds = ['list', 'archive', 'service', 'file', 'other-host', 'unknown'];

export function sourceWarnings(signs: WarningSigns): readonly SourceWarning[] {
  return [...unanswered(signs), ...noneTaken(signs), ...noneKept(signs), ...futureDates(signs), ...silent(signs)];
}

/** Probes come behind the failures that opened the circuit of the host. */
function unanswered({ trouble: { failures, robotsFailures = 0, probes } }: WarningSigns): readonly SourceWarning[] {
  if (robotsFailures > 0) return [{ kind: 'unanswered', of: 'robots', tries: robotsFailures }];
  const tries = probes === undefined ? failures : Math.max(failures, protocol.circuitFailures) + probes;
  return tries < fewestFailures ? [] : [{ kind: 'unanswered', of: 'host', tries }];
}

function noneTaken({ entries }: WarningSigns): readonly SourceWarning[] {
  return (['feed', 'sitemap'] as const).flatMap(of => {
    const reports = entries.flatMap(({ kind, on, lastRead }) => (kind === of && on && lastRead ? [lastRead] : []));
    const named = reports.flatMap(({ faults = {} }) => otherKinds.map(kind => faults[kind] ?? 0)).reduce(sum, 0);
    const isTaken = reports.some(({ items }) => items > 0);
    return named < fewestNamed || isTaken ? [] : [{ kind: 'none-taken', of, named } as const];
  });
}

function noneKept({ memory, publications, queued }: WarningSigns): readonly SourceWarning[] {
  const counts = new Map(Object.entries(memory.skipped ?? {}));
  for (const { why, due } of Object.values(memory.failed ?? {}))
    if (due !== undefined) counts.set(why, (counts.get(why) ?? 0) + 1);
  for (const own of ['list', 'moved-away']) counts.delete(own);
  const pages = [...counts.values()].reduce(sum, 0);
  const isExceptional = pages >= mostPerPublication * publications;
  if (pages < (queued === 0 ? fewestSkipped : fewestOfMany) || !isExceptional) return [];
  const [why, most] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a));
  return [why === 'drawn' ? { kind: 'drawn', pages: most } : { kind: 'none-kept', pages: most, why }];
}

function futureDates({ entries, memory: { future = 0 } }: WarningSigns): readonly SourceWarning[] {
  const named = entries.map(({ on, lastRead }) => (on ? (lastRead?.faults?.['future-date'] ?? 0) : 0));
  const times = future + named.reduce(sum, 0);
  return times === 0 ? [] : [{ kind: 'future-dates', times }];
}

function silent({ entries, memory: { arrivals } }: WarningSigns): readonly SourceWarning[] {
  const looks = entries.flatMap(({ on, last }) => (on && last !== undefined ? [last.at] : []));
  if (arrivals === undefined || looks.length === 0) return [];
  const forS = silentFor(arrivals, Math.max(...looks));
  return forS === undefined ? [] : [{ kind: 'silent', forS, usualS: arrivals.meanS }];
}

function sum(a: number, b: number): number {
  return a + b;
}
