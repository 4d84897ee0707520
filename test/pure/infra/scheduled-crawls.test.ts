import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ownerOf, requestOf } from '../../../functions/aws/api.ts';
import { synthesize } from './synthesized-stack.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-scheduled-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(text: string): string {
  const path = join(folder, 'schedules.yaml');
  writeFileSync(path, text);
  return path;
}

const weekly = `
- name: uni
  every: cron(0 3 ? * MON *)
  timeZone: Europe/Berlin
  crawl: { sites: [{ url: https://uni.example }], limit: 5000 }
`;

interface Target {
  readonly Arn: unknown;
  readonly Input: Joined;
  readonly DeadLetterConfig: unknown;
}

interface Joined {
  readonly 'Fn::Join': readonly [string, readonly unknown[]];
}

/** The text of an input in which references of CloudFormation are replaced. */
function inputOf({ 'Fn::Join': [, parts] }: Joined): string {
  return parts.map(part => (typeof part === 'string' ? part : (part as { Ref: string }).Ref)).join('');
}

describe('crawls at set times in an account', () => {
  test('call the API as the account would, once for each time', () => {
    const { resources, findings } = synthesize({ alarmEmail: 'a@b.example', schedules: fileOf(weekly) });
    expect(findings).toEqual([]);
    const all = Object.values(resources);
    const [schedule] = all.filter(({ Type }) => Type === 'AWS::Scheduler::Schedule') as unknown as [
      { Properties: Record<string, unknown> & { Target: Target } },
    ];
    expect(schedule.Properties).toMatchObject({
      ScheduleExpression: 'cron(0 3 ? * MON *)',
      ScheduleExpressionTimezone: 'Europe/Berlin',
      Name: 'Orbweaver-uni',
      State: 'ENABLED',
    });
    const { Arn, Input, DeadLetterConfig } = schedule.Properties.Target;
    expect(JSON.stringify([Arn, DeadLetterConfig])).toMatch(/Api.*LostEvents/);
    const event = JSON.parse(inputOf(Input));
    const request = requestOf(event);
    expect([request.method, new URL(request.url).pathname]).toEqual(['POST', '/crawls']);
    expect(request.headers.get('idempotency-key')).toBe('<aws.scheduler.execution-id>');
    expect(ownerOf(event)).toBe('account:AWS::AccountId');
    const kept = all.filter(({ Type }) => Type === 'AWS::Lambda::EventInvokeConfig').map(each => JSON.stringify(each));
    expect(kept.filter(each => each.includes('"Ref":"Api'))).toHaveLength(1);
  });

  test('belong to an API key where the stack has keys', () => {
    const schedules = fileOf(weekly.replace('  every', '  key: amy\n  every'));
    const { resources } = synthesize({ apiKeys: 'amy,bob', schedules });
    expect(JSON.stringify(resources)).toMatch(/\\"apiKeyId\\":\\"",\{"Ref":"ApiKeyamy\w+"\}/);
  });

  test.each([
    ['nothing: at all', /the list: Invalid input/],
    [weekly + weekly, /the name uni is there twice/],
    [weekly.replace('cron(0 3 ? * MON *)', 'daily'), /0.every: allowed is rate/],
    [weekly.replace('Europe/Berlin', 'Mars/Base'), /uni: timeZone: allowed is a name of the IANA/],
    [weekly.replace('limit: 5000', 'limit: -1'), /uni: .*limit/],
    [weekly.replace('  every', '  key: amy\n  every'), /uni: key: allowed is none/],
    ['- {', /schedules: .*schedules.yaml: /],
  ])('are refused in a sentence: %j', (text, sentence) => {
    expect(() => synthesize({ schedules: fileOf(text) })).toThrow(sentence);
  });

  test.each(['cron(0 3 * * MON)', 'cron(0 3 * * * *)', 'cron(0 3 ? * ? *)', 'rate(0 days)', 'rate(7)', 'at(x)'])(
    'at %s are refused before a deployment would fail',
    every => {
      const schedules = fileOf(weekly.replace('cron(0 3 ? * MON *)', every));
      expect(() => synthesize({ schedules })).toThrow(/0.every: allowed is rate\(7 days\), or cron/);
    },
  );
});
