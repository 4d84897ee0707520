/** The price of a stack that nobody uses, from its template: docs/guide-aws.md names these figures. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Resource } from './stack-resources.ts';
import { synthesize } from './synthesized-stack.ts';

const guide = readFileSync(new URL('../../../docs/guide-aws.md', import.meta.url), 'utf8');
const plain = synthesize();
const watching = synthesize({ publications: true });
const whole = synthesize({
  publications: true,
  browser: true,
  alarmEmail: 'a@example.org',
  notifyEmail: 'b@example.org',
});

type Stack = typeof plain;

const of = ({ resources }: Stack, type: string): Resource[] =>
  Object.values(resources).filter(({ Type }) => Type === type);

const monthSeconds = (365 / 12) * 86_400;

/** List prices of us-east-1, dollars a month, of all that is billed by time alone. */
function idleDollars(stack: Stack): number {
  const alarms = of(stack, 'AWS::CloudWatch::Alarm').length;
  // Lambda polls an empty queue with five readers, each for 20 s at a time.
  const polls = (of(stack, 'AWS::Lambda::EventSourceMapping').length * 5 * monthSeconds) / 20;
  return Math.max(0, alarms - 10) * 0.1 + (Math.max(0, polls - 1e6) / 1e6) * 0.4;
}

describe('a stack without work', () => {
  test('costs at most $2 a month, and as much as the guide says', () => {
    const dollars = idleDollars(plain);
    expect(dollars).toBeLessThanOrEqual(2);
    const alarms = of(plain, 'AWS::CloudWatch::Alarm').length;
    expect(guide).toContain(`about $${dollars.toFixed(2)} a month: ${alarms} alarms, of which ten are free`);
    const more = idleDollars(whole) - idleDollars(watching);
    expect(guide).toContain(`| a browser in the stack that nobody uses | about $${Math.round(more)} a month |`);
    const ofWatches = idleDollars(watching) - dollars;
    expect(guide).toContain(`| watches in the stack without a watch | $${ofWatches.toFixed(2)} a month of alarms,`);
  });

  test.each([
    ['without options', plain],
    ['with all', whole],
  ])('has nothing else that is billed by the hour, %s', (_, stack) => {
    const types = new Set(Object.values(stack.resources).map(({ Type }) => Type));
    const billed = /NatGateway|EC2|VPC|KMS|SecretsManager|WAF|ElastiCache|RDS|OpenSearch|Kinesis|CacheCluster|Pipes/;
    expect([...types].filter(type => billed.test(type))).toEqual([]);
    expect(of(stack, 'AWS::CloudWatch::Dashboard').length).toBeLessThanOrEqual(3);
    for (const { Properties } of of(stack, 'AWS::DynamoDB::Table'))
      expect(Properties['BillingMode']).toBe('PAY_PER_REQUEST');
    for (const { Properties } of of(stack, 'AWS::ApiGateway::Stage'))
      expect(Properties['CacheClusterEnabled'] ?? false).toBe(false);
    expect(JSON.stringify(stack.resources)).not.toContain('ProvisionedConcurrency');
  });

  test('asks nothing by a clock unless it has watches, which have one of a minute and one of a day', () => {
    const clocks = (stack: Stack): unknown[] =>
      of(stack, 'AWS::Events::Rule').flatMap(({ Properties }) => Properties['ScheduleExpression'] ?? []);
    expect(clocks(plain)).toEqual([]);
    expect(clocks(watching)).toEqual(['rate(1 minute)', 'cron(10 1 * * ? *)']);
  });

  test('forgets every log after 30 days, and has backups of what cannot be crawled again', () => {
    for (const stack of [plain, whole]) {
      const groups = of(stack, 'AWS::Logs::LogGroup');
      expect(groups.length).toBeGreaterThan(8);
      for (const { Properties } of groups) expect(Properties['RetentionInDays']).toBe(30);
      const kept = Object.entries(stack.resources).filter(([, { Type, Properties }]) => {
        const backup = Properties?.['PointInTimeRecoverySpecification'] as { PointInTimeRecoveryEnabled?: boolean };
        return Type === 'AWS::DynamoDB::Table' && backup.PointInTimeRecoveryEnabled === true;
      });
      expect(kept.map(([id]) => /^State([A-Z][a-z]+)/.exec(id)?.[1]).sort()).toEqual([
        'Crawls',
        'Publications',
        'Watched',
      ]);
    }
  });
});
