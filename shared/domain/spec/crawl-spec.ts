import type { LinkElement } from '../html/link-element.ts';
import type { Identity } from '../http/request-identity.ts';
import type { Directive, Purpose } from '../robots/preferences.ts';
import type { NormalizationRules } from '../url/normalization-rules.ts';
import type { SiteSchemes } from '../url/scope.ts';
import type { SiteScope } from '../url/site-scope.ts';
import type { RuleName, RuleOptions } from './rules.ts';
import { type TraverseOptions, traverseDefaults } from './traverse-options.ts';

/**
 * A spec with nothing left to decide: every default filled in, per-site values resolved. Plain JSON, stored with the
 * crawl, so that a later version with other defaults resumes it unchanged.
 */
export interface ResolvedSpec extends Identity {
  /** By number, ascending; at least one. */
  readonly sites: readonly ResolvedSite[];
  /** A person's name for the crawl. Absent: the name of its first site. */
  readonly name?: string;
  /** Most pages in all; absent = no limit. */
  readonly limit?: number;
  readonly timeLimitSeconds?: number;
  /** Regular expressions (RE2). If there are any, a URL must match one of them. */
  readonly include: readonly string[];
  /** A URL that matches one of these is not fetched; stronger than `include`. */
  readonly exclude: readonly string[];
  /** Names the secrets that let the crawl in, which are never here. Absent: it has none. */
  readonly access?: string;
  /** `obey`, `disallow-only`, `ignore`, or a policy of a plugin. */
  readonly robots: string;
  readonly duplicates: 'merge' | 'keep';
  /** Whether `elements` holds `frame`. */
  readonly frames: boolean;
  readonly schemes: SiteSchemes;
  /** How far a site extends. Absent: one host. */
  readonly scope?: Exclude<SiteScope, 'host'>;
  readonly normalization: NormalizationRules;
  /** Private hosts (`name:port`) that may be requested, besides start addresses that are openly private. */
  readonly allowHosts: readonly string[];
  readonly formats: readonly string[];
  /** Names of finish conditions, result writers and analyzers from plugins; no names = all that the plugins have. */
  readonly finish: readonly string[];
  readonly writers: readonly string[];
  readonly analyzers: readonly string[];
  /** Absolute addresses of modules. */
  readonly plugins: readonly string[];
  /** Longest wait for the first byte of an answer; absent = the default. */
  readonly timeoutSeconds?: number;
  /** Further tries for a page; absent = the default. */
  readonly retries?: number;
  /** Largest page, Content-Encoding undone; absent = the default. */
  readonly maxPageBytes?: number;
  /** Most pages for each pattern of addresses; absent = no limit. */
  readonly patternLimit?: number;
  /** Extensions of addresses that are not fetched, in place of the built-in list; absent = that list. */
  readonly extensions?: readonly string[];
  /** Rule that chooses the site of the next pages, if several sites share `limit`. */
  readonly rule: RuleName;
  /** Whether `auto` chose the rule. Absent: no, or a spec of an earlier version. */
  readonly autoRule?: true;
  readonly ruleOptions: RuleOptions;
  /** Pages of a site that probably lead to most external links come first. Absent: breadth-first. */
  readonly order?: 'links';
  /** The topic of the set of sites; rules were compared on sets of these topics. */
  readonly topic: Topic;
  /** A named way to crawl: defaults of other settings, and the extent of a site. */
  readonly profile: Profile;
  /** Elements whose addresses are links. */
  readonly elements: readonly LinkElement[];
  /** Vertices of the Web fragment: hosts, or registrable domains. */
  readonly groupBy: (typeof siteGroups)[number];
  /** Absent in specs of earlier versions: `safe`. */
  readonly durability?: Durability;
  /** Whether each link is written with its anchor and rel. Absent: no. */
  readonly allLinks?: boolean;
  /** Whether no cookie is sent, not even those of gates. Absent: no. */
  readonly noCookies?: boolean;
  /** Why the results are wanted: what owners reserve against this is left out. Absent: preferences are only reported. */
  readonly purpose?: Purpose;
  /** Directives that are obeyed. Absent: none. */
  readonly heed?: readonly Directive[];
  /** Whether external addresses are requested once. Absent: no. */
  readonly checkExternal?: boolean;
  /** Whether linked files (PDF, office documents) are requested once, without their content. Absent: no. */
  readonly richFiles?: boolean;
  /** Pages whose texts have this share of their runs of words in common are reported. Absent: none. */
  readonly nearDuplicates?: number;
  /** Use of the addresses in sitemaps. Absent: sitemaps are not read. */
  readonly sitemaps?: SitemapMode;
  /** Whether every exchange is written into an archive. Absent: no. */
  readonly warc?: boolean;
  /** Archive files that answer in place of servers, absolute paths. Absent: requests go to servers. */
  readonly fromWarc?: readonly string[];
  /** Instant that chooses between several captures of an address: the nearest counts. Absent: the first capture. */
  readonly archiveDate?: string;
  /** Directory of an earlier crawl whose unchanged pages are neither loaded nor parsed. Absent: all pages are. */
  readonly since?: string;
  /** Columns of the table of pages, each as `name=XPATH` or `name=css:SELECTOR`. Absent: none. */
  readonly extract?: readonly string[];
  /** Whether pages are loaded in a browser. Absent in specs of earlier versions: `never`. */
  readonly render?: RenderMode;
  /**
   * Regular expressions (RE2): pages whose address matches one are clicked through. Absent in specs of earlier
   * versions: none.
   */
  readonly traverse?: readonly string[];
  readonly traverseOptions?: TraverseOptions;
  /** Names of a watch's applications, in the order of their calls. Absent: `grabber`, `readability`. */
  readonly applications?: readonly string[];
  /** Set for a watch, whose sites are watched until a person stops it. Absent: a crawl, which ends. */
  readonly watch?: WatchOptions;
}

/** How sources are watched. */
export interface WatchOptions {
  /** Bounds of the learning intervals between two looks at an entry, seconds. */
  readonly leastS: number;
  readonly mostS: number;
  /** Whether further parts of lists and calendars are read too, each once. Absent: no. */
  readonly archive?: boolean;
  /** Times after the first sight of a publication at which its address is requested again; seconds, ascending. */
  readonly recheckS: readonly number[];
  /**
   * Looks of a source with intervals of at least so many seconds are done together. Absent: each at its own instant.
   */
  readonly gatherS?: number;
  /** That of pages that name none: `Europe/Moscow`, `+03:00`, `MSK`. Absent: it is guessed for each source. */
  readonly timeZone?: string;
  /** Days for which pages of publications are kept, to be read again; 0: not at all. Absent: 30. */
  readonly keepPagesDays?: number;
}

/** Seconds between two looks at an entry. */
export const lookSeconds = { least: 10, most: 31_536_000 } as const;
/** Requests that finding the entries of a source may take. */
export const findRequests = { most: 200, byDefault: 40 } as const;

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
 * `never`: pages are read as they are sent. `always`: every HTML page is read after its scripts ran. `auto`: only pages
 * of templates whose scripts add links are.
 */
export const renderModes = ['never', 'auto', 'always'] as const;
export type RenderMode = (typeof renderModes)[number];

/**
 * Use of the sitemaps' addresses. `report`: compared with the found ones. `add`: crawled too. `only`: crawled alone.
 */
export const sitemapModes = ['add', 'only', 'report'] as const;
export type SitemapMode = (typeof sitemapModes)[number];

export const pageOrders = ['breadth-first', 'links'] as const;

export const topics = ['unknown', 'universities', 'institutes'] as const;
export type Topic = (typeof topics)[number];

/** Purposes of a crawl: `resolve/presets.ts` has their settings. */
export const presetNames = ['audit', 'graph', 'archive', 'set'] as const;
export type PresetName = (typeof presetNames)[number];

export const profiles = ['graph', 'beebot', 'rccrawler'] as const;
export type Profile = (typeof profiles)[number];

export const siteGroups = ['host', 'domain'] as const;

/**
 * `safe`: an object is on the disk before the row that names it. `fast`: the crawl does not wait for the disk; on one
 * machine only.
 */
export const durabilities = ['safe', 'fast'] as const;
export type Durability = (typeof durabilities)[number];

/** `same`: one scheme; `both`: http and https on their default ports; `any`: http and https on every port. */
export const siteSchemes = ['same', 'both', 'any'] as const satisfies readonly SiteSchemes[];

export interface ResolvedSite {
  /** Unique within the crawl, from 1. */
  readonly number: number;
  /** Start address, as the URL standard writes it, without a fragment. */
  readonly url: string;
  /** With the scope `list`: addresses of further hosts and prefixes that belong to this site. */
  readonly hosts?: readonly string[];
  readonly name: string;
  readonly shortName: string;
  /** A person's words for kinds of sites. Absent: none. */
  readonly tags?: readonly string[];
  readonly delayMs: number;
  readonly maxDownloads: number;
  /** Absent: that of the crawl. */
  readonly userAgent?: string;
  /** Inclusive; absent = no limit. */
  readonly maxLevel?: number;
  /** Most pages of this site alone (its own `limit`, else `siteLimit`); absent = no limit. */
  readonly ownLimit?: number;
  /** The smaller of `ownLimit` and the crawl's `limit`, which `rule` distributes. */
  readonly limit?: number;
}

/** With a longer timeout a turn would have no time to begin requests. */
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

/** Names of built-in parts, which need no plugin. */
export const builtInParts = {
  robots: ['obey', 'disallow-only', 'ignore'],
  formats: ['csv', 'gexf', 'graphml', 'net', 'parquet', 'xlsx', 'commoncrawl'],
  finish: [],
  writers: [],
  analyzers: [],
  applications: ['grabber', 'readability'],
} as const satisfies Record<string, readonly string[]>;
