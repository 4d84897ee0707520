import type { StoredTone, ToneFigures } from '../store/mention-store.ts';
import type { ToneLanguage } from '../tone/context-words.ts';
import type { ToneClass } from '../tone/tone-model.ts';
import type { LabelRow, NewLabel } from './label.ts';

/** The result for labels that were added. */
export interface AddedLabels {
  /** Numbers of the rows, in the order of what was added; of a repeat the number that it has had. */
  readonly ids: readonly number[];
  /** Labels that were there before: same subject, class, person and instant. */
  readonly repeated: number;
}

/** Why a model is in the history of a watch: a training whose model is used from then on, or was kept aside; the shipped one again; an import. */
export const modelEvents = ['adopted', 'kept', 'shipped', 'imported'] as const;
export type ModelEvent = (typeof modelEvents)[number];

export interface NewModel {
  readonly language: ToneLanguage;
  readonly event: ModelEvent;
  /** Name of the model, with the first digits of its SHA-256. */
  readonly name: string;
  /** Name of the model that was used before. */
  readonly parent: string;
  readonly at: number;
  /** The person who requested it. */
  readonly by: string;
  /** Labels up to this number were seen by the training; 0: none. */
  readonly lastLabel: number;
  /** JSON: figures of the training, and why it was kept aside (`TrainingReport`). */
  readonly report: string;
  /** The model's file; absent for the shipped one, and for models that are kept aside. */
  readonly bytes?: Uint8Array;
}

export interface ModelRow extends Omit<NewModel, 'bytes'> {
  readonly id: number;
  readonly hasBytes: boolean;
}

/**
 * Labels and models of a watch. Rows are added and never changed: undoing is a row too. Several callers may use a store at the
 * same time; a call may come twice, and then changes nothing.
 */
export interface LabelStore {
  /** All in one transaction or nothing. */
  addLabels(labels: readonly NewLabel[]): Promise<AddedLabels>;
  /** All rows of a publication, in the order in which they came. */
  labelsOf(publication: number): Promise<readonly LabelRow[]>;
  /** Rows with numbers above `after`, in order, at most `most`. */
  labels(after: number, most: number): Promise<readonly LabelRow[]>;
  addModel(model: NewModel): Promise<number>;
  /** The number of the last event; 0: none. It says whether models have changed. */
  lastModel(): Promise<number>;
  /** The history, the newest first. */
  models(): Promise<readonly ModelRow[]>;
  /** The file of a model; undefined if it was not kept. */
  modelBytes(id: number): Promise<Uint8Array | undefined>;
}

/** A question about a mention, and its answer. */
export interface SecondTone {
  readonly publication: number;
  readonly version: number;
  readonly engine: string;
  readonly organization: string;
  readonly field: 'title' | 'text';
  readonly start: number;
  readonly at: number;
  /** Undefined: asked, and not answered, or the answer was lost. */
  readonly tone: Omit<StoredTone, 'model'> | undefined;
  readonly dollars: number;
}

/** The answers of an engine about an organization in a publication, combined as those of the linear model are. */
export interface SecondOpinion extends Pick<SecondTone, 'publication' | 'version' | 'engine' | 'organization'> {
  readonly class: ToneClass;
}

/** Answers of other engines; each call is one transaction. */
export interface SecondToneStore {
  /** Tones by one engine, or by all engines. */
  secondTones(publication: number, version: number, engine?: string): Promise<readonly SecondTone[]>;
  /**
   * Keeps a question before it is asked. `known`: another process asks this question, or has the answer. `budget`: the dollars of the
   * engine since `day` would pass it.
   */
  beginSecondTone(
    question: Omit<SecondTone, 'tone'>,
    limits: { readonly day: number; readonly budget: number },
  ): Promise<'begun' | 'known' | 'budget'>;
  keepSecondTone(tone: SecondTone): Promise<void>;
  keepSecondOpinion(opinion: SecondOpinion, figures: ToneFigures, at: number): Promise<void>;
  /** Opinions of every engine, on all versions of one publication or of all publications. */
  secondOpinions(publication?: number): Promise<readonly SecondOpinion[]>;
  /** Dollars of the questions to an engine since then. */
  spentSince(engine: string, at: number): Promise<number>;
}

/** Whether a question without an answer is asked again: a question that cost nothing at once, a paid question on the next day. */
export function isOpenSecond({ tone, dollars, at }: SecondTone, day: number): boolean {
  return tone === undefined && (dollars === 0 || at < day);
}

/** All labels of a store, in order. */
export async function allLabels(store: Pick<LabelStore, 'labels'>): Promise<readonly LabelRow[]> {
  const rows: LabelRow[] = [];
  for (;;) {
    const next = await store.labels(rows.at(-1)?.id ?? 0, atOnce);
    rows.push(...next);
    if (next.length < atOnce) return rows;
  }
}

const atOnce = 5_000;

/** The model that a language uses now; undefined: the shipped one. */
export function currentModel(history: readonly ModelRow[], language: ToneLanguage): ModelRow | undefined {
  const newest = history.find(row => row.language === language && row.event !== 'kept');
  return newest?.event === 'shipped' ? undefined : newest;
}
