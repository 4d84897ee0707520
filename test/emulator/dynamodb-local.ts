/**
 * Amazon's DynamoDBLocal, where Java and Maven are found: staged once into `.work/` and started on a port of its own. It
 * keeps conditions, transactions and item sizes as the service does; it never throttles and never answers
 * TransactionConflict.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoTables } from '../../shared/adapters/aws/dynamo/calls/dynamo-tables.ts';
import { workFolder } from '../process/programs.ts';
import { credentials, freePort, region } from './emulator.ts';

const version = '2.6.1';
export const dynamoDbLibraries = join(workFolder, `dynamodb-local-${version}`);
const startMs = 30_000;

export interface OpenDynamoDb {
  readonly client: DynamoDBClient;
  /** Another client, for who adds to one; ends with the server. */
  newClient(): DynamoDBClient;
  /** New tables, of this caller alone. */
  createTables(): Promise<DynamoTables & { readonly publications: string }>;
}

export interface DynamoDbLocal extends OpenDynamoDb, AsyncDisposable {
  readonly endpoint: string;
}

/** The one at `endpoint`, which somebody else ends. */
export function openDynamoDb(endpoint: string): OpenDynamoDb {
  const client = createClient(endpoint);
  return {
    client,
    newClient: () => createClient(endpoint),
    createTables: async () => await createTables(client),
  };
}

/** One sentence that says what is missing; undefined where it can be started. */
export function whyNoDynamoDb(): string | undefined {
  if (!answers('java', '-version')) return 'skipped: DynamoDBLocal (no Java)';
  if (!existsSync(dynamoDbLibraries) && !answers('mvn', '-version')) return 'skipped: DynamoDBLocal (no Maven)';
  return undefined;
}

function answers(command: string, argument: string): boolean {
  return spawnSync(command, [argument], { stdio: 'ignore' }).status === 0;
}

/** Throws where it cannot be staged or does not answer in time. */
export async function startDynamoDb(): Promise<DynamoDbLocal> {
  stageDynamoDb();
  const port = await freePort();
  const scratch = mkdtempSync(join(tmpdir(), 'orbweaver-dynamodb-'));
  const server = spawn(
    'java',
    [
      // It answers few calls: the quicker compiler alone, and little memory.
      ...['-XX:TieredStopAtLevel=1', '-Xmx512m'],
      // It copies a library there at each start, which it never removes.
      `-Djava.io.tmpdir=${scratch}`,
      ...['-Djava.library.path=.', '-cp', '*', 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner'],
      ...['-inMemory', '-sharedDb', '-disableTelemetry', '-port', String(port)],
    ],
    { cwd: dynamoDbLibraries, stdio: 'ignore' },
  );
  const stop = (): void => void server.kill('SIGKILL');
  process.once('exit', stop);
  const endpoint = `http://127.0.0.1:${port}`;
  const open = openDynamoDb(endpoint);
  await untilItAnswers(open.client, server);
  return {
    ...open,
    endpoint,
    async [Symbol.asyncDispose]() {
      open.client.destroy();
      process.off('exit', stop);
      const ended = new Promise(resolve => server.once('exit', resolve));
      stop();
      await ended;
      rmSync(scratch, { recursive: true });
    },
  };
}

/** Copied by Maven under another name and renamed when whole: test files stage side by side. */
export function stageDynamoDb(): void {
  if (existsSync(dynamoDbLibraries)) return;
  mkdirSync(workFolder, { recursive: true });
  const folder = mkdtempSync(join(workFolder, 'staging-'));
  try {
    writeFileSync(join(folder, 'pom.xml'), pom);
    const goal = ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib', '-DincludeScope=runtime'];
    execFileSync('mvn', goal, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    if (!existsSync(dynamoDbLibraries)) renameSync(join(folder, 'lib'), dynamoDbLibraries);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>orbweaver</groupId><artifactId>dynamodb-local</artifactId><version>1</version>
  <dependencies>
    <dependency>
      <groupId>com.amazonaws</groupId><artifactId>DynamoDBLocal</artifactId><version>${version}</version>
    </dependency>
  </dependencies>
</project>
`;

function createClient(endpoint: string): DynamoDBClient {
  return new DynamoDBClient({ endpoint, region, credentials });
}

async function untilItAnswers(client: DynamoDBClient, server: ChildProcess): Promise<void> {
  const end = Date.now() + startMs;
  for (;;) {
    try {
      await client.send(new ListTablesCommand({}));
      return;
    } catch (error) {
      if (server.exitCode !== null) throw new Error(`DynamoDBLocal ended with code ${server.exitCode}`);
      if (Date.now() > end) throw new Error(`DynamoDBLocal does not answer after ${startMs} ms`, { cause: error });
      await wait(100);
    }
  }
}

/** Of the table `watched`. */
export const byDue = {
  IndexName: 'byDue',
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' as const },
    { AttributeName: 'due', KeyType: 'RANGE' as const },
  ],
  Projection: { ProjectionType: 'KEYS_ONLY' as const },
};

async function createTables(client: DynamoDBClient): Promise<DynamoTables & { readonly publications: string }> {
  const suffix = randomUUID();
  const name = (table: string): string => `${table}-${suffix}`;
  const names = {
    crawls: name('crawls'),
    tokens: name('tokens'),
    pages: name('pages'),
    links: name('links'),
    watched: name('watched'),
    publications: name('publications'),
  };
  for (const [table, TableName] of Object.entries(names)) {
    await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [
          { AttributeName: 'pk', AttributeType: 'S' },
          { AttributeName: 'sk', AttributeType: 'S' },
          ...(table === 'watched' ? [{ AttributeName: 'due', AttributeType: 'N' as const }] : []),
        ],
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        ...(table === 'watched' && { LocalSecondaryIndexes: [byDue] }),
      }),
    );
  }
  return names;
}
