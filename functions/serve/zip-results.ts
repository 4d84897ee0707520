import { Readable } from 'node:stream';
import { zipOf } from '../embedded/archive/zip.ts';
import { listResultFiles, openResult, withSizes } from './result-files.ts';
import { resultsReadme } from './results-readme.ts';

/** Files of these kinds are packed as they are: they are compressed already. */
const isPacked = /\.(?:gz|parquet|png)$/;

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
