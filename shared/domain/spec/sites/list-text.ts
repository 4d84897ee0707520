import { detectEncoding } from '../../html/encoding/detect-encoding.ts';
import { looksBinary } from '../../html/encoding/sniff-binary.ts';
import { textDecoderOf } from '../../html/encoding/text-decoder.ts';
import { allowance, BadInput, refusedValue } from '../../refusal/refusal.ts';
import { readSpec, type SpecLayer } from '../read-spec.ts';
import { parseInputLines } from './input-lines.ts';
import { markedEncoding, unicodeText, withoutSeparatorLine } from './unicode-text.ts';

/** A text, and its encoding if that was guessed. */
export interface ListText {
  readonly text: string;
  readonly guessed?: string;
}

/**
 * The text of a list as editors and spreadsheets save it: in UTF-8, in UTF-16 with its mark, or in the likeliest code
 * page (`detectEncoding`). A first line `sep=;`, which Excel understands, becomes an empty line. Throws `BadInput` where the bytes
 * are no text.
 */
export function listText(bytes: Uint8Array, field: string, source: string): ListText {
  const decoded = decodedList(bytes);
  if (decoded === undefined) throw new BadInput([refusedValue(field, source, allowance('no-text'))]);
  return { ...decoded, text: withoutSeparatorLine(decoded.text) };
}

/** The sites of such a list, which faults call `source`. Throws `BadInput`. */
export function readList(bytes: Uint8Array, source: string): SpecLayer {
  return readSites(listText(bytes, '', source).text, source);
}

/** The sites of the text of a list. Throws `BadInput`. */
export function readSites(text: string, source: string): SpecLayer {
  const { sites, nameOf } = parseInputLines(text, source);
  return readSpec({ sites }, nameOf);
}

function decodedList(bytes: Uint8Array): ListText | undefined {
  const text = unicodeText(bytes);
  if (text !== undefined) return { text };
  const guessed = markedEncoding(bytes) !== undefined || looksBinary(bytes) ? undefined : detectEncoding(bytes);
  if (guessed === undefined || guessed === 'utf-8') return undefined;
  return { text: textDecoderOf(guessed).decode(bytes), guessed };
}
