import type { CrawlRow } from '../domain/protocol/crawl-state.ts';
import type { Clock, CrawlStore, SourceSettingsRows } from '../ports/ports.ts';
import type { ApplicationRecords } from '../wings/publications/applications/application-records.ts';
import type { LabelStore } from '../wings/publications/labels/label-store.ts';
import type { MentionStore } from '../wings/publications/store/mention-store.ts';
import type { PublicationQuery, PublicationStore } from '../wings/publications/store/publication-store.ts';
import type { StatusReading } from '../wings/publications/watch/source-status.ts';
import type { DayCount } from './watch-service.ts';

/** The stores of a watch: its findings, and what people say of them. */
export interface WatchStores {
  readonly publications: PublicationStore & { newByDay(since: number): Promise<readonly DayCount[]> };
  readonly mentions: MentionStore;
  readonly labels: LabelStore;
  readonly applications: Pick<ApplicationRecords, 'applications' | 'records' | 'marks'>;
}

export interface WatchState {
  readonly store: StatusReading['store'] & Pick<SourceSettingsRows, 'readSettings'> & Pick<CrawlStore, 'readSites'>;
  readonly clock: Pick<Clock, 'now'>;
}

type Words = NonNullable<PublicationQuery['words']>;

/** Bounds of what a request of a place reads of a watch in its time. Each throws `BadInput` where it is too much. */
interface ReadingBounds {
  demandCountable(publications: Pick<PublicationStore, 'count'>): Promise<void>;
  demandSearchable(publications: Pick<PublicationStore, 'count'>, words: Words): Promise<void>;
}

/** How a place opens its watches, each for one call. */
export interface OpenWatch {
  state<T>(watch: string, work: (state: WatchState, crawl: CrawlRow) => Promise<T>): Promise<T>;
  /** Undefined if the watch has found nothing yet. */
  stores<T>(watch: string, work: (stores: WatchStores) => Promise<T>): Promise<T | undefined>;
  /** Absent: a call may take as long as it takes. */
  readonly bounds?: ReadingBounds;
}
