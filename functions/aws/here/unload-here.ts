/**
 * Writes the results of a crawl of an account on this machine, which has no bound of time and the memory that it has: the program of
 * `orbweaver remote unload`. Arguments: name of the stack, id of the crawl. The state stays in the account, and what is written goes
 * to its bucket, as the function writes it.
 */
import { takeAwsVariables } from '../../../shared/adapters/aws/open.ts';
import { BadInput, englishSentence, refusal } from '../../../shared/domain/refusal/refusal.ts';
import type { Planned } from '../life/life-events.ts';

const [stack = '', crawl = ''] = process.argv.slice(2);
try {
  await takeAwsVariables(stack, 'Unload');
  await unloadHere();
} catch (error) {
  const isInput = error instanceof BadInput;
  const sentences = isInput ? error.refusals.map(englishSentence) : [(error as Error).message];
  process.stderr.write(sentences.map(sentence => `orbweaver: ${sentence}\n`).join(''));
  process.exitCode = isInput ? 4 : 1;
}

async function unloadHere(): Promise<void> {
  // Logs and clients read their variables when they are loaded.
  const { openAwsRegistry, openAwsStore } = await import('../../../shared/adapters/aws/open.ts');
  const { unload } = await import('../unload.ts');
  const { isDeleted } = await import('../life/removal.ts');
  const record = await openAwsRegistry().read(crawl);
  const state = (await openAwsStore('unload').readCrawl(crawl))?.state ?? 'unknown';
  if (record === undefined || state !== 'unloading') throw new BadInput([refusal('unload-not-due', { crawl, state })]);
  const hasTime = { getRemainingTimeInMillis: () => Number.POSITIVE_INFINITY };
  const input = { crawl, run: record.run };
  const { batches } = (await unload({ ...input, kind: 'plan' }, hasTime)) as Planned;
  await openAwsRegistry().markBegun(crawl);
  for (const [index, batch] of batches.entries()) {
    await unload(batch, hasTime);
    if (await isDeleted(crawl)) throw new BadInput([refusal('deleted-meanwhile')]);
    process.stderr.write(`${index + 1} of ${batches.length} parts are written\n`);
  }
  await unload({ ...input, kind: 'summary' }, hasTime);
}
