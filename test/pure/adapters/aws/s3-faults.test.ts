import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { CrawlFiles } from '../../../../shared/adapters/aws/crawl-files.ts';
import { S3Objects } from '../../../../shared/adapters/aws/s3-objects.ts';
import { S3ResultSink } from '../../../../shared/adapters/aws/s3-result-sink.ts';
import { LostObject } from '../../../../shared/domain/lost-object.ts';
import { scriptedS3, slowDown } from './slow-s3.ts';

const name = 'segments/1/2';

describe('S3Objects, when S3 is in trouble', () => {
  test('tries again after 503 SlowDown (adverse 55)', async () => {
    await using s3 = await scriptedS3((_, __, response, nth) => (nth < 3 ? slowDown(response) : response.end()));
    await new S3Objects({ client: s3.client, bucket: 'b', crawl: 'c' }).put(name, [Buffer.from('x')]);
    expect(s3.asked).toHaveLength(3);
  });

  test('gives up with the name of the object where it stays so', async () => {
    await using s3 = await scriptedS3((_, __, response) => slowDown(response), 2);
    const objects = new S3Objects({ client: s3.client, bucket: 'b', crawl: 'c' });
    await expect(objects.put(name, [Buffer.from('x')])).rejects.toThrow(/segments\/1\/2.*reduce your request rate/);
  });

  test('takes an object that is there already for its own', async () => {
    await using s3 = await scriptedS3((_, __, response) => {
      response.writeHead(412).end('<Error><Code>PreconditionFailed</Code></Error>');
    });
    await new S3Objects({ client: s3.client, bucket: 'b', crawl: 'c' }).put(name, [Buffer.from('x')]);
    expect(s3.asked).toHaveLength(1);
  });

  test('writes the object where another writer of it is just at it', async () => {
    const conditions: (string | undefined)[] = [];
    await using s3 = await scriptedS3((request, _, response) => {
      const condition = request.headers['if-none-match'];
      conditions.push(condition);
      if (condition === undefined) response.end();
      else response.writeHead(409).end('<Error><Code>ConditionalRequestConflict</Code></Error>');
    });
    await new S3Objects({ client: s3.client, bucket: 'b', crawl: 'c' }).put(name, [Buffer.from('x')]);
    expect(conditions).toEqual(['*', undefined]);
  });

  const packed = gzipSync(Buffer.from('what was written'));
  const flipped = Buffer.from(packed);
  flipped[flipped.length - 7]! ^= 1;
  test.each([
    ['cut short', packed.subarray(0, packed.length - 4)],
    ['changed by a bit', flipped],
    ['no gzip at all', Buffer.from('what was written')],
    ['empty', Buffer.alloc(0)],
  ])('does not believe bytes that are %s', async (_, bytes) => {
    await using s3 = await scriptedS3((__, ___, response) => response.end(bytes));
    const objects = new S3Objects({ client: s3.client, bucket: 'b', crawl: 'c' });
    await expect(objects.get(name)).rejects.toThrow(/segments\/1\/2 is damaged/);
    await expect(objects.get(name)).rejects.toThrow(LostObject);
  });

  test('does not take an object for lost that it could not ask for', async () => {
    await using s3 = await scriptedS3((_, __, response) => slowDown(response), 1);
    const asked = new S3Objects({ client: s3.client, bucket: 'b', crawl: 'c' }).get(name);
    await expect(asked).rejects.toThrow(/segments\/1\/2.*reduce your request rate/);
    await expect(asked).rejects.not.toBeInstanceOf(LostObject);
  });
});

describe('CrawlFiles, when S3 is in trouble', () => {
  const keys = ['results/c/a', 'results/c/b'];
  const opened = async (code: string) => {
    const left = new Set(keys);
    let deletions = 0;
    const s3 = await scriptedS3((request, _, response) => {
      const query = new URL(request.url ?? '', 'http://s3').searchParams;
      if (!query.has('delete')) {
        const found = [...left].filter(key => key.startsWith(query.get('prefix')!));
        response.end(
          `<ListBucketResult>${found.map(key => `<Contents><Key>${key}</Key></Contents>`).join('')}</ListBucketResult>`,
        );
        return;
      }
      deletions += 1;
      left.delete(keys[0]!);
      if (deletions > 1) left.clear();
      const refused = `<Error><Key>${keys[1]}</Key><Code>${code}</Code><Message>no</Message></Error>`;
      response.end(`<DeleteResult>${deletions > 1 ? '' : refused}</DeleteResult>`);
    });
    return { s3, files: new CrawlFiles({ client: s3.client, presigning: s3.client, bucket: 'b' }) };
  };

  test('deletes an object again that S3 was too busy to delete, and counts each once', async () => {
    const { s3, files } = await opened('SlowDown');
    await using _ = s3;
    expect(await files.removeAll('c', () => false)).toEqual({ removed: 2, isDone: true });
  });

  test('says which object it may not delete', async () => {
    const { s3, files } = await opened('AccessDenied');
    await using _ = s3;
    await expect(files.removeAll('c', () => false)).rejects.toThrow('results/c/b was not deleted: no');
  });
});

describe('S3ResultSink, when S3 is in trouble', () => {
  test('tells nobody of a file that could not be completed', async () => {
    await using s3 = await scriptedS3((_, __, response) => slowDown(response), 1);
    const stored: string[] = [];
    const sink = new S3ResultSink({
      client: s3.client,
      bucket: 'b',
      crawl: 'c',
      stored: file => stored.push(file.name),
    });
    const file = await sink.create('graph/a.csv');
    await file.write('1');
    await expect(file.close()).rejects.toThrow(/graph\/a\.csv cannot be written/);
    expect(stored).toEqual([]);
  });

  test('aborts the upload whose part failed, so that nothing of it stays (adverse 55)', async () => {
    await using s3 = await scriptedS3((request, _, response) => {
      const query = new URL(request.url ?? '', 'http://s3').searchParams;
      if (query.has('uploads'))
        response.end('<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>');
      else if (request.method === 'DELETE') response.writeHead(204).end();
      else slowDown(response);
    }, 1);
    const sink = new S3ResultSink({ client: s3.client, bucket: 'b', crawl: 'c', stored: () => undefined });
    const file = await sink.create('graph/a.csv');
    await expect(file.write(new Uint8Array(9_000_000))).rejects.toThrow(/graph\/a\.csv/);
    await file.abort();
    expect(s3.asked.at(-1)).toMatch(/^DELETE \/b\/results\/c\/graph\/a\.csv\?.*uploadId=u1/);
    expect(s3.asked.some(line => line.startsWith('POST') && line.includes('uploadId'))).toBe(false);
  });
});
