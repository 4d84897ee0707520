import { afterEach, beforeEach, expect, test } from 'vitest';
import { LostObject } from '../../shared/domain/lost-object.ts';
import type { ObjectStore } from '../../shared/ports/ports.ts';

export interface OpenObjects {
  readonly objects: ObjectStore;
  close(): Promise<void> | void;
}

/** The promises of every keeper of objects (`shared/ports/ports.ts`). */
export function objectStoreContract(open: () => OpenObjects | Promise<OpenObjects>): void {
  let opened: OpenObjects;
  let objects: ObjectStore;
  beforeEach(async () => {
    opened = await open();
    objects = opened.objects;
  });
  afterEach(async () => await opened.close());

  test('an object is the parts one after the other, however many and however large', async () => {
    const parts = Array.from({ length: 3_000 }, (_, index) => Buffer.alloc(index % 50, index % 256));
    parts.push(Buffer.alloc(3_000_000, 7));
    await objects.put('bodies/1/7-a', parts);
    expect(Buffer.compare(await objects.get('bodies/1/7-a'), Buffer.concat(parts))).toBe(0);
  });

  test('an object may be empty', async () => {
    await objects.put('none', []);
    await objects.put('nothing', [Buffer.alloc(0)]);
    expect([(await objects.get('none')).byteLength, (await objects.get('nothing')).byteLength]).toEqual([0, 0]);
  });

  test('a repeat changes nothing, also at the same time', async () => {
    await Promise.all([1, 2, 3].map(async () => await objects.put('same', [Buffer.from('text')])));
    expect(Buffer.from(await objects.get('same')).toString()).toBe('text');
    expect(await objects.list('')).toEqual(['same']);
  });

  test('what is not there cannot be had, and may be removed', async () => {
    await expect(objects.get('missing/one')).rejects.toThrow(/missing\/one is missing/);
    await expect(objects.get('missing/one')).rejects.toThrow(LostObject);
    await objects.remove('missing/one');
    await objects.put('there', [Buffer.from('x')]);
    await objects.remove('there');
    await expect(objects.get('there')).rejects.toThrow(LostObject);
  });

  test('lent memory holds an answer until it is lent again, small or large', async () => {
    const scratch = { bytes: new Uint8Array(0) };
    for (const text of ['short', 'much longer than before', 'brief']) {
      await objects.put(text, [Buffer.from(text)]);
      expect(Buffer.from(await objects.get(text, scratch)).toString()).toBe(text);
    }
  });

  test('names are listed by prefix in order of bytes; a store that holds nothing lists nothing', async () => {
    expect(await objects.list('bodies/')).toEqual([]);
    for (const name of ['bodies/2/1-b', 'bodies/10/1-a', 'bodies/2/1-B', 'segments/1/1', 'bodies-old'])
      await objects.put(name, [Buffer.from(name)]);
    expect(await objects.list('bodies/')).toEqual(['bodies/10/1-a', 'bodies/2/1-B', 'bodies/2/1-b']);
    expect(await objects.list('bodies/2/1-')).toEqual(['bodies/2/1-B', 'bodies/2/1-b']);
  });
}
