import type { Refusal } from '../refusal/refusal.ts';
import type { WatchOptions } from '../spec/crawl-spec.ts';
import type { CrawlSpec } from '../spec/crawl-spec-schema.ts';
import type { ResumeChanges } from '../spec/resolve/resume-changes.ts';

/** The facts that the API and the console know about a crawl beside its state: its owner and its order. */
export interface CrawlRecord {
  /** Unguessable. */
  readonly id: string;
  /** The owner, who may see it: an account, or an API key. */
  readonly owner: string;
  /** Wall clock, ms. */
  readonly createdAt: number;
  /** 1 for the start; each resume counts it up. */
  readonly run: number;
  /** Whether the run is ordered and has not begun. */
  readonly queued: boolean;
  /** Why the run failed, if its order was wrong. */
  readonly failure?: readonly Refusal[];
  /** A watch whose state cannot be read. */
  readonly isWatch?: true;
}

/** The order for one run of a crawl. */
export type CrawlOrder =
  /** `sitesFrom` names a list that was uploaded: lines as in the CLI's `--input`. */
  | { readonly kind: 'start'; readonly spec: CrawlSpec; readonly sitesFrom?: string; readonly watch?: WatchOrder }
  | {
      readonly kind: 'resume';
      readonly raise: ResumeChanges;
      /** The failed pages of a finished crawl are requested again. */
      readonly retryFailed?: boolean;
      /** Private hosts that may be asked from now on too. */
      readonly allowHosts?: readonly string[];
    };

export type ResumeOrder = Extract<CrawlOrder, { kind: 'resume' }>;

/** The sites of the crawl are the sources of a watch. */
export interface WatchOrder {
  readonly options: WatchOptions;
  /** Seconds between two requests of an entry page; absent: learnt from its changes. */
  readonly interval?: number;
  /** Most requests for finding the entries of a source. */
  readonly requests: number;
  /** Start addresses that are further hosts of other sources: no entries are searched for there. */
  readonly further?: readonly string[];
  /** The list of organizations whose mentions are searched for, as JSON. */
  readonly organizations?: string;
  /** Initial settings of sources by their start addresses, in the form in which settings are stored. */
  readonly settings?: Readonly<Record<string, string>>;
  /** False: the entries that were found wait until a person begins the watch. */
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
