import type { LinkElement } from '../html/link-element.ts';
import type { NormalizationRules } from '../url/normalization-rules.ts';
import type { SiteSchemes } from '../url/scope.ts';
import type { SiteScope } from '../url/site-scope.ts';
import type { RuleName, RuleOptions } from './rules.ts';
import { type TraverseOptions, traverseDefaults } from './traverse-options.ts';

/**
 * A spec with nothing left to decide: every default filled in, per-site values resolved. Plain JSON, stored with the
 * crawl, so that a later version with other defaults resumes it unchanged.
 */
export interface ResolvedSpec {
  /** By number, ascending; at least one. */
  readonly sites: readonly ResolvedSite[];
  /** What a person calls the crawl. Absent: its first site names it. */
  readonly name?: string;
  /** Pages in all; absent = no limit. */
  readonly limit?: number;
  readonly timeLimitSeconds?: number;
  /** Regular expressions (RE2); where there are any, a URL must match one. */
  readonly include: readonly string[];
  /** A URL that matches one of these is not fetched; stronger than `include`. */
  readonly exclude: readonly string[];
  readonly userAgent: string;
  /** E-mail or web address of the person who crawls; `''` = not given. */
  readonly contact: string;
  /** `obey`, `disallow-only`, `ignore`, or a policy of a plugin. */
  readonly robots: string;
  readonly duplicates: 'merge' | 'keep';
  /** Whether `elements` holds `frame`. */
  readonly frames: boolean;
  readonly schemes: SiteSchemes;
  /** What a site is. Absent: a host. */
  readonly scope?: Exclude<SiteScope, 'host'>;
  readonly normalization: NormalizationRules;
  /** `name:port` that may be asked although private, beside start addresses that are private as they are written. */
  readonly allowHosts: readonly string[];
  readonly formats: readonly string[];
  /** Names of plugin parts; none named = all that the plugins bring. */
  readonly finish: readonly string[];
  readonly writers: readonly string[];
  readonly analyzers: readonly string[];
  /** Module addresses, absolute. */
  readonly plugins: readonly string[];
  /** To the first byte of an answer; absent = the default. */
  readonly timeoutSeconds?: number;
  /** Further tries for a page; absent = the default. */
  readonly retries?: number;
  /** Of a page, Content-Encoding undone; absent = the default. */
  readonly maxPageBytes?: number;
  /** Pages per pattern of an address; absent = no limit. */
  readonly patternLimit?: number;
  /** Extensions of addresses that are not fetched, in place of the built-in list; absent = that list. */
  readonly extensions?: readonly string[];
  /** Which site gets the next pages; asked only where several sites share `limit`. */
  readonly rule: RuleName;
  /** Whether `auto` chose it. Absent: no, or in specs of earlier versions. */
  readonly autoRule?: true;
  readonly ruleOptions: RuleOptions;
  /** What the set of sites is about, as far as rules were compared on such sets. */
  readonly topic: Topic;
  /** A named way to crawl: defaults of other settings, and what is a site. */
  readonly profile: Profile;
  /** Elements whose addresses are links. */
  readonly elements: readonly LinkElement[];
  /** What a site of the Web fragment is: a host, or a registrable domain. */
  readonly groupBy: (typeof siteGroups)[number];
  /** Absent in specs of earlier versions, which is `safe`. */
  readonly durability?: Durability;
  /** Whether each link is written with its anchor and rel. Absent: no. */
  readonly allLinks?: boolean;
  /** Whether no cookie is sent, those of gates neither. Absent: no. */
  readonly noCookies?: boolean;
  /** Whether external addresses are requested once. Absent: no. */
  readonly checkExternal?: boolean;
  /** Whether linked files (PDF, office documents) are requested once, without their content. Absent: no. */
  readonly richFiles?: boolean;
  /** Pages whose texts have this share of their runs of words in common are reported. Absent: none. */
  readonly nearDuplicates?: number;
  /** What becomes of the addresses that sitemaps list. Absent: nobody requests them. */
  readonly sitemaps?: SitemapMode;
  /** Whether every exchange is written into an archive. Absent: no. */
  readonly warc?: boolean;
  /** Archive files that answer in place of servers, absolute paths. Absent: servers are asked. */
  readonly fromWarc?: readonly string[];
  /** Of several captures of an address the nearest to this instant counts. Absent: the first. */
  readonly archiveDate?: string;
  /** Directory of an earlier crawl whose unchanged pages are neither loaded nor parsed. Absent: all pages are. */
  readonly since?: string;
  /** Columns of the table of pages, each as `name=XPATH` or `name=css:SELECTOR`. Absent: none. */
  readonly extract?: readonly string[];
  /** Whether pages are loaded in a browser. Absent in specs of earlier versions, which is `never`. */
  readonly render?: RenderMode;
  /** Regular expressions (RE2); pages whose address one of them finds are clicked through. Absent in specs of earlier versions: none. */
  readonly traverse?: readonly string[];
  readonly traverseOptions?: TraverseOptions;
  /** Names of the applications of a watch, in the order in which they are asked. Absent: `grabber`, `readability`. */
  readonly applications?: readonly string[];
  /** Its sites are sources that never run dry. Absent: it is a crawl, which ends. */
  readonly watch?: WatchOptions;
}

/** How sources are watched. */
export interface WatchOptions {
  /** Bounds of the learning intervals between two looks at an entry, seconds. */
  readonly leastS: number;
  readonly mostS: number;
  /** Further parts of lists and calendars are read too, each once. Absent: no. */
  readonly archive?: boolean;
  /** How long after a publication was seen first its address is looked at again, seconds, ascending. */
  readonly recheckS: readonly number[];
  /** Looks of a source that come so many seconds apart or more come together. Absent: each comes at its own instant. */
  readonly gatherS?: number;
}

export const watchDefaults: WatchOptions = {
  leastS: 300,
  mostS: 86_400,
  recheckS: [3_600, 6 * 3_600, 86_400, 3 * 86_400, 14 * 86_400],
};

/** Whether any page of the crawl may be loaded in a browser. */
export function needsBrowser({ render = 'never', traverse = [] }: Pick<ResolvedSpec, 'render' | 'traverse'>): boolean {
  return render !== 'never' || traverse.length > 0;
}

/**
 * `never`: pages are taken as they are sent. `always`: every page of HTML is the document that its scripts make of it.
 * `auto`: so are pages of templates whose scripts bring links.
 */
export const renderModes = ['never', 'auto', 'always'] as const;
export type RenderMode = (typeof renderModes)[number];

/** `report`: compared with what was found. `add`: crawled too. `only`: nothing else is crawled. */
export const sitemapModes = ['add', 'only', 'report'] as const;
export type SitemapMode = (typeof sitemapModes)[number];

export const topics = ['unknown', 'universities', 'institutes'] as const;
export type Topic = (typeof topics)[number];

export const profiles = ['graph', 'beebot', 'rccrawler'] as const;
export type Profile = (typeof profiles)[number];

export const siteGroups = ['host', 'domain'] as const;

/** `safe`: what a row names is on the disk before the row is. `fast`: nothing is awaited; on one machine only. */
export const durabilities = ['safe', 'fast'] as const;
export type Durability = (typeof durabilities)[number];

/** `same`: one scheme; `both`: http and https on their default ports; `any`: http and https on every port. */
export const siteSchemes = ['same', 'both', 'any'] as const satisfies readonly SiteSchemes[];

export interface ResolvedSite {
  /** Unique within the crawl, from 1. */
  readonly number: number;
  /** Start address, as the URL standard writes it, without a fragment. */
  readonly url: string;
  /** With the scope `list`: further hosts and prefixes that are this site, as addresses. */
  readonly hosts?: readonly string[];
  readonly name: string;
  readonly shortName: string;
  /** Words of a person for kinds of sites. Absent: none. */
  readonly tags?: readonly string[];
  readonly delayMs: number;
  readonly maxDownloads: number;
  /** Inclusive; absent = no limit. */
  readonly maxLevel?: number;
  /** What this site alone may use (its own `limit`, else `siteLimit`); absent = no limit. */
  readonly ownLimit?: number;
  /** What it may use at most: the smaller of `ownLimit` and the crawl's `limit`, which `rule` shares out. */
  readonly limit?: number;
}

/** Where the first byte of an answer may take longer, a turn has no time to begin requests in. */
export const longestTimeoutSeconds = 60;

export const specDefaults = {
  delayMs: 1000,
  maxDownloads: 2,
  timeoutSeconds: 30,
  retries: 2,
  maxPageBytes: 10 * 1024 * 1024,
  userAgent: 'Orbweaver/0.1',
  contact: '',
  robots: 'obey',
  duplicates: 'merge',
  frames: false,
  schemes: 'same',
  scope: 'host',
  formats: ['csv', 'gexf'],
  rule: 'adaptive',
  ruleOptions: { gittinsN: 10, ucbM: 10, quantumSeconds: 60, grant: 10, inFlight: 8 },
  topic: 'unknown',
  profile: 'graph',
  elements: ['a', 'refresh'],
  groupBy: 'domain',
  durability: 'safe',
  render: 'never',
  traverseOptions: traverseDefaults,
} as const;

/** Parts that need no plugin. */
export const builtInParts = {
  robots: ['obey', 'disallow-only', 'ignore'],
  formats: ['csv', 'gexf', 'graphml', 'net', 'parquet', 'commoncrawl'],
  finish: [],
  writers: [],
  analyzers: [],
  applications: ['grabber', 'readability'],
} as const satisfies Record<string, readonly string[]>;
