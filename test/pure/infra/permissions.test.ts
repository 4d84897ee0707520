import { describe, expect, test } from 'vitest';
import { RolePolicies } from './policy-evaluation.ts';
import { resourceNamed } from './stack-resources.ts';
import { synthesize } from './synthesized-stack.ts';

const { resources } = synthesize({ browser: 'true', publications: 'true' });
const rolesOf = (name: string): RolePolicies =>
  new RolePolicies(resources, resourceNamed(resources, `${name}Role`, 'AWS::IAM::Role')[0]);

const eventBus = 'arn:AWS::Partition:events:AWS::Region:AWS::AccountId:event-bus/default';
const log = ['logs:CreateLogStream', 'logs:PutLogEvents'];
const receive = [
  'sqs:ReceiveMessage',
  'sqs:DeleteMessage',
  'sqs:ChangeMessageVisibility',
  'sqs:GetQueueAttributes',
  'sqs:GetQueueUrl',
];
const rows = (...actions: string[]): string[] => actions.map(action => `dynamodb:${action}`);
const files = (...actions: string[]): string[] => actions.map(action => `s3:${action}Object`);
const send = ['sqs:SendMessage'];
/** Destinations of asynchronous failures get these from the CDK. */
const toLostEvents = [...send, 'sqs:GetQueueAttributes', 'sqs:GetQueueUrl'];
const announce = { LostEvents: send, [eventBus]: ['events:PutEvents'] };
const keptPages = (...actions: string[]) =>
  Object.fromEntries([7, 30, 90, 365].map(days => [`Objects/kept-${days}/a-crawl/x`, files(...actions)]));

/** All that each function may do, by resource. */
const granted: Record<string, Record<string, readonly string[]>> = {
  Seed: {
    SeedLog: log,
    StateCrawls: rows('GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'BatchWriteItem'),
    StatePages: rows('GetItem', 'BatchGetItem', 'Query', 'UpdateItem'),
    StateWatched: rows('GetItem', 'Query', 'UpdateItem'),
    'StateWatched/index/byDue': rows('Query'),
    StateTokens: rows('UpdateItem'),
    StatePublications: rows('GetItem', 'BatchGetItem', 'UpdateItem'),
    Objects: ['s3:ListBucket'],
    'Objects/control/a-crawl/x': files('Get', 'Put'),
    'Objects/uploads/a-crawl/x': files('Get'),
    'Objects/bodies/a-crawl/x': files('Delete'),
    'Objects/segments/a-crawl/x': files('Delete'),
    'Objects/publications/a-crawl/x': files('Get', 'Put', 'Delete'),
    ToFetchQueue: send,
    ToParseQueue: send,
  },
  Fetch: {
    FetchLog: log,
    StateCrawls: rows('GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'ConditionCheckItem'),
    StateTokens: rows('UpdateItem'),
    StateWatched: rows('GetItem', 'BatchGetItem', 'Query', 'UpdateItem'),
    'StateWatched/index/byDue': rows('Query'),
    StatePages: rows('GetItem', 'BatchGetItem', 'Query', 'UpdateItem'),
    Objects: ['s3:ListBucket'],
    'Objects/bodies/a-crawl/x': files('Get', 'Put', 'Delete'),
    'Objects/segments/a-crawl/x': files('Get'),
    'Objects/robots/a-crawl/x': files('Get', 'Put', 'Delete'),
    'Objects/memories/a-crawl/x': files('Get'),
    ToFetchQueue: [...receive, ...send],
    ToBrowserQueue: send,
    ToParseQueue: send,
  },
  Browser: {
    BrowserLog: log,
    StateCrawls: rows('GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'ConditionCheckItem'),
    StateTokens: rows('UpdateItem'),
    StateWatched: rows('GetItem', 'BatchGetItem', 'Query', 'UpdateItem'),
    'StateWatched/index/byDue': rows('Query'),
    StatePages: rows('GetItem', 'BatchGetItem', 'Query', 'UpdateItem'),
    Objects: ['s3:ListBucket'],
    'Objects/bodies/a-crawl/x': files('Get', 'Put', 'Delete'),
    'Objects/segments/a-crawl/x': files('Get'),
    'Objects/robots/a-crawl/x': files('Get', 'Put', 'Delete'),
    'Objects/memories/a-crawl/x': files('Get'),
    'Objects/answers/a-crawl/x': files('Get', 'Put'),
    'Objects/samples/a-crawl/x': files('Put'),
    'Objects/traversals/a-crawl/x': files('Get', 'Put', 'Delete'),
    ToBrowserQueue: [...receive, ...send],
    ToFetchQueue: send,
    ToParseQueue: send,
  },
  Parse: {
    ParseLog: log,
    StateCrawls: rows('GetItem', 'BatchGetItem', 'Query', 'UpdateItem'),
    StatePages: rows('GetItem', 'BatchGetItem', 'Query', 'UpdateItem'),
    StateLinks: rows('BatchGetItem', 'Query', 'UpdateItem'),
    StateWatched: rows('GetItem', 'BatchGetItem', 'Query', 'UpdateItem'),
    'StateWatched/index/byDue': rows('Query'),
    StatePublications: rows('GetItem', 'BatchGetItem', 'Query', 'UpdateItem'),
    Objects: ['s3:ListBucket'],
    'Objects/bodies/a-crawl/x': files('Get', 'Delete'),
    'Objects/segments/a-crawl/x': files('Put', 'Delete'),
    'Objects/states/a-crawl/x': files('Put', 'Delete'),
    'Objects/memories/a-crawl/x': files('Get', 'Put', 'Delete'),
    'Objects/publications/a-crawl/x': files('Get', 'Put', 'Delete'),
    ...keptPages('Put'),
    ToFetchQueue: send,
    ToParseQueue: [...receive, ...send],
    ...announce,
  },
  Tick: {
    TickLog: log,
    StateCrawls: rows('GetItem', 'BatchGetItem', 'Query', 'UpdateItem'),
    StatePages: rows('Query'),
    ToFetchQueue: send,
    ToParseQueue: send,
  },
  Wake: {
    WakeLog: log,
    StateCrawls: rows('GetItem', 'UpdateItem'),
    StateWatched: rows('Query', 'UpdateItem'),
    'StateWatched/index/byDue': rows('Query'),
    ToFetchQueue: send,
    ToParseQueue: send,
  },
  Daily: {
    DailyLog: log,
    StateCrawls: rows('GetItem', 'BatchGetItem', 'Query'),
    StateWatched: rows('Query'),
    'StateWatched/index/byDue': rows('Query'),
    StatePublications: rows('GetItem', 'BatchGetItem', 'Query', 'UpdateItem'),
    Objects: ['s3:ListBucket'],
    'Objects/publications/a-crawl/x': files('Get'),
    'Objects/tables/a-crawl/x': [...files('Put'), 's3:AbortMultipartUpload'],
    LostEvents: toLostEvents,
  },
  Search: {
    SearchLog: log,
    StatePublications: rows('GetItem', 'BatchGetItem', 'Query', 'UpdateItem'),
    Objects: ['s3:ListBucket'],
    'Objects/publications/a-crawl/x': files('Get', 'Put', 'Delete'),
  },
  Unload: {
    UnloadLog: log,
    StateCrawls: rows('GetItem', 'BatchGetItem', 'Query', 'UpdateItem'),
    StatePages: rows('GetItem', 'Query'),
    Objects: ['s3:ListBucket'],
    'Objects/segments/a-crawl/x': files('Get'),
    'Objects/states/a-crawl/x': files('Get'),
    'Objects/robots/a-crawl/x': files('Get'),
    'Objects/control/a-crawl/x': files('Get', 'Put'),
    'Objects/results/a-crawl/x': [...files('Put'), 's3:AbortMultipartUpload'],
    'Objects/lists/a-crawl/x': files('Put'),
    ...announce,
    LostEvents: toLostEvents,
  },
  Remove: {
    RemoveLog: log,
    StateCrawls: rows('GetItem', 'Query', 'UpdateItem', 'BatchWriteItem'),
    StatePages: rows('Query', 'UpdateItem', 'BatchWriteItem'),
    StateLinks: rows('Query', 'UpdateItem', 'BatchWriteItem'),
    StateWatched: rows('Query', 'UpdateItem', 'BatchWriteItem'),
    StatePublications: rows('GetItem', 'Query', 'UpdateItem', 'BatchWriteItem'),
    Objects: ['s3:ListBucket'],
    ...Object.fromEntries(
      [
        ...['bodies', 'segments', 'robots', 'answers', 'samples', 'traversals', 'states', 'results'],
        ...['control', 'lists', 'memories', 'publications', 'tables'],
      ].map(kind => [`Objects/${kind}/a-crawl/x`, files('Delete')]),
    ),
    ...keptPages('Delete'),
  },
  Api: {
    ApiLog: log,
    StateCrawls: rows('GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'BatchWriteItem'),
    StatePages: rows('BatchGetItem', 'Query', 'UpdateItem', 'BatchWriteItem'),
    StateLinks: rows('Query', 'UpdateItem', 'BatchWriteItem'),
    StateTokens: rows('UpdateItem'),
    StateWatched: rows('GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'BatchWriteItem'),
    'StateWatched/index/byDue': rows('Query'),
    StatePublications: rows('GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'BatchWriteItem'),
    Objects: ['s3:ListBucket'],
    'Objects/control/a-crawl/x': files('Get', 'Put', 'Delete'),
    'Objects/uploads/a-crawl/x': files('Get', 'Put'),
    'Objects/results/a-crawl/x': files('Get', 'Delete'),
    'Objects/bodies/a-crawl/x': files('Delete'),
    'Objects/segments/a-crawl/x': files('Delete'),
    'Objects/robots/a-crawl/x': files('Delete'),
    'Objects/answers/a-crawl/x': files('Delete'),
    'Objects/samples/a-crawl/x': files('Delete'),
    'Objects/traversals/a-crawl/x': files('Delete'),
    'Objects/states/a-crawl/x': files('Delete'),
    'Objects/memories/a-crawl/x': files('Get', 'Delete'),
    'Objects/publications/a-crawl/x': files('Get', 'Put', 'Delete'),
    'Objects/lists/a-crawl/x': files('Delete'),
    'Objects/tables/a-crawl/x': files('Delete'),
    ...keptPages('Get', 'Delete'),
    CrawlMachine: ['states:StartExecution'],
    RemovalMachine: ['states:StartExecution'],
    SearchMachine: ['states:StartExecution'],
  },
};

/** Everything that any function is granted, and what nobody may ever do. */
const actions = new Set([
  ...Object.values(granted).flatMap(byResource => Object.values(byResource).flat()),
  ...['dynamodb:Scan', 'dynamodb:BatchWriteItem', 'dynamodb:DeleteTable', 'dynamodb:UpdateTable'],
  ...['s3:DeleteBucket', 's3:PutBucketPolicy', 's3:PutObjectAcl', 's3:DeleteObjectVersion'],
  ...[
    'sqs:PurgeQueue',
    'sqs:DeleteQueue',
    'sqs:SetQueueAttributes',
    'states:StopExecution',
    'states:UpdateStateMachine',
  ],
  ...['lambda:InvokeFunction', 'lambda:UpdateFunctionCode', 'lambda:PutFunctionRecursionConfig'],
  ...[
    'iam:PassRole',
    'iam:PutRolePolicy',
    'sts:AssumeRole',
    'kms:Decrypt',
    'logs:DeleteLogGroup',
    'logs:CreateLogGroup',
  ],
]);
const places = new Set([
  ...Object.values(granted).flatMap(Object.keys),
  ...[
    'ToFetchDeadLetters',
    'ToBrowserDeadLetters',
    'ToParseDeadLetters',
    'Objects/other/a-crawl/x',
    'AnotherTable',
    'arn:aws:s3:::another/x',
  ],
  ...Object.keys(granted).map(name => `${name}Function`),
]);

describe('permissions (adverse 70)', () => {
  test.each(Object.keys(granted))('%s may do what its list says and is denied every other action', name => {
    const policies = rolesOf(name);
    const list = granted[name]!;
    for (const place of places)
      for (const action of actions)
        expect([action, place, policies.allows(action, place)]).toEqual([
          action,
          place,
          list[place]?.includes(action) ?? false,
        ]);
  });

  test.each(Object.keys(granted))('%s has no wildcard but behind a prefix of object keys', name => {
    for (const { effect, actions: allowed, resources: on } of rolesOf(name).statements) {
      expect(effect).toBe('Allow');
      expect(allowed.filter(action => action.includes('*'))).toEqual([]);
      expect(on.filter(resource => resource.includes('*') && !/^Objects\/[a-z0-9-]+\/\*$/.test(resource))).toEqual([]);
    }
  });

  test('events are put as those of this program alone', () => {
    const statements = Object.values(resources).flatMap(({ Type, Properties }) =>
      Type === 'AWS::IAM::Policy'
        ? ((Properties['PolicyDocument'] as { Statement: { Action: string; Condition?: unknown }[] }).Statement ?? [])
        : [],
    );
    const puts = statements.filter(({ Action }) => Action === 'events:PutEvents');
    const condition = { StringEquals: { 'events:source': 'orbweaver' } };
    expect(puts.map(({ Condition }) => Condition)).toEqual([condition, condition]);
  });

  test('the state machine may call its three functions, start itself, and have its log delivered', () => {
    const policies = rolesOf('CrawlMachine');
    for (const name of Object.keys(granted))
      expect([name, policies.allows('lambda:InvokeFunction', `${name}Function`)]).toEqual([
        name,
        ['Seed', 'Tick', 'Unload'].includes(name),
      ]);
    const everywhere = policies.statements.filter(({ resources: on }) => on.includes('*'));
    expect(everywhere.flatMap(({ actions: allowed }) => allowed).filter(action => !action.startsWith('logs:'))).toEqual(
      [],
    );
    const starts = policies.statements.filter(({ actions: allowed }) => allowed.includes('states:StartExecution'));
    expect(starts.flatMap(({ resources: on }) => on.map(arn => arn.split(':').slice(-2).join(':')))).toEqual([
      'stateMachine:Orbweaver-Crawl',
    ]);
  });

  test('nobody else than these roles is trusted, and only by the service that needs it', () => {
    const trusted = Object.values(resources)
      .filter(({ Type }) => Type === 'AWS::IAM::Role')
      .map(({ Properties }) => {
        const document = Properties['AssumeRolePolicyDocument'] as { Statement: [{ Principal: { Service: string } }] };
        return document.Statement.map(({ Principal }) => Principal.Service).join();
      });
    expect(trusted.sort()).toEqual([
      'apigateway.amazonaws.com',
      ...Array.from({ length: 11 }, () => 'lambda.amazonaws.com'),
      ...Array.from({ length: 3 }, () => 'states.amazonaws.com'),
    ]);
  });
});
