/**
 * The doors under the roles that the stack gives them: a call that its policies do not allow throws, as AWS does and no
 * emulator here. Imported before the clients are used; what a test itself asks of AWS is not held back.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import { inject } from 'vitest';
import { RolePolicies } from '../pure/infra/policy-evaluation.ts';
import { resourceNamed } from '../pure/infra/stack-resources.ts';

type Door = 'Seed' | 'Fetch' | 'Browser' | 'Parse' | 'Tick' | 'Wake' | 'Daily' | 'Search' | 'Unload' | 'Remove' | 'Api';

/** An action of IAM and where; actions and names as in a policy. */
type Need = readonly [action: string, resource: string];
type Input = Readonly<Record<string, unknown>>;

const resources = inject('stackResources');
const current = new AsyncLocalStorage<Door>();
const policies = new Map<Door, RolePolicies>();

/** Does `work` with the permissions of a door's role. */
export async function asRole<T>(door: Door, work: () => Promise<T>): Promise<T> {
  return await current.run(door, work);
}

function policiesOf(door: Door): RolePolicies {
  const known = policies.get(door);
  if (known !== undefined) return known;
  const read = new RolePolicies(resources, resourceNamed(resources, `${door}Role`, 'AWS::IAM::Role')[0]);
  policies.set(door, read);
  return read;
}

function demandAllowed(command: { readonly constructor: { readonly name: string }; readonly input: Input }): void {
  if (current.getStore() === undefined) return;
  for (const need of needsOf(command.constructor.name.replace(/Command$/, ''), command.input)) demand(need);
}

function demand([action, resource]: Need): void {
  const door = current.getStore();
  if (door === undefined || policiesOf(door).allows(action, resource)) return;
  throw new Error(`AccessDenied: the role of ${door} may not ${action} on ${resource}`);
}

/** The rights that a call needs ("Actions, resources, and condition keys" of each service, Service Authorization Reference). */
function needsOf(operation: string, input: Input): readonly Need[] {
  switch (operation) {
    case 'GetItem':
    case 'Query':
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return [rowNeed(operation, input)];
    case 'BatchGetItem':
    case 'BatchWriteItem':
      return Object.keys(input['RequestItems'] as object).map(TableName => rowNeed(operation, { TableName }));
    case 'TransactWriteItems':
      return (input['TransactItems'] as Record<string, Input>[]).flatMap(item =>
        Object.entries(item).map(([kind, part]) => rowNeed(`${kind}Item`, part)),
      );
    case 'GetObject':
    case 'HeadObject':
      return [['s3:GetObject', objectAt(input['Key'])]];
    case 'PutObject':
    case 'CreateMultipartUpload':
    case 'UploadPart':
    case 'CompleteMultipartUpload':
      return [['s3:PutObject', objectAt(input['Key'])]];
    case 'AbortMultipartUpload':
      return [['s3:AbortMultipartUpload', objectAt(input['Key'])]];
    case 'DeleteObject':
      return [['s3:DeleteObject', objectAt(input['Key'])]];
    case 'DeleteObjects':
      return (input['Delete'] as { Objects: { Key: string }[] }).Objects.map(
        ({ Key }): Need => ['s3:DeleteObject', objectAt(Key)],
      );
    case 'ListObjectsV2':
      return [['s3:ListBucket', 'Objects']];
    case 'SendMessage':
      return [['sqs:SendMessage', 'LostEvents']];
    case 'SendMessageBatch':
      return [['sqs:SendMessage', queueAt(input['QueueUrl'])]];
    case 'ChangeMessageVisibility':
      return [['sqs:ChangeMessageVisibility', queueAt(input['QueueUrl'])]];
    case 'StartExecution':
      return [['states:StartExecution', machineAt(input['stateMachineArn'])]];
    default:
      throw new Error(`nobody has written down what ${operation} needs`);
  }
}

/** Tables, queues and the bucket have the names of adapters/aws/aws-place.ts. */
function rowNeed(action: string, { TableName }: Input): Need {
  const name = String(TableName);
  return [`dynamodb:${action}`, `State${name[0]!.toUpperCase()}${name.slice(1)}`];
}

function machineAt(arn: unknown): string {
  const name = String(arn).split(':').at(-1);
  return name === 'search' ? 'SearchMachine' : name === 'removal' ? 'RemovalMachine' : 'CrawlMachine';
}

function objectAt(key: unknown): string {
  return `Objects/${String(key)}`;
}

function queueAt(url: unknown): string {
  const kind = String(url).split('/to-')[1]!;
  return `To${kind[0]!.toUpperCase()}${kind.slice(1)}Queue`;
}

/** All clients send by one base class. */
const bases = new Set(
  [DynamoDBClient, S3Client, SFNClient, SQSClient].map(client => Object.getPrototypeOf(client.prototype)),
);
for (const base of bases) {
  const { send } = base;
  base.send = async function (this: unknown, ...args: [never, ...unknown[]]): Promise<unknown> {
    demandAllowed(args[0]);
    return await send.apply(this, args);
  };
}

/** The one call of AWS without a client: events are put by a request that the program signs itself. */
const eventBus = 'arn:AWS::Partition:events:AWS::Region:AWS::AccountId:event-bus/default';
const { fetch: send } = globalThis;
globalThis.fetch = async (address, init) => {
  const target = new Headers(init?.headers).get('x-amz-target');
  if (target === 'AWSEvents.PutEvents') demand(['events:PutEvents', eventBus]);
  else if (target !== null) throw new Error(`nobody has written down what ${target} needs`);
  return await send(address, init);
};
