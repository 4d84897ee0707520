import { readFile } from 'node:fs/promises';
import { gatherBytes } from '../../../shared/domain/gathered-bytes.ts';
import { BadInput } from '../../../shared/domain/spec/bad-input.ts';

const why: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'it may not be read',
};

/** The UTF-8 text of a file that an option names, `-` for standard input. Throws `BadInput`. */
export async function readText(option: string, file: string): Promise<string> {
  try {
    const bytes = file === '-' ? await gatherBytes(process.stdin) : await readFile(file);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is not UTF-8 text' : why[code];
    if (reason === undefined) throw error;
    throw new BadInput([`${option}: ${JSON.stringify(file)} is refused; ${reason}.`]);
  }
}
