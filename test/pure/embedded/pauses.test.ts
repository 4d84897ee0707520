import { expect, test } from 'vitest';
import { pausesEvery } from '../../../functions/embedded/threads/pauses.ts';

test('what waits for a thread comes through while the thread works', async () => {
  const pause = pausesEvery(0);
  const served: string[] = [];
  const { port1, port2 } = new MessageChannel();
  const message = new Promise<void>(resolve => {
    port1.onmessage = () => {
      served.push('message');
      resolve();
    };
  });
  port2.postMessage('');
  for (let page = 0; page < 1_000 && served.length === 0; page += 1) await pause();
  served.push('end of the work');
  await message;
  port1.close();
  expect(served).toEqual(['message', 'end of the work']);
});

test('no pause comes before its time', () => {
  const pause = pausesEvery(60_000);
  expect([pause(), pause()]).toEqual([undefined, undefined]);
});
