import type * as Records from '../../../wings/publications/applications/application-records.ts';
import { keptRecord } from '../../../wings/publications/applications/application-records.ts';
import type { ApplicationFacts, FailureReason } from '../../../wings/publications/applications/application-runner.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import type { Row } from '../sqlite/sqlite-rows.ts';
import * as tables from './application-tables.ts';
import { jsonIn } from './publication-rows.ts';
import type { RowSums } from './row-sums.ts';

/** Rows that are read at a time. */
const atOnce = 500;

interface StoreOfPlaces {
  /** The publication at an address of a source. */
  placeOf(source: number, identity: string): { readonly publication: number; readonly version: number } | undefined;
  /** The key of an address in the tables. */
  keyOf(source: number, identity: string): Uint8Array;
}

/** Records of the user's applications, in the file of the publications. */
export class SqliteApplications implements Records.ApplicationRecords {
  private readonly db: SqliteDatabase;
  private readonly places: StoreOfPlaces;
  private readonly sums: RowSums;

  constructor(db: SqliteDatabase, sums: RowSums, places: StoreOfPlaces) {
    this.db = db;
    this.sums = sums;
    this.places = places;
  }

  async declare(applications: readonly ApplicationFacts[]): Promise<void> {
    this.db.transaction(() => this.#declare(applications), 'immediate');
  }

  #declare(applications: readonly ApplicationFacts[]): void {
    if (applications.length === 0) return;
    if (!this.db.hasTable('application_values')) tables.makeApplicationTables(this.db);
    this.sums.keepNew('application_values');
    for (const { name, columns } of applications) {
      if (columns === undefined) continue;
      if (tables.declareApplication(this.db, name, columns)) this.sums.keepOf(`app_${name}`);
      else this.sums.keepNew(`app_${name}`);
    }
  }

  /** Within the transaction of a turn, after its sightings. */
  keep(readings: readonly Records.PageReading[]): void {
    if (readings.length === 0) return;
    const facts = new Map(readings.map(({ application }) => [application.name, application]));
    this.#declare([...facts.values()]);
    const batches = new Map<string, number>();
    for (const reading of readings) this.#keep(reading, batches);
    for (const [name, batch] of batches) this.db.run('UPDATE applications SET batch = ? WHERE name = ?', batch, name);
  }

  #keep(reading: Records.PageReading, batches: Map<string, number>): void {
    const { application, source, identity, address, seenAt, gave } = reading;
    const { name, digest, columns = {} } = application;
    const key = this.places.keyOf(source, identity);
    const read = this.db.get(
      'SELECT records, seen FROM application_reads WHERE application = ? AND key = ?',
      name,
      key,
    );
    if (read !== undefined && Number(read['seen']) > seenAt) return;
    if ('failed' in gave) {
      this.#mark(reading, gave);
      return;
    }
    this.db.run(
      'DELETE FROM application_marks WHERE application = ? AND source = ? AND url = ?',
      name,
      source,
      identity,
    );
    const records = Buffer.from(gave.key, 'hex');
    if (read === undefined && gave.rows.length === 0) return;
    if (read !== undefined && records.equals(read['records'] as Uint8Array)) return;
    this.db.run('INSERT OR REPLACE INTO application_reads VALUES (?, ?, ?, ?)', name, key, records, seenAt);
    if (gave.rows.length === 0) return;
    const batch = batches.get(name) ?? this.#lastBatch(name) + 1;
    batches.set(name, batch);
    const place = this.places.placeOf(source, identity);
    const row = { source, address, publication: place?.publication, version: place?.version, digest, seenAt, batch };
    for (const values of gave.rows) tables.insertRecord(this.db, name, columns, { ...row, values });
  }

  #mark(
    { application: { name, digest }, source, identity, address, seenAt }: Records.PageReading,
    { failed, detail }: { readonly failed: FailureReason; readonly detail: string },
  ): void {
    const values = [name, source, identity, address, digest, seenAt, failed, detail];
    this.db.run('INSERT OR REPLACE INTO application_marks VALUES (?, ?, ?, ?, ?, ?, ?, ?)', ...values);
  }

  #lastBatch(name: string): number {
    return Number(this.db.get('SELECT batch FROM applications WHERE name = ?', name)?.['batch'] ?? 0);
  }

  async applications(): Promise<readonly Records.KeptApplication[]> {
    if (!this.db.hasTable('applications')) return [];
    this.sums.demandWhole('applications');
    return this.db.all('SELECT * FROM applications ORDER BY name').map(row => {
      const name = String(row['name']);
      const marks = this.db.get('SELECT count(*) AS count FROM application_marks WHERE application = ?', name);
      return {
        ...{ name, columns: tables.columnsOf(this.db, name)!, records: tables.countRecords(this.db, name) },
        ...{ marks: Number(marks?.['count']), acceptance: acceptanceOf(row) },
      };
    });
  }

  async *records(
    name: string,
    { sources, since, until, after: first = 0 }: Records.RecordQuery,
  ): AsyncGenerator<Records.RecordRow> {
    const columns = tables.columnsOf(this.db, name);
    if (columns === undefined) return;
    this.sums.demandWhole('applications');
    const given: readonly (readonly [string, string | number | undefined])[] = [
      ['source IN (SELECT value FROM json_each(?))', sources && JSON.stringify(sources)],
      ['seen >= ?', since],
      ['seen < ?', until],
    ];
    const conditions = given.flatMap(([sql, value]) => (value === undefined ? [] : [[sql, value] as const]));
    const where = ['record > ?', ...conditions.map(([sql]) => sql)].join(' AND ');
    for (let after = first; ; ) {
      const values = [after, ...conditions.map(([, value]) => value)];
      const rows = tables.selectRecords(this.db, name, columns, { where, values, most: atOnce });
      this.sums.demandSpan(`app_${name}`, after, rows.length < atOnce ? undefined : rows.at(-1)!.record);
      yield* rows;
      after = rows.at(-1)?.record ?? 0;
      if (rows.length < atOnce) return;
    }
  }

  readonly marks: Records.ApplicationRecords['marks'] = async ({ source, application }, most) => {
    if (!this.db.hasTable('application_marks')) return [];
    this.sums.demandWhole('application_marks');
    const rows = this.db.all(
      `SELECT * FROM application_marks WHERE (? IS NULL OR source = ?) AND (? IS NULL OR application = ?)
       ORDER BY application, source, url LIMIT ?`,
      ...[source ?? null, source ?? null, application ?? null, application ?? null, most],
    );
    return rows.map(row => ({
      ...{ application: String(row['application']), source: Number(row['source']), address: String(row['address']) },
      ...{ digest: String(row['digest']), seenAt: Number(row['seen']) },
      ...{ reason: row['reason'] as FailureReason, detail: String(row['detail']) },
    }));
  };

  /** The process that holds the directory's lock is the only one. */
  async nextBatch(name: string): Promise<Records.RecordBatch | undefined> {
    if (!this.db.hasTable('applications')) return undefined;
    const row = this.db.get('SELECT * FROM applications WHERE name = ?', name);
    const acceptance = row && acceptanceOf(row);
    if (row === undefined || acceptance === undefined || acceptance.taken >= Number(row['batch'])) return undefined;
    const number = acceptance.taken + 1;
    const columns = tables.columnsOf(this.db, name)!;
    const part = { where: 'batch = ?', values: [number], most: Number.MAX_SAFE_INTEGER };
    const records = tables.selectRecords(this.db, name, columns, part).map(each => keptRecord(columns, each));
    return {
      ...{ number, records, acceptance, values: this.#values(name) },
      taken: async values => this.#taken(name, number, values),
      failed: async last =>
        void this.db.run(
          'UPDATE applications SET failures = failures + 1, last = ? WHERE name = ?',
          JSON.stringify(last),
          name,
        ),
      leave: async () => {},
    };
  }

  #values(name: string): Readonly<Record<string, string>> {
    this.sums.demandWhole('application_values');
    const rows = this.db.all('SELECT key, value FROM application_values WHERE application = ?', name);
    return Object.fromEntries(rows.map(row => [String(row['key']), String(row['value'])]));
  }

  #taken(name: string, number: number, values: Readonly<Record<string, string | null>>): void {
    this.db.transaction(() => {
      this.db.run('UPDATE applications SET taken = ?, failures = 0, last = NULL WHERE name = ?', number, name);
      for (const [key, value] of Object.entries(values))
        if (value === null) this.db.run('DELETE FROM application_values WHERE application = ? AND key = ?', name, key);
        else this.db.run('INSERT OR REPLACE INTO application_values VALUES (?, ?, ?)', name, key, value);
    }, 'immediate');
  }
}

function acceptanceOf(row: Row): Records.Acceptance {
  const last = row['last'];
  return {
    ...{ taken: Number(row['taken']), failures: Number(row['failures']) },
    ...(typeof last === 'string' && { last: jsonIn(row, 'last').value as NonNullable<Records.Acceptance['last']> }),
  };
}
