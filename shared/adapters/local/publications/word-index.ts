import type { SearchTerm } from '../../../wings/publications/search/search-query.ts';
import type { IndexedText } from '../../../wings/publications/store/indexed-text.ts';
import type { PublicationQuery } from '../../../wings/publications/store/publication-store.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';

/** Months of a query that are named in the index; a longer period is looked up in the rows alone. */
const mostMonths = 60;

/** Months since 1970, in UTC. */
export function monthOf(instant: number): number {
  const date = new Date(instant);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

/** Words of a publication's latest version, and the source and month by which searches are narrowed. */
export function indexWords(
  db: SqliteDatabase,
  publication: number,
  { stems, forms }: IndexedText,
  { source, datedAt, version }: { readonly source: number; readonly datedAt: number; readonly version: number },
): void {
  const marks = `s${source} m${monthOf(datedAt)}`;
  // `INSERT OR REPLACE` would look for an earlier row in every part of the index.
  if (version > 1) {
    db.run('DELETE FROM words WHERE rowid = ?', publication);
    db.run('DELETE FROM forms WHERE rowid = ?', publication);
  }
  db.run('INSERT INTO words (rowid, stems, marks) VALUES (?, ?, ?)', publication, stems.join(' '), marks);
  db.run('INSERT INTO forms (rowid, form) VALUES (?, ?)', publication, [...new Set(forms)].join(' '));
}

/** A condition on rows of `words`, with what its places hold. */
export interface WordCondition {
  readonly sql: string;
  readonly values: readonly string[];
}

/** What rows of `words` shall fulfil; undefined for a query that names no words. `mostForms`: texts that are looked up at once. */
export function conditionsOf(
  db: SqliteDatabase,
  query: PublicationQuery,
  mostForms: number,
): readonly WordCondition[] | undefined {
  const { words, source, since, until } = query;
  if (words === undefined) return undefined;
  const wanted = [...words.all.map(phraseOf)];
  if (source !== undefined) wanted.push(`marks : s${source}`);
  const months = monthsBetween(since, until);
  if (months !== undefined) wanted.push(`marks : (${months.map(month => `m${month}`).join(' OR ')})`);
  const all = wanted.map(each => `(${each})`).join(' AND ');
  const [plain, exact] = [words.none.filter(isPlain), words.none.filter(term => !isPlain(term))];
  const match = plain.reduce((found, term) => `(${found}) NOT (${phraseOf(term)})`, all);
  const forms = [...new Set(words.all.flatMap(term => term.forms ?? []))];
  return [
    { sql: 'words MATCH ?', values: [match] },
    ...(forms.length === 0 ? [] : [withForms(db, formsMatch(forms), mostForms)]),
    ...exact.map(withoutPhrase),
  ];
}

/**
 * Rows that have all forms. Few of them are looked up at once. Where there are many, each row that has the stems is looked
 * at by itself: such rows are found soon.
 */
function withForms(db: SqliteDatabase, match: string, mostForms: number): WordCondition {
  const found = db.get(
    'SELECT count(*) AS count FROM (SELECT 1 FROM forms WHERE forms MATCH ? LIMIT ?)',
    match,
    mostForms,
  );
  const sql =
    Number(found?.['count']) < mostForms ? '+words.rowid IN (SELECT rowid FROM forms WHERE forms MATCH ?)' : hasForms;
  return { sql, values: [match] };
}

const hasForms = 'EXISTS (SELECT 1 FROM forms WHERE forms MATCH ? AND forms.rowid = words.rowid)';

function withoutPhrase({ stems, forms = [] }: SearchTerm): WordCondition {
  return {
    sql: `NOT (${hasForms} AND EXISTS (SELECT 1 FROM words AS other WHERE other.words MATCH ? AND other.rowid = words.rowid))`,
    values: [formsMatch(forms), phraseOf({ stems })],
  };
}

const isPlain = ({ forms }: SearchTerm): boolean => forms === undefined;

function phraseOf({ stems }: SearchTerm): string {
  return `stems : "${stems.join(' ')}"`;
}

function formsMatch(forms: readonly string[]): string {
  return forms.map(form => `"${form}"`).join(' AND ');
}

function monthsBetween(since: number | undefined, until: number | undefined): number[] | undefined {
  if (since === undefined || until === undefined) return undefined;
  const [first, last] = [monthOf(since), monthOf(until)];
  const count = last - first + 1;
  return count < 1 || count > mostMonths ? undefined : Array.from({ length: count }, (_, at) => first + at);
}
