/** The interface of a place to who reads and changes its watches. A watch has the id of its crawl. Instants are ms since the epoch. */

import type { Columns } from '../domain/applications/publication-application.ts';
import { watchedKinds } from '../domain/protocol/watched-address.ts';
import type { Refusal } from '../domain/refusal/refusal.ts';
import type { RenderMode } from '../domain/spec/crawl-spec.ts';
import type { AlertItem, AlertRule, AlertStatus } from '../wings/publications/alerts/alert.ts';
import type {
  KeptApplication,
  PageMark,
  RecordQuery,
  RecordRow,
} from '../wings/publications/applications/application-records.ts';
import type { MentionsAfter } from '../wings/publications/export/mention-page.ts';
import type { MentionRecord } from '../wings/publications/export/mention-records.ts';
import type { PublicationRecord, SourceName } from '../wings/publications/export/publication-record.ts';
import type { FoundEntry, SourceFindings } from '../wings/publications/finding/source-findings.ts';
import type { KeptQuery } from '../wings/publications/kept/kept-pages.ts';
import type { OrganizationList } from '../wings/publications/store/mention-store.ts';
import type { ListPlace, PublicationRow, VersionRow } from '../wings/publications/store/publication-store.ts';
import type { Fitting } from '../wings/publications/table/count-fitting.ts';
import type { MentioningQuery } from '../wings/publications/table/mentioning-rows.ts';
import type { TableQuery, ToneTable } from '../wings/publications/table/read-table.ts';
import type { VersionComparison } from '../wings/publications/versions/compare-versions.ts';
import type { SourceStatus } from '../wings/publications/watch/source-status.ts';

/** The kinds of entries. */
export const entryKinds = watchedKinds.filter(kind => kind !== 'publication');

export interface NewEntry {
  readonly address: string;
  readonly kind: (typeof entryKinds)[number];
  /** Seconds between two looks; absent: they are learnt. */
  readonly interval?: number;
}

export interface ChangedEntry {
  readonly address: string;
  /** Number of its source. */
  readonly source: number;
}

/** `interval`: seconds between two looks; absent: they are learnt. */
export type EntryChange = 'on' | 'off' | 'remove' | { readonly interval?: number };

/** The results for addresses of a list. */
export interface AddedAddresses {
  /** They are requested from now on, each once. */
  readonly added: number;
  /** The watch had them before. */
  readonly known: number;
  /** By reason: `no-address`, `other-host`, or why the settings of the watch exclude them. */
  readonly refused: Readonly<Record<string, number>>;
}

/** Addresses that are added at once, at most. */
export const mostAddedAddresses = 1_000;

/** How pages of a source are read from now on; what is absent stays. */
export interface SourceChange {
  /** Whether old publications are read: further parts of lists, and old sitemaps. */
  readonly archive?: boolean;
  /** Zone of pages that name none; null: as the watch says, or else a guess. */
  readonly timeZone?: string | null;
  /** Kinds of sources in the user's words; null: those of the list of sites. */
  readonly tags?: readonly string[] | null;
  /** Whether pages are loaded in a browser; null: as the watch says. */
  readonly render?: RenderMode | null;
}

/** Which kept pages are read again. */
export type RereadQuery = Pick<KeptQuery, 'source' | 'since' | 'after'>;

/** The result of reading kept pages again. */
export interface Reread {
  /** Kept pages that were looked at, those of earlier versions among them. */
  readonly pages: number;
  /** Publications whose latest version was read again, and those of them that have a correction from now on. */
  readonly read: number;
  readonly corrected: number;
  /** Why others were left: `application` (the user's own gave them), `no-article` (no text now), `damaged` (pages of a turn). */
  readonly left: Readonly<Record<string, number>>;
  /** Where the next call goes on; absent: this was the last one. */
  readonly next?: string;
  /** All publications that were meant, with a kept page or not; known at the end. */
  readonly publications?: number;
}

/** A saved filter, and who hears of its changes. */
export interface NewAlert extends AlertRule {
  /** Addresses of webhooks, and `mailto:ADDRESS`. */
  readonly notify: readonly string[];
  /** Server, password and sender of mails. */
  readonly smtp?: string;
  readonly smtpPassword?: string;
  readonly mailFrom?: string;
}

/** `secrets`: by which its webhooks are signed, shown once. */
export type AddedAlert = AlertStatus & { readonly secrets: readonly string[] };

export interface AlertTest {
  /** Those that were sent. */
  readonly changes: number;
  readonly receivers: readonly { readonly to: string; readonly fault?: string }[];
}

export interface AlertFeed {
  readonly title: string;
  /** Newest first. */
  readonly items: readonly AlertItem[];
}

export type AlertCalls = 'listAlerts' | 'addAlert' | 'removeAlert' | 'testAlert' | 'alertFeed';

/** A source that joins a watch. */
export interface NewSource {
  /** Absolute. */
  readonly address: string;
  readonly name?: string;
  /** Seconds between two looks at its entries; absent: they are learnt. */
  readonly interval?: number;
  /** Documents that are requested to find what there is, at most. */
  readonly requests: number;
  /** Nothing is searched for: only what other sources name there is taken. */
  readonly isHost?: boolean;
  /** False: no page is shown in a browser. */
  readonly browser?: boolean;
  /** Found entries that are to be on; absent: as proposed. */
  readonly on?: readonly ChosenEntry[];
}

/** An entry as it was found at a source. */
export type ChosenEntry = Pick<FoundEntry, 'address' | 'kind'>;

/** The findings at a source when its watch was made. */
export interface KeptFindings {
  /** Absent: it was left out. */
  readonly number?: number;
  /** Why it was left out. */
  readonly why?: Refusal;
  readonly findings: SourceFindings;
}

export interface AddedSource {
  readonly number: number;
  readonly url: string;
  /** How many there are to be looked at, proposals among them. */
  readonly entries: number;
  /** The watch does not run: it is looked at from the next run on. */
  readonly waits: boolean;
}

/** Publications of a source that were found on a day (UTC). */
export interface DayCount {
  readonly source: number;
  /** `2026-05-31`. */
  readonly day: string;
  readonly count: number;
}

/** A publication with all that is known of it but its texts. */
export interface KnownPublication {
  readonly row: ListedPublication;
  /** From the first on. */
  readonly versions: readonly VersionRow[];
  /** Further addresses of the source with the same text. */
  readonly addresses: readonly string[];
}

/** A page that was requested to be looked at, or why it was not had. */
export type AskedPage =
  | {
      readonly kind: 'page';
      /** After redirects. */
      readonly address: string;
      /** The decoded page. */
      readonly html: string;
    }
  | { readonly kind: 'none'; readonly address: string; readonly outcome: string; readonly status?: number };

/** The tables that applications of the user's own have kept, and the pages at which they failed when they read them last. */
export interface KeptByApplications {
  readonly tables: readonly KeptApplication[];
  readonly marks: readonly PageMark[];
}

/** A publication, and whether another of its cluster stands for it. */
export type ListedPublication = PublicationRow & { readonly isCopy: boolean };

/** Some publications as exports have them. */
export interface RecordPage {
  readonly records: readonly PublicationRecord[];
  /** Where the next page begins; absent behind the last one. */
  readonly last?: ListPlace;
}

/** Records of one application. */
export interface SomeRecords {
  readonly columns: Columns;
  readonly rows: readonly RecordRow[];
  /** By number. */
  readonly sources: ReadonlyMap<number, SourceName>;
}

/** The services of a place for watches. A crawl that is no watch has no sources and no publications. */
export interface WatchService {
  /** Sources numbered above `after`, in order, at most `most`. */
  sources(watch: string, after: number, most: number): Promise<readonly SourceStatus[]>;
  source(watch: string, number: number): Promise<SourceStatus | undefined>;
  /** Addresses of a source that were claimed and gave no publication, by their reason. A place may count them anew at times only. */
  skipped(watch: string, source: number): Promise<Readonly<Record<string, number>>>;
  /**
   * Reads kept pages again with what is set now, without a request. A version that differs from what its page gives now gets a correction: a
   * further version, seen at the same instant.
   */
  reread(watch: string, query: RereadQuery): Promise<Reread>;
  /** The list of organizations, and names of the models that gave tones, the first to come first; undefined without a list. */
  organizations(watch: string): Promise<(OrganizationList & { readonly models: readonly string[] }) | undefined>;
  countPublications(watch: string): Promise<number>;
  /** Of each source and each day from the one with `since` on; days without a publication are left out. */
  newByDay(watch: string, since: number): Promise<readonly DayCount[]>;
  /** The newest first, those behind `before` only, at most `most`; with an organization or classes those that mention it so. */
  find(watch: string, query: MentioningQuery, most: number, before?: ListPlace): Promise<readonly ListedPublication[]>;
  /** How many `find` would list; with `isMentioning` those that mention any organization of the list. */
  countFitting(watch: string, query: MentioningQuery, isMentioning: boolean): Promise<Fitting>;
  /** The same as exports have them, with their texts. */
  records(watch: string, query: MentioningQuery, most: number, before?: ListPlace): Promise<RecordPage>;
  /** Mentions in latest versions, as exports have them, at most `most`; `after`: how far the export has come. */
  mentions(
    watch: string,
    query: MentioningQuery,
    most: number,
    after?: MentionsAfter,
  ): Promise<readonly MentionRecord[]>;
  /** The table of the watch; undefined if it looks for no organizations. */
  table(watch: string, query: TableQuery): Promise<ToneTable | undefined>;
  publication(watch: string, id: number): Promise<KnownPublication | undefined>;
  text(watch: string, id: number, version: number): Promise<string | undefined>;
  /** The changes between two versions; undefined if a version is not there. */
  compare(watch: string, id: number, from: number, to: number): Promise<VersionComparison | undefined>;
  /**
   * Finds what there is at a source and adds it, also while the watch runs; absent if a place does not find by itself. Throws
   * `BadInput` where its host is watched already, and where there is nothing to watch.
   */
  addSource?(watch: string, source: NewSource): Promise<AddedSource & { readonly findings?: SourceFindings }>;
  /**
   * Finds what there is at a source that the watch does not have, for a person to choose from. It is remembered for some minutes, so that
   * adding the source requests nothing again. Throws `BadInput` where there is nothing to watch.
   */
  findAt?(watch: string, source: Pick<NewSource, 'address' | 'requests' | 'browser'>): Promise<SourceFindings>;
  /** Findings from when the watch was made, in the order of its sources, from the one at `after` on; whether entries are on is as it is now. */
  findings?(watch: string, after: number, most: number): Promise<readonly KeptFindings[]>;
  /** At most `most` of the marks. */
  applications(watch: string, most: number): Promise<KeptByApplications>;
  /** In the order in which they were kept, at most `most`; undefined if the application has no table. */
  applicationRecords(watch: string, name: string, query: RecordQuery, most: number): Promise<SomeRecords | undefined>;
  /** At one source or at all: the names that are on from now on, by the number of the source. Throws `BadInput` for a name that is not known. */
  switchApplications(
    watch: string,
    names: readonly string[],
    isOn: boolean,
    source?: number,
  ): Promise<ReadonlyMap<number, readonly string[]>>;
  /** Alerts are of places that keep the changes of publications in their order. */
  listAlerts?(watch: string): Promise<readonly AlertStatus[]>;
  /** One of the same name is replaced. Throws `BadInput`. */
  addAlert?(watch: string, alert: NewAlert): Promise<AddedAlert>;
  /** Throws `BadInput` where there is none of this name. */
  removeAlert?(watch: string, name: string): Promise<void>;
  /** Sends its latest changes, ten at most, now. */
  testAlert?(watch: string, name: string): Promise<AlertTest>;
  /** Undefined: no alert has this key. */
  alertFeed?(watch: string, key: string): Promise<AlertFeed | undefined>;
  /** Requests a page of a source as politely as the watch does. */
  page(watch: string, address: string): Promise<AskedPage>;
}
