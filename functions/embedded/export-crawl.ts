import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type LocalArchive, type LockHolder, makeLocalFolder } from '../../shared/adapters/local/open.ts';
import { defined } from '../../shared/domain/defined.ts';
import type { CrawlRow } from '../../shared/domain/protocol/crawl-state.ts';
import { allowance, BadInput, refusal } from '../../shared/domain/refusal/refusal.ts';
import { builtInParts } from '../../shared/domain/spec/crawl-spec.ts';
import type { OnLost } from '../../shared/steps/unload/lost-segment.ts';
import type { ResultWriter } from '../../shared/wings/graph/formats/result-writer.ts';
import type { IssueLanguage } from '../../shared/wings/graph/issues/issue-words.ts';
import { resumeHint } from './directory/resume-hint.ts';
import { refusedOutput } from './output-directory.ts';
import { loadParts } from './plugins/load-parts.ts';
import { trustedPlugins } from './plugins/trust.ts';
import { demandCrawl, demandKind, readCrawl } from './read-crawl.ts';
import { crawlIdIn, readSummary } from './read-summary.ts';
import { refusalAtStart } from './refusal.ts';
import { inDirectory } from './run-crawl.ts';
import { collectSeldom } from './threads/v8-flags.ts';
import { YoungSpace } from './threads/young-space.ts';
import { type WrittenCrawl, writeResults } from './write-results.ts';

interface ExportOptions {
  readonly directory: string;
  readonly formats: readonly string[];
  /** Another directory, which gets the results alone; nothing is written to that of the crawl. */
  readonly out?: string;
  /** Plugins of the crawl, named again. `none`: they do not run, and what their writers wrote stays as it is. */
  readonly plugins?: readonly string[] | 'none';
  /** Of `reports/issues.html`; absent: English. */
  readonly language?: IssueLanguage;
}

const next = 'export again';

/**
 * Writes all results of a finished crawl anew, without what was deleted since: into its directory, its graphs in further
 * formats, or elsewhere, with graphs in these formats. Answers those graphs, relative to where they are. Throws
 * `BadInput`, `DirectoryBusy`, `MachineRefusal`.
 */
export async function exportLocalCrawl(options: ExportOptions): Promise<readonly string[]> {
  const { directory, formats, out } = options;
  demandCrawl(directory);
  if (out !== undefined && !isSame(out, directory)) return await exportElsewhere(options, out);
  return await inDirectory(
    directory,
    async lock => {
      const written = [...new Set([...formatsIn(directory), ...formats])];
      const files = await writeAnew(options, { directory, holder: lock.holder }, written);
      lock.release();
      return files;
    },
    () => ({ next, code: 'export-not-writable' }),
  );
}

async function exportElsewhere(options: ExportOptions, out: string): Promise<readonly string[]> {
  try {
    return await writeAnew(options, { directory: out }, options.formats);
  } catch (error) {
    throw refusalAtStart(error, out, { next });
  }
}

interface Target {
  readonly directory: string;
  /** Where that is the directory of the crawl. */
  readonly holder?: LockHolder;
}

/** The graphs in `formats` among what was written to `target`. */
async function writeAnew(
  { directory, formats, plugins = [], language }: ExportOptions,
  { directory: target, holder }: Target,
  written: readonly string[],
): Promise<readonly string[]> {
  collectSeldom();
  const young = new YoungSpace();
  const writing = async (archive: LocalArchive, crawl: CrawlRow): Promise<WrittenCrawl> => {
    demandKind('crawl', directory, crawl);
    if (crawl.state !== 'finished')
      throw new BadInput([...(crawl.damages ?? []), refusal('crawl-unfinished', { directory })]);
    await archive.store.verify();
    if (target !== directory) demandTarget(target, crawl.id);
    const writers = await writersOf(archive, directory, crawl, { formats: written, plugins });
    // The notices of the run stay, and so do files that only some run wrote.
    const summary = readSummary(directory);
    const kept = { notices: summary.notices, files: target === directory ? summary.files : [] };
    const finishedAt = () => crawl.finishedAt!;
    const onLost = refusingLost(directory);
    const { store } = archive;
    const objects = lookingAt(young, archive.objects);
    const results = {
      directory: target,
      crawl,
      writers,
      notices: [],
      kept,
      finishedAt,
      onLost,
      ...defined({ language }),
    };
    return await writeResults({ store, objects }, results);
  };
  const { files } = await readCrawl(directory, writing, holder).finally(() => young.release());
  return files.filter(file => formats.some(format => isGraphIn(format, file) || isTableIn(format, file)));
}

/** The same objects; at each that is read somebody looks at the space of young objects. */
function lookingAt(young: YoungSpace, objects: LocalArchive['objects']): LocalArchive['objects'] {
  return {
    get: async (name, scratch) => {
      young.look();
      return await objects.get(name, scratch);
    },
    list: async prefix => await objects.list(prefix),
  };
}

/** Whole results stay; what would take their place has less in it. */
export function refusingLost(directory: string): OnLost {
  return async (_row, _turn, { message }) => {
    throw new BadInput([refusal('object-lost', { object: message, command: resumeHint(directory) })]);
  };
}

/** Of all parts of plugins an export needs the writers alone. */
async function writersOf(
  { store }: LocalArchive,
  directory: string,
  { id, spec }: CrawlRow,
  { formats, plugins: named }: { readonly formats: readonly string[]; readonly plugins: readonly string[] | 'none' },
): Promise<readonly ResultWriter[]> {
  const plugins =
    named === 'none' ? [] : await trustedPlugins(store, { directory, id, spec }, named, '--without-plugins');
  const parts = await loadParts({ ...spec, robots: 'obey', finish: [], analyzers: [], writers: [], plugins, formats });
  return parts.writers;
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
  throw new BadInput([{ field: '--out', ...allowance('not-of-this-crawl', { directory: out }) }]);
}

function isSame(one: string, other: string): boolean {
  return existsSync(one) && existsSync(other) && realpathSync(one) === realpathSync(other);
}

type Format = (typeof builtInParts.formats)[number];

/** Graphs beside the graph of pages, of hosts, folders and states: they are written whatever formats a crawl has. */
const besidePages = /\.(?:host-links|folder-links|states)\.[a-z]+$/;

/** How the names of graphs in a format end (`docs/formats/graphs.md`). */
const endings: Readonly<Record<Format, readonly string[]>> = {
  csv: ['.nodes.csv', '.edges.csv'],
  gexf: ['.gexf'],
  graphml: ['.graphml'],
  net: ['.net'],
  parquet: ['.nodes.parquet', '.edges.parquet'],
  xlsx: ['.nodes.xlsx', '.edges.xlsx'],
  commoncrawl: ['.vertices.txt.gz', '.edges.txt.gz'],
};

/** Formats in which a crawl directory has graphs. */
function formatsIn(directory: string): readonly string[] {
  const folder = join(directory, 'graph');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const ofPages = names.filter(name => !besidePages.test(name));
  return builtInParts.formats.filter(format => ofPages.some(name => isGraphIn(format, `graph/${name}`)));
}

/** Whether a result file, by its name, is a table in a format that is written on request. */
function isTableIn(format: string, file: string): boolean {
  return (format === 'parquet' || format === 'xlsx') && file.endsWith(`.${format}`);
}

/** Whether a result file, by its name, is a graph in a built-in format. */
function isGraphIn(format: string, file: string): boolean {
  const known: Readonly<Record<string, readonly string[]>> = endings;
  return file.startsWith('graph/') && (known[format] ?? []).some(ending => file.endsWith(ending));
}
