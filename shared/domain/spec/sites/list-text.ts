import { detectEncoding } from '../../html/encoding/detect-encoding.ts';
import { looksBinary } from '../../html/encoding/sniff-binary.ts';
import { textDecoderOf } from '../../html/encoding/text-decoder.ts';

/** A text, and its encoding if that was guessed. */
export interface ListText {
  readonly text: string;
  readonly guessed?: string;
}

/**
 * The text of a list as editors and spreadsheets save it: in UTF-8, in UTF-16 with its mark, or in the likeliest code
 * page (`detectEncoding`). A first line `sep=;`, which Excel understands, becomes an empty line. Undefined if the bytes
 * are no text.
 */
export function listText(bytes: Uint8Array): ListText | undefined {
  const decoded = decodedList(bytes);
  return decoded && { ...decoded, text: decoded.text.replace(/^\ufeff?sep=[^\r\n](?=\r?\n)/i, '') };
}

function decodedList(bytes: Uint8Array): ListText | undefined {
  const marked = markedEncoding(bytes);
  const text = strictText(bytes, marked ?? 'utf-8');
  if (text !== undefined) return { text };
  const guessed = marked !== undefined || looksBinary(bytes) ? undefined : detectEncoding(bytes);
  if (guessed === undefined || guessed === 'utf-8') return undefined;
  return { text: textDecoderOf(guessed).decode(bytes), guessed };
}

function markedEncoding([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

function strictText(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
