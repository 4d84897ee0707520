import { MessageChannel } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { Calls } from '../../functions/embedded/calls.ts';
import { BadInput } from '../../shared/domain/spec/bad-input.ts';

test('bad input that the other thread refuses keeps its sentences', async () => {
  const { port1, port2 } = new MessageChannel();
  const refusing = {
    add: async (): Promise<void> => {
      throw new BadInput(['sites: too many.', 'limit: too small.']);
    },
  };
  new Calls(port1).serve('sites', refusing);
  try {
    const call = new Calls(port2).remote<typeof refusing>('sites').add();
    await expect(call).rejects.toBeInstanceOf(BadInput);
    await expect(call).rejects.toMatchObject({ sentences: ['sites: too many.', 'limit: too small.'] });
  } finally {
    port1.close();
  }
});
