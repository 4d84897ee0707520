import type { LinkType } from '../../../domain/link-type.ts';
import type { OutcomeCounts } from '../../../domain/protocol/site-outcomes.ts';
import type { SiteLabels } from '../../../domain/spec/sites/site-labels.ts';
import type { PageFacts } from '../../../domain/turn/page-facts.ts';
import type { PageRendering } from '../../../domain/turn/segment.ts';
import type { Arcs } from './arcs.ts';

/** The web graph of one site as the unloader hands it to the result writers. */

/** One node; `id` is dense from 0, ordered by (level, url bytes), and equal in every file and every run. */
export interface GraphNode {
  readonly id: number;
  /** Path and query of `url`. */
  readonly label: string;
  /** Normalized identity. */
  readonly url: string;
  readonly title: string;
  /** Least number of clicks from the start page. */
  readonly level: number;
  /** Distinct arcs that end here (a link to itself counts). */
  readonly inDegree: number;
  /** Distinct arcs that start here. */
  readonly outDegree: number;
  /** Occurrences of links to other origins on this page. */
  readonly externalLinks: number;
  /** SHA-256 of the decoded body, lower-case hex. */
  readonly contentHash: string;
  /** URLs merged into this node because they had the same content. */
  readonly duplicates: number;
  /** Bytes of the body after Content-Encoding is undone. */
  readonly bytes: number;
  /** Normalized URL of the first page, in page order, that linked here; empty for the start page. */
  readonly foundOn: string;
  /** The address that was requested (first seen, not normalized). */
  readonly fetchedUrl: string;
  /** Links of this page beyond the cap, not followed. */
  readonly linksDropped: number;
  /** How a browser loaded the page; absent if no browser had to. */
  readonly rendering?: PageRendering['kind'];
  /** SHA-256 of the body as it was sent, where `contentHash` is that of the document after loading. */
  readonly rawHash?: string;
  /** Values beside `fieldNames` of the graph; absent if the page is no HTML. */
  readonly fields?: readonly string[];
  /** The facts that the page states about itself; absent if the crawl was begun by an earlier version. */
  readonly facts?: PageFacts;
}

export interface SiteGraph {
  /** Start of the names of this site's files, e.g. `example.org`, `example.org_8080`. */
  readonly fileName: string;
  readonly origin: string;
  readonly nodeCount: number;
  /** Names of the fields that nodes have; absent if nobody requested any. */
  readonly fieldNames?: readonly string[];
  /** The site is not simply a host, so nodes say at which host and in which folder they are. */
  readonly isPlaced?: true;
  /** Its labels in the list of sites; absent if the list has only addresses. */
  readonly labels?: SiteLabels;
  readonly arcs: Arcs;
  /** By id, URLs merged into each node. */
  readonly duplicates: Uint32Array;
  /** Nodes in id order, or those with the ids; each call starts anew. */
  nodes(ids?: Uint32Array): Iterable<GraphNode>;
}

/** A URL with the URL that replaces it, or the URL of a page with a further spelling of its address. */
export interface Merge {
  /** Of the kind `normalized` it is `keptUrl` itself. */
  readonly url: string;
  readonly kind: 'redirect' | 'duplicate' | 'normalized';
  readonly keptUrl: string;
  /** Of the kind `normalized`: an address without a request, because normalization joins it with one that was requested. */
  readonly address?: string;
  /** The status of the redirect (`301`), the content hash that both have, or the names of the rules. */
  readonly evidence: string;
}

export interface SkippedUrl {
  readonly url: string;
  readonly level: number;
  readonly foundOn: string;
  readonly reason: import('../../../domain/skip-reason.ts').SkipReason;
  /** HTTP status of the last answer; absent if there was none. */
  readonly status?: number;
  /** The service of a wall; the price of a 402. */
  readonly detail?: string;
  /** Requests made for it (0 = never requested). */
  readonly attempts: number;
}

/** An address that was requested and is no node. */
export interface OtherPage {
  readonly url: string;
  readonly level: number;
  /** `redirect`, `duplicate`, or why it was skipped. */
  readonly outcome: 'redirect' | 'duplicate' | SkippedUrl['reason'];
  /** Status of the last answer; absent if there was none. */
  readonly status?: number;
  /** Where a redirect ends, of what a duplicate is one; normalized, else empty. */
  readonly target: string;
}

export interface ExternalLink {
  readonly url: string;
  /** First page, in page order, that held it. */
  readonly page: string;
  readonly level: number;
  readonly anchor: string;
  readonly occurrences: number;
  /** Absent in crawls that load no page in a browser. */
  readonly type?: LinkType;
}

export interface BadLink {
  readonly text: string;
  readonly page: string;
  readonly level: number;
  readonly reason: string;
  readonly occurrences: number;
}

export interface LevelCount extends OutcomeCounts {
  readonly level: number;
  /** Addresses that were joined with these by normalization; no part of `found`. Absent while the crawl runs. */
  readonly normalized?: number;
  /** Of `skipped`: addresses that a resume continues with. Absent while the crawl runs, and if there is nothing. */
  readonly left?: number;
}

/** Where a link of a site leads once redirects and duplicates are resolved; undefined if nothing is known of it. */
export type LinkEnd = { readonly node: number } | { readonly skipped: SkippedUrl };

/** Everything the unloader knows about one site; iterables start anew on each call. */
export interface SiteResults {
  readonly graph: SiteGraph;
  externalLinks(): Iterable<ExternalLink>;
  badLinks(): Iterable<BadLink>;
  merges(): Iterable<Merge>;
  skipped(): Iterable<SkippedUrl>;
  /** By level and URL. */
  otherPages(): Iterable<OtherPage>;
  /** Where a link to this normalized address leads. */
  linkEnd(url: string): LinkEnd | undefined;
  /** Id of the node with this normalized address; -1: there is none. */
  nodeAt(url: string): number;
  readonly levels: readonly LevelCount[];
  /** More addresses were joined by normalization than are kept: neither `merges` nor `levels` has them all. */
  readonly normalizedIsCut: boolean;
}
