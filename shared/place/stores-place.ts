import type { CrawlRow } from '../domain/protocol/crawl-state.ts';
import type { ClaimedUrls, Clock, SiteRows, SourceSettingsRows, WatchedAddresses } from '../ports/ports.ts';
import type { LabelStores } from '../wings/publications/labels/label-desk.ts';
import type { AddressBook } from '../wings/publications/labels/label-transfer.ts';
import type { TrainingReport } from '../wings/publications/labels/retraining.ts';
import type { SearchKey } from '../wings/publications/store/mention-store.ts';
import type { ToneLanguage } from '../wings/publications/tone/context-words.ts';
import type { ShippedTone } from '../wings/publications/watch/current-search.ts';
import type { OpenWatch, WatchStores } from './opened-watch.ts';

/** A training of a watch: the last one requested since the place began. */
export interface TrainingState {
  readonly language: ToneLanguage;
  readonly state: 'running' | 'done' | 'failed';
  /** The model is trained first; then stored mentions are classified anew. */
  readonly stage: 'training' | 'telling';
  /** From 0 to 1. */
  readonly share: number;
  readonly report: TrainingReport | undefined;
  /** Why it failed. */
  readonly fault: string | undefined;
}

/** The stores of a watch, while they are open. */
export interface OpenLabels extends WatchStores, Pick<LabelStores, 'second'> {
  readonly book: AddressBook;
}

/** The search of stored publications where a place runs it by itself. `fault`: why it ended. */
export interface SearchState {
  readonly isRunning: boolean;
  readonly fault?: string;
}

/** The ports through which sources and entries of a watch change. */
export interface WatchPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly store: Pick<SiteRows, 'readSites'> &
    Pick<ClaimedUrls, 'readLevels'> &
    Omit<WatchedAddresses, 'dueAddresses' | 'readMemory'> &
    SourceSettingsRows;
  /** The place has no browser. */
  readonly lacksBrowser?: true;
}

/** How a place opens the stores of its watches, and what follows when they change. */
export interface StoresPlace extends OpenWatch {
  /** Works on the state of a watch, also while another process works on it. */
  changeState<T>(watch: string, work: (state: WatchPorts, crawl: CrawlRow) => Promise<T>): Promise<T>;
  /** False: the source is removed already. */
  removeSource(watch: string, source: number): Promise<boolean>;
  /** Made where the watch has found nothing yet. */
  read<T>(watch: string, work: (stores: OpenLabels) => Promise<T>): Promise<T>;
  changed<T>(watch: string, work: (stores: OpenLabels) => Promise<T>): Promise<T>;
  /** Continues the search of stored publications. */
  search(watch: string): Promise<void>;
  searchState?(watch: string): SearchState;
  /** The key by which a version counts as searched with a list: by default whichever models gave the tones. */
  keyOf?(list: string, stores: WatchStores): Promise<SearchKey>;
  /** Another model gives tones from now on. */
  modelChanged?(watch: string): Promise<void>;
  /** Begins a training on its own thread. Throws `BadInput` where one runs, or the place trains no models. */
  train(watch: string, language: ToneLanguage, by: string): Promise<void>;
  training(watch: string): Promise<TrainingState | undefined>;
  now(): number;
  readonly shipped: ShippedTone;
  /** Publications of the sample of a check, the newest. */
  readonly mostChecked: number;
  /** Name of the caller, to whom labels and models belong unless another person is named. */
  readonly by: string;
}
