/**
 * How many files of each encoding are read rightly where nobody declares it.
 *
 *   pip download chardet==5.2.0 --no-binary :all: --no-deps && tar xzf chardet-5.2.0.tar.gz
 *   node bench/encodings/encoding-files.ts --files chardet-5.2.0/tests
 *
 * A folder is named by an encoding, then perhaps a language (`windows-1255-hebrew`). A file is right where it decodes to the same
 * text. Declarations in the files are blotted out.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sniffEncoding } from '../../shared/domain/html/decode-text.ts';
import { encodingOfLabel } from '../../shared/domain/html/encoding/header-charset.ts';
import { formatTable } from '../measured/table.ts';

const { values: options } = parseArgs({ options: { files: { type: 'string' } } });
/** Names that the Encoding Standard does not know, of encodings that it has. */
const otherNames: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  maccyrillic: 'x-mac-cyrillic',
  macroman: 'macintosh',
  'utf-8-sig': 'utf-8',
};

function encodingOf(folder: string): string | undefined {
  const name = folder.toLowerCase();
  const encoding = otherNames[name] ?? encodingOfLabel(name) ?? encodingOfLabel(name.replace(/-[a-z]+$/, ''));
  return encoding === 'replacement' ? undefined : encoding;
}

function decoded(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding).decode(bytes);
}

function undeclared(file: string): Uint8Array {
  const text = readFileSync(file, 'latin1');
  return Buffer.from(
    text.replace(/charset|encoding/gi, word => 'x'.repeat(word.length)),
    'latin1',
  );
}

function rowOf(folder: string): string[] {
  const encoding = encodingOf(folder);
  const names = readdirSync(join(options.files!, folder));
  if (encoding === undefined) return [folder, '', String(names.length), 'not in the Encoding Standard'];
  const found = names.map(name => {
    const bytes = undeclared(join(options.files!, folder, name));
    const guess = sniffEncoding({ body: bytes, contentType: '' }).encoding;
    const wanted = folder === 'UTF-16' && bytes[0] === 0xfe ? 'utf-16be' : encoding;
    return decoded(guess, bytes) === decoded(wanted, bytes) ? undefined : guess;
  });
  const wrong = Map.groupBy(
    found.filter(guess => guess !== undefined),
    guess => guess,
  );
  const right = found.filter(guess => guess === undefined).length;
  return [
    folder,
    String(right),
    String(names.length),
    [...wrong].map(([guess, { length }]) => `${length} as ${guess}`).join(', '),
  ];
}

if (options.files === undefined) throw new Error('--files: a folder of folders, see the head of this file');
const folders = readdirSync(options.files, { withFileTypes: true }).filter(entry => entry.isDirectory());
const rows = folders
  .map(({ name }) => name)
  .sort()
  .map(rowOf);
const counted = rows.filter(([, right]) => right !== '');
const sum = (column: number): string => String(counted.reduce((total, row) => total + Number(row[column]), 0));
console.log(
  formatTable(['encoding', 'right', 'files', 'the others'], [...rows, ['all of the Standard', sum(1), sum(2), '']]),
);
