import { defined } from '../domain/defined.ts';
import type { CrawlRow, FinishReason, LostTurn, SiteFinish, SiteRow } from '../domain/protocol/crawl-state.ts';
import type { RefusalClass } from '../domain/protocol/refusal-class.ts';
import { runningTime } from '../domain/protocol/running-time.ts';
import {
  addOutcomes,
  deepestOf,
  noOutcomes,
  type OutcomeCounts,
  outcomesOf,
} from '../domain/protocol/site-outcomes.ts';
import { englishSentence } from '../domain/refusal/refusal.ts';
import type { SkipReason } from '../domain/skip-reason.ts';
import { siteNumbered } from '../domain/spec/sites/site-numbered.ts';
import { type StartHint, startHintText } from '../domain/turn/start-hints.ts';
import type { UnknownIds } from '../domain/url/parameters/unknown-ids.ts';
import { type StartFault, startFaultOf, startFaultText } from './start-fault.ts';

export interface SiteSummary
  extends Pick<
    SiteFigures,
    | 'skippedBy'
    | 'refusals'
    | 'normalized'
    | 'arcs'
    | 'externalAddresses'
    | 'externalLinks'
    | 'badLinks'
    | 'languages'
    | 'pagesUnchanged'
  > {
  readonly number: number;
  readonly name: string;
  /** The origin crawled, after redirects of the start address. */
  readonly origin: string;
  /** Start addresses that redirected here, first one first. */
  readonly redirectedFrom: readonly string[];
  readonly finishReason: SiteFinish;
  /** Number of the site that keeps the origin, where the reason is `same-as`. */
  readonly sameAs?: number;
  /** One sentence where the reason alone does not say it, e.g. why a site is `not-available`. */
  readonly why?: string;
  /** Where the start page gave no page. */
  readonly startFault?: StartFault;
  readonly outcomes: OutcomeCounts;
  /** Of `--check-external`: addresses of other sites that failed. */
  readonly externalRefusals?: Refusals;
  /** Highest level of a node. */
  readonly levels: number;
  readonly byLevel: SiteFigures['levels'];
}

/** Numbers of pages by primary subtag: as pages declare, and as was detected where they do not. The 20 most frequent each. */
export interface Languages {
  readonly declared: Readonly<Record<string, number>>;
  readonly detected: Readonly<Record<string, number>>;
}

/** Addresses that failed, by class. */
export type Refusals = Readonly<Partial<Record<RefusalClass, number>>>;

export interface WalledHost {
  readonly host: string;
  readonly walls: number;
  readonly answers: number;
}

/** `walled`: hosts of other sites of whose answers more than 5 % are walls. */
export interface CheckedFigures {
  readonly refusals: Refusals;
  readonly walled: readonly WalledHost[];
}

/** Pages that are as an earlier crawl has them. */
export interface UnchangedPages {
  /** The server said so. */
  readonly notLoaded: number;
  /** Their bytes were the same. */
  readonly notParsed: number;
}

/** The summary of a finished, limited or stopped run; `--json` prints it as it is. */
export interface CrawlSummary {
  readonly directory: string;
  readonly finishReason: FinishReason;
  /** The crawl was finished before and nothing was done. */
  readonly unchanged: boolean;
  readonly elapsedMs: number;
  readonly outcomes: OutcomeCounts;
  readonly sites: readonly SiteSummary[];
  /** Whole sentences about what a person should know (a clamped Crawl-delay, dropped links …). */
  readonly notices: readonly string[];
  /** Result files, relative to `directory`, sorted. */
  readonly files: readonly string[];
}

/** `normalized`: as in `SiteFigures`, of this level. */
export type LevelOutcomes = OutcomeCounts & { readonly level: number; readonly normalized?: number };

/** The figures of the summary for one site, from its segments and claims; plain JSON. */
export interface SiteFigures {
  readonly levels: readonly LevelOutcomes[];
  readonly skippedBy: Readonly<Partial<Record<SkipReason, number>>>;
  /** Hosts of skipped addresses that are not on the public Internet, as name:port; at most 50. Absent: none. */
  readonly privateHosts?: readonly string[];
  /** Absent, as `walled`, in figures of earlier versions. */
  readonly refusals?: Refusals;
  /** Hosts of the site of whose answers more than 5 % are walls. */
  readonly walled?: readonly WalledHost[];
  /** Addresses of other sites that were checked. Absent: none were. */
  readonly checked?: CheckedFigures;
  /** Addresses that nobody requested, because rules of normalization join them with others. */
  readonly normalized: number;
  /** There were more of them than are counted and listed. */
  readonly normalizedIsCut: boolean;
  readonly arcs: number;
  readonly linksDropped: number;
  /** Pages with fields that are empty because reading them costs too much. Absent: none. */
  readonly fieldsUnread?: number;
  /** Pages that were not compared with all pages that may be like them, and are in no report of near duplicates. Absent: none. */
  readonly nearUncompared?: number;
  /** With the scope `list`: the number of hosts, and the hosts without a node. Absent: none. */
  readonly hostsWithoutPage?: { readonly of: number; readonly hosts: readonly string[] };
  /** Addresses outside of the site that its sitemaps list. Absent: none. */
  readonly listedElsewhere?: { readonly count: number; readonly first: string };
  /** Absent: none. */
  readonly pagesUnchanged?: UnchangedPages;
  readonly externalAddresses?: number;
  readonly externalLinks: number;
  readonly badLinks: number;
  readonly languages?: Languages;
  /** Nodes whose content so many addresses have that it may stand for missing pages (soft 404). */
  readonly repeated: readonly { readonly url: string; readonly duplicates: number }[];
  /** Of a site of one page that leads nowhere: what its start page has in place of links. Absent: it is none. */
  readonly hints?: readonly StartHint[];
  /** Addresses differ by what looks like ids of sessions. Absent: none do. */
  readonly unknownIds?: UnknownIds;
  /** Links of other schemes, by scheme. */
  readonly ignoredLinks: Readonly<Record<string, number>>;
}

interface Ended {
  readonly crawl: CrawlRow;
  readonly sites: readonly SiteRow[];
  /** By site number, in their order, without sites that are the same as another. */
  readonly figures: ReadonlyMap<number, SiteFigures>;
  readonly notices: readonly string[];
  readonly files: readonly string[];
}

const orderNotice =
  'Pages that seemed to lead to most external links came first (--order links): levels are the lengths of the paths that were found, not least numbers of clicks.';

/** `directory` is left to the place: it is empty here. */
export function summarizeCrawl({ crawl, sites, figures, notices, files }: Ended): CrawlSummary {
  const summaries = sites.map(row => summarizeSite(crawl, row, figures.get(row.site)));
  return {
    directory: '',
    finishReason: crawl.finishReason ?? 'stopped',
    unchanged: false,
    elapsedMs: runningTime(crawl, crawl.finishedAt ?? crawl.startedAt),
    outcomes: addOutcomes(summaries.map(({ outcomes }) => outcomes)),
    sites: summaries,
    notices: [
      ...damageNotices(crawl),
      ...(crawl.spec.order === 'links' ? [orderNotice] : []),
      ...notices,
      ...sites.flatMap(lostNotices),
      ...sharedOriginNotices(sites),
      ...noticesOf(sites, figures),
    ],
    files,
  };
}

/** Of a run that was given up: what the rows say, and no files. */
export function unfinishedSummary(
  directory: string,
  crawl: CrawlRow,
  sites: readonly SiteRow[],
  now: number,
): CrawlSummary {
  const summaries = sites.map(row => ({ ...summarizeSite(crawl, row, undefined), outcomes: outcomesOf(row) }));
  return {
    directory,
    finishReason: 'stopped',
    unchanged: false,
    elapsedMs: runningTime(crawl, now),
    outcomes: addOutcomes(summaries.map(({ outcomes }) => outcomes)),
    sites: summaries,
    notices: damageNotices(crawl),
    files: [],
  };
}

function summarizeSite(crawl: CrawlRow, row: SiteRow, results: SiteFigures | undefined): SiteSummary {
  const outcomes = results === undefined ? noOutcomes : addOutcomes(results.levels);
  const why = results === undefined ? undefined : whyNothing(row, outcomes, results);
  const startFault = startFaultOf(row);
  return {
    number: row.site,
    name: siteNumbered(crawl.spec.sites, row.site)?.name ?? row.origin,
    origin: row.origin,
    redirectedFrom: row.redirectedFrom,
    finishReason: row.status === 'active' ? 'stopped' : (row.status satisfies SiteFinish),
    ...defined({ sameAs: row.sameAs, why, startFault }),
    outcomes,
    skippedBy: results?.skippedBy ?? {},
    refusals: results?.refusals ?? {},
    ...defined({ externalRefusals: results?.checked?.refusals }),
    normalized: results?.normalized ?? 0,
    levels: deepestOf(results?.levels ?? []),
    byLevel: results?.levels ?? [],
    arcs: results?.arcs ?? 0,
    externalAddresses: results?.externalAddresses ?? 0,
    externalLinks: results?.externalLinks ?? 0,
    badLinks: results?.badLinks ?? 0,
    ...defined({ languages: results?.languages }),
    ...(crawl.spec.since !== undefined && {
      pagesUnchanged: results?.pagesUnchanged ?? { notLoaded: 0, notParsed: 0 },
    }),
  };
}

/** One sentence for a site that gave no node. */
function whyNothing(row: SiteRow, { nodes }: OutcomeCounts, { skippedBy }: SiteFigures): string | undefined {
  if (nodes > 0) return undefined;
  const { start } = row;
  const fault = startFaultOf(row);
  if (fault?.reason === 'robots-missing')
    return `robots.txt of ${start} could not be loaded, so nothing may be fetched`;
  if (fault?.host !== undefined) return startFaultText(fault);
  if (fault !== undefined) return `the start page ${start} gave no page: ${startFaultText(fault)}`;
  const reasons = Object.entries(skippedBy).map(([reason, count]) => `${reason} (${count})`);
  return `the start page ${start} gave no page: ${reasons.length > 0 ? reasons.join(', ') : 'it only redirects'}`;
}

function damageNotices({ damages = [] }: CrawlRow): string[] {
  return damages.map(englishSentence);
}

/** Lost turns that have their own sentence. */
const mostTold = 20;

const fates: Readonly<Record<LostTurn['state'], string>> = {
  open: 'its pages are missing here, and a resume fetches them again',
  fetched: 'its pages were fetched again, as they are now',
  'given-up': 'its pages are missing here',
};

function lostNotices({ origin, lost = [] }: SiteRow): string[] {
  const told = lost
    .slice(0, mostTold)
    .map(({ turn, why, state }) => `${origin}: turn ${turn} was lost (${why}); ${fates[state]}.`);
  const more = lost.length - told.length;
  return more > 0 ? [...told, `${origin}: ${more.toLocaleString('en')} more turns were lost.`] : told;
}

/** Start addresses of one site that a sentence names. */
const mostNamed = 3;

/** A site has one start page: others that were given for its origin are not requested unless clicks lead there. */
function sharedOriginNotices(sites: readonly SiteRow[]): string[] {
  const rows = new Map(sites.map(row => [row.site, row]));
  const keeperOf = (row: SiteRow): SiteRow => (row.sameAs === undefined ? row : keeperOf(rows.get(row.sameAs)!));
  const others = new Map<SiteRow, Set<string>>();
  for (const row of sites.filter(({ sameAs }) => sameAs !== undefined)) {
    const keeper = keeperOf(row);
    if (row.start !== keeper.start) others.set(keeper, (others.get(keeper) ?? new Set()).add(row.start));
  }
  return [...others].map(([keeper, starts]) => sharedOriginNotice(keeper, [...starts]));
}

function sharedOriginNotice({ site, start }: SiteRow, others: readonly string[]): string {
  return `Site ${site} was crawled from ${start} alone; pages to which no clicks lead from there are missing. Of the same site: ${firstOf(others)}.`;
}

function firstOf(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return [...names.slice(0, mostNamed), ...(more > 0 ? [`${more.toLocaleString('en')} more`] : [])].join(', ');
}

function noticesOf(sites: readonly SiteRow[], figures: ReadonlyMap<number, SiteFigures>): string[] {
  const origins = new Map(sites.map(({ site, origin }) => [site, origin]));
  return [...figures].flatMap(([site, results]) => {
    const name = origins.get(site)!;
    const dropped = results.linksDropped;
    const { privateHosts = [] } = results;
    const refused = results.skippedBy['private-address'] ?? 0;
    const sentences: string[] = [];
    // A site without a page says it in its own words.
    if (refused > 0 && results.levels.some(({ nodes }) => nodes > 0))
      sentences.push(
        `${name}: ${counted(refused, 'address was', 'addresses were')} not requested: not on the public Internet. To ask them: resume --retry-failed --allow-host ${privateHosts.join(',')}.`,
      );
    const { of = 0, hosts = [] } = results.hostsWithoutPage ?? {};
    if (hosts.length > 0)
      sentences.push(
        `${name}: ${hosts.length.toLocaleString('en')} of the ${of.toLocaleString('en')} hosts of the site gave no own page: ${firstOf(hosts)}.`,
      );
    for (const walled of [results.walled ?? [], results.checked?.walled ?? []])
      if (walled.length > 0) sentences.push(wallNotice(name, walled));
    if (results.listedElsewhere !== undefined) sentences.push(elsewhereNotice(name, results.listedElsewhere));
    const nofollow = results.ignoredLinks['rel=nofollow'] ?? 0;
    if (nofollow > 0)
      sentences.push(
        `${name}: ${counted(nofollow, 'link with nofollow was', 'links with nofollow were')} not followed.`,
      );
    if (dropped > 0)
      sentences.push(
        `${name}: ${counted(dropped, 'link', 'links')} beyond the first 200,000 of a page ${dropped === 1 ? 'was' : 'were'} not followed.`,
      );
    if ((results.fieldsUnread ?? 0) > 0)
      sentences.push(
        `${name}: of ${counted(results.fieldsUnread!, 'page', 'pages')} some columns of --extract are empty, because reading them costs too much.`,
      );
    if ((results.nearUncompared ?? 0) > 0)
      sentences.push(
        `${name}: ${counted(results.nearUncompared!, 'page has', 'pages have')} parts in common with more than 4,000 others and ${results.nearUncompared === 1 ? 'was' : 'were'} compared with these only; near duplicates of them may be missing.`,
      );
    if (results.normalizedIsCut)
      sentences.push(
        `${name}: more than 250,000 addresses are joined with others by normalization; those seen first are counted and listed.`,
      );
    if (results.hints !== undefined) sentences.push(`${name}: ${startHintText(results.hints)}.`);
    const { unknownIds } = results;
    if (unknownIds !== undefined)
      sentences.push(
        `${name}: pages differ in nothing but ${unknownIds.parameter}, whose values look like session ids (${unknownIds.example}); --drop-params ${unknownIds.parameter} would join them.`,
      );
    for (const { url, duplicates } of results.repeated)
      sentences.push(
        `${name}: ${duplicates.toLocaleString('en')} addresses have the content of ${url}; it may stand for missing pages.`,
      );
    return sentences;
  });
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

function wallNotice(name: string, walled: readonly WalledHost[]): string {
  const hosts = walled.map(
    ({ host, walls, answers }) => `${host} (${walls.toLocaleString('en')} of ${answers.toLocaleString('en')} answers)`,
  );
  return `${name}: walls against programs stand before ${firstOf(hosts)}; their addresses may live, and nothing goes round a wall.`;
}

function elsewhereNotice(name: string, { count, first }: NonNullable<SiteFigures['listedElsewhere']>): string {
  const are = count === 1 ? 'it was' : 'they were';
  const remedy = new URL(first).host === new URL(name).host ? '--schemes both' : '--scope';
  return `${name}: its sitemaps list ${counted(count, 'address', 'addresses')} outside of the site, such as ${first}; ${are} left out. ${remedy} says what belongs to a site.`;
}
