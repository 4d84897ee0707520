import { MessageChannel } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { Calls } from '../../functions/embedded/threads/calls.ts';
import { BadInput } from '../../shared/domain/refusal/refusal.ts';
import { systemFaultOf } from '../../shared/domain/refusal/system-fault.ts';

test('bad input that the other thread refuses keeps its refusals', async () => {
  const refusals = [
    { code: 'no-sites', field: 'sites' },
    { code: 'shared-limit-later', field: 'limit', value: '1' },
  ] as const;
  const { port1, port2 } = new MessageChannel();
  const refusing = {
    add: async (): Promise<void> => {
      throw new BadInput(refusals);
    },
  };
  new Calls(port1).serve('sites', refusing);
  try {
    const call = new Calls(port2).remote<typeof refusing>('sites').add();
    await expect(call).rejects.toBeInstanceOf(BadInput);
    await expect(call).rejects.toMatchObject({ refusals });
  } finally {
    port1.close();
  }
});

test('what the machine refuses keeps its codes, also where it caused another error', async () => {
  const { port1, port2 } = new MessageChannel();
  const cause = Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS', path: '/crawls/a/state' });
  const failing = {
    put: async (): Promise<void> => {
      throw new Error('Result file x cannot be written', { cause });
    },
    query: async (): Promise<void> => {
      throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 778 });
    },
  };
  new Calls(port1).serve('store', failing);
  const remote = new Calls(port2).remote<typeof failing>('store');
  try {
    const [put, query] = await Promise.all([remote.put(), remote.query()].map(call => call.catch(systemFaultOf)));
    expect(put).toMatchObject({ kind: 'denied', code: 'EROFS', path: '/crawls/a/state' });
    expect(query).toMatchObject({ kind: 'broken', code: 'SQLITE_IOERR' });
  } finally {
    port1.close();
  }
});

test('what is gathered crosses as one list, behind what has to be done before; where that fails, all answers fail', async () => {
  const { port1, port2 } = new MessageChannel();
  const lists: number[] = [];
  port2.on('message', (values: readonly unknown[]) => lists.push(values.length));
  let isFull = false;
  const beforeSending = (): void => {
    if (isFull) throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
  };
  const doubling = { double: async (n: number): Promise<number> => n * 2 };
  new Calls(port1, { gather: setImmediate, beforeSending }).serve('numbers', doubling);
  const numbers = new Calls(port2, { gather: send => void setImmediate(send) }).remote<typeof doubling>('numbers');
  try {
    expect(await Promise.all([numbers.double(1), numbers.double(2), numbers.double(3)])).toEqual([2, 4, 6]);
    expect(lists).toEqual([3]);
    isFull = true;
    const failing = [numbers.double(1), numbers.double(2)].map(call => call.catch(systemFaultOf));
    expect(await Promise.all(failing)).toMatchObject([{ code: 'ENOSPC' }, { code: 'ENOSPC' }]);
  } finally {
    port1.close();
  }
});
