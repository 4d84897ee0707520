import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, ListBucketsCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { missing, openAwsPlace } from './aws/aws-place.ts';

const script = fileURLToPath(new URL('../../scripts/remove-stack.js', import.meta.url));

function removeStack(...words: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [script, ...words], { encoding: 'utf8', env: process.env });
}

describe.skipIf(missing !== undefined)('what cdk destroy leaves', () => {
  test('is listed, and deleted only when that is meant; other stacks and tables stay', async () => {
    await using place = await openAwsPlace();
    const dynamo = new DynamoDBClient({});
    const s3 = new S3Client({ forcePathStyle: true });
    const bucket = `first-objects1a2b-${place.bucket}`;
    const mine = ['First-StateCrawls1A2B3C4D-XYZ', 'First-StatePages1A2B3C4D-XYZ'];
    const others = ['First-StateOfTheArt', 'Firsts-StateCrawls1A2B3C4D-XYZ', 'Second-StateCrawls1A2B3C4D-XYZ'];
    for (const TableName of [...mine, ...others])
      await dynamo.send(
        new CreateTableCommand({
          ...{ TableName, BillingMode: 'PAY_PER_REQUEST' },
          AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
          KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        }),
      );
    await s3.send(new CreateBucketCommand({ Bucket: bucket }));
    for (let n = 0; n < 3; n += 1)
      await s3.send(new PutObjectCommand({ Bucket: bucket, Key: `results/${n}`, Body: 'x' }));
    const tables = async () => ((await dynamo.send(new ListTablesCommand({}))).TableNames ?? []).toSorted();
    const buckets = async () => ((await s3.send(new ListBucketsCommand({}))).Buckets ?? []).map(({ Name }) => Name);
    const before = await tables();

    const listed = removeStack('First');
    expect(listed.stdout.split('\n').slice(0, 3)).toEqual([...mine.map(name => `table ${name}`), `bucket ${bucket}`]);
    expect(listed.stdout).toContain('--yes');
    expect(await tables()).toEqual(before);

    expect(removeStack('First', '--yes').stdout).toContain(`${bucket}: 3 objects deleted\nAll of these are deleted.\n`);
    expect(await tables()).toEqual(before.filter(name => !mine.includes(name)));
    expect(await buckets()).not.toContain(bucket);
    expect(removeStack('First', '--yes').stdout).toBe('Nothing is left of the stack First.\n');
    expect(removeStack('a/b').status).toBe(2);
    expect(removeStack('First', '--force').status).toBe(2);
    dynamo.destroy();
    s3.destroy();
  });
});
