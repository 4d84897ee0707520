/** An account for one test file: tables, queues and a bucket on MiniStack, named in this process's environment. */
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { names } from '../../../shared/names.ts';
import { byDue } from '../../emulator/dynamodb-local.ts';
import { awsEnvironment } from '../../emulator/emulator.ts';
import { startMiniStack, whyNoMiniStack } from '../../emulator/ministack.ts';

export const missing = await whyNoMiniStack();
if (missing !== undefined) console.log(missing);

export interface AwsPlace extends AsyncDisposable {
  readonly s3: S3Client;
  readonly sqs: SQSClient;
  readonly bucket: string;
  readonly queues: Readonly<Record<'fetch' | 'browser' | 'parse', string>>;
  keys(prefix: string): Promise<string[]>;
}

export async function openAwsPlace(): Promise<AwsPlace> {
  const emulator = await startMiniStack();
  Object.assign(process.env, awsEnvironment(emulator.endpoint), {
    [names.retentionDays]: '7',
    [names.maxInvocations]: '100000',
    [names.allowHosts]: '',
    [names.stateMachineArn]: 'arn:aws:states:us-east-1:000000000000:stateMachine:none',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '640',
  });
  await createTables();
  const s3 = new S3Client({ forcePathStyle: true });
  const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
  const bucket = 'objects';
  await s3.send(new CreateBucketCommand({ Bucket: bucket }));
  process.env[names.bucket] = bucket;
  const queues = {
    fetch: await createQueue(sqs, 'to-fetch'),
    browser: await createQueue(sqs, 'to-browser'),
    parse: await createQueue(sqs, 'to-parse'),
  };
  process.env[names.fetchQueueUrl] = queues.fetch;
  process.env[names.browserQueueUrl] = queues.browser;
  process.env[names.parseQueueUrl] = queues.parse;
  return {
    s3,
    sqs,
    bucket,
    queues,
    keys: async prefix => {
      const page = await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }));
      return (page.Contents ?? []).map(({ Key }) => Key ?? '');
    },
    [Symbol.asyncDispose]: async () => {
      s3.destroy();
      sqs.destroy();
      await emulator[Symbol.asyncDispose]();
    },
  };
}

async function createTables(): Promise<void> {
  const client = new DynamoDBClient({});
  const tables = {
    [names.crawlsTable]: 'crawls',
    [names.tokensTable]: 'tokens',
    [names.pagesTable]: 'pages',
    [names.linksTable]: 'links',
    [names.watchedTable]: 'watched',
    [names.publicationsTable]: 'publications',
  };
  for (const [variable, table] of Object.entries(tables)) {
    await client.send(
      new CreateTableCommand({
        TableName: table,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [
          ...['pk', 'sk'].map(AttributeName => ({ AttributeName, AttributeType: 'S' as const })),
          ...(table === 'watched' ? [{ AttributeName: 'due', AttributeType: 'N' as const }] : []),
        ],
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        ...(table === 'watched' && { LocalSecondaryIndexes: [byDue] }),
      }),
    );
    process.env[variable] = table;
  }
  client.destroy();
}

async function createQueue(sqs: SQSClient, name: string): Promise<string> {
  const { QueueUrl: url } = await sqs.send(new CreateQueueCommand({ QueueName: name }));
  if (url === undefined) throw new Error(`queue ${name} has no address`);
  return url;
}
