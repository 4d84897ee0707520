/** DuckDB as its users have it (20 MB). */
import { run } from '../programs.ts';
import { pythonPackages } from '../python-packages.ts';

const duckDb = pythonPackages('duckdb-1.4.1', ['duckdb==1.4.1']);

/** One sentence that says what is missing; undefined where it can be asked. */
export const whyNoDuckDb = duckDb.whyNot;

/** Rows of a query, as lists of values; what JSON has no word for comes as text. */
export async function askDuckDb(sql: string): Promise<readonly (readonly unknown[])[]> {
  const program = 'import duckdb, json, sys; print(json.dumps(duckdb.sql(sys.argv[1]).fetchall(), default=str))';
  return JSON.parse(await run(await duckDb.python(), ['-c', program, sql])) as unknown[][];
}
