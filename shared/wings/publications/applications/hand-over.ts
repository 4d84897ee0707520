/** Hands the records that were kept to `accepted` of their applications, batch by batch, in the order in which they were kept. */
import type { ApplicationRecords, RecordBatch } from './application-records.ts';
import type { ApplicationFacts } from './application-runner.ts';
import type { ApplicationsOfSource } from './turn-applications.ts';

/** Calls in a row that fail; then the application waits for other code, or for a person who switches it on. */
const mostFailures = 5;
/** Batches that one turn hands over. */
const mostBatches = 100;

interface HandOver extends Pick<ApplicationsOfSource, 'runner' | 'at' | 'onSince'> {
  readonly records: Pick<ApplicationRecords, 'nextBatch'>;
}

/** Records that could not be handed over wait for the next call: none is skipped. */
export async function handOver(of: HandOver): Promise<void> {
  for (const facts of of.runner.known) if (facts.hasAccepted) await handOverTo(facts, of);
}

async function handOverTo(facts: ApplicationFacts, { runner, records, at, onSince }: HandOver): Promise<void> {
  for (let batches = 0; batches < mostBatches; batches += 1) {
    const batch = await records.nextBatch(facts.name);
    if (batch === undefined) return;
    if (isGivenUp(batch, facts, onSince[facts.name])) {
      await batch.leave();
      return;
    }
    const answer = await runner.accepted(facts.name, batch.records, batch.values);
    if (answer.kind === 'taken') {
      await batch.taken(answer.values);
      continue;
    }
    const { reason, detail } = answer;
    if (reason === 'no-time') {
      await batch.leave();
      return;
    }
    await batch.failed({ at, digest: facts.digest, reason, detail });
    return;
  }
}

function isGivenUp(
  { acceptance: { failures, last } }: RecordBatch,
  { digest }: ApplicationFacts,
  onSince = Number.NEGATIVE_INFINITY,
): boolean {
  return failures >= mostFailures && last !== undefined && last.digest === digest && last.at >= onSince;
}
