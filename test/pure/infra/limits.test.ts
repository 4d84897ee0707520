/** Limits of AWS that no emulator enforces, asserted on the template. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { protocol } from '../../../shared/domain/protocol/protocol.ts';
import { names } from '../../../shared/names.ts';
import { type Resource, resourceNamed, withoutHash } from './stack-resources.ts';
import { synthesize } from './synthesized-stack.ts';

const { resources } = synthesize({ browser: 'true' });
const properties = (name: string, type: string) => resourceNamed(resources, name, type)[1].Properties;
const ofType = (type: string): [string, Resource['Properties']][] =>
  Object.entries(resources).flatMap(([id, { Type, Properties }]) =>
    Type === type ? [[withoutHash(id), Properties] as [string, Resource['Properties']]] : [],
  );
const functions = ofType('AWS::Lambda::Function');
const consumers = [
  ['Fetch', 'ToFetch', protocol.visibilityMs / 1000, 10],
  ['Browser', 'ToBrowser', 960, 5],
  ['Parse', 'ToParse', protocol.visibilityMs / 1000, 10],
] as const;

describe.each(consumers)('the consumer %s', (name, queueName, hiddenSeconds, atOnce) => {
  const lambda = properties(`${name}Function`, 'AWS::Lambda::Function');
  const queue = properties(`${queueName}Queue`, 'AWS::SQS::Queue');
  const mapping = ofType('AWS::Lambda::EventSourceMapping').find(([id]) => id.startsWith(`${name}Function`))![1];
  const batchSize = Number(mapping['BatchSize']);
  const window = Number(mapping['MaximumBatchingWindowInSeconds'] ?? 0);

  test('ends before its message is delivered again', () => {
    expect(queue['VisibilityTimeout']).toBe(hiddenSeconds);
    expect(Number(lambda['Timeout']) + window).toBeLessThanOrEqual(Number(queue['VisibilityTimeout']));
  });

  test('outlives the hard end of a turn', () => {
    expect(Number(lambda['Timeout']) * 1000).toBeGreaterThan(protocol.hardEndMs + protocol.clockSkewMs);
  });

  test('waits a while for a batch of more than ten messages, as AWS demands', () => {
    expect(batchSize).toBeLessThanOrEqual(10_000);
    if (batchSize > 10) expect(window).toBeGreaterThanOrEqual(1);
  });

  test('says which messages of a batch failed, and has a maximum of invocations at once', () => {
    expect(mapping['FunctionResponseTypes']).toEqual(['ReportBatchItemFailures']);
    expect(mapping['ScalingConfig']).toEqual({ MaximumConcurrency: atOnce });
  });

  test('gives a poison message to the dead letters after five deliveries (adverse 52)', () => {
    const [deadId, { Properties: dead }] = resourceNamed(resources, `${queueName}DeadLetters`, 'AWS::SQS::Queue');
    expect(queue['RedrivePolicy']).toEqual({
      maxReceiveCount: 5,
      deadLetterTargetArn: { 'Fn::GetAtt': [deadId, 'Arn'] },
    });
    expect(Number(dead['MessageRetentionPeriod'])).toBeGreaterThanOrEqual(Number(queue['MessageRetentionPeriod']));
  });
});

test('the command of the runbook moves messages back from each dead-letter queue, and from no other queue', () => {
  const runbook = readFileSync(new URL('../../../docs/runbook.md', import.meta.url), 'utf8');
  const [, prefix = '?', part = '?'] = /--queue-name-prefix (\S+)[^`]*contains\(@, '(\w+)'\)/.exec(runbook) ?? [];
  const queues = Object.entries(resources).filter(([, { Type }]) => Type === 'AWS::SQS::Queue');
  // As CloudFormation names what has no name: stack, logical id, some letters.
  const moved = queues.filter(([id]) => `Orbweaver-${id}-A1B2`.startsWith(prefix) && id.includes(part));
  // AWS moves messages only from queues that are dead-letter queues of others.
  const targets = queues.flatMap(([, { Properties }]) => {
    const policy = Properties['RedrivePolicy'] as
      | { deadLetterTargetArn: { 'Fn::GetAtt': [string, string] } }
      | undefined;
    return policy === undefined ? [] : [policy.deadLetterTargetArn['Fn::GetAtt'][0]];
  });
  expect(moved.map(([id]) => id).sort()).toEqual(targets.sort());
  expect(targets.length).toBe(3);
});

test('AWS does not end a crawl after 16 hops: recursion is allowed to the consumers and to nobody else (adverse 72)', () => {
  const allowed = functions.filter(([, { RecursiveLoop }]) => RecursiveLoop === 'Allow').map(([id]) => id);
  expect(allowed.sort()).toEqual(['BrowserFunction', 'FetchFunction', 'ParseFunction']);
});

test('every consumer knows its own bound of invocations (adverse 72)', () => {
  for (const [, { Environment }] of functions) {
    const { Variables } = Environment as { Variables: Record<string, string> };
    expect(Number(Variables[names.maxInvocations])).toBeGreaterThan(0);
  }
});

test('the function that unloads has a bound for its heap, by its memory', () => {
  const optionsOf = (unloadMemoryMb: string): unknown => {
    const [, { Properties }] = resourceNamed(
      synthesize({ unloadMemoryMb }).resources,
      'UnloadFunction',
      'AWS::Lambda::Function',
    );
    return (Properties['Environment'] as { Variables: Record<string, string> }).Variables['NODE_OPTIONS'];
  };
  expect(optionsOf('1024')).toBe('--enable-source-maps --max-old-space-size=716');
  expect(optionsOf('4096')).toBe('--enable-source-maps --max-old-space-size=2867');
});

test('a function that fetches collects its garbage before bodies have grown by a fifth of its memory, and a quarter is left beside its heap and them', () => {
  const optionsOf = (fetchMemoryMb: string): string => {
    const [, { Properties }] = resourceNamed(
      synthesize({ fetchMemoryMb }).resources,
      'FetchFunction',
      'AWS::Lambda::Function',
    );
    const { Variables } = Properties['Environment'] as { readonly Variables: Readonly<Record<string, string>> };
    return Variables['NODE_OPTIONS']!;
  };
  expect(optionsOf('256')).toBe('--enable-source-maps --max-semi-space-size=1 --max-old-space-size=107');
  expect(optionsOf('1024')).toBe('--enable-source-maps --max-semi-space-size=1 --max-old-space-size=430');
});

test('a fetch invocation is given as many turns as fit into its memory, 32 at most', () => {
  const batchOf = (fetchMemoryMb: string): unknown => {
    const mappings = Object.entries(synthesize({ fetchMemoryMb }).resources).filter(
      ([id, { Type }]) => Type === 'AWS::Lambda::EventSourceMapping' && id.startsWith('FetchFunction'),
    );
    return mappings[0]![1].Properties['BatchSize'];
  };
  expect([batchOf('240'), batchOf('256'), batchOf('640'), batchOf('2048')]).toEqual([10, 16, 32, 32]);
});

test.each(functions)('%s runs as ESM on Node 24, outside a VPC, with a log that ends', (name, lambda) => {
  // There is no Chromium for arm64 in the npm package.
  const Architectures = [name === 'BrowserFunction' ? 'x86_64' : 'arm64'];
  expect(lambda).toMatchObject({ Runtime: 'nodejs24.x', Architectures, Handler: 'index.handler' });
  expect(lambda).not.toHaveProperty('VpcConfig');
  const { LogGroup } = lambda['LoggingConfig'] as { LogGroup: { Ref: string } };
  expect(resources[LogGroup.Ref]!.Properties['RetentionInDays']).toBe(30);
});

test('the browser has 2 GB and 15 minutes', () => {
  expect(properties('BrowserFunction', 'AWS::Lambda::Function')).toMatchObject({ MemorySize: 2048, Timeout: 900 });
});

test('API Gateway waits longer for its function than the function runs', () => {
  expect(properties('ApiFunction', 'AWS::Lambda::Function')['Timeout']).toBeLessThanOrEqual(29);
});
