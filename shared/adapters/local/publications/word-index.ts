import { scanForms } from '../../../wings/publications/search/scan-words.ts';
import type { SearchTerm } from '../../../wings/publications/search/search-query.ts';
import { hasRun } from '../../../wings/publications/store/fits-words.ts';
import { type IndexedText, mayHaveForms, monthOf } from '../../../wings/publications/store/indexed-text.ts';
import type { PublicationQuery } from '../../../wings/publications/store/publication-store.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import { textOf } from './publication-rows.ts';

/** Months of a query that are named in the index; a longer period is looked up in the rows alone. */
const mostMonths = 60;

/** Words of a publication's latest version, and the source and month by which searches are narrowed. */
export function indexWords(
  db: SqliteDatabase,
  publication: number,
  { stems, filter }: IndexedText,
  { source, datedAt, version }: { readonly source: number; readonly datedAt: number; readonly version: number },
): void {
  const marks = `s${source} m${monthOf(datedAt)}`;
  // `INSERT OR REPLACE` would look for an earlier row in every part of the index.
  if (version > 1) db.run('DELETE FROM words WHERE rowid = ?', publication);
  db.run('INSERT INTO words (rowid, stems, marks) VALUES (?, ?, ?)', publication, stems, marks);
  db.run('INSERT OR REPLACE INTO forms VALUES (?, ?)', publication, filter);
}

/** A condition on rows of `words`, with what its places hold. */
export interface WordCondition {
  readonly sql: string;
  readonly values: readonly string[];
}

/** Conditions that rows of `words` and `publications` shall fulfil; undefined for a query that names no words. */
export function conditionsOf({ words, sources, since, until }: PublicationQuery): readonly WordCondition[] | undefined {
  if (words === undefined) return undefined;
  const wanted = [...words.all.map(phraseOf)];
  if (sources !== undefined) wanted.push(`marks : (${sources.map(source => `s${source}`).join(' OR ')})`);
  const months = monthsBetween(since, until);
  if (months !== undefined) wanted.push(`marks : (${months.map(month => `m${month}`).join(' OR ')})`);
  const all = wanted.map(each => `(${each})`).join(' AND ');
  const match = words.none.filter(isPlain).reduce((found, term) => `(${found}) NOT (${phraseOf(term)})`, all);
  const exact = (terms: readonly SearchTerm[], sql: string): WordCondition[] =>
    terms.flatMap(({ forms }) => (forms === undefined ? [] : [{ sql, values: [forms.join(' '), forms.join(' ')] }]));
  return [
    { sql: 'words MATCH ?', values: [match] },
    ...exact(words.all, hasForms),
    ...exact(words.none, `NOT ${hasForms}`),
  ];
}

/** A text is read only if its filter lets the words pass. */
const hasForms = `CASE WHEN may_have_forms((SELECT filter FROM forms WHERE forms.publication = words.rowid), ?)
  THEN has_forms(title, (SELECT text FROM texts WHERE texts.publication = words.rowid AND texts.version = versions.version), ?)
  ELSE 0 END`;

/** Has the connection know the functions of `conditionsOf`. */
export function defineWordFunctions(db: SqliteDatabase): void {
  db.define('may_have_forms', (filter, forms) =>
    filter instanceof Uint8Array && mayHaveForms(filter, String(forms).split(' ')) ? 1 : 0,
  );
  db.define('has_forms', (title, text, forms) => {
    const words = [String(title), textOf({ text: text ?? null })].map(scanForms);
    return hasRun(words.join(' '), String(forms).split(' ')) ? 1 : 0;
  });
}

const isPlain = ({ forms }: SearchTerm): boolean => forms === undefined;

function phraseOf({ stems }: SearchTerm): string {
  return `stems : "${stems.join(' ')}"`;
}

function monthsBetween(since: number | undefined, until: number | undefined): number[] | undefined {
  if (since === undefined || until === undefined) return undefined;
  const [first, last] = [monthOf(since), monthOf(until)];
  const count = last - first + 1;
  return count < 1 || count > mostMonths ? undefined : Array.from({ length: count }, (_, at) => first + at);
}
