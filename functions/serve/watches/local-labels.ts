import { engineOfModel, shippedModels } from '../../../shared/adapters/tone/open.ts';
import { BadInput, refusal } from '../../../shared/domain/refusal/refusal.ts';
import type { QueueOrder, TrainingState, UndoOrder } from '../../../shared/place/label-service.ts';
import type { LabelRow } from '../../../shared/wings/publications/labels/label.ts';
import {
  giveLabel,
  type JudgedPublication,
  judgedPublication,
  type LabelOrder,
  undoLabel,
} from '../../../shared/wings/publications/labels/label-desk.ts';
import {
  disputes,
  type LabelledSubject,
  type LabelQueue,
  labelQueue,
} from '../../../shared/wings/publications/labels/label-lists.ts';
import { type LabelQuality, labelQuality } from '../../../shared/wings/publications/labels/label-quality.ts';
import type { LabelLine, LabelRecord } from '../../../shared/wings/publications/labels/label-record.ts';
import { currentModel, type ModelRow, type NewModel } from '../../../shared/wings/publications/labels/label-store.ts';
import {
  exportedLabels,
  type ImportedLabels,
  importLabels,
} from '../../../shared/wings/publications/labels/label-transfer.ts';
import { modelName, modelNameOf } from '../../../shared/wings/publications/labels/own-models.ts';
import type { ToneLanguage } from '../../../shared/wings/publications/tone/context-words.ts';
import { decodeToneModel } from '../../../shared/wings/publications/tone/model-file.ts';
import { type OpenLabels, withLabels } from '../../embedded/labels/open-labels.ts';
import { trainApart } from '../../embedded/labels/train-apart.ts';

interface Part {
  readonly after: number;
  readonly most: number;
}

/** Trainings that are remembered. */
const mostTrainings = 100;

/** Labels of watches by their directories, whichever process works on them; calls as those of `LocalWatches`. */
export class LocalLabels {
  private readonly trainings = new Map<string, TrainingState>();

  async judged(directory: string, publication: number): Promise<JudgedPublication | undefined> {
    return await withLabels(directory, 'read', async stores => await judgedPublication(stores, publication));
  }

  async names(directory: string): Promise<Readonly<Record<string, string>>> {
    return await withLabels(directory, 'read', async ({ mentions }) => {
      const list = await mentions.organizationList();
      return Object.fromEntries((list?.organizations ?? []).map(({ id, name }) => [id, name]));
    });
  }

  async give(directory: string, order: LabelOrder): Promise<number> {
    return await withLabels(directory, 'write', async stores => await giveLabel(stores, order));
  }

  async undo(directory: string, order: UndoOrder): Promise<LabelRow> {
    return await withLabels(directory, 'write', async stores => await undoLabel(stores, order));
  }

  async queue(directory: string, order: QueueOrder): Promise<LabelQueue> {
    return await withLabels(directory, 'read', async stores => await labelQueue(stores, order));
  }

  async disputes(directory: string): Promise<readonly LabelledSubject[]> {
    return await withLabels(directory, 'read', async stores => await disputes(stores));
  }

  async quality(directory: string): Promise<LabelQuality> {
    return await withLabels(directory, 'read', async stores => await labelQuality(stores));
  }

  async records(directory: string, { after, most }: Part): Promise<readonly LabelRecord[]> {
    return await withLabels(directory, 'read', async stores => {
      const records: LabelRecord[] = [];
      for await (const record of exportedLabels(stores, after)) {
        records.push(record);
        if (records.length === most) break;
      }
      return records;
    });
  }

  async add(directory: string, lines: readonly LabelLine[]): Promise<ImportedLabels> {
    return await withLabels(
      directory,
      'write',
      async stores => await importLabels(stores, stores.book, lines, Date.now()),
    );
  }

  async train(directory: string, language: ToneLanguage, by: string): Promise<void> {
    if (this.trainings.get(directory)?.state === 'running') throw new BadInput([refusal('training-runs')]);
    await withLabels(directory, 'write', async () => undefined);
    if (this.trainings.size >= mostTrainings) this.forgetOne();
    const begun: TrainingState = {
      language,
      state: 'running',
      stage: 'training',
      share: 0,
      report: undefined,
      fault: undefined,
    };
    const set = (state: Partial<TrainingState>): void =>
      void this.trainings.set(directory, { ...(this.trainings.get(directory) ?? begun), ...state });
    set(begun);
    trainApart({ directory, language, by, at: Date.now() }, set).then(
      ({ report }) => set({ state: 'done', share: 1, report }),
      (error: unknown) => set({ state: 'failed', fault: error instanceof Error ? error.message : String(error) }),
    );
  }

  private forgetOne(): void {
    const done = [...this.trainings].find(([, { state }]) => state !== 'running');
    if (done !== undefined) this.trainings.delete(done[0]);
  }

  async training(directory: string): Promise<TrainingState | undefined> {
    return this.trainings.get(directory);
  }

  async useShipped(directory: string, language: ToneLanguage, by: string): Promise<void> {
    const name = modelNameOf(language, await shippedModels.sum(language));
    await withLabels(directory, 'write', async stores => {
      const parent = await usedModel(stores, language);
      if (parent !== name) await stores.labels.addModel({ ...eventOf('shipped', { language, name, parent, by }) });
    });
  }

  async model(directory: string, id: number): Promise<Uint8Array | undefined> {
    return await withLabels(directory, 'read', async ({ labels }) => await labels.modelBytes(id));
  }

  async addModel(directory: string, bytes: Uint8Array, by: string): Promise<ModelRow> {
    const file = decodeToneModel(bytes, 'the model');
    const { language } = file.facts;
    const name = modelName(language, bytes);
    await engineOfModel(file, name);
    return await withLabels(directory, 'write', async stores => {
      const parent = await usedModel(stores, language);
      const event = { ...eventOf('imported', { language, name, parent, by }), bytes };
      const id = await stores.labels.addModel(event);
      return (await stores.labels.models()).find(row => row.id === id)!;
    });
  }
}

async function usedModel({ labels }: OpenLabels, language: ToneLanguage): Promise<string> {
  return (
    currentModel(await labels.models(), language)?.name ?? modelNameOf(language, await shippedModels.sum(language))
  );
}

function eventOf(event: NewModel['event'], facts: Pick<NewModel, 'language' | 'name' | 'parent' | 'by'>): NewModel {
  return { ...facts, event, at: Date.now(), lastLabel: 0, report: '{}' };
}
