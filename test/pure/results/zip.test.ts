import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type ZipMember, zipOf } from '../../../functions/embedded/archive/zip.ts';
import { zipMembers } from './zip-members.ts';

const day = new Date(1980, 0, 1);
const text = 'words and words '.repeat(1000);

function member(name: string, content: string, isStored = false): ZipMember {
  return { name, isStored, open: () => Readable.from([Buffer.from(content)]) };
}

test('an archive gives back its members, packed or as they are, and is the same each time', async () => {
  const members = [member('a/слово.txt', text), member('b.gz', text, true), member('empty', '')];
  const zip = await buffer(zipOf(members, day));
  expect(Object.fromEntries(zipMembers(zip))).toEqual({
    'a/слово.txt': Buffer.from(text),
    'b.gz': Buffer.from(text),
    empty: Buffer.alloc(0),
  });
  expect(zip.length).toBeGreaterThan(text.length);
  expect(zip.length).toBeLessThan(text.length * 1.2);
  expect((await buffer(zipOf(members, day))).equals(zip)).toBe(true);
});

test('a member is opened when those before it are in the archive, so it may tell of them', async () => {
  const seen: string[] = [];
  const noting = (name: string): ZipMember => ({
    name,
    open: async () => {
      seen.push(`${name} opened`);
      const bytes = Readable.from([Buffer.from(seen.join(', '))]);
      return bytes.once('end', () => seen.push(`${name} read`));
    },
  });
  const members = zipMembers(await buffer(zipOf([noting('1'), noting('2')])));
  expect(members.get('2')?.toString()).toBe('1 opened, 1 read, 2 opened');
});

test('an archive fails with the member that cannot be opened, or be read to its end', async () => {
  const missing: ZipMember = { name: 'b', open: () => Promise.reject(new Error('b is gone')) };
  await expect(buffer(zipOf([member('a', 'text'), missing]))).rejects.toThrow('b is gone');
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half');
      throw new Error('b broke');
    })(),
  );
  await expect(buffer(zipOf([{ name: 'b', open: () => broken }]))).rejects.toThrow('b broke');
});

test('who stops reading closes the member that is open', async () => {
  const endless = Readable.from(
    (async function* () {
      while (true) yield Buffer.alloc(65_536);
    })(),
  );
  const archive = zipOf([{ name: 'endless', isStored: true, open: () => endless }]);
  for await (const _ of archive) break;
  await expect.poll(() => endless.destroyed).toBe(true);
});
