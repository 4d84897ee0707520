import { createHash } from 'node:crypto';
import { type LabelRow, labelKey, type NewLabel } from '../../../wings/publications/labels/label.ts';
import type { AddedLabels, LabelStore, ModelRow, NewModel } from '../../../wings/publications/labels/label-store.ts';
import { type ItemKey, padded, type Row } from '../dynamo/calls/dynamo-tables.ts';
import type { ChangeDraft } from './change-draft.ts';
import type { DynamoPublications } from './dynamo-publications.ts';
import type { WatchTable } from './list-order.ts';
import type { TextPlace } from './publication-items.ts';

/**
 * Keys of labels and models in the table `Publications`:
 *
 *   pk                           sk         item for each
 *   <crawl>                      labels     watch: the numbers of the last label and of the last model
 *   <crawl>#labels               <number>   label
 *   <crawl>#label-keys           <hash>     label: its number, so that a repeat is known
 *   <crawl>#<publication>#labels <number>   label of a publication
 *   <crawl>#tone-models          <number>   event in the history of models
 */
export function labelKeysOf(crawl: string) {
  const [labels, keys, models] = [`${crawl}#labels`, `${crawl}#label-keys`, `${crawl}#tone-models`];
  const ofPublication = (id: number): string => `${crawl}#${id}#labels`;
  return {
    ...{ labels, keys, models, ofPublication },
    last: { pk: crawl, sk: 'labels' },
    label: (id: number): ItemKey => ({ pk: labels, sk: padded(id) }),
    key: (key: string): ItemKey => ({ pk: keys, sk: createHash('sha256').update(key).digest('base64url') }),
    labelOf: (publication: number, id: number): ItemKey => ({ pk: ofPublication(publication), sk: padded(id) }),
    model: (id: number): ItemKey => ({ pk: models, sk: padded(id) }),
  };
}

export interface DynamoLabelsOptions extends WatchTable {
  /** Of the same watch: changes of both are in one sequence. */
  readonly publications: Pick<DynamoPublications, 'change' | 'settle' | 'textAt'>;
}

/** Labels and models of a watch. Items are added and never changed; the numbers come from the sequence of changes. */
export class DynamoLabels implements LabelStore {
  private readonly options: DynamoLabelsOptions;
  private readonly keys: ReturnType<typeof labelKeysOf>;

  constructor(options: DynamoLabelsOptions) {
    this.options = options;
    this.keys = labelKeysOf(options.crawl);
  }

  async addLabels(labels: readonly NewLabel[]): Promise<AddedLabels> {
    if (labels.length === 0) return { ids: [], repeated: 0 };
    const { publications, calls, table } = this.options;
    return await publications.change(async draft => {
      const known = labels.map(label => this.keys.key(labelKey(label)));
      const rows = await calls.readAll(table, known, true);
      for (const [index, key] of known.entries()) draft.knows(key, rows[index]);
      let { label: last, model } = numbersIn(await draft.get(this.keys.last));
      const ids: number[] = [];
      let repeated = 0;
      for (const [index, label] of labels.entries()) {
        const before = await draft.get(known[index]!);
        if (before === undefined) {
          last += 1;
          this.put(draft, known[index]!, { id: last, ...label });
        } else repeated += 1;
        ids.push(before === undefined ? last : Number(before['label']));
      }
      if (repeated < labels.length) draft.put(this.keys.last, { label: last, model });
      return { ids, repeated };
    });
  }

  private put(draft: ChangeDraft, key: ItemKey, row: LabelRow): void {
    draft.put(key, { label: row.id });
    draft.put(this.keys.label(row.id), { row: JSON.stringify(row) });
    draft.put(this.keys.labelOf(row.publication, row.id), { row: JSON.stringify(row) });
  }

  async labelsOf(publication: number): Promise<readonly LabelRow[]> {
    await this.options.publications.settle();
    return await this.rowsIn(this.keys.ofPublication(publication), 0, Number.POSITIVE_INFINITY);
  }

  async labels(after: number, most: number): Promise<readonly LabelRow[]> {
    await this.options.publications.settle();
    return await this.rowsIn(this.keys.labels, after, most);
  }

  private async rowsIn(pk: string, after: number, most: number): Promise<readonly LabelRow[]> {
    const { calls, table } = this.options;
    const rows: LabelRow[] = [];
    if (most <= 0) return rows;
    for await (const item of calls.query(table, pk, padded(after + 1), ':')) {
      rows.push(JSON.parse(String(item['row'])) as LabelRow);
      if (rows.length >= most) break;
    }
    return rows;
  }

  async addModel({ bytes, ...event }: NewModel): Promise<number> {
    return await this.options.publications.change(async draft => {
      const { label, model } = numbersIn(await draft.get(this.keys.last));
      const id = model + 1;
      const row: ModelRow = { ...event, id, hasBytes: bytes !== undefined };
      const text = bytes === undefined ? undefined : Buffer.from(bytes).toString('base64');
      const place = text === undefined ? {} : { object: draft.object, index: draft.addText(text) };
      draft.put(this.keys.model(id), { row: JSON.stringify(row), ...place });
      draft.put(this.keys.last, { label, model: id });
      return id;
    });
  }

  async lastModel(): Promise<number> {
    return (await this.numbers()).model;
  }

  private async numbers(): Promise<Numbers> {
    const { publications, calls, table } = this.options;
    await publications.settle();
    return numbersIn(await calls.read(table, this.keys.last));
  }

  async models(): Promise<readonly ModelRow[]> {
    const { publications, calls, table } = this.options;
    await publications.settle();
    const rows: ModelRow[] = [];
    for await (const item of calls.query(table, this.keys.models, padded(0), ':', undefined, 'backwards'))
      rows.push(JSON.parse(String(item['row'])) as ModelRow);
    return rows;
  }

  async modelBytes(id: number): Promise<Uint8Array | undefined> {
    const { publications, calls, table } = this.options;
    await publications.settle();
    const item = await calls.read(table, this.keys.model(id));
    if (item?.['object'] === undefined) return undefined;
    const place: TextPlace = { object: String(item['object']), index: Number(item['index']) };
    return new Uint8Array(Buffer.from(await publications.textAt(place), 'base64'));
  }
}

interface Numbers {
  /** Of the last label; 0: none. */
  readonly label: number;
  /** Of the last model; 0: none. */
  readonly model: number;
}

function numbersIn(row: Row | undefined): Numbers {
  return { label: Number(row?.['label'] ?? 0), model: Number(row?.['model'] ?? 0) };
}
