import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Damages of a file, each by its path. */
export const damages: Readonly<Record<string, (path: string) => void>> = {
  missing: path => rmSync(path),
  empty: path => writeFileSync(path, ''),
  'cut in half': path => {
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, bytes.length >> 1));
  },
  'with other bytes in its middle': path => {
    const bytes = readFileSync(path);
    const middle = bytes.length >> 1;
    bytes.fill(0xa7, Math.max(0, middle - 100), Math.min(bytes.length, middle + 100));
    writeFileSync(path, bytes);
  },
  'a directory': path => {
    rmSync(path);
    mkdirSync(path);
  },
};
