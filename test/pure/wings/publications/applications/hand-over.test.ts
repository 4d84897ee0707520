import { expect, test } from 'vitest';
import type { RecordBatch } from '../../../../../shared/wings/publications/applications/application-records.ts';
import type {
  AcceptedAnswer,
  ApplicationRunner,
} from '../../../../../shared/wings/publications/applications/application-runner.ts';
import { handOver } from '../../../../../shared/wings/publications/applications/hand-over.ts';

/** Hands batches over to an application that answers so; what was done with each batch. */
async function handedOver(answers: readonly AcceptedAnswer[]): Promise<readonly string[]> {
  const done: string[] = [];
  let asked = 0;
  const runner: ApplicationRunner = {
    known: [{ name: 'prices', digest: 'a', hasAccepted: true, columns: {} }],
    read: async () => ({ kind: 'passed' }),
    accepted: async () => answers[asked++]!,
  };
  const batch = (number: number): RecordBatch => ({
    ...{ number, records: [], values: {}, acceptance: { taken: number - 1, failures: 0 } },
    taken: async () => void done.push(`taken ${number}`),
    failed: async ({ reason }) => void done.push(`failed ${number}: ${reason}`),
    leave: async () => void done.push(`left ${number}`),
  });
  const records = { nextBatch: async () => (asked < answers.length ? batch(asked + 1) : undefined) };
  await handOver({ runner, records, at: 1, onSince: {} });
  return done;
}

const taken: AcceptedAnswer = { kind: 'taken', values: {} };

test('a batch that failed ends the turn; a batch that nobody had time for is left, and is no failure', async () => {
  expect(await handedOver([taken, taken])).toEqual(['taken 1', 'taken 2']);
  expect(await handedOver([taken, { kind: 'failed', reason: 'threw', detail: 'no' }, taken])).toEqual([
    ...['taken 1', 'failed 2: threw'],
  ]);
  expect(await handedOver([taken, { kind: 'failed', reason: 'no-time', detail: 'late' }, taken])).toEqual([
    ...['taken 1', 'left 2'],
  ]);
});
