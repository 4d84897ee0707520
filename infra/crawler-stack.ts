import { CfnOutput, Duration, Stack, type StackProps, Tags } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Door } from '../shared/adapters/aws/door-stores.ts';
import { turnsThatFit } from '../shared/domain/protocol/fetch-memory.ts';
import { names } from '../shared/names.ts';
import { Alarms, alarmTopic, monthlyBudget, type Watched } from './alarms.ts';
import { athenaTables } from './athena-tables.ts';
import { crawlApi } from './crawl-api.ts';
import { crawlDashboard } from './crawl-dashboard.ts';
import { crawlFunction, secured, WorkQueue } from './crawl-function.ts';
import { CrawlTables } from './crawl-tables.ts';
import { grantLeast } from './grants.ts';
import type { DeployedPlugin } from './load-plugins.ts';
import { acceptFindings } from './nag-reasons.ts';
import { defaultBusArn, mailEnds } from './notices.ts';
import { objectBucket } from './object-bucket.ts';
import { scheduleCrawls } from './scheduled-crawls.ts';
import { costTag, type Settings, unloadedUrls } from './settings.ts';
import { crawlMachine, removalMachine, searchMachine, tellEndedExecutions } from './state-machines.ts';

export interface CrawlerStackProps extends StackProps {
  readonly settings: Settings;
  readonly plugins: readonly DeployedPlugin[];
}

/** The deployed crawler, in the order a page travels. */
export class CrawlerStack extends Stack {
  constructor(scope: Construct, id: string, { settings, plugins, ...props }: CrawlerStackProps) {
    super(scope, id, props);
    Tags.of(this).add(costTag, this.stackName);

    // The stores of the state.
    const tables = new CrawlTables(this, 'State');
    const objects = objectBucket(this, settings);

    // Two queues of wake-ups …
    const toFetch = new WorkQueue(this, 'ToFetch', 170);
    const toParse = new WorkQueue(this, 'ToParse', 170);
    // Turns in a browser have their own queue, where one is requested.
    const toBrowser = settings.browser ? new WorkQueue(this, 'ToBrowser', 960) : undefined;

    // Events that nobody could handle, or that the event bus did not take; docs/runbook.md says how they are sent again.
    const lostEvents = new Queue(this, 'LostEvents', secured);

    const environment = {
      ...tableNames(tables),
      [names.bucket]: objects.bucketName,
      ...queueNames(toFetch, toParse, toBrowser),
      ...settingNames(settings),
      [names.lostEventsUrl]: lostEvents.queueUrl,
      [names.stackName]: this.stackName,
    };
    const door = (name: Door, memoryMb: number, timeoutSeconds: number, more = {}): NodejsFunction =>
      crawlFunction(this, name, { memoryMb, timeoutSeconds, environment, ...more, ...settings, plugins });

    // … each drained by its consumer: a turn of a host ends after 140 s, and the message stays hidden for 170 s.
    const fetch = door('fetch', settings.fetchMemoryMb, 160, { loops: true, dropsBodies: true });
    const parse = door('parse', parseMemoryMb(settings, plugins), 160, {
      loops: true,
      hasTone: settings.publications,
    });
    // Hosts share an invocation, in one event loop: a batch is as many turns as fit into its memory.
    const batchSize = turnsThatFit(settings.fetchMemoryMb);
    consume(fetch, toFetch.queue, { batchSize, windowSeconds: 1, concurrency: settings.fetchConcurrency });
    consume(parse, toParse.queue, { batchSize: 10, windowSeconds: 0, concurrency: settings.parseConcurrency });

    const browser = toBrowser && door('browser', settings.browserMemoryMb, 900, { loops: true, hasBrowser: true });
    const ofBrowser = { batchSize: browserTurns, windowSeconds: 0, concurrency: settings.browserConcurrency };
    if (browser !== undefined) consume(browser, toBrowser!.queue, ofBrowser);

    // A crawl's life, from the first site that is written down to the last result file.
    const seed = door('seed', 512, 300);
    // A tick mostly waits for the next one (functions/aws/life/tick-wait.ts).
    const reserved = { reserved: settings.reservedConcurrency };
    const tick = door('tick', 384, 120, reserved);
    const unload = door('unload', settings.unloadMemoryMb, 900, { heapMb: Math.floor(settings.unloadMemoryMb * 0.7) });
    const remove = door('remove', 256, 900);
    const ofWatches = settings.publications
      ? {
          wake: door('wake', 256, 60, reserved),
          daily: door('daily', 1024, 900),
          search: door('search', 1_769, 900, { hasTone: true }),
        }
      : undefined;
    const clock = ofWatches && watchClocks(this, ofWatches, lostEvents);
    athenaTables(this, objects, { ...settings, plugins });
    const searches = ofWatches && searchMachine(this, ofWatches.search, settings);
    const removals = removalMachine(this, remove, settings);
    const machine = crawlMachine(this, { seed, tick, unload, ...settings });
    tellEndedExecutions(this, machine, unload, lostEvents);
    keepLostEvents(lostEvents, [unload, ...(ofWatches === undefined ? [] : [ofWatches.daily])]);

    // The way in, and to the results.
    const handler = door('api', 512, 29, { hasTone: settings.publications, ...reserved });
    const machines = {
      stateMachineArn: machine,
      removalMachineArn: removals,
      ...(searches && { searchMachineArn: searches }),
    };
    for (const [name, { stateMachineArn }] of Object.entries(machines))
      handler.addEnvironment(names[name as keyof typeof machines], stateMachineArn);
    const api = crawlApi(this, handler, settings);

    const ofCrawls = { seed, fetch, parse, tick, unload, remove, api: handler };
    const functions = { ...ofCrawls, ...(browser !== undefined && { browser }), ...ofWatches };
    const optional = { ...(toBrowser && { toBrowser: toBrowser.queue }), ...(searches && { searches }) };
    const ofQueues = { toFetch: toFetch.queue, toParse: toParse.queue, eventBusArn: defaultBusArn(this), lostEvents };
    grantLeast({ functions, tables, objects, ...ofQueues, machine, removals, ...optional });
    mailEnds(this, settings, lostEvents);
    scheduleCrawls(this, settings, { handler, api, lostEvents });

    const queues = { Fetch: toFetch, Parse: toParse, ...(toBrowser !== undefined && { Browser: toBrowser }) };
    const ofWatch = { ...(searches && { searches }), ...(clock && { clock }) };
    const watched = { ...watchedParts(functions, tables), queues, machine, api, lostEvents, removals, ...ofWatch };
    oversee(this, settings, watched);

    new CfnOutput(this, 'ApiUrl', { value: api.url, description: 'Where crawls are started: POST /crawls' });
    new CfnOutput(this, 'BucketName', { value: objects.bucketName, description: 'Bodies, segments and results' });
  }
}

/** The alarms and the dashboard: they show the owner trouble and costs. */
function oversee(stack: Stack, settings: Settings, watched: Watched): void {
  new Alarms(stack, 'Alarms', alarmTopic(stack, settings), watched);
  crawlDashboard(stack, watched);
  monthlyBudget(stack, settings);
  acceptFindings(stack);
}

/** Functions and tables by the names that alarms and graphs show. Nothing comes to two of the tables without watches. */
function watchedParts(functions: object, { crawls, tokens, pages, links, watched, publications }: CrawlTables) {
  const shown = Object.entries(functions).map(([name, door]) => [`${name[0]!.toUpperCase()}${name.slice(1)}`, door]);
  const ofWatches = 'daily' in functions ? { Watched: watched, Publications: publications } : {};
  const tables = { Crawls: crawls, Tokens: tokens, Pages: pages, Links: links, ...ofWatches };
  return { functions: Object.fromEntries(shown) as Record<string, NodejsFunction>, tables };
}

/** The settings that the functions read. */
function settingNames(settings: Settings): Record<string, string> {
  return {
    [names.allowHosts]: settings.allowHosts,
    [names.retentionDays]: String(settings.retentionDays),
    [names.claimDays]: String(settings.claimDays),
    [names.watches]: String(settings.publications),
    [names.maxInvocations]: String(settings.maxInvocations),
    [names.unloadedUrls]: String(unloadedUrls(settings.unloadMemoryMb)),
  };
}

function queueNames(toFetch: WorkQueue, toParse: WorkQueue, toBrowser?: WorkQueue): Record<string, string> {
  return {
    [names.fetchQueueUrl]: toFetch.queue.queueUrl,
    [names.parseQueueUrl]: toParse.queue.queueUrl,
    ...(toBrowser !== undefined && { [names.browserQueueUrl]: toBrowser.queue.queueUrl }),
  };
}

function tableNames(tables: CrawlTables): Record<string, string> {
  const kinds = ['crawls', 'tokens', 'pages', 'links', 'watched', 'publications'] as const;
  return Object.fromEntries(kinds.map(kind => [names[`${kind}Table`], tables[kind].tableName]));
}

/** Events that a function could not handle although AWS sent them three times. */
function keepLostEvents(queue: Queue, functions: readonly NodejsFunction[]): void {
  for (const lambda of functions)
    lambda.configureAsyncInvoke({ retryAttempts: 2, onFailure: new SqsDestination(queue) });
}

/** The clock of all watches, and the daily tables of what they found. */
function watchClocks(
  stack: Stack,
  { wake, daily }: Readonly<Record<'wake' | 'daily', NodejsFunction>>,
  deadLetterQueue: Queue,
): Rule {
  const clock = new Rule(stack, 'EveryMinute', {
    description: 'Wakes the sources of watches that are due',
    schedule: Schedule.rate(Duration.minutes(1)),
    targets: [new LambdaFunction(wake, { retryAttempts: 0 })],
  });
  new Rule(stack, 'EveryDay', {
    description: 'Writes the publications of past days as Parquet',
    schedule: Schedule.cron({ hour: '1', minute: '10' }),
    targets: [new LambdaFunction(daily, { retryAttempts: 2, deadLetterQueue })],
  });
  return clock;
}

/**
 * Turns of an invocation with a browser. While a turn waits for its host, the page of a different turn is loaded. The memory
 * is meant for a single page.
 */
const browserTurns = 4;

/** With applications the function holds one at its limit too, and the processes of others that wait for pages. */
function parseMemoryMb({ parseMemoryMb: own }: Settings, plugins: readonly DeployedPlugin[]): number {
  const hasApplications = plugins.some(({ applications }) => applications.length > 0);
  return hasApplications ? Math.min(10_240, own + 1_024) : own;
}

interface Consumption {
  readonly batchSize: number;
  /** How long a batch may be awaited; AWS demands one where a batch is larger than 10. */
  readonly windowSeconds: number;
  readonly concurrency: number;
}

function consume(consumer: NodejsFunction, queue: Queue, { batchSize, windowSeconds, concurrency }: Consumption): void {
  consumer.addEventSource(
    new SqsEventSource(queue, {
      batchSize,
      ...(windowSeconds !== 0 && { maxBatchingWindow: Duration.seconds(windowSeconds) }),
      maxConcurrency: concurrency,
      reportBatchItemFailures: true,
    }),
  );
}
