import type { Refusal } from '../refusal/refusal.ts';
import type { WatchOptions } from '../spec/crawl-spec.ts';
import type { CrawlSpec } from '../spec/crawl-spec-schema.ts';
import type { ResumeChanges } from '../spec/resolve/resume-changes.ts';

/** What a control surface knows of a crawl beside its state: whose it is and what was requested. */
export interface CrawlRecord {
  /** Unguessable. */
  readonly id: string;
  /** Who may see it: an account, or an API key. */
  readonly owner: string;
  /** Wall clock, ms. */
  readonly createdAt: number;
  /** 1 for the start; each resume counts it up. */
  readonly run: number;
  /** The run is requested and has not begun. */
  readonly queued: boolean;
  /** Why the run failed: its crawl is not what was requested. */
  readonly failure?: readonly Refusal[];
}

/** What one run of a crawl is to do. */
export type CrawlOrder =
  /** `sitesFrom` names a list that was uploaded: lines as in the CLI's `--input`. */
  | { readonly kind: 'start'; readonly spec: CrawlSpec; readonly sitesFrom?: string; readonly watch?: WatchOrder }
  | { readonly kind: 'resume'; readonly raise: ResumeChanges };

/** The sites are sources of a watch. */
export interface WatchOrder {
  readonly options: WatchOptions;
  /** Seconds between two looks at an entry; absent: they are learnt. */
  readonly interval?: number;
  /** Requests for finding the entries of a source, at most. */
  readonly requests: number;
  /** Start addresses of sources at which nothing is searched for: further hosts of others. */
  readonly further?: readonly string[];
  /** Whom the watch looks for: the list of organizations, as JSON. */
  readonly organizations?: string;
  /** Of a source, by its start address, what is set from the beginning: as its settings are stored. */
  readonly settings?: Readonly<Record<string, string>>;
  /** False: what is found waits until a person begins the watch. */
  readonly start?: false;
}

/** A result file as the list of results shows it. */
export interface StoredFile {
  /** As in a crawl directory. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}
