import { afterEach, describe, expect, it } from 'vitest';
import { type AdverseServer, startAdverseServer } from '../servers/adverse-server.ts';
import type { FetchedInThread } from './fetching-thread.ts';
import { inSmallHeap } from './small-heap.ts';

const maxBodyBytes = 10 * 1024 * 1024;

let server: AdverseServer | undefined;
afterEach(async () => await server?.close());

describe('a short body', { timeout: 170_000 }, () => {
  it.each([
    ['10 GB', '/bomb-nested'],
    ['bytes without end', '/bomb-endless'],
  ])('that decodes to %s takes no more memory than the cap (adverse 7)', async (_what, path) => {
    server = await startAdverseServer();
    const fetches = { urls: [server.origin + path], purpose: 'page', maxBodyBytes };
    const thread = new URL('./fetching-thread.ts', import.meta.url);
    const { bodies, peakBytes } = await inSmallHeap<FetchedInThread>(thread, 48, fetches);
    expect(bodies).toEqual([`The body is longer than ${maxBodyBytes} bytes.`]);
    expect(peakBytes).toBeLessThan(2.5 * maxBodyBytes);
  });
});
