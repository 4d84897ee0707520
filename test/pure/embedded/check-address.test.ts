import { expect, test } from 'vitest';
import { checkAddress } from '../../../functions/embedded/external/check-address.ts';
import type { FetchAnswer } from '../../../shared/domain/http/fetch-answer.ts';

type Said = number | (FetchAnswer & { kind: 'failed' })['reason'] | 'retry-after';

function answerOf(said: Said): FetchAnswer {
  const nothing = { elapsedMs: 0, contentType: 'text/html', body: new Uint8Array(0), truncated: false };
  if (said === 'retry-after') return { ...nothing, kind: 'answered', status: 429, retryAfterMs: 1_000 };
  return typeof said === 'number'
    ? { ...nothing, kind: 'answered', status: said }
    : { kind: 'failed', elapsedMs: 0, reason: said, detail: '' };
}

/** Many servers answer HEAD otherwise than GET, or not at all. */
test.each<[head: Said, get: Said | undefined, state: string, status: string]>([
  [200, undefined, 'ok', '200'],
  ['network', 200, 'ok', '200'],
  ['timeout', 200, 'ok', '200'],
  ['protocol', 200, 'ok', '200'],
  ['network', 'network', 'failing', 'connection failed'],
  ['dns', undefined, 'dead', 'no such host'],
  ['tls', undefined, 'failing', 'no secure connection'],
  [404, 200, 'ok', '200'],
  [405, 206, 'ok', '206 Partial Content'],
  [501, 416, 'ok', '416 Range Not Satisfiable'],
  [404, 404, 'dead', '404 Not Found'],
  [410, undefined, 'dead', '410 Gone'],
  [999, 999, 'refused', '999'],
  [403, 403, 'refused', '403 Forbidden'],
  [500, 503, 'failing', '503 Service Unavailable'],
  [429, undefined, 'not-asked', '429 Too Many Requests'],
  ['retry-after', undefined, 'not-asked', '429 Too Many Requests'],
])('HEAD %s and GET %s are told as %s', async (head, get, state, status) => {
  const methods: string[] = [];
  const probe = async (_: string, method: string): Promise<FetchAnswer> => {
    methods.push(method);
    return answerOf(method === 'HEAD' ? head : get!);
  };
  const check = await checkAddress('http://other.example/', probe, { robotsFault: () => undefined });
  expect(check).toEqual({ url: 'http://other.example/', state, status });
  expect(methods).toEqual(get === undefined ? ['HEAD'] : ['HEAD', 'GET']);
});
