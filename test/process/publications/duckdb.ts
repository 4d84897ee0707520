/** DuckDB as its users have it, from PyPI (20 MB), where Python is found: installed once into `.work/`. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findPython, run, workFolder } from '../programs.ts';

const version = '1.4.1';
const folder = join(workFolder, `duckdb-${version}`);
const pythons = ['python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python'];

async function python(): Promise<string | undefined> {
  const test = '(3, 9) <= sys.version_info and __import__("venv") and __import__("ensurepip")';
  return await findPython(pythons, test);
}

/** One sentence that says what is missing; undefined where it can be asked. */
export async function whyNoDuckDb(): Promise<string | undefined> {
  if (existsSync(folder) || (await python()) !== undefined) return undefined;
  return 'skipped: DuckDB (no Python 3.9 or later with venv)';
}

/** Rows of a query, as lists of values; what JSON has no word for comes as text. */
export async function askDuckDb(sql: string): Promise<readonly (readonly unknown[])[]> {
  await install();
  const program = 'import duckdb, json, sys; print(json.dumps(duckdb.sql(sys.argv[1]).fetchall(), default=str))';
  return JSON.parse(await run(join(folder, 'bin', 'python'), ['-c', program, sql])) as unknown[][];
}

async function install(): Promise<void> {
  if (existsSync(folder)) return;
  const found = await python();
  if (found === undefined) throw new Error(await whyNoDuckDb());
  await mkdir(workFolder, { recursive: true });
  const staging = await mkdtemp(join(workFolder, 'staging-'));
  try {
    await run(found, ['-m', 'venv', staging]);
    await run(join(staging, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', `duckdb==${version}`]);
    if (!existsSync(folder)) await rename(staging, folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
