import { createReadStream } from 'node:fs';
import { allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { ToneItem } from '../../../shared/wings/publications/tone/context-words.ts';
import { type ToneClass, toneClasses } from '../../../shared/wings/publications/tone/tone-model.ts';

/** A longer line is read to its end and is a bad line. */
const mostLineBytes = 1_000_000;
const newline = 0x0a;

/** A line of a file of sentences, by its number from 1: an item, or what is wrong with it. */
export type ToneLine =
  | {
      readonly line: number;
      readonly item: ToneItem;
      readonly label: ToneClass | undefined;
      readonly fault?: undefined;
    }
  | { readonly line: number; readonly fault: string };

/** The lines of a JSONL file, `-` for standard input, one at a time. Throws `BadInput` where the file cannot be read. */
export async function* readToneLines(file: string): AsyncGenerator<ToneLine> {
  let number = 0;
  for await (const bytes of linesOf(file)) {
    number += 1;
    yield bytes === undefined
      ? { line: number, fault: `the line is longer than ${mostLineBytes} bytes` }
      : { line: number, ...itemOf(bytes) };
  }
}

/** The bytes of each line without what ends it; undefined for lines that are too long. Behind the last newline a line follows if it is not empty. */
async function* linesOf(file: string): AsyncGenerator<Uint8Array | undefined> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const ended = (): Uint8Array | undefined => {
    const line = length > mostLineBytes ? undefined : Buffer.concat(parts);
    parts = [];
    length = 0;
    return line;
  };
  const take = (part: Uint8Array): void => {
    length += part.length;
    if (length > mostLineBytes) parts = [];
    else parts.push(part);
  };
  for await (const chunk of chunksOf(file)) {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      take(chunk.subarray(from, at));
      from = at + 1;
      yield ended();
    }
    if (from < chunk.length) take(chunk.subarray(from));
  }
  if (length > 0) yield ended();
}

async function* chunksOf(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* file === '-' ? process.stdin : createReadStream(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENOENT') throw new BadInput([refusedValue('', file, allowance('no-file'))]);
    if (code === 'EISDIR') throw new BadInput([refusedValue('', file, allowance('file-is-folder'))]);
    throw error;
  }
}

type Read = { readonly item: ToneItem; readonly label: ToneClass | undefined } | { readonly fault: string };

function itemOf(bytes: Uint8Array): Read {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (bytes.every(byte => byte === 0x20 || byte === 0x0d || byte === 0x09)) return { fault: 'the line is empty' };
    return { fault: error instanceof SyntaxError ? 'the line is not JSON' : 'the line is not UTF-8' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { fault: 'allowed is an object with sentence, start and end' };
  const { sentence, start, end, label } = value as Record<string, unknown>;
  const fault = sentenceFault(sentence) ?? placeFault(sentence as string, start, end) ?? labelFault(label);
  if (fault !== undefined) return { fault };
  const item = { sentence: sentence as string, start: start as number, end: end as number };
  return { item, label: label as ToneClass | undefined };
}

function sentenceFault(sentence: unknown): string | undefined {
  if (typeof sentence !== 'string') return 'sentence has to be a text';
  if (sentence.trim() === '') return 'sentence is empty';
  if (!sentence.isWellFormed()) return 'sentence has half of a surrogate pair';
  return undefined;
}

function placeFault(sentence: string, start: unknown, end: unknown): string | undefined {
  for (const [name, value] of [
    ['start', start],
    ['end', end],
  ] as const) {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) return `${name} has to be a whole number`;
    if (value < 0 || value > sentence.length)
      return `${name} is outside of the sentence, which has ${sentence.length} UTF-16 units`;
    if (splitsPair(sentence, value)) return `${name} is between the halves of a surrogate pair`;
  }
  return (start as number) < (end as number) ? undefined : 'end has to be greater than start';
}

function splitsPair(text: string, at: number): boolean {
  return (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}

function labelFault(label: unknown): string | undefined {
  if (label === undefined || toneClasses.some(each => each === label)) return undefined;
  return `label has to be one of ${toneClasses.join(', ')}`;
}
