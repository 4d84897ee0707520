import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { listResultFiles, openResult, withSizes } from './result-files.ts';
import { resultsReadme } from './results-readme.ts';

/** Files of these kinds are packed as they are: they are compressed already. */
const isPacked = /\.(?:gz|parquet|png)$/;
/** From here on, sizes may not fit into the fields of a usual member. */
const largeBytes = 4_000_000_000;

/**
 * All result files of the crawl in `directory` as a ZIP archive, with a `README.md` that says what their columns are. The
 * archive is made while it is read: it takes no disk, and memory for a part of a file.
 */
export async function zipResults(directory: string, title: string): Promise<ReadableStream<Uint8Array>> {
  const files = await withSizes(directory, await listResultFiles(directory));
  const zip = new ZipFile();
  const archive = zip.outputStream as Readable;
  let open: Readable | undefined;
  archive.once('close', () => open?.destroy());
  zip.on('error', (error: Error) => archive.destroy(error));
  zip.addBuffer(Buffer.from(await resultsReadme(directory, title, files)), 'README.md');
  for (const { name, sizeBytes } of files) {
    const options = { compress: !isPacked.test(name), forceZip64Format: sizeBytes > largeBytes };
    zip.addReadStreamLazy(name, options, give => {
      openResult(directory, name).then(
        result => {
          open = result?.bytes ?? Readable.from([]);
          if (result === undefined) give(new Error(`${name} was deleted while the archive was made`), open);
          else if (archive.destroyed) open.destroy();
          else give(null, open);
        },
        (error: unknown) => give(error, Readable.from([])),
      );
    });
  }
  zip.end();
  return Readable.toWeb(archive) as ReadableStream<Uint8Array>;
}
