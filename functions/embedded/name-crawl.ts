import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lockDirectory, readRegular, replaceFile } from '../../shared/adapters/local/open.ts';
import { isMapping } from '../../shared/domain/spec/fields/is-mapping.ts';
import { withCrawl } from './read-crawl.ts';

/** Gives the crawl in a directory a name, also while a process works on it. Throws `BadInput`. */
export async function nameLocalCrawl(directory: string, name: string): Promise<void> {
  await withCrawl(directory, { next: 'ask again' }, async ({ store }, { id }) => await store.nameCrawl(id, name));
  nameInSummary(directory, name);
}

/** `crawl.json` says the name as well. A process that works on the crawl writes the file itself when it ends. */
function nameInSummary(directory: string, name: string): void {
  const file = join(directory, 'crawl.json');
  if (!existsSync(file)) return;
  const lock = lockDirectory(directory);
  if ('owner' in lock) return;
  try {
    const summary: unknown = JSON.parse(readRegular(file));
    const { spec } = Object(summary) as { readonly spec?: unknown };
    if (!isMapping(summary) || !isMapping(spec)) return;
    const { name: _, ...rest } = spec;
    replaceFile(file, `${JSON.stringify({ ...summary, spec: { name, ...rest } }, undefined, 2)}\n`);
  } finally {
    lock.release();
  }
}
