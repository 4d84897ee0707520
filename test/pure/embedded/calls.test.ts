import { MessageChannel } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { Calls } from '../../../functions/embedded/threads/calls.ts';
import { BadInput } from '../../../shared/domain/refusal/refusal.ts';
import { systemFaultOf } from '../../../shared/domain/refusal/system-fault.ts';

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

test('equal calls that only read are one call until they are sent; a later one is a call of its own', async () => {
  const { port1, port2 } = new MessageChannel();
  let reads = 0;
  const rows = {
    read: async (id: string): Promise<string> => {
      reads += 1;
      return `${id}${reads}`;
    },
  };
  new Calls(port1).serve('rows', rows);
  const options = { gather: (send: () => void) => void setImmediate(send), joined: new Set(['read']) };
  const remote = new Calls(port2, options).remote<typeof rows>('rows');
  try {
    expect(await Promise.all([remote.read('a'), remote.read('a'), remote.read('b')])).toEqual(['a1', 'a1', 'b2']);
    expect(await remote.read('a')).toBe('a3');
  } finally {
    port1.close();
  }
});

test('what hurries takes along what waits, and so does the answer to it', async () => {
  const { port1, port2 } = new MessageChannel();
  const never = (send: () => void, hurries: boolean): void => void (hurries && setImmediate(send));
  const options = { gather: never, hurrying: new Set(['now']) };
  const target = { now: async (): Promise<string> => 'now', later: async (): Promise<string> => 'later' };
  new Calls(port1, options).serve('target', target);
  const remote = new Calls(port2, options).remote<typeof target>('target');
  try {
    expect(await Promise.all([remote.later(), remote.now()])).toEqual(['later', 'now']);
  } finally {
    port1.close();
  }
});
