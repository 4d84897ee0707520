import { describe, expect, test } from 'vitest';
import { resourceNamed } from './stack-resources.ts';
import { synthesize } from './synthesized-stack.ts';

const { resources, template } = synthesize({ bodyDays: '7', retentionDays: '30' });
const tables = [
  ['StateCrawls', true],
  ['StateTokens', false],
  ['StatePages', false],
  ['StateLinks', false],
  ['StateWatched', true],
  ['StatePublications', true],
] as const;

test.each(tables)(
  'table %s has the keys of the store, is paid per request, forgets, and can be restored: %s',
  (name, isRestorable) => {
    const [, { Properties }] = resourceNamed(resources, name, 'AWS::DynamoDB::Table');
    expect(Properties).toMatchObject({
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      AttributeDefinitions: expect.arrayContaining([
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
      ]),
      BillingMode: 'PAY_PER_REQUEST',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: isRestorable },
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
    });
    expect(Properties).not.toHaveProperty('GlobalSecondaryIndexes');
  },
);

test.each(['ToFetchQueue', 'ToParseQueue', 'ToFetchDeadLetters', 'ToParseDeadLetters'])(
  'queue %s is encrypted and refuses what does not come by TLS',
  name => {
    const [id, { Properties }] = resourceNamed(resources, name, 'AWS::SQS::Queue');
    expect(Properties['SqsManagedSseEnabled']).toBe(true);
    const [, policy] = resourceNamed(resources, `${name}Policy`, 'AWS::SQS::QueuePolicy');
    expect(policy.Properties['Queues']).toEqual([{ Ref: id }]);
    expect(policy.Properties['PolicyDocument']).toMatchObject(deniedWithoutTls);
  },
);

const deniedWithoutTls = {
  Statement: [{ Effect: 'Deny', Principal: { AWS: '*' }, Condition: { Bool: { 'aws:SecureTransport': 'false' } } }],
};

describe('the bucket', () => {
  const [id, { Properties }] = resourceNamed(resources, 'Objects', 'AWS::S3::Bucket');

  test('is encrypted, not public, and refuses what does not come by TLS', () => {
    expect(Properties).toMatchObject({
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
    template.hasResourceProperties('AWS::S3::BucketPolicy', { Bucket: { Ref: id }, PolicyDocument: deniedWithoutTls });
  });

  test('forgets bodies after days, results with their crawl, kept pages with their days, all else long after it, and uploads that were never completed', () => {
    const { Rules } = Properties['LifecycleConfiguration'] as { Rules: Record<string, unknown>[] };
    const days = Rules.map(({ Prefix, ExpirationInDays, AbortIncompleteMultipartUpload }) => [
      Prefix ?? 'incomplete',
      ExpirationInDays ?? AbortIncompleteMultipartUpload,
    ]);
    expect(Object.fromEntries(days)).toEqual({
      'bodies/': 7,
      'uploads/': 7,
      'answers/': 395,
      'samples/': 395,
      'traversals/': 395,
      'states/': 395,
      'segments/': 92,
      'robots/': 395,
      'results/': 32,
      'lists/': 32,
      'control/': 395,
      ...{ 'kept-7/': 8, 'kept-30/': 31, 'kept-90/': 91, 'kept-365/': 366 },
      incomplete: { DaysAfterInitiation: 2 },
    });
  });
});
