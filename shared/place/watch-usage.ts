/** The requests and the storage of a watch, estimated from its sources as they are known before or while it runs. */
import { keepPagesByDefault } from '../domain/protocol/kept-days.ts';
import type { ResolvedSite, WatchOptions } from '../domain/spec/crawl-spec.ts';
import type { EntryStatus, SourceStatus } from '../wings/publications/watch/source-status.ts';
import type { KeptFindings } from './watch-service.ts';

export interface WatchPlan extends Pick<WatchOptions, 'recheckS' | 'keepPagesDays'> {
  readonly sites: readonly Pick<ResolvedSite, 'number' | 'delayMs'>[];
  readonly findings: readonly KeptFindings[];
  /** Answers are kept in an archive. */
  readonly warc?: boolean;
  /** In US dollars, what the account bills for a request and for a month; absent: a machine bills nothing. */
  readonly prices?: { readonly request: number; readonly month: number };
}

/** Of one source, or of all. */
export interface WatchUsage {
  readonly looks: number;
  readonly publications: number;
  /** Looks, publications and robots.txt; both of a day. */
  readonly requests: number;
  /** Seconds of the host's delays; over all sources: of the source with the most. */
  readonly seconds: number;
  readonly trafficBytes: number;
  /** Growth in a day, and the pages that are kept at any time. */
  readonly storedBytes: number;
  readonly keptBytes: number;
}

export interface SourceUsage extends WatchUsage {
  readonly number: number;
  readonly name: string;
  /** An average look: the entry, and the publications that are new there. */
  readonly perLook: { readonly requests: number; readonly seconds: number };
  /** Reading old publications once: a lower bound. */
  readonly archive: {
    readonly on: boolean;
    readonly requests: number;
    readonly seconds: number;
    readonly bytes: number;
  };
}

export interface WatchEstimate {
  readonly sources: readonly SourceUsage[];
  readonly perDay: WatchUsage;
  readonly archive: Omit<SourceUsage['archive'], 'on'>;
  readonly dollarsPerMonth?: number;
  readonly assumptions: readonly string[];
}

const dayS = 86_400;
/** Documents as they are sent, packed: an entry, and a page of a publication. */
const sent = { entry: 30_000, page: 60_000 };
/** A publication in the store, with its index; its page as it is kept (docs/benchmarks.md). */
const stored = { publication: 3_400, page: 26_000 };
const publicationsADay = 20;
const unknownIntervalS = 3_600;

export function estimateWatch(
  sources: readonly SourceStatus[],
  plan: WatchPlan,
  assumed?: { readonly publications?: number | undefined },
): WatchEstimate {
  const watched = sources.filter(({ state }) => state !== 'removed' && state !== 'same-as');
  const usages = watched.map(source => usageOf(source, plan, assumed?.publications));
  const sum = (of: (usage: SourceUsage) => number): number => usages.reduce((total, usage) => total + of(usage), 0);
  const requests = sum(usage => usage.requests);
  const { prices } = plan;
  return {
    sources: usages,
    perDay: {
      ...{ looks: sum(({ looks }) => looks), publications: sum(({ publications }) => publications), requests },
      seconds: Math.max(0, ...usages.map(({ seconds }) => seconds)),
      trafficBytes: sum(({ trafficBytes }) => trafficBytes),
      ...{ storedBytes: sum(({ storedBytes }) => storedBytes), keptBytes: sum(({ keptBytes }) => keptBytes) },
    },
    archive: {
      requests: sum(({ archive }) => archive.requests),
      seconds: Math.max(0, ...usages.map(({ archive }) => archive.seconds)),
      bytes: sum(({ archive }) => archive.bytes),
    },
    ...(prices && { dollarsPerMonth: requests * 30 * prices.request + prices.month }),
    assumptions: assumptionsOf(watched, plan, assumed?.publications),
  };
}

function usageOf(source: SourceStatus, plan: WatchPlan, assumed: number | undefined): SourceUsage {
  const delayS = (plan.sites.find(({ number }) => number === source.number)?.delayMs ?? 0) / 1_000;
  const findings = plan.findings.find(({ number }) => number === source.number)?.findings;
  const on = source.entries.filter(entry => entry.on);
  const looks = on.reduce((total, entry) => total + dayS / intervalOf(entry, findings).seconds, 0);
  const publications = on.length === 0 ? 0 : (assumed ?? learntRate(on) ?? publicationsADay);
  const pages = publications * (1 + plan.recheckS.length);
  // robots.txt counts for a day (RFC 9309, 2.4).
  const requests = looks + pages + (on.length === 0 ? 0 : 1);
  const { parts = 0, unread = 0, publications: old = 0 } = findings?.archive ?? {};
  const ofArchive = parts + unread + old;
  const trafficBytes = looks * sent.entry + pages * sent.page;
  const perLook = looks === 0 ? 0 : 1 + publications / looks;
  return {
    ...{ number: source.number, name: source.name, looks, publications, requests, seconds: requests * delayS },
    trafficBytes,
    storedBytes: publications * stored.publication + (plan.warc === true ? trafficBytes : 0),
    keptBytes: publications * stored.page * (plan.keepPagesDays ?? keepPagesByDefault),
    perLook: { requests: perLook, seconds: perLook * delayS },
    archive: {
      ...{ on: source.archive, requests: ofArchive, seconds: ofArchive * delayS },
      bytes: old * (stored.publication + ((plan.keepPagesDays ?? keepPagesByDefault) > 0 ? stored.page : 0)),
    },
  };
}

/** `by`: whence the interval is known. */
function intervalOf(
  { fixedS, looks, failures, last, due, address, kind }: EntryStatus,
  findings: KeptFindings['findings'] | undefined,
): { readonly seconds: number; readonly by: 'fixed' | 'learnt' | 'found' | 'nothing' } {
  if (fixedS !== undefined) return { seconds: fixedS, by: 'fixed' };
  if (looks > 1 && failures === 0 && last && due && due > last.at)
    return { seconds: (due - last.at) / 1_000, by: 'learnt' };
  const found = findings?.entries.find(each => each.address === address && each.kind === kind);
  return found ? { seconds: found.intervalS, by: 'found' } : { seconds: unknownIntervalS, by: 'nothing' };
}

/** A learnt interval is that in which one new publication is expected; entries of a source name the same. Undefined: none is learnt. */
function learntRate(entries: readonly EntryStatus[]): number | undefined {
  const learnt = entries.map(entry => intervalOf(entry, undefined)).filter(({ by }) => by === 'learnt');
  return learnt.length === 0 ? undefined : Math.max(...learnt.map(({ seconds }) => dayS / seconds));
}

function assumptionsOf(
  sources: readonly SourceStatus[],
  plan: WatchPlan,
  assumed: number | undefined,
): readonly string[] {
  const entries = sources.flatMap(source => source.entries.filter(({ on }) => on).map(entry => ({ source, entry })));
  const ways = entries.map(({ source, entry }) =>
    intervalOf(entry, plan.findings.find(({ number }) => number === source.number)?.findings),
  );
  const has = (by: string): boolean => ways.some(way => way.by === by);
  const isDrawn = sources.some(({ rendering }) => rendering !== undefined && rendering.render !== 'never');
  return [
    ...(has('found')
      ? ['Entries that were not looked at twice: the interval that their first document suggests.']
      : []),
    ...(has('nothing') ? ['Entries of which nothing is known: a look an hour.'] : []),
    assumed === undefined
      ? `New publications: one in each learnt interval; where none is learnt, ${publicationsADay} a day at each source.`
      : `New publications: ${assumed} a day at each source, as given.`,
    `Each is requested once, and ${plan.recheckS.length} times again.`,
    'As sent: an entry 30 KB, a page 60 KB. In the store: a publication 3.4 KB, a kept page 26 KB.',
    ...(plan.warc === true
      ? ['The archive of pages (--warc) grows by the traffic, or by less where answers do not change.']
      : []),
    ...(isDrawn || entries.some(({ entry }) => entry.kind === 'traversal')
      ? ['Requests of scripts, for pages in a browser and lists that need clicks, are not counted.']
      : []),
    'Sources are looked at side by side, each at its delay. The archive is a lower bound: lists may have more than they show.',
  ];
}
