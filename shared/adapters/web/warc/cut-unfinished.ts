import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { memberHead } from '../../../domain/http/gzip-member.ts';

/** Takes off an unfinished end, which a killed process leaves. Only for files of ours: their records carry their lengths. */
export function cutUnfinished(path: string): void {
  const file = openSync(path, 'r+');
  try {
    const { size } = fstatSync(file);
    const head = Buffer.alloc(64);
    let end = 0;
    for (;;) {
      const count = readSync(file, head, 0, head.length, end);
      const length = memberHead(head.subarray(0, count))?.length;
      if (length === undefined || end + length > size) break;
      end += length;
    }
    if (end < size) ftruncateSync(file, end);
  } finally {
    closeSync(file);
  }
}
