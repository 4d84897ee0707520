import { createHash, randomBytes } from 'node:crypto';
import { GetObjectCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { S3Objects } from '../../../shared/adapters/aws/s3-objects.ts';
import { S3ResultSink } from '../../../shared/adapters/aws/s3-result-sink.ts';
import { LostObject } from '../../../shared/domain/lost-object.ts';
import type { StoredFile } from '../../../shared/domain/protocol/crawl-record.ts';
import { type AwsPlace, missing, openAwsPlace } from './aws-place.ts';

describe.skipIf(missing !== undefined)('S3', () => {
  let place: AwsPlace;
  beforeAll(async () => {
    place = await openAwsPlace();
  });
  afterAll(async () => {
    await place[Symbol.asyncDispose]();
  });

  const objectsOf = (crawl: string) => new S3Objects({ client: place.s3, bucket: place.bucket, crawl });
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

  test('gives an object back as its parts were, and an empty one empty', async () => {
    const objects = objectsOf('a');
    await objects.put('bodies/1/1-x', [Buffer.from('one '), new Uint8Array(0), Buffer.from('two')]);
    await objects.put('bodies/1/2-x', []);
    expect(text(await objects.get('bodies/1/1-x'))).toBe('one two');
    expect((await objects.get('bodies/1/2-x')).byteLength).toBe(0);
  });

  test('holds it compressed', async () => {
    await objectsOf('b').put('bodies/1/1-x', [Buffer.alloc(1_000_000, 'a')]);
    const stored = await place.s3.send(new GetObjectCommand({ Bucket: place.bucket, Key: 'bodies/b/1/1-x' }));
    expect((await stored.Body!.transformToByteArray()).byteLength).toBeLessThan(10_000);
  });

  test('leaves an object as it was first written: names are unique for their content', async () => {
    const objects = objectsOf('c');
    await objects.put('segments/1/1', [Buffer.from('first')]);
    await objects.put('segments/1/1', [Buffer.from('second')]);
    expect(text(await objects.get('segments/1/1'))).toBe('first');
  });

  test('throws for what is not there, and removes what is not there without an error', async () => {
    const objects = objectsOf('d');
    await expect(objects.get('segments/1/9')).rejects.toThrow(/segments\/1\/9 is missing/);
    await objects.put('robots/x', [Buffer.from('x')]);
    await objects.remove('robots/x');
    await objects.remove('robots/x');
    await expect(objects.get('robots/x')).rejects.toThrow(LostObject);
  });

  test('lists the names of its own crawl in order of bytes', async () => {
    const objects = objectsOf('e');
    for (const name of ['segments/2/1', 'segments/10/1', 'segments/1/3']) await objects.put(name, []);
    await objectsOf('e2').put('segments/1/1', []);
    expect(await objects.list('segments/')).toEqual(['segments/1/3', 'segments/10/1', 'segments/2/1']);
    expect(await objects.list('segments/1/')).toEqual(['segments/1/3']);
    expect(await objects.list('bodies/')).toEqual([]);
  });

  test('has room for every crawl: a name that has no kind is refused', async () => {
    await expect(objectsOf('f').put('plain', [])).rejects.toThrow(/no kind/);
  });

  describe('a result file', () => {
    const sinkOf = (crawl: string, stored: StoredFile[]) =>
      new S3ResultSink({ client: place.s3, bucket: place.bucket, crawl, stored: file => stored.push(file) });
    const read = async (key: string): Promise<Buffer> => {
      const answer = await place.s3.send(new GetObjectCommand({ Bucket: place.bucket, Key: key }));
      return Buffer.from(await answer.Body!.transformToByteArray());
    };

    test.each([
      ['small', [5, 6]],
      ['empty', []],
      ['of many parts', [7_000_000, 7_000_000, 1, 9_000_000, 300_000]],
    ])('that is %s appears whole when it is closed, with its size and SHA-256', async (crawl, sizes) => {
      const stored: StoredFile[] = [];
      const blocks = sizes.map(size => randomBytes(size));
      const file = await sinkOf(crawl, stored).create('graph/a.csv');
      for (const block of blocks) await file.write(block);
      expect(await place.keys(`results/${crawl}/`)).toEqual([]);
      await file.close();
      const bytes = Buffer.concat(blocks);
      expect((await read(`results/${crawl}/graph/a.csv`)).equals(bytes)).toBe(true);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      expect(stored).toEqual([{ name: 'graph/a.csv', sizeBytes: bytes.byteLength, sha256 }]);
    });

    test('that is aborted never appears, and leaves no upload behind', async () => {
      const stored: StoredFile[] = [];
      const file = await sinkOf('g', stored).create('graph/a.csv');
      await file.write(new Uint8Array(9_000_000));
      await file.abort();
      expect(await place.keys('results/g/')).toEqual([]);
      const uploads = await place.s3.send(new ListMultipartUploadsCommand({ Bucket: place.bucket }));
      expect(uploads.Uploads ?? []).toEqual([]);
      expect(stored).toEqual([]);
    });

    test('replaces an earlier one only when it is closed', async () => {
      const sink = sinkOf('h', []);
      const first = await sink.create('a.csv');
      await first.write('first');
      await first.close();
      const second = await sink.create('a.csv');
      await second.write('second');
      expect(String(await read('results/h/a.csv'))).toBe('first');
      await second.close();
      expect(String(await read('results/h/a.csv'))).toBe('second');
    });
  });
});
