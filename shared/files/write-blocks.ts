import type { ResultSink } from '../ports/result-ports.ts';

/** Streams blocks into one result file. The file appears whole; after a failure, here or in the blocks, nothing does. */
export async function writeBlocks(
  sink: ResultSink,
  name: string,
  blocks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const file = await sink.create(name);
  try {
    for await (const block of blocks) await file.write(block);
    await file.close();
  } catch (error) {
    await file.abort();
    throw error;
  }
}
