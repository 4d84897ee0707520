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
  if (version > 1) db.run('DELETE FROM words WHERE rowid = ?', publication);
  db.run(
    'INSERT INTO words (rowid, stems, forms, marks) VALUES (?, ?, ?, ?)',
    publication,
    stems.join(' '),
    [...new Set(forms)].join(' '),
    marks,
  );
}

/** What FTS5 shall match; undefined for a query that names no words. */
export function matchOf({ words, source, since, until }: PublicationQuery): string | undefined {
  if (words === undefined) return undefined;
  const wanted = [...words.all.map(termOf)];
  if (source !== undefined) wanted.push(`marks : s${source}`);
  const months = monthsBetween(since, until);
  if (months !== undefined) wanted.push(`marks : (${months.map(month => `m${month}`).join(' OR ')})`);
  const all = wanted.map(each => `(${each})`).join(' AND ');
  return words.none.reduce((match, term) => `(${match}) NOT (${termOf(term)})`, all);
}

function termOf({ stems, forms }: SearchTerm): string {
  const phrase = `stems : "${stems.join(' ')}"`;
  return forms === undefined ? phrase : [phrase, ...forms.map(form => `forms : "${form}"`)].join(' AND ');
}

function monthsBetween(since: number | undefined, until: number | undefined): number[] | undefined {
  if (since === undefined || until === undefined) return undefined;
  const [first, last] = [monthOf(since), monthOf(until)];
  const count = last - first + 1;
  return count < 1 || count > mostMonths ? undefined : Array.from({ length: count }, (_, at) => first + at);
}
