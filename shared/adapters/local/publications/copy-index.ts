import { copySimilarity, type Signature, similarityOf } from '../../../wings/publications/copies/min-hash.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import { monthOf } from './word-index.ts';

/** Publications that are compared: a notice that all pages of a host have may put all of them into one band. */
const mostCompared = 400;

interface Copied {
  readonly similarity: number;
  readonly cluster: number;
}

/**
 * The cluster of the publication whose text is most like this one, among those dated in the same month, a month earlier or a
 * month later; undefined where no text is like it.
 */
export function clusterOfCopy(db: SqliteDatabase, signature: Signature, datedAt: number): number | undefined {
  const copied = candidatesOf(db, signature, monthOf(datedAt))
    .map(publication => comparedWith(db, signature, publication))
    .filter(each => each !== undefined)
    .sort((a, b) => b.similarity - a.similarity || a.cluster - b.cluster);
  return copied[0]?.cluster;
}

function candidatesOf(db: SqliteDatabase, { bands }: Signature, month: number): number[] {
  const places = bands.map(() => '?').join(', ');
  const rows = db.all(
    `SELECT DISTINCT publication FROM bands WHERE month IN (?, ?, ?) AND band IN (${places}) LIMIT ?`,
    month - 1,
    month,
    month + 1,
    ...bands,
    mostCompared,
  );
  return rows.map(row => Number(row['publication']));
}

function comparedWith(db: SqliteDatabase, { bytes }: Signature, publication: number): Copied | undefined {
  const row = db.get(
    'SELECT cluster, signature FROM publications JOIN versions USING (publication, version) WHERE publication = ?',
    publication,
  );
  const other = row?.['signature'];
  if (!(other instanceof Uint8Array)) return undefined;
  const similarity = similarityOf(bytes, other);
  return similarity < copySimilarity ? undefined : { similarity, cluster: Number(row?.['cluster']) };
}

/** From now on, copies of the publication are found. */
export function indexCopies(db: SqliteDatabase, publication: number, { bands }: Signature, datedAt: number): void {
  const month = monthOf(datedAt);
  for (const band of bands) db.run('INSERT OR IGNORE INTO bands VALUES (?, ?, ?)', month, band, publication);
}
