import { readFile } from 'node:fs/promises';
import { gatherBytes } from '../../../shared/domain/gathered-bytes.ts';
import { BadInput } from '../../../shared/domain/refusal/bad-input.ts';
import { allowance, refusedValue } from '../../../shared/domain/refusal/refusal.ts';

const codes: Readonly<Record<string, 'no-file' | 'file-is-folder' | 'file-unreadable' | 'no-utf8'>> = {
  ENOENT: 'no-file',
  EISDIR: 'file-is-folder',
  EACCES: 'file-unreadable',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'no-utf8',
};

/** The UTF-8 text of a file that an option names, `-` for standard input. Throws `BadInput`. */
export async function readText(option: string, file: string): Promise<string> {
  try {
    const bytes = file === '-' ? await gatherBytes(process.stdin) : await readFile(file);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    const code = codes[error instanceof Error && 'code' in error ? String(error.code) : ''];
    if (code === undefined) throw error;
    throw new BadInput([refusedValue(option, file, allowance(code))]);
  }
}
