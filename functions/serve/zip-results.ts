import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { constants, gunzipSync } from 'node:zlib';
import type { ListedFile } from '../../shared/place/crawl-service.ts';
import { zipOf } from '../embedded/archive/zip.ts';
import { listResultFiles, openResult, readPart, withSizes } from './result-files.ts';

/** Files of these kinds are packed as they are: they are compressed already. */
const isPacked = /\.(?:gz|parquet|png)$/;

/** The first line of a table is shorter. */
const mostHeadBytes = 65_536;
/** Files of equal columns that are named; of the others only their number is reported. */
const mostNamed = 5;
/** The pages about the files of a crawl. */
const formatPages = 'README.md ../reference/files.md tables.md graphs.md fragment.md crawl-directory.md'.split(' ');
const formatsFolder = new URL('../../docs/formats/', import.meta.url);

/** All result files of the crawl in `directory` as a ZIP archive, with a `README.md` that says what their columns are. */
export async function zipResults(directory: string, title: string): Promise<ReadableStream<Uint8Array>> {
  const files = await withSizes(directory, await listResultFiles(directory));
  const readme = Buffer.from(await resultsReadme(directory, title, files));
  const members = files.map(({ name, sizeBytes }) => ({
    ...{ name, sizeBytes, isStored: isPacked.test(name) },
    open: async () => {
      const result = await openResult(directory, name);
      if (result === undefined) throw new Error(`${name} was deleted while the archive was made`);
      return result.bytes;
    },
  }));
  const archive = zipOf([{ name: 'README.md', open: () => Readable.from([readme]) }, ...members]);
  return Readable.toWeb(archive) as ReadableStream<Uint8Array>;
}

/** The first file in the archive of a crawl's results: its files, the columns of tables, and what each column means. */
async function resultsReadme(directory: string, title: string, files: readonly ListedFile[]): Promise<string> {
  const alike = new Map<string, string[]>();
  for (const { name } of files) {
    const columns = await columnsOf(directory, name);
    // Tables of equal columns in a folder are those of the sites.
    const key = columns === undefined ? `${name}\n` : `${name.split('/')[0]}\n${columns}`;
    alike.set(key, [...(alike.get(key) ?? []), name]);
  }
  const formats = await Promise.all(formatPages.map(page => readFile(new URL(page, formatsFolder), 'utf8')));
  const listed = [...alike].map(([key, names]) => lineOf(names, key.slice(key.indexOf('\n') + 1)));
  return [
    `# ${title.replaceAll(/\s+/g, ' ')}`,
    '',
    'Results of a crawl by Orbweaver. Below: the files, the columns of each table, and what formats and columns mean.',
    '',
    ...listed,
    '',
    ...formats,
  ].join('\n');
}

function lineOf(names: readonly string[], columns: string): string {
  const named = names.slice(0, mostNamed).map(name => `\`${name}\``);
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  return `- ${named.join(', ')}${more}${columns === '' ? '' : `: ${columns}`}`;
}

/** The names of a table's columns, as its first line has them; undefined if the file is no CSV. */
async function columnsOf(directory: string, name: string): Promise<string | undefined> {
  if (!/\.csv(?:\.gz)?$/.test(name)) return undefined;
  const head = await readPart(directory, name, 0, mostHeadBytes);
  if (head === undefined || head.length === 0) return undefined;
  const bytes = name.endsWith('.gz') ? gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }) : head;
  const [first = ''] = new TextDecoder().decode(bytes).split(/\r?\n/, 1);
  return first;
}
