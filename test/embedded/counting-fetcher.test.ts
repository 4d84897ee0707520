import { expect, test } from 'vitest';
import { CountingFetcher } from '../../functions/embedded/progress-meter.ts';
import type { FetchAnswer } from '../../shared/ports.ts';

test('counts requests while they are open and once they are answered, however they end', async () => {
  const ends: PromiseWithResolvers<FetchAnswer>[] = [];
  const fetcher = new CountingFetcher({
    fetch: () => {
      ends.push(Promise.withResolvers<FetchAnswer>());
      return ends.at(-1)!.promise;
    },
    close: async () => undefined,
  });
  const request = { address: 'http://127.0.0.1/', userAgent: 'Test', purpose: 'page' } as const;
  const first = fetcher.fetch(request);
  const second = fetcher.fetch(request);
  expect(fetcher).toMatchObject({ inFlight: 2, answered: 0 });
  ends[0]!.resolve({ kind: 'failed', reason: 'timeout', detail: 'late', elapsedMs: 1 });
  await first;
  expect(fetcher).toMatchObject({ inFlight: 1, answered: 1 });
  ends[1]!.reject(new Error('closed'));
  await expect(second).rejects.toThrow('closed');
  expect(fetcher).toMatchObject({ inFlight: 0, answered: 2 });
});
