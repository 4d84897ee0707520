import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** Beside `crawl.db`: what a crawl takes along from an earlier one. */
export const earlierFile = 'since.db';

/** Everything that may be there of it. */
export const earlierFiles: readonly string[] = ['', '-wal', '-shm', '-journal'].map(end => `${earlierFile}${end}`);

export function removeEarlierFiles(directory: string): void {
  for (const name of earlierFiles) rmSync(join(directory, name), { recursive: true, force: true });
}
