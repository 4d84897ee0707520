import { readFileSync } from 'node:fs';
import { type Stack, TimeZone } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { ContextAttribute, Schedule, ScheduleExpression, ScheduleTargetInput } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { parse } from 'yaml';
import * as z from 'zod';
import { BadInput } from '../shared/domain/refusal/refusal.ts';
import { readSpec } from '../shared/domain/spec/read-spec.ts';
import { schedulerDomain } from '../shared/names.ts';
import { keyIdOf } from './crawl-api.ts';
import { BadSetting, type Settings } from './settings.ts';

/** A crawl that the account begins at set times. */
interface ScheduledCrawl {
  readonly name: string;
  /** Minute, hour, day, month and weekday, and the year, as EventBridge Scheduler takes them; or `rate(7 days)`. */
  readonly every: string;
  readonly timeZone: string;
  /** The API key whose crawls they are; absent where the stack has no keys: they are the account's. */
  readonly key?: string | undefined;
  /** The body of `POST /crawls`. */
  readonly crawl: Readonly<Record<string, unknown>>;
}

const shape = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9-]{1,40}$/, 'allowed are 1 to 40 letters, digits and hyphens'),
  every: z
    .string()
    .regex(
      /^(?:rate\([1-9]\d* (?:minute|hour|day)s?\)|cron\(\S+ \S+ (?:\? \S+ [^?\s]+|[^?\s]+ \S+ \?) [^\s()]+\))$/,
      'allowed is rate(7 days), or cron(0 3 ? * MON *) of EventBridge Scheduler: six fields, of which that of the day or of the weekday is ?',
    ),
  timeZone: z.string().default('UTC'),
  key: z.string().optional(),
  crawl: z.record(z.string(), z.unknown()),
});
const most = 100;

/** The list of a YAML or JSON file, each crawl checked as the API would do it. Throws `BadSetting`. */
function readScheduledCrawls({ schedules: path, apiKeys }: Settings): readonly ScheduledCrawl[] {
  if (path === undefined) return [];
  const refused = (why: string): BadSetting => new BadSetting(`schedules: ${path}: ${why}.`);
  let found: unknown;
  try {
    found = parse(readFileSync(path, 'utf8'), { maxAliasCount: 100 });
  } catch (error) {
    throw refused((error as Error).message.split('\n', 1)[0]!);
  }
  const read = z.array(shape).max(most).safeParse(found);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw refused(`${issue!.path.join('.') || 'the list'}: ${issue!.message}`);
  }
  const names = new Set<string>();
  for (const { name, key, timeZone, crawl } of read.data) {
    if (names.has(name.toLowerCase())) throw refused(`the name ${name} is there twice`);
    names.add(name.toLowerCase());
    if (apiKeys.length > 0 ? !apiKeys.includes(key ?? '') : key !== undefined)
      throw refused(
        `${name}: key: allowed is ${apiKeys.length > 0 ? apiKeys.join(', ') : 'none, for the stack has no API keys'}`,
      );
    if (!isTimeZone(timeZone)) throw refused(`${name}: timeZone: allowed is a name of the IANA time zone database`);
    try {
      readSpec(crawl, path => path.join('.'));
    } catch (error) {
      if (error instanceof BadInput) throw refused(`${name}: ${error.sentences.join(' ').replace(/\.$/, '')}`);
      throw error;
    }
  }
  return read.data;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * EventBridge Scheduler calls the function of the API as a caller of the account would. A delivery that is repeated starts
 * nothing new: its execution is the Idempotency-Key. A start that fails, or that the API refuses, is kept with the lost events.
 */
export function scheduleCrawls(
  stack: Stack,
  settings: Settings,
  parts: { readonly handler: LambdaFunction; readonly api: RestApi; readonly lostEvents: IQueue },
): void {
  const crawls = readScheduledCrawls(settings);
  if (crawls.length > 0)
    parts.handler.configureAsyncInvoke({ retryAttempts: 2, onFailure: new SqsDestination(parts.lostEvents) });
  for (const { name, every, timeZone, key, crawl } of crawls)
    new Schedule(stack, `Scheduled-${name}`, {
      scheduleName: `${stack.stackName}-${name}`,
      description: `Crawl ${name}`,
      schedule: ScheduleExpression.expression(every, TimeZone.of(timeZone)),
      target: new LambdaInvoke(parts.handler, {
        input: ScheduleTargetInput.fromObject(
          startEvent({ name, ...crawl }, stack.account, key && keyIdOf(parts.api, key)),
        ),
        deadLetterQueue: parts.lostEvents,
      }),
    });
}

/** The start of a crawl as API Gateway hands it to the function. */
function startEvent(body: unknown, account: string, apiKeyId = ''): unknown {
  return {
    httpMethod: 'POST',
    path: '/crawls',
    multiValueHeaders: {
      'Content-Type': ['application/json'],
      'Idempotency-Key': [ContextAttribute.executionId],
    },
    multiValueQueryStringParameters: null,
    isBase64Encoded: false,
    body: JSON.stringify(body),
    requestContext: {
      accountId: account,
      domainName: schedulerDomain,
      identity: { apiKeyId },
      requestId: ContextAttribute.executionId,
      stage: 'v1',
    },
  };
}
