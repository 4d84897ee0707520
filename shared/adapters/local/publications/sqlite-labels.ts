import type { SQLInputValue } from 'node:sqlite';
import { type LabelRow, labelKey, type NewLabel } from '../../../wings/publications/labels/label.ts';
import type { AddedLabels, LabelStore, ModelRow, NewModel } from '../../../wings/publications/labels/label-store.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import type { OpenWay } from '../sqlite/sqlite-open.ts';
import type { Row } from '../sqlite/sqlite-rows.ts';
import { labelTables } from './label-tables.ts';
import type { RowSums } from './row-sums.ts';

/** Labels and models of a watch, in the file of its publications. A file that is only read may be older than these tables. */
export class SqliteLabels implements LabelStore {
  private readonly db: SqliteDatabase;
  private readonly sums: RowSums;

  constructor(db: SqliteDatabase, way: OpenWay, sums: RowSums) {
    this.db = db;
    this.sums = sums;
    if (way === 'write' && !db.hasTable('models')) db.transaction(() => db.exec(labelTables), 'immediate');
  }

  private get isBegun(): boolean {
    return this.db.hasTable('models');
  }

  async addLabels(labels: readonly NewLabel[]): Promise<AddedLabels> {
    return this.db.transaction(() => {
      const added = labels.map(each => this.#add(each));
      return { ids: added.map(({ id }) => id), repeated: added.filter(({ isNew }) => !isNew).length };
    }, 'immediate');
  }

  #add(label: NewLabel): { readonly id: number; readonly isNew: boolean } {
    const key = labelKey(label);
    const known = this.db.get('SELECT label FROM labels WHERE key = ?', key);
    if (known !== undefined) return { id: Number(known['label']), isNew: false };
    const { place, answer } = label;
    const row = this.db.get(
      `INSERT INTO labels (publication, version, organization, field, start, "end", class, withdraws, is_adjudication,
         annotator, at, sampling, model, model_class, is_shown, note, key)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING label`,
      ...[label.publication, label.version, label.organization],
      ...[place?.field ?? null, place?.start ?? null, place?.end ?? null, label.class ?? null, label.withdraws ?? null],
      ...[Number(label.isAdjudication), label.annotator, label.at, label.sampling],
      ...[answer?.model ?? null, answer?.class ?? null, answer === undefined ? null : Number(answer.isShown)],
      ...[label.note ?? null, key],
    );
    return { id: Number(row?.['label']), isNew: true };
  }

  async labelsOf(publication: number): Promise<readonly LabelRow[]> {
    if (!this.isBegun) return [];
    this.sums.demandIndexes('labels');
    this.sums.demand('labels', [publication]);
    return this.db.all('SELECT * FROM labels WHERE publication = ? ORDER BY label', publication).map(labelOf);
  }

  async labels(after: number, most: number): Promise<readonly LabelRow[]> {
    if (!this.isBegun) return [];
    this.sums.demandWhole('labels');
    return this.db.all('SELECT * FROM labels WHERE label > ? ORDER BY label LIMIT ?', after, most).map(labelOf);
  }

  async addModel(model: NewModel): Promise<number> {
    const { language, event, name, parent, at, by, lastLabel, report, bytes } = model;
    const row = this.db.get(
      `INSERT INTO models (language, event, name, parent, at, by, last_label, report, bytes)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING model`,
      ...[language, event, name, parent, at, by, lastLabel, report, bytes ?? null],
    );
    return Number(row?.['model']);
  }

  async lastModel(): Promise<number> {
    if (!this.isBegun) return 0;
    return Number(this.db.get('SELECT max(model) AS last FROM models')?.['last'] ?? 0);
  }

  async models(): Promise<readonly ModelRow[]> {
    if (!this.isBegun) return [];
    this.sums.demandWhole('models');
    return this.db
      .all(
        `SELECT model, language, event, name, parent, at, by, last_label, report, bytes IS NOT NULL AS has_bytes
         FROM models ORDER BY model DESC`,
      )
      .map(modelOf);
  }

  async modelBytes(id: number): Promise<Uint8Array | undefined> {
    if (!this.isBegun) return undefined;
    this.sums.demand('models', [id]);
    const bytes = this.db.get('SELECT bytes FROM models WHERE model = ?', id)?.['bytes'];
    return bytes instanceof Uint8Array ? bytes : undefined;
  }
}

const text = (value: SQLInputValue | undefined): string | undefined =>
  value === null || value === undefined ? undefined : String(value);

function labelOf(row: Row): LabelRow {
  const [field, model, note] = [text(row['field']), text(row['model']), text(row['note'])];
  return {
    ...{ id: Number(row['label']), publication: Number(row['publication']), version: Number(row['version']) },
    organization: String(row['organization']),
    ...(field !== undefined && {
      place: { field: field as 'title' | 'text', start: Number(row['start']), end: Number(row['end']) },
    }),
    class: text(row['class']) as LabelRow['class'],
    ...(row['withdraws'] !== null && { withdraws: Number(row['withdraws']) }),
    ...{ isAdjudication: row['is_adjudication'] === 1, annotator: String(row['annotator']), at: Number(row['at']) },
    sampling: row['sampling'] as LabelRow['sampling'],
    ...(model !== undefined && {
      answer: { model, class: String(row['model_class']), isShown: row['is_shown'] === 1 },
    }),
    ...(note !== undefined && { note }),
  };
}

function modelOf(row: Row): ModelRow {
  return {
    ...{ id: Number(row['model']), language: row['language'] as ModelRow['language'] },
    ...{ event: row['event'] as ModelRow['event'], name: String(row['name']), parent: String(row['parent']) },
    ...{ at: Number(row['at']), by: String(row['by']), lastLabel: Number(row['last_label']) },
    ...{ report: String(row['report']), hasBytes: row['has_bytes'] === 1 },
  };
}
