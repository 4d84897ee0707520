import { expect, test } from 'vitest';
import { InTurns } from '../../../functions/embedded/threads/in-turns.ts';

test('work is done one piece after the other, and what fails holds nothing up', async () => {
  const turns = new InTurns();
  const seen: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = turns.run(async () => {
    seen.push('1 begins');
    await gate.promise;
    seen.push('1 ends');
    return 1;
  });
  const second = turns.run(async () => {
    seen.push('2 begins');
    throw new Error('no luck');
  });
  const third = turns.run(async () => {
    seen.push('3 begins');
    return 3;
  });
  expect(turns.left).toBe(3);
  gate.resolve();
  expect(await Promise.allSettled([first, second, third])).toMatchObject([
    { value: 1 },
    { reason: { message: 'no luck' } },
    { value: 3 },
  ]);
  expect(seen).toEqual(['1 begins', '1 ends', '2 begins', '3 begins']);
  expect(turns.left).toBe(0);
});
