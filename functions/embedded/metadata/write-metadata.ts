import { openLocalSink } from '../../../shared/adapters/local/open.ts';
import { writeBlocks } from '../../../shared/files/write-table.ts';
import { writeArch } from './arch.ts';
import { dataPackage } from './data-package.ts';
import { roCrate } from './ro-crate.ts';
import { listedResults, measuredResults, type WrittenResults } from './written-results.ts';

/** Formats that describe what is written, or are made of it; `export` takes them beside those of graphs. */
export const metadataFormats = ['datapackage', 'ro-crate', 'arch'] as const;

export type MetadataFormat = (typeof metadataFormats)[number];

const documents = [
  ['datapackage', 'datapackage.json', dataPackage],
  ['ro-crate', 'ro-crate-metadata.json', roCrate],
] as const;

/** Writes metadata of the results of a crawl beside them; answers the names of the files. Throws `BadInput`. */
export async function writeCrawlMetadata(
  directory: string,
  formats: readonly MetadataFormat[],
  licence: string | undefined,
): Promise<readonly string[]> {
  const sink = openLocalSink(directory);
  const tables = formats.includes('arch') ? await writeArch(directory, listedResults(directory), sink) : [];
  if (formats.every(format => format === 'arch')) return tables;
  const results = await measuredResults(directory, listedResults(directory));
  return [...tables, ...(await writeMetadata(directory, results, formats, licence))];
}

/** The same for results that are measured. */
export async function writeMetadata(
  directory: string,
  results: WrittenResults,
  formats: readonly MetadataFormat[],
  licence: string | undefined,
): Promise<readonly string[]> {
  const wanted = documents.filter(([format]) => formats.includes(format));
  for (const [, name, textOf] of wanted)
    await writeBlocks(openLocalSink(directory), name, [Buffer.from(textOf(results, licence))]);
  return wanted.map(([, name]) => name);
}
