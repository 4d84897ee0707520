import type { Columns } from '../../../domain/applications/publication-application.ts';
import type { ApplicationRecords, RecordQuery, RecordRow } from './application-records.ts';

/** Records of an application, at most `most`, beside what else a list of them needs; undefined if it has no table. */
export async function someRecords<More extends object>(
  store: Pick<ApplicationRecords, 'applications' | 'records'>,
  name: string,
  query: RecordQuery,
  { most, ...more }: More & { readonly most: number },
): Promise<({ readonly columns: Columns; readonly rows: readonly RecordRow[] } & Omit<More, 'most'>) | undefined> {
  const known = (await store.applications()).find(each => each.name === name);
  if (known === undefined) return undefined;
  const rows: RecordRow[] = [];
  for await (const row of store.records(name, query)) {
    rows.push(row);
    if (rows.length >= most) break;
  }
  return { columns: known.columns, rows, ...more };
}
