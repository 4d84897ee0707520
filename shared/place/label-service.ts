/** The interface of a place to who labels publications of its watches, and to the models that learn from labels. */

import type { LabelRow } from '../wings/publications/labels/label.ts';
import type { JudgedPublication, LabelOrder } from '../wings/publications/labels/label-desk.ts';
import type { LabelledSubject, LabelQueue } from '../wings/publications/labels/label-lists.ts';
import type { LabelQuality } from '../wings/publications/labels/label-quality.ts';
import type { LabelLine, LabelRecord } from '../wings/publications/labels/label-record.ts';
import type { ModelRow } from '../wings/publications/labels/label-store.ts';
import type { ImportedLabels } from '../wings/publications/labels/label-transfer.ts';
import type { TrainingReport } from '../wings/publications/labels/retraining.ts';
import type { ToneLanguage } from '../wings/publications/tone/context-words.ts';

export interface QueueOrder {
  readonly annotator: string;
  readonly most: number;
  readonly organization?: string;
}

export type UndoOrder = Pick<LabelOrder, 'publication' | 'organization' | 'place' | 'annotator' | 'at'>;

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

export interface LabelService {
  judged(watch: string, publication: number): Promise<JudgedPublication | undefined>;
  /** Names of the organizations of the watch, by id. */
  names(watch: string): Promise<Readonly<Record<string, string>>>;
  /** The number of the new label. Throws `BadInput`. */
  give(watch: string, order: LabelOrder): Promise<number>;
  /** The label that is withdrawn. Throws `BadInput` where the person has none. */
  undo(watch: string, order: UndoOrder): Promise<LabelRow>;
  queue(watch: string, order: QueueOrder): Promise<LabelQueue>;
  disputes(watch: string): Promise<readonly LabelledSubject[]>;
  quality(watch: string): Promise<LabelQuality>;
  records(watch: string, after: number, most: number): Promise<readonly LabelRecord[]>;
  add(watch: string, lines: readonly LabelLine[]): Promise<ImportedLabels>;
  /** Begins a training on its own thread. Throws `BadInput` where one runs. */
  train(watch: string, language: ToneLanguage, by: string): Promise<void>;
  training(watch: string): Promise<TrainingState | undefined>;
  /** Goes back to the shipped model of a language. */
  useShipped(watch: string, language: ToneLanguage, by: string): Promise<void>;
  /** The file of a model; undefined if none was kept. */
  model(watch: string, id: number): Promise<Uint8Array | undefined>;
  /** Uses a model of a file from now on. Throws `BadInput` where it is none of this version. */
  addModel(watch: string, bytes: Uint8Array, by: string): Promise<ModelRow>;
}
