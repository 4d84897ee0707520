import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { archiveFolder, openRegularHandle, readRegular } from '../../../shared/adapters/local/open.ts';
import { BadInput, refusal } from '../../../shared/domain/refusal/refusal.ts';
import { readCsvRows } from '../../../shared/files/csv-table.ts';
import { demandNoLinksBelow } from '../directory/own-files.ts';

export interface WrittenFile {
  /** Relative to the directory, with `/`. */
  readonly path: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Columns of a CSV file, as its first row names them. */
  readonly header?: readonly string[];
}

/** Facts that metadata have of a crawl or of tables of a watch. Instants are ISO 8601. */
export interface WrittenResults {
  readonly id: string;
  readonly title: string;
  readonly software: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  /** Why the crawl ended; a watch has none. */
  readonly finishReason?: string;
  readonly sites: readonly { readonly name: string; readonly origin: string }[];
  readonly files: readonly WrittenFile[];
}

/** The same before the files are read. */
export type ListedResults = Omit<WrittenResults, 'files'> & { readonly paths: readonly string[] };

const storedCrawl = z.object({
  software: z.string(),
  id: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  finishReason: z.string(),
  sites: z.array(z.object({ name: z.string(), origin: z.url() })),
  files: z.array(z.string()),
  spec: z.object({ name: z.string().optional() }),
});

/**
 * The results of a crawl, by its `crawl.json`: in its directory, or where `remote download` or `export --out` put the
 * results. Throws `BadInput` where a name leads outside, or the directory has links to other files.
 */
export function listedResults(directory: string): ListedResults {
  demandNoLinksBelow(directory);
  const { spec, files, ...facts } = storedIn(directory);
  const outside = files.find(
    path => path.includes('\\') || path.split('/').some(part => ['', '.', '..'].includes(part)),
  );
  if (outside !== undefined) throw damaged(join(directory, 'crawl.json'), `${outside} is no file of the crawl`);
  const further = ['logs', archiveFolder, archFolder].flatMap(folder => filesIn(directory, folder));
  const paths = [...new Set([...files, 'crawl.json', ...further])].sort();
  return { ...facts, title: titleOf(spec, facts.sites), paths };
}

/** The name of a crawl or a watch, else the names of its sites. */
export function titleOf({ name }: { readonly name?: string | undefined }, sites: ListedResults['sites']): string {
  const names = sites.map(site => site.name).join(', ');
  return name ?? names.slice(0, 200);
}

/** Tables of `--format arch`. */
export const archFolder = 'arch';

/** Reads each file once, a piece at a time. Throws `BadInput` where one is missing. */
export async function measuredResults(directory: string, { paths, ...facts }: ListedResults): Promise<WrittenResults> {
  const files: WrittenFile[] = [];
  for (const path of paths) files.push(await measuredFile(directory, path));
  return { ...facts, files };
}

function storedIn(directory: string): z.infer<typeof storedCrawl> {
  const file = join(directory, 'crawl.json');
  try {
    return storedCrawl.parse(JSON.parse(readRegular(file)));
  } catch (error) {
    throw damaged(file, error instanceof z.ZodError ? z.prettifyError(error).replaceAll(/\s+/g, ' ') : error);
  }
}

function filesIn(directory: string, folder: string): readonly string[] {
  const path = join(directory, folder);
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { withFileTypes: true });
  return entries
    .filter(entry => entry.isFile() && !entry.name.endsWith('.part'))
    .map(({ name }) => `${folder}/${name}`);
}

/** A first row is no longer. */
const mostHeader = 1 << 16;

/** Reads the file once, for `read` too, which may stop before its end. */
export async function measuredFile(
  directory: string,
  path: string,
  read: (pieces: AsyncIterable<Buffer>) => Promise<void> = async () => undefined,
): Promise<WrittenFile> {
  const file = join(directory, path);
  const sum = createHash('sha256');
  let bytes = 0;
  let head = Buffer.alloc(0);
  let fault: BadInput | undefined;
  async function* piecesOf(): AsyncGenerator<Buffer, undefined> {
    try {
      const handle = await openRegularHandle(file);
      for await (const piece of handle.createReadStream() as AsyncIterable<Buffer>) {
        sum.update(piece);
        bytes += piece.length;
        if (head.length < mostHeader) head = Buffer.concat([head, piece]).subarray(0, mostHeader);
        yield piece;
      }
    } catch (error) {
      fault = damaged(file, error);
      throw fault;
    }
  }
  const pieces = piecesOf();
  // Without `return`, a reader that stops early leaves the rest to be measured.
  await read({ [Symbol.asyncIterator]: () => ({ next: async () => await pieces.next() }) });
  while ((await pieces.next()).done !== true);
  // A reader may have taken the fault of the file for one of its rows.
  if (fault !== undefined) throw fault;
  const measured = { path, bytes, sha256: sum.digest('hex') };
  if (!path.endsWith('.csv')) return measured;
  const header = readCsvRows(head, bytes <= mostHeader).rows[0];
  if (header === undefined) throw damaged(file, 'it has no row of names');
  return { ...measured, header };
}

function damaged(file: string, error: unknown): BadInput {
  return new BadInput([
    refusal('crawl-file-damaged', { file, why: error instanceof Error ? error.message : String(error) }),
  ]);
}
