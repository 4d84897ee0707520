import { once } from 'node:events';
import { formatTable } from './amounts.ts';
import { BadCommand } from './bad-command.ts';

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
