/** An account for one test file: tables, queues and a bucket on the MiniStack of the tier, named in this process's environment. */
import { randomInt } from 'node:crypto';
import { CreateTableCommand, DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { names } from '../../../shared/names.ts';
import { byDue } from '../../emulator/dynamodb-local.ts';
import { awsEnvironment } from '../../emulator/emulator.ts';
import { type RecordedBus, startEventBus } from '../../servers/event-bus.ts';

/** A benchmark, which no vitest runs, has an emulator of its own. */
const shared = process.env['VITEST'] === undefined ? undefined : (await import('vitest')).inject('miniStack');

export const missing = shared?.missing;

export interface AwsPlace extends AsyncDisposable {
  readonly s3: S3Client;
  readonly sqs: SQSClient;
  readonly bucket: string;
  readonly queues: Readonly<Record<'fetch' | 'browser' | 'parse', string>>;
  /** The events of the account. */
  readonly bus: RecordedBus;
  keys(prefix: string): Promise<string[]>;
  /** Items of a table whose key names `crawl`, as `<pk> <sk>`, and whether each expires. */
  items(table: string, crawl: string): Promise<ReadonlyMap<string, boolean>>;
}

export async function openAwsPlace(endpoint = shared!.endpoint): Promise<AwsPlace> {
  const account = newAccount();
  Object.assign(process.env, awsEnvironment(endpoint), {
    AWS_ACCESS_KEY_ID: account,
    [names.retentionDays]: '7',
    [names.claimDays]: '7',
    [names.maxInvocations]: '100000',
    [names.allowHosts]: '',
    [names.stackName]: 'Orbweaver',
    [names.stateMachineArn]: 'arn:aws:states:us-east-1:000000000000:stateMachine:none',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '640',
  });
  const bus = await startEventBus();
  process.env['AWS_ENDPOINT_URL_EVENTBRIDGE'] = bus.url;
  await createTables();
  const s3 = new S3Client({ forcePathStyle: true });
  const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
  // Names of buckets are shared by all accounts.
  const bucket = `objects-${account}`;
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
  process.env[names.lostEventsUrl] = await createQueue(sqs, 'lost-events');
  return {
    s3,
    sqs,
    bucket,
    queues,
    bus,
    keys: async prefix => {
      const page = await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }));
      return (page.Contents ?? []).map(({ Key }) => Key ?? '');
    },
    items: async (table, crawl) => {
      const client = new DynamoDBClient({});
      const { Items: items = [] } = await client.send(new ScanCommand({ TableName: table }));
      client.destroy();
      const named = items.map(({ pk, sk, ttl }) => [`${pk?.S} ${sk?.S}`, ttl !== undefined] as const);
      return new Map(named.filter(([key]) => key.includes(crawl)));
    },
    [Symbol.asyncDispose]: async () => {
      s3.destroy();
      sqs.destroy();
      await bus[Symbol.asyncDispose]();
    },
  };
}

/** MiniStack takes an access key of twelve digits for the account's number, and shows nothing of one account to another. */
function newAccount(): string {
  return String(randomInt(10 ** 11, 10 ** 12));
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
