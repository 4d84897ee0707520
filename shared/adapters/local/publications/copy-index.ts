import { copySimilarity, type Signature, similarityOf } from '../../../wings/publications/copies/min-hash.ts';
import { monthOf } from '../../../wings/publications/store/indexed-text.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';

/** Publications to compare: a notice on all pages of a host may put all pages into one band. */
const mostCompared = 400;

/**
 * The cluster of the publication whose text is most like this one, among those dated in the same month, a month earlier or a
 * month later; undefined if no text is like it.
 */
export function clusterOfCopy(db: SqliteDatabase, signature: Signature, datedAt: number): number | undefined {
  const month = monthOf(datedAt);
  const copied = candidatesOf(db, signature, month)
    .map(publication => comparedWith(db, signature, month, publication))
    .filter(each => each !== undefined)
    .sort((a, b) => b.similarity - a.similarity || a.cluster - b.cluster);
  return copied[0]?.cluster;
}

function candidatesOf(db: SqliteDatabase, signature: Signature, month: number): number[] {
  const months = [month - 1, month, month + 1].filter(each => {
    const first = firstKeyOf(each);
    return db.get('SELECT 1 FROM bands WHERE key >= ? AND key < ? LIMIT 1', first, first + bandsOfMonth) !== undefined;
  });
  if (months.length === 0) return [];
  // A list of 63 values in the statement itself takes twice as long.
  const rows = db.all(
    'SELECT DISTINCT publication FROM json_each(?) AS keys CROSS JOIN bands ON bands.key = keys.value LIMIT ?',
    JSON.stringify(months.flatMap(each => keysOf(signature, each))),
    mostCompared,
  );
  return rows.map(row => Number(row['publication']));
}

/**
 * Keys of four bytes, grouped by month: a larger key would be half of the table. So a key names the month
 * within 128 months, and 97,517 different bands; who finds a publication by one compares the date and the whole signature.
 */
const monthsApart = 128;
const bandsOfMonth = Math.floor(2 ** 31 / monthsApart);

function keysOf({ bands }: Signature, month: number): number[] {
  const first = firstKeyOf(month);
  const each = Math.floor(bandsOfMonth / bands.length);
  return bands.map((band, at) => first + at * each + (band % each));
}

function comparedWith(
  db: SqliteDatabase,
  { bytes }: Signature,
  month: number,
  publication: number,
): { readonly similarity: number; readonly cluster: number } | undefined {
  const row = db.get(
    'SELECT cluster, dated_at, signature FROM publications JOIN versions USING (publication, version) WHERE publication = ?',
    publication,
  );
  const other = row?.['signature'];
  if (!(other instanceof Uint8Array) || Math.abs(monthOf(Number(row?.['dated_at'])) - month) > 1) return undefined;
  const similarity = similarityOf(bytes, other);
  return similarity < copySimilarity ? undefined : { similarity, cluster: Number(row?.['cluster']) };
}

function firstKeyOf(month: number): number {
  return (((month % monthsApart) + monthsApart) % monthsApart) * bandsOfMonth;
}

/** From now on, copies of the publication are found. */
export function indexCopies(db: SqliteDatabase, publication: number, signature: Signature, datedAt: number): void {
  const keys = keysOf(signature, monthOf(datedAt));
  db.run(
    `INSERT OR IGNORE INTO bands VALUES ${keys.map(() => '(?, ?)').join(', ')}`,
    ...keys.flatMap(key => [key, publication]),
  );
}
