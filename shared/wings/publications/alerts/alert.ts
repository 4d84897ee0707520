import type { MentioningQuery } from '../table/mentioning-rows.ts';
import type { Judgement } from '../table/tone-table.ts';

/** Changes of a publication that an alert may be about. A correction (`watch reread`) is none. */
export const changeKinds = ['new', 'changed', 'gone'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** A change, as it was written in the transaction that made it. */
export interface PublicationChange {
  /** Counts up in the order of the transactions. */
  readonly change: number;
  readonly kind: ChangeKind;
  readonly publication: number;
  readonly version: number;
  /** Of the look that showed it, ms since the epoch. */
  readonly at: number;
}

export interface ChangeLog {
  /** Behind `after`, oldest first. */
  changes(after: number, most: number): Promise<readonly PublicationChange[]>;
  /** 0: there is none. */
  lastChange(): Promise<number>;
}

/** A saved filter for publications, and its receivers. */
export interface AlertRule {
  readonly name: string;
  readonly changes: readonly ChangeKind[];
  readonly filter: AlertFilter;
  /** Collected, and sent once a day at this time (`08:30`); absent: at the end of each look. */
  readonly digest?: { readonly at: string; readonly timeZone: string };
}

/** As each door takes them; words as people write them. */
export interface AlertFilter {
  readonly query?: string;
  readonly source?: readonly number[];
  readonly organization?: string | readonly string[];
  readonly tone?: readonly Judgement[];
  readonly language?: string;
  readonly originals?: boolean;
  readonly nested?: boolean;
  readonly confidence?: number;
}

export type AlertQuery = Pick<
  MentioningQuery,
  'words' | 'sources' | 'organizations' | 'judgements' | 'language' | 'isOriginal' | 'isNested' | 'confidence'
>;

/** A change that an alert is about, as it is sent. */
export interface AlertItem {
  /** Unique within the watch, and lasting. */
  readonly id: string;
  readonly kind: ChangeKind;
  readonly at: string;
  readonly publication: number;
  readonly version: number;
  readonly title: string;
  readonly url: string;
  readonly source: string;
  readonly published: string | null;
  /** `name`: of the organization; absent where the list has it no more. */
  readonly mentions: readonly { readonly organization: string; readonly name?: string; readonly tone: Judgement }[];
}

/** How an alert does, without its secrets. */
export interface AlertStatus extends AlertRule {
  /** For people. */
  readonly receivers: readonly string[];
  /** Below the address of the API; with `.json` in place of `.xml` a JSON Feed. Anyone with the address may read the feed. */
  readonly feed: string;
  /** Letters: sent, given up, perhaps sent when their process was killed, and on their way. */
  readonly sent: number;
  readonly failed: number;
  readonly unknown: number;
  readonly waiting: number;
  /** Changes that wait for the next digest. */
  readonly collected: number;
  /** Of the last try that failed. */
  readonly fault?: string;
}
