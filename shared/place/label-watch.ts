import { giveLabel, judgedPublication, type LabelStores, undoLabel } from '../wings/publications/labels/label-desk.ts';
import { disputes, labelQueue } from '../wings/publications/labels/label-lists.ts';
import { labelQuality } from '../wings/publications/labels/label-quality.ts';
import type { LabelRecord } from '../wings/publications/labels/label-record.ts';
import { currentModel, type NewModel } from '../wings/publications/labels/label-store.ts';
import { type AddressBook, exportedLabels, importLabels } from '../wings/publications/labels/label-transfer.ts';
import { modelName, modelNameOf } from '../wings/publications/labels/own-models.ts';
import type { ToneLanguage } from '../wings/publications/tone/context-words.ts';
import { decodeToneModel } from '../wings/publications/tone/model-file.ts';
import type { ShippedTone } from '../wings/publications/watch/current-search.ts';
import type { LabelService } from './label-service.ts';
import type { OpenWatch, WatchStores } from './opened-watch.ts';

/** The stores of a watch, while they are open. */
export interface OpenLabels extends Omit<WatchStores, 'applications'>, Pick<LabelStores, 'second'> {
  readonly book: AddressBook;
}

/** How a place opens what people say of its watches, for one call. */
export interface LabellingPlace extends Pick<OpenWatch, 'bounds'> {
  read<T>(watch: string, work: (stores: OpenLabels) => Promise<T>): Promise<T>;
  changed<T>(watch: string, work: (stores: OpenLabels) => Promise<T>): Promise<T>;
  /** Another model gives tones from now on. */
  modelChanged?(watch: string): Promise<void>;
  now(): number;
  readonly shipped: ShippedTone;
}

export function labelWatch({
  read,
  changed,
  bounds,
  modelChanged,
  now,
  shipped,
}: LabellingPlace): Omit<LabelService, 'train' | 'training'> {
  const shippedName = async (language: ToneLanguage): Promise<string> =>
    modelNameOf(language, await shipped.sum(language));
  const usedModel = async ({ labels }: OpenLabels, language: ToneLanguage): Promise<string> =>
    currentModel(await labels.models(), language)?.name ?? (await shippedName(language));
  const eventOf = (
    event: NewModel['event'],
    facts: Pick<NewModel, 'language' | 'name' | 'parent' | 'by'>,
  ): NewModel => ({ ...facts, event, at: now(), lastLabel: 0, report: '{}' });
  return {
    judged: async (watch, publication) =>
      await read(watch, async stores => await judgedPublication(stores, publication)),
    names: async watch => {
      const list = await read(watch, async ({ mentions }) => await mentions.organizationList());
      return Object.fromEntries((list?.organizations ?? []).map(({ id, name }) => [id, name]));
    },
    give: async (watch, order) => await changed(watch, async stores => await giveLabel(stores, order)),
    undo: async (watch, order) => await changed(watch, async stores => await undoLabel(stores, order)),
    queue: async (watch, order) =>
      await read(watch, async stores => {
        await bounds?.demandCountable(stores.publications);
        return await labelQueue(stores, order);
      }),
    disputes: async watch => await read(watch, disputes),
    quality: async watch => await read(watch, labelQuality),
    records: async (watch, after, most) =>
      await read(watch, async stores => {
        const records: LabelRecord[] = [];
        for await (const record of exportedLabels(stores, after)) {
          records.push(record);
          if (records.length === most) break;
        }
        return records;
      }),
    add: async (watch, lines) =>
      await changed(watch, async stores => await importLabels(stores, stores.book, lines, now())),
    useShipped: async (watch, language, by) => {
      const name = await shippedName(language);
      const isChanged = await changed(watch, async stores => {
        const parent = await usedModel(stores, language);
        if (parent === name) return false;
        await stores.labels.addModel(eventOf('shipped', { language, name, parent, by }));
        return true;
      });
      if (isChanged) await modelChanged?.(watch);
    },
    model: async (watch, id) => await read(watch, async ({ labels }) => await labels.modelBytes(id)),
    addModel: async (watch, bytes, by) => {
      const file = decodeToneModel(bytes, 'the model');
      const { language } = file.facts;
      const name = modelName(language, bytes);
      await shipped.engineOf(file, name);
      const row = await changed(watch, async stores => {
        const parent = await usedModel(stores, language);
        const id = await stores.labels.addModel({ ...eventOf('imported', { language, name, parent, by }), bytes });
        return (await stores.labels.models()).find(each => each.id === id)!;
      });
      await modelChanged?.(watch);
      return row;
    },
  };
}
