import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { makeLocalFolder } from '../../shared/adapters/local/open.ts';
import { BadInput } from '../../shared/domain/spec/bad-input.ts';
import { formatsIn, isGraphIn } from './graph-files.ts';
import { loadParts } from './load-parts.ts';
import { refusedOutput } from './output-directory.ts';
import { demandCrawl, readCrawl } from './read-crawl.ts';
import { crawlIdIn, readSummary } from './read-summary.ts';
import { refusalAtStart } from './refusal.ts';
import { inDirectory } from './run-crawl.ts';
import { writeResults } from './write-results.ts';

interface ExportOptions {
  readonly directory: string;
  readonly formats: readonly string[];
  /** Another directory, which gets the results alone; nothing is written to that of the crawl. */
  readonly out?: string;
}

const next = 'export again';

/**
 * Writes all results of a finished crawl anew, without what was deleted since: into its directory, its graphs in further
 * formats, or elsewhere, with graphs in these formats. Answers those graphs, relative to where they are. Throws
 * `BadInput`, `DirectoryBusy`, `MachineRefusal`.
 */
export async function exportLocalCrawl({ directory, formats, out }: ExportOptions): Promise<readonly string[]> {
  demandCrawl(directory);
  if (out !== undefined && !isSame(out, directory)) return await exportElsewhere(directory, formats, out);
  return await inDirectory(
    directory,
    async lock => {
      const files = await writeAnew(directory, formats, directory, [...new Set([...formatsIn(directory), ...formats])]);
      lock.release();
      return files;
    },
    { next, allowed: 'a directory elsewhere: --out' },
  );
}

async function exportElsewhere(directory: string, formats: readonly string[], out: string): Promise<readonly string[]> {
  try {
    return await writeAnew(directory, formats, out, formats);
  } catch (error) {
    throw refusalAtStart(error, out, { next });
  }
}

/** The graphs in `formats` among what was written to `target`. */
async function writeAnew(
  directory: string,
  formats: readonly string[],
  target: string,
  written: readonly string[],
): Promise<readonly string[]> {
  const { files } = await readCrawl(directory, async (archive, crawl) => {
    if (crawl.state !== 'finished')
      throw new BadInput([
        `${directory} is not finished, so it has no results yet; go on by: orbweaver resume ${directory}`,
      ]);
    await archive.store.verify();
    if (target !== directory) demandTarget(target, crawl.id);
    const { writers } = await loadParts({ ...crawl.spec, formats: written, writers: [] });
    // What was noted while it ran stays, and so do files that only some run wrote.
    const summary = readSummary(directory);
    const kept = { notices: summary.notices, files: target === directory ? summary.files : [] };
    const finishedAt = () => crawl.finishedAt!;
    return await writeResults(archive, { directory: target, crawl, writers, notices: [], kept, finishedAt });
  });
  return files.filter(file => formats.some(format => isGraphIn(format, file)));
}

/** Results of this crawl alone are written over. */
function demandTarget(out: string, crawl: string): void {
  try {
    makeLocalFolder(out);
  } catch (error) {
    throw refusedOutput(out, error);
  }
  const names = readdirSync(out);
  if (names.length === 0 || (!names.includes('crawl.db') && crawlIdIn(out) === crawl)) return;
  throw new BadInput([
    `--out: ${out} is refused; it holds something else than results of this crawl. Allowed is an empty directory.`,
  ]);
}

function isSame(one: string, other: string): boolean {
  return existsSync(one) && existsSync(other) && realpathSync(one) === realpathSync(other);
}
