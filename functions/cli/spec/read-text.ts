import { createReadStream } from 'node:fs';
import type { Document } from 'yaml';
import { gatherBytes } from '../../../shared/domain/gathered-bytes.ts';
import { allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { mostListBytes } from '../../../shared/domain/spec/site-count.ts';
import { listText } from '../../../shared/domain/spec/sites/list-text.ts';
import { isTooDeep, mostDepth } from '../../../shared/domain/spec/yaml-depth.ts';
import { BadCommand } from '../terminal/print.ts';

const codes: Readonly<Record<string, 'no-file' | 'file-is-folder' | 'file-unreadable'>> = {
  ENOENT: 'no-file',
  EISDIR: 'file-is-folder',
  EACCES: 'file-unreadable',
};

/**
 * The text of a file that an option names (`listText`), `-` for standard input: no more bytes are read than a list of sites may
 * have, or `most`, for a device has no end. Standard error says which encoding was guessed. Throws `BadInput`.
 */
export async function readText(option: string, file: string, most = mostListBytes): Promise<string> {
  const read = listText(await readBytes(option, file, most), option, file);
  if (/\.(?:xlsx?|ods|numbers)$/i.test(file))
    throw new BadInput([refusedValue(option, file, allowance('text-named-spreadsheet'))]);
  if (read.guessed !== undefined) process.stderr.write(`${file} is not in UTF-8; it was read as ${read.guessed}.\n`);
  return read.text;
}

/** The lines of such a text that are not blank, whatever the line ends, each with its number in the file. Throws `BadInput`. */
export async function readLines(option: string, file: string, most?: number): Promise<readonly ListLine[]> {
  const lines = (await readText(option, file, most)).split(/\r\n|\n|\r/);
  return lines.map((line, i) => ({ line, number: i + 1 })).filter(({ line }) => line.trim() !== '');
}

interface ListLine {
  readonly line: string;
  /** From 1. */
  readonly number: number;
}

/** The bytes of a file, `-` for standard input. Throws `BadInput`, also if there are more than `most`. */
export async function readBytes(option: string, file: string, most: number): Promise<Uint8Array> {
  return await orRefused(option, file, () => bytesOf(option, file, most));
}

async function bytesOf(option: string, file: string, most: number): Promise<Uint8Array> {
  const bytes = await gatherBytes(file === '-' ? process.stdin : createReadStream(file), most);
  if (bytes.byteLength > most) throw tooLong(option, file, most);
  return bytes;
}

async function orRefused<T>(option: string, file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const code = codes[error instanceof Error && 'code' in error ? String(error.code) : ''];
    if (code === undefined) throw error;
    throw new BadInput([refusedValue(option, file, allowance(code))]);
  }
}

function tooLong(option: string, file: string, most: number): BadInput {
  return new BadInput([refusedValue(option, file, allowance('file-too-long', { most }))]);
}

/** The value of a text in YAML, which includes JSON; `language` names it in refusals. Throws `BadCommand`. */
export async function yamlValue(text: string, file: string, language = 'YAML'): Promise<unknown> {
  if (isTooDeep(text)) throw new BadCommand([`${file}: allowed are ${mostDepth} levels of lists and mappings.`]);
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { prettyErrors: true });
  const [fault] = document.errors;
  if (fault === undefined) return plainValue(document, file);
  const line = fault.linePos === undefined ? '' : ` line ${fault.linePos[0].line}`;
  throw new BadCommand([`${file}${line}: this is not ${language}; ${faultLine(fault)}.`]);
}

/** Aliases may be unknown, too many, or lie within what they name, which then has no end. */
function plainValue(document: Document, file: string): unknown {
  try {
    const value: unknown = document.toJS();
    JSON.stringify(value);
    return value;
  } catch (error) {
    throw new BadCommand([`${file}: its aliases cannot be followed; ${faultLine(error)}.`]);
  }
}

/** The first line of an error of a parser, without the place. */
export function faultLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message
    .split('\n')[0]!
    .replace(/ at line \d+, column \d+:?$/, '')
    .replace(/\.$/, '');
}
