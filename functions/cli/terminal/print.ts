import { once } from 'node:events';
import { cutToColumns, padColumns, textWidth } from '../../../shared/domain/text-columns.ts';

/**
 * The command line itself cannot be used, or what it asked of another program failed: sentences in English, the language of
 * this door. Input that all doors refuse is a `BadInput`. Exit code 4.
 */
export class BadCommand extends Error {
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'));
    this.name = 'BadCommand';
    this.sentences = sentences;
  }
}

/** Writes to standard output, and waits where the reader is slower. */
export async function print(part: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(part)) await once(process.stdout, 'drain');
}

export function printLines(lines: readonly string[]): void {
  process.stdout.write(lines.map(line => `${line}\n`).join(''));
}

/** The answer of a command: with `--json` its value, else a table. */
export function printAnswer(json: boolean | undefined, value: unknown, rows: Parameters<typeof formatTable>[0]): void {
  printLines(json === true ? [JSON.stringify(value)] : formatTable(rows));
}

/** With `--bom` the mark by which Excel knows UTF-8, before all else of a CSV file. */
export async function printMark({ format, bom }: { readonly format: string; readonly bom?: true }): Promise<void> {
  if (bom === true && format === 'csv') await print('\ufeff');
}

/** Bytes that are no text would leave a terminal in disorder. `what`: the name of a file for them. */
export function demandNoTerminal(format: string, what: string): void {
  if (process.stdout.isTTY && ['parquet', 'xlsx', 'docx', 'pdf', 'png', 'wacz'].includes(format))
    throw new BadCommand([
      `--format ${format} writes bytes that no terminal shows; send them to a file: > ${what}.${format}`,
    ]);
}

/** `1,234,567`, without the tables of all languages: these take 30 ms to load. */
export function formatCount(count: number): string {
  return Number.isSafeInteger(count) ? String(count).replace(/\B(?=(?:\d{3})+$)/g, ',') : count.toLocaleString('en');
}

/** `1 page`, `2 pages`. */
export function formatCounted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `7 s`, `3 min 05 s`, `2 h 10 min`, `3 d 4 h`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const padded = (amount: number) => String(amount).padStart(2, '0');
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${padded(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${padded(minutes % 60)} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** `512 B`, `1.5 MB` (powers of ten). */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}

/** Text columns set apart by two spaces: the first to the left, the others to the right. */
export function formatTable(rows: readonly (readonly string[])[]): readonly string[] {
  const columns = Math.max(0, ...rows.map(row => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    rows.reduce((widest, row) => Math.max(widest, textWidth(row[column] ?? '')), 0),
  );
  return rows.map(row =>
    row
      .map((cell, column) => (column === 0 ? padColumns(cell, widths[0]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
}

/** Columns that every terminal has. */
export const terminalColumns = 80;

export function cutToWidth(line: string, columns: number): string {
  return textWidth(line) <= columns ? line : `${cutToColumns(line, columns - 1)}…`;
}
