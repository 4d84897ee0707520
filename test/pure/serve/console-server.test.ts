import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startConsoleServer } from '../../../functions/serve/console-server.ts';
import { LocalPlace } from '../http/local-place.ts';

test('nobody looks for events any more when the page that asked for them has gone', async () => {
  const place = new LocalPlace();
  place.isLive = true;
  const api = async (request: Request): Promise<Response> => await place.answer(request, 'account:1');
  const server = await startConsoleServer({
    host: '127.0.0.1',
    port: 0,
    api,
    onError: error => place.errors.push(error),
  });
  const id = await place.started();
  const leave = new AbortController();
  const headers = { authorization: `Bearer ${server.token}` };
  const answer = await fetch(`${server.origin}/crawls/${id}/events`, { headers, signal: leave.signal });
  await answer.body!.getReader().read();
  const isLooking = async (): Promise<boolean> => {
    const before = place.looks;
    await sleep(50);
    return place.looks > before;
  };
  expect(await isLooking()).toBe(true);
  leave.abort();
  await expect.poll(isLooking).toBe(false);
  await server.close();
  expect(place.errors).toEqual([]);
  place.close();
});

test('a server that ends leaves no request open', async () => {
  const api = async (): Promise<Response> => new Response(new ReadableStream());
  const server = await startConsoleServer({ host: '::1', port: 0, api, onError: () => undefined });
  expect(server.origin).toMatch(/^http:\/\/\[::1\]:\d+$/);
  const asked = fetch(`${server.origin}/crawls`, { headers: { authorization: `Bearer ${server.token}` } });
  const answer = await asked;
  await server.close();
  await expect(answer.text()).rejects.toThrow();
});
