/*
 * Parts of a stack that `cdk destroy` leaves: its tables and its bucket, which hold the data and go on costing. Lists them; with
 * `--yes` deletes them. They are found by their names, which begin with the name of the stack. Plain JavaScript, for Node 20.
 *
 *   node scripts/remove-stack.js [STACK] [--yes]
 */
import { DeleteTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';

const words = process.argv.slice(2);
const stack = words.find(word => !word.startsWith('-')) ?? 'Orbweaver';
const isMeant = words.includes('--yes');
if (!/^[A-Za-z][A-Za-z0-9-]{0,39}$/.test(stack) || words.some(word => word.startsWith('-') && word !== '--yes')) {
  process.stderr.write(
    'usage: node scripts/remove-stack.js [STACK] [--yes]; a stack has letters, digits and hyphens.\n',
  );
  process.exit(2);
}

// The SDK would say of Node 20 in eight lines that its next year is without it.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
const dynamo = new DynamoDBClient({});
const s3 = new S3Client({ forcePathStyle: process.env.AWS_ENDPOINT_URL !== undefined });

/** The tables of infra/crawl-tables.ts, whatever hash CloudFormation has put behind their names. */
const ofStack = new RegExp(`^${stack}-State(?:Crawls|Tokens|Pages|Links|Watched|Publications)[0-9A-F]{8}-`);

async function tables() {
  const found = [];
  for (let from; ; ) {
    const page = await dynamo.send(new ListTablesCommand({ ExclusiveStartTableName: from }));
    found.push(...(page.TableNames ?? []).filter(name => ofStack.test(name)));
    from = page.LastEvaluatedTableName;
    if (from === undefined) return found;
  }
}

async function buckets() {
  const { Buckets: all = [] } = await s3.send(new ListBucketsCommand({}));
  return all.map(({ Name: name }) => name).filter(name => name.startsWith(`${stack.toLowerCase()}-objects`));
}

async function removeBucket(bucket) {
  let removed = 0;
  for (;;) {
    const { Contents: found = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucket }));
    if (found.length === 0) break;
    const Objects = found.map(({ Key }) => ({ Key }));
    const { Errors: errors = [] } = await s3.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects } }));
    if (errors.length > 0) throw new Error(`${bucket}: ${errors[0].Key} is not deleted: ${errors[0].Message}`);
    removed += Objects.length;
  }
  await s3.send(new DeleteBucketCommand({ Bucket: bucket }));
  return removed;
}

async function run() {
  const left = { tables: await tables(), buckets: await buckets() };
  for (const name of left.tables) process.stdout.write(`table ${name}\n`);
  for (const name of left.buckets) process.stdout.write(`bucket ${name}\n`);
  if (left.tables.length + left.buckets.length === 0) process.stdout.write(`Nothing is left of the stack ${stack}.\n`);
  else if (isMeant) {
    for (const name of left.tables) await dynamo.send(new DeleteTableCommand({ TableName: name }));
    for (const name of left.buckets) process.stdout.write(`${name}: ${await removeBucket(name)} objects deleted\n`);
    process.stdout.write('All of these are deleted.\n');
  } else
    process.stdout.write(
      'These are deleted by the same command with --yes, with all crawls and publications in them.\n',
    );
}

await run().catch(({ name, message }) => {
  process.stderr.write(`remove-stack: ${name}: ${message}\n`);
  process.exitCode = 1;
});
