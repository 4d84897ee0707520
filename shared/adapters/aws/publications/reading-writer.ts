import type { Columns } from '../../../domain/applications/publication-application.ts';
import type {
  KeptApplication,
  PageReading,
  RecordRow,
} from '../../../wings/publications/applications/application-records.ts';
import type { ApplicationFacts, FailureReason } from '../../../wings/publications/applications/application-runner.ts';
import type { Row, Value } from '../dynamo/calls/dynamo-tables.ts';
import type { ChangeDraft } from './change-draft.ts';
import type { keysOf } from './publication-items.ts';

/** The last reading of an address by an application. */
interface LastReading {
  /** Of the records that it gave last, and when; absent if it never gave any. */
  readonly key?: string;
  readonly seen?: number;
  /** It failed there since. */
  readonly failed?: true;
}

/** An application with a table, as its item has it. */
export interface StoredApplication extends Pick<KeptApplication, 'columns' | 'records' | 'marks'> {
  /** Of all changes. */
  readonly batches: number;
}

/** Records of one application in one change, as text among the texts of the change. */
export interface StoredBatch {
  /** Names of the columns, in the order of the values. */
  readonly columns: readonly string[];
  readonly rows: readonly Omit<RecordRow, 'record'>[];
}

interface Place {
  readonly id: number;
  readonly version: number;
}

interface OpenBatch {
  readonly facts: ApplicationFacts;
  readonly rows: Omit<RecordRow, 'record'>[];
}

interface Failure {
  readonly failed: FailureReason;
  readonly detail: string;
}

/** Changes of the store by readings of applications, written into a draft: the same decisions as in the store of one machine. */
export class ReadingWriter {
  private readonly draft: ChangeDraft;
  private readonly keys: ReturnType<typeof keysOf>;
  private readonly placeOf: (source: number, identity: string) => Promise<Place | undefined>;
  private readonly batches = new Map<string, OpenBatch>();

  /** `placeOf`: the publication at an address, as the change leaves it. */
  constructor(
    draft: ChangeDraft,
    keys: ReturnType<typeof keysOf>,
    placeOf: (source: number, identity: string) => Promise<Place | undefined>,
  ) {
    this.draft = draft;
    this.keys = keys;
    this.placeOf = placeOf;
  }

  /** After the sightings of the change, once. */
  async keep(readings: readonly PageReading[]): Promise<void> {
    for (const reading of readings) await this.keepOne(await this.declared(reading));
    for (const [name, batch] of this.batches) await this.write(name, batch);
  }

  /** A column that held something else marks the page: nobody would see a change that is refused again and again. */
  private async declared(reading: PageReading): Promise<PageReading> {
    const { name, columns } = reading.application;
    if (columns === undefined) return reading;
    const known = await this.application(name);
    const all = { ...known?.columns, ...columns };
    const changed = Object.keys(columns).find(column => (known?.columns[column] ?? all[column]) !== all[column]);
    if (changed !== undefined) {
      const held = known?.columns[changed];
      const detail = `column ${changed} holds ${held} in the table that is there, and ${columns[changed]} now`;
      return { ...reading, gave: { failed: 'bad-records', detail } };
    }
    if (Object.keys(all).length !== Object.keys(known?.columns ?? {}).length)
      this.putApplication(name, { ...(known ?? { batches: 0, records: 0, marks: 0 }), columns: all });
    return reading;
  }

  private async keepOne(reading: PageReading): Promise<void> {
    const { application, source, identity, address, seenAt, gave } = reading;
    const { name, digest } = application;
    const of = await this.readAt(source, identity);
    const last = of[name] ?? {};
    if ((last.seen ?? 0) > seenAt) return;
    if ('failed' in gave) {
      this.mark(reading, gave);
      if (last.failed !== true) await this.countMark(name, 1);
      this.putRead(source, identity, { ...of, [name]: { ...last, failed: true } });
      return;
    }
    if (last.failed === true) {
      this.draft.put(this.keys.mark(name, source, identity), { reason: undefined });
      await this.countMark(name, -1);
    }
    const { failed: _, ...read } = last;
    const isNew = last.key === undefined ? gave.rows.length > 0 : last.key !== gave.key;
    if (!isNew && last.failed !== true) return;
    this.putRead(source, identity, { ...of, [name]: isNew ? { key: gave.key, seen: seenAt } : read });
    if (!isNew || gave.rows.length === 0) return;
    const place = await this.placeOf(source, identity);
    const row = { source, address, publication: place?.id, version: place?.version, digest, seenAt };
    const batch: OpenBatch = this.batches.get(name) ?? { facts: application, rows: [] };
    this.batches.set(name, batch);
    for (const values of gave.rows) batch.rows.push({ ...row, values });
  }

  private async write(name: string, { facts, rows }: OpenBatch): Promise<void> {
    const known = (await this.application(name))!;
    const first = known.records + 1;
    const stored: StoredBatch = { columns: Object.keys(facts.columns ?? {}), rows };
    const index = this.draft.addText(JSON.stringify(stored));
    const seen = rows.map(({ seenAt }) => seenAt);
    const [source] = rows.map(row => row.source);
    this.draft.put(this.keys.recordsFrom(name, first), {
      ...{ batch: known.batches + 1, count: rows.length, object: this.draft.object, index },
      ...{ since: Math.min(...seen), until: Math.max(...seen) },
      ...(rows.every(row => row.source === source) && { source }),
    });
    this.putApplication(name, { ...known, batches: known.batches + 1, records: known.records + rows.length });
  }

  private mark({ application, source, identity, address, seenAt }: PageReading, { failed, detail }: Failure): void {
    const { name, digest } = application;
    this.draft.put(this.keys.mark(name, source, identity), {
      ...{ application: name, source, address, digest, seen: seenAt, reason: failed, detail },
    });
  }

  /** Only of an application with a table: the others are not counted. */
  private async countMark(name: string, change: number): Promise<void> {
    const known = await this.application(name);
    if (known !== undefined) this.putApplication(name, { ...known, marks: known.marks + change });
  }

  private async application(name: string): Promise<StoredApplication | undefined> {
    const row = await this.draft.get(this.keys.application(name));
    return row && applicationOf(row);
  }

  private putApplication(name: string, { columns, ...counts }: StoredApplication): void {
    this.draft.put(this.keys.application(name), { columns: JSON.stringify(columns), ...counts });
  }

  private async readAt(source: number, identity: string): Promise<Readonly<Record<string, LastReading>>> {
    const row = await this.draft.get(this.keys.readAt(source, identity));
    return (row?.['of'] ?? {}) as Readonly<Record<string, LastReading>>;
  }

  private putRead(source: number, identity: string, of: Readonly<Record<string, LastReading>>): void {
    this.draft.put(this.keys.readAt(source, identity), { of: of as unknown as Value });
  }
}

export function applicationOf(row: Row): StoredApplication {
  return {
    columns: JSON.parse(String(row['columns'])) as Columns,
    ...{ batches: Number(row['batches']), records: Number(row['records']), marks: Number(row['marks']) },
  };
}
