/** The findings at the sources of a watch when it was made: a file of its directory. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readRegular, writeAnew } from '../../../shared/adapters/local/open.ts';
import type { KeptFindings } from '../../../shared/place/watch-service.ts';

const name = 'findings.json';

export function keepFindings(directory: string, sources: readonly KeptFindings[]): void {
  writeAnew(join(directory, name), `${JSON.stringify({ version: 1, sources })}\n`);
}

/** None if another version made the watch. */
export function readFindings(directory: string): readonly KeptFindings[] {
  const file = join(directory, name);
  if (!existsSync(file)) return [];
  const { version, sources } = JSON.parse(readRegular(file)) as { version: number; sources: readonly KeptFindings[] };
  return version === 1 ? sources : [];
}
