import { describe, expect, test, vi } from 'vitest';
import { resourceNamed, withoutHash } from './stack-resources.ts';
import { synthesize } from './synthesized-stack.ts';

const full = synthesize({ alarmEmail: 'owner@example.org', monthlyBudget: 20, browser: true, publications: true });
const plain = synthesize();

interface AlarmRule {
  readonly Period: number;
  readonly EvaluationPeriods: number;
  readonly Threshold: number;
  readonly TreatMissingData: string;
  readonly ComparisonOperator: string;
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions: readonly { readonly Name: string; readonly Value: unknown }[];
}

function alarmsOf({ resources }: typeof full): ReadonlyMap<string, AlarmRule> {
  const alarms = Object.entries(resources).filter(([, { Type }]) => Type === 'AWS::CloudWatch::Alarm');
  return new Map(
    alarms.map(([id, { Properties }]) => [withoutHash(id).replace(/^Alarms/, ''), Properties as unknown as AlarmRule]),
  );
}

const alarms = alarmsOf(full);

/** CloudWatch's rule for these alarms: the last periods are all above the threshold, and a missing one is not. */
function rings(name: string, events: readonly { readonly second: number; readonly value: number }[]): boolean {
  const rule = alarms.get(name)!;
  expect(rule).toMatchObject({ TreatMissingData: 'notBreaching', ComparisonOperator: 'GreaterThanThreshold' });
  const sums = new Map<number, number>();
  for (const { second, value } of events) {
    const period = Math.floor(second / rule.Period);
    sums.set(period, (sums.get(period) ?? 0) + value);
  }
  const isAbove = (period: number): boolean => (sums.get(period) ?? 0) > rule.Threshold;
  return [...sums.keys()].some(last => {
    const periods = Array.from({ length: rule.EvaluationPeriods }, (_, before) => last - before);
    return periods.every(isAbove);
  });
}

const at = (...seconds: readonly number[]) => seconds.map(second => ({ second, value: 1 }));
const minutes = (...some: readonly number[]) => at(...some.map(minute => minute * 60));

describe('alarms ring', () => {
  test.each([
    ['ErrorsDaily', 'three quick failures of the night', at(0, 70, 200)],
    ['ErrorsDaily', 'three failures of 15 minutes each', minutes(15, 31, 48)],
    ['ErrorsSeed', 'a failure', at(0)],
    ['ErrorsUnload', 'a failure', at(0)],
    ['ErrorsSearch', 'a failure', at(0)],
    ['ErrorsFetch', 'failures in each of three periods', minutes(1, 6, 11)],
    ['KeptMessagesFetch', 'failing messages in each of three periods', minutes(1, 6, 11)],
    ['LostEvents', 'an event that was lost', at(0)],
    ['ApiFaults', 'an answer with 5xx', at(0)],
    ['CrawlsFailed', 'a crawl that was given up', at(0)],
    ['DeadLettersParse', 'a dead letter', at(0)],
    ['UndeliveredWake', 'a clock that does not reach its function', minutes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)],
  ])('%s: %s', (name, _, events) => {
    expect(rings(name, events)).toBe(true);
  });

  test.each([
    ['ErrorsFetch', 'a single failure, which is part of the protocol', at(0)],
    ['ErrorsApi', 'failures in two periods', minutes(1, 6)],
    ['KeptMessagesParse', 'a message that comes again once', at(0, 150)],
    ['Throttles', 'a burst', at(0, 1, 2)],
    ['UndeliveredWake', 'a minute that was lost', at(0)],
  ])('not %s: %s', (name, _, events) => {
    expect(rings(name, events)).toBe(false);
  });

  test('for the messages that functions/aws/consume-batch.ts counts under the name of its service', () => {
    expect(alarms.get('KeptMessagesFetch')).toMatchObject({
      Namespace: 'Orbweaver',
      MetricName: 'KeptMessages',
      Dimensions: [{ Name: 'service', Value: 'orbweaver-fetch' }],
    });
    full.template.hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: { POWERTOOLS_SERVICE_NAME: 'orbweaver-fetch' } },
    });
  });

  test('by metrics that AWS has, with exactly their dimensions, of parts that are in the stack', () => {
    const known: Readonly<Record<string, readonly [type: string, dimension: string, metrics: RegExp]>> = {
      'AWS/SQS': [
        'AWS::SQS::Queue',
        'QueueName',
        /^ApproximateNumberOfMessagesVisible$|^ApproximateAgeOfOldestMessage$/,
      ],
      'AWS/Lambda': ['AWS::Lambda::Function', 'FunctionName', /^Errors$|^RecursiveInvocationsDropped$/],
      'AWS/DynamoDB': ['AWS::DynamoDB::Table', 'TableName', /^(Read|Write)ThrottleEvents$/],
      'AWS/Events': ['AWS::Events::Rule', 'RuleName', /^FailedInvocations$/],
      'AWS/States': ['AWS::StepFunctions::StateMachine', 'StateMachineArn', /^ExecutionsFailed$/],
    };
    for (const [name, { Namespace, MetricName, Dimensions = [] }] of alarms) {
      const [type, dimension, metrics] = known[Namespace] ?? [];
      if (type === undefined || name === 'Throttles') continue;
      expect([name, MetricName]).toEqual([name, expect.stringMatching(metrics!)]);
      expect([name, Dimensions.map(({ Name }) => Name)]).toEqual([name, [dimension]]);
      const { Ref, 'Fn::GetAtt': attribute } = Dimensions[0]!.Value as {
        Ref?: string;
        'Fn::GetAtt'?: [string, string];
      };
      expect([name, full.resources[Ref ?? attribute![0]]?.Type]).toEqual([name, type]);
    }
    // Of all functions of the account: this metric has no dimension.
    expect(alarms.get('Throttles')).toMatchObject({ Namespace: 'AWS/Lambda', MetricName: 'Throttles' });
    expect(alarms.get('Throttles')!.Dimensions ?? []).toEqual([]);
    const [api] = Object.values(full.resources).filter(({ Type }) => Type === 'AWS::ApiGateway::RestApi');
    expect(alarms.get('ApiFaults')).toMatchObject({ Namespace: 'AWS/ApiGateway', MetricName: '5XXError' });
    expect(alarms.get('ApiFaults')!.Dimensions).toEqual([{ Name: 'ApiName', Value: api!.Properties['Name'] }]);
    const others = [...alarms.values()].filter(({ Namespace }) => !(Namespace in known)).map(({ Namespace: n }) => n);
    expect(new Set(others)).toEqual(new Set(['AWS/ApiGateway', 'Orbweaver']));
  });

  test('by the very metric that a function writes into its log', async () => {
    const lines: string[] = [];
    vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
    vi.stubEnv('POWERTOOLS_SERVICE_NAME', 'orbweaver-fetch');
    vi.resetModules();
    const written = vi.spyOn(process.stdout, 'write').mockImplementation(text => lines.push(String(text)) > 0);
    const { count, writeCounts } = await import('../../../functions/aws/lambda-log.ts');
    count('KeptMessages', 2);
    writeCounts();
    written.mockRestore();
    vi.unstubAllEnvs();
    vi.resetModules();
    const { Namespace, MetricName, Dimensions } = alarms.get('KeptMessagesFetch')!;
    const line = JSON.parse(lines.find(text => text.includes('CloudWatchMetrics'))!);
    const [metrics] = line._aws.CloudWatchMetrics;
    expect(metrics).toMatchObject({ Namespace, Metrics: [{ Name: MetricName, Unit: 'Count' }] });
    expect(metrics.Dimensions).toEqual([Dimensions.map(({ Name }) => Name)]);
    expect(Dimensions.map(({ Name }) => line[Name])).toEqual(Dimensions.map(({ Value }) => Value));
  });

  test('for each function, state machine and queue of the stack', () => {
    const watched = JSON.stringify([...alarms.values()].map(({ MetricName, Dimensions }) => [MetricName, Dimensions]));
    const of = (type: string): string[] =>
      Object.entries(full.resources)
        .filter(([, { Type }]) => Type === type)
        .map(([id]) => id);
    const silent = (ids: readonly string[]): string[] => ids.filter(id => !watched.includes(id)).map(withoutHash);
    // The state machine that calls it repeats it.
    expect(silent(of('AWS::Lambda::Function'))).toEqual(['RemoveFunction']);
    expect(of('AWS::StepFunctions::StateMachine').length).toBe(3);
    expect(silent(of('AWS::StepFunctions::StateMachine'))).toEqual([]);
    expect(silent(of('AWS::SQS::Queue'))).toEqual([]);
    expect(silent(of('AWS::DynamoDB::Table'))).toEqual([]);
  });

  test('for tables of watches only where watches are deployed', () => {
    const ofWatches = (stack: typeof full): number =>
      [...alarmsOf(stack).keys()].filter(name => /Throttles(Watched|Publications)$/.test(name)).length;
    expect([ofWatches(plain), ofWatches(full)]).toEqual([0, 4]);
  });
});

describe('events that fail at each delivery', () => {
  test.each(['UnloadFunction', 'DailyFunction'])('of %s are kept in a queue', name => {
    const configs = Object.values(full.resources).filter(({ Type }) => Type === 'AWS::Lambda::EventInvokeConfig');
    const ofFunction = configs.find(({ Properties }) =>
      withoutHash((Properties as { FunctionName: { Ref: string } }).FunctionName.Ref).startsWith(name),
    );
    expect(ofFunction?.Properties).toMatchObject({
      MaximumRetryAttempts: 2,
      DestinationConfig: { OnFailure: { Destination: expect.anything() } },
    });
  });
});

describe('an event that comes to no target', () => {
  const mails = { alarmEmail: 'owner@example.org', notifyEmail: 'reader@example.org', publications: true };
  const { resources } = synthesize(mails);
  const lost = resourceNamed(resources, 'LostEvents', 'AWS::SQS::Queue')[0];
  const rules = Object.entries(resources).filter(([, { Type }]) => Type === 'AWS::Events::Rule');

  test('of a rule is kept with the lost events, which ring, but for the minutes of a clock, which have an alarm', () => {
    const kept = rules.filter(([id, { Properties }]) => {
      const { Targets } = Properties as { Targets: { DeadLetterConfig?: unknown }[] };
      const queue = { Arn: { 'Fn::GetAtt': [lost, 'Arn'] } };
      expect([id, Targets.length]).toEqual([id, 1]);
      return JSON.stringify(Targets[0]!.DeadLetterConfig) === JSON.stringify(queue);
    });
    const others = rules.filter(rule => !kept.includes(rule)).map(([id]) => id);
    expect(kept.map(([id]) => withoutHash(id)).sort()).toEqual(['CrawlEnds', 'EndedExecutions', 'EveryDay']);
    expect(others.map(withoutHash)).toEqual(['EveryMinute']);
    expect(alarms.get('UndeliveredWake')!.Dimensions).toEqual([{ Name: 'RuleName', Value: { Ref: others[0] } }]);
  });

  test('may be put into the queue by just these rules', () => {
    const policies = Object.values(resources).filter(({ Type }) => Type === 'AWS::SQS::QueuePolicy');
    const all = policies.flatMap(
      ({ Properties }) => (Properties['PolicyDocument'] as { Statement: Right[] }).Statement,
    );
    const ofRules = all.filter(({ Principal }) => JSON.stringify(Principal).includes('events.amazonaws.com'));
    const named = ofRules.map(({ Action, Condition, Resource }) => {
      expect([Action, Resource]).toEqual(['sqs:SendMessage', { 'Fn::GetAtt': [lost, 'Arn'] }]);
      return withoutHash(Condition!.ArnEquals!['aws:SourceArn']!['Fn::GetAtt'][0]);
    });
    expect(named.sort()).toEqual(['CrawlEnds', 'EndedExecutions', 'EveryDay']);
  });
});

interface Right {
  readonly Principal: unknown;
  readonly Action: string;
  readonly Resource: unknown;
  readonly Condition?: { readonly ArnEquals?: Readonly<Record<string, { readonly 'Fn::GetAtt': [string, string] }>> };
}

describe('the budget', () => {
  test('counts what bears the tag of the stack, and everything that can bear one does', () => {
    full.template.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: { CostFilters: { TagKeyValue: ['user:orbweaver$Orbweaver'] } },
    });
    for (const type of ['AWS::Lambda::Function', 'AWS::DynamoDB::Table', 'AWS::SQS::Queue', 'AWS::S3::Bucket'])
      for (const { Type, Properties } of Object.values(full.resources))
        if (Type === type)
          expect(Properties).toMatchObject({
            Tags: expect.arrayContaining([{ Key: 'orbweaver', Value: 'Orbweaver' }]),
          });
  });
});
