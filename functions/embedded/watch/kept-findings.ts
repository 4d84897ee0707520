/** The findings at the sources of a watch when it was made: a file of its directory. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readRegular, writeAnew } from '../../../shared/adapters/local/open.ts';
import { defined } from '../../../shared/domain/defined.ts';
import { watchDefaults } from '../../../shared/domain/spec/crawl-spec.ts';
import type { KeptFindings } from '../../../shared/place/watch-service.ts';
import type { WatchPlan } from '../../../shared/place/watch-usage.ts';
import { readCrawl } from '../read-crawl.ts';

const name = 'findings.json';

export function keepFindings(directory: string, sources: readonly KeptFindings[]): void {
  writeAnew(join(directory, name), `${JSON.stringify({ version: 1, sources })}\n`);
}

/** The settings of a watch by which its requests are estimated. Throws `BadInput`. */
export async function readPlan(directory: string): Promise<WatchPlan> {
  return await readCrawl(directory, async (_, { spec }) => {
    const { recheckS, keepPagesDays } = spec.watch ?? watchDefaults;
    return {
      sites: spec.sites,
      recheckS,
      ...defined({ keepPagesDays, warc: spec.warc }),
      findings: readFindings(directory),
    };
  });
}

/** None if another version made the watch. */
export function readFindings(directory: string): readonly KeptFindings[] {
  const file = join(directory, name);
  if (!existsSync(file)) return [];
  const { version, sources } = JSON.parse(readRegular(file)) as { version: number; sources: readonly KeptFindings[] };
  return version === 1 ? sources : [];
}
