import { expect, test } from 'vitest';
import { CountingFetcher } from '../../../functions/embedded/live/counting-fetcher.ts';
import type { FetchAnswer } from '../../../shared/domain/http/fetch-answer.ts';

test('counts requests while they are open and once they are answered, however they end', async () => {
  const ends: PromiseWithResolvers<FetchAnswer>[] = [];
  const fetcher = new CountingFetcher(
    {
      fetch: () => {
        ends.push(Promise.withResolvers<FetchAnswer>());
        return ends.at(-1)!.promise;
      },
      close: async () => undefined,
    },
    () => 5,
  );
  const request = { address: 'http://127.0.0.1/', userAgent: 'Test', purpose: 'page' } as const;
  const first = fetcher.fetch(request);
  const second = fetcher.fetch(request);
  expect(fetcher.work(9)).toMatchObject({
    at: 9,
    inFlight: 2,
    requests: 0,
    fetching: [request.address, request.address],
  });
  ends[0]!.resolve({ kind: 'failed', reason: 'timeout', detail: 'late', elapsedMs: 1 });
  await first;
  expect(fetcher.work(9)).toMatchObject({
    inFlight: 1,
    requests: 1,
    refused: [{ address: request.address, at: 5, reason: 'timeout' }],
  });
  ends[1]!.reject(new Error('closed'));
  await expect(second).rejects.toThrow('closed');
  expect(fetcher.work(9)).toMatchObject({ inFlight: 0, requests: 2, fetching: [] });
});
