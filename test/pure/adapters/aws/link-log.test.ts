import { expect, test } from 'vitest';
import type { DynamoBase } from '../../../../shared/adapters/aws/dynamo/calls/dynamo-base.ts';
import { LinkLog } from '../../../../shared/adapters/aws/dynamo/links/link-log.ts';

/** Logs that are empty when they are read; says which sites were read. */
function emptyLogs() {
  const read: string[] = [];
  const calls = {
    query: (_: unknown, pk: string) => {
      read.push(pk);
      return [];
    },
    write: async () => ({ kind: 'written' }),
  };
  const base = { calls, tables: { links: 'links' }, ttl: () => 0 } as unknown as DynamoBase;
  return { log: new LinkLog(base), read };
}

const claimsOf = (links: number) =>
  Array.from({ length: links }, (_, n) => ({
    ...{ key: `https://${n}.test/${'x'.repeat(200)}`, page: 'https://a.test/', level: 1, detail: '' },
  }));

test('a process remembers the logs of many small sites, and of large ones as many as 32 MB hold', async () => {
  const small = emptyLogs();
  for (let site = 0; site < 5_000; site += 1) await small.log.claim(`site ${site}`, 1, claimsOf(3));
  await small.log.claim('site 0', 2, claimsOf(3));
  expect(small.read.filter(pk => pk === 'site 0').length).toBe(1);

  const large = emptyLogs();
  for (let site = 0; site < 80; site += 1) await large.log.claim(`site ${site}`, 1, claimsOf(1_000));
  await large.log.claim('site 79', 2, claimsOf(1_000));
  await large.log.claim('site 0', 2, claimsOf(1_000));
  const timesRead = (pk: string) => large.read.filter(name => name === pk).length;
  expect([timesRead('site 79'), timesRead('site 0')]).toEqual([1, 2]);
});
