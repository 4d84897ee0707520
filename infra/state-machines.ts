import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { allow } from './allow.ts';
import { crawlLife } from './crawl-life.ts';

/** Ranges that are searched at once: a watch keeps some five changes a second, from all writers together. */
const rangesAtOnce = 4;

/**
 * The state machine that searches stored publications: a range of numbers is its own execution (distributed map), which may
 * call the function again until its range is done. A range that failed fails the execution; a new one does what is left.
 */
export function searchMachine(scope: Construct, search: IFunction, log: MachineLog): StateMachine {
  const ofExecutions = ['states:DescribeExecution', 'states:StopExecution'];
  return ownMachine(scope, 'Search', {
    ...{ functions: [search], states: searchStates(search.functionArn) },
    ...{ ofExecutions, ...log },
  });
}

/** In Amazon States Language; what the function takes and answers is in functions/aws/search.ts. */
function searchStates(search: string): object {
  const retry = [
    { ErrorEquals: ['States.ALL'], IntervalSeconds: 2, BackoffRate: 2, MaxDelaySeconds: 60, MaxAttempts: 8 },
  ];
  return {
    StartAt: 'Plan',
    States: {
      Plan: { Type: 'Task', Resource: search, Retry: retry, Next: 'Ranges' },
      Ranges: {
        Type: 'Map',
        ItemsPath: '$.ranges',
        MaxConcurrency: rangesAtOnce,
        ItemProcessor: {
          ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
          ...callsUntilDone('Search', search, 'done', retry),
        },
        ResultPath: null,
        Next: 'Searched',
      },
      Searched: { Type: 'Succeed' },
    },
  };
}

/** The state machine that deletes what a large crawl or watch has left: it calls the function until nothing is left. */
export function removalMachine(scope: Construct, remove: IFunction, log: MachineLog): StateMachine {
  return ownMachine(scope, 'Removal', { functions: [remove], states: removalStates(remove.functionArn), ...log });
}

/** Input and answer of the function are in functions/aws/life/removal.ts. */
function removalStates(remove: string): object {
  const retry = [
    { ErrorEquals: ['States.ALL'], IntervalSeconds: 2, BackoffRate: 2, MaxDelaySeconds: 300, MaxAttempts: 12 },
  ];
  const calls = callsUntilDone('Remove', remove, 'isDone', retry, 'Wait');
  const Wait = { Type: 'Wait', SecondsPath: '$.waitSeconds', Next: 'Remove' };
  return { ...calls, States: { ...calls.States, Wait } };
}

interface CrawlMachineProps extends MachineLog {
  readonly seed: IFunction;
  readonly tick: IFunction;
  readonly unload: IFunction;
}

/** The state machine of the crawls' lives, which calls its three functions. */
export function crawlMachine(scope: Construct, { seed, tick, unload, ...log }: CrawlMachineProps): StateMachine {
  const { partition } = Stack.of(scope);
  const arns = { seed: seed.functionArn, tick: tick.functionArn, unload: unload.functionArn };
  const states = crawlLife({ partition, ...arns });
  return ownMachine(scope, 'Crawl', { functions: [seed, tick, unload], states, ...log });
}

/**
 * An execution that somebody stopped, or that failed in its last state, knows its crawl nothing: the service does,
 * and the crawl can be resumed. `unload` takes the event's `detail` (functions/aws/life/life-events.ts, `ExecutionEnd`).
 */
export function tellEndedExecutions(
  scope: Construct,
  machine: StateMachine,
  unload: IFunction,
  deadLetterQueue: IQueue,
): void {
  new Rule(scope, 'EndedExecutions', {
    description: 'An execution of the crawl machine ended other than by success',
    eventPattern: {
      source: ['aws.states'],
      detailType: ['Step Functions Execution Status Change'],
      detail: { stateMachineArn: [machine.stateMachineArn], status: ['FAILED', 'TIMED_OUT', 'ABORTED'] },
    },
    targets: [new LambdaFunction(unload, { event: RuleTargetInput.fromEventPath('$.detail'), deadLetterQueue })],
  });
}

interface MachineLog {
  readonly logRetentionDays: number;
  readonly xray: boolean;
}

interface Machine extends MachineLog {
  readonly functions: readonly IFunction[];
  /** In Amazon States Language. */
  readonly states: object;
  /** Actions of the machine on its own executions. */
  readonly ofExecutions?: readonly string[];
}

/** The state machine `name`, which may call these functions and start itself; it logs each of its events without their data. */
function ownMachine(scope: Construct, name: string, of: Machine): StateMachine {
  const { functions, states, ofExecutions = [], logRetentionDays, xray } = of;
  const stack = Stack.of(scope);
  // Named, because it starts itself: an address taken from the machine would make its role wait for it.
  const stateMachineName = `${stack.stackName}-${name}`;
  const role = new Role(scope, `${name}MachineRole`, { assumedBy: new ServicePrincipal('states.amazonaws.com') });
  const arns = functions.map(({ functionArn }) => functionArn);
  allow(role, ['lambda:InvokeFunction'], arns);
  const arnOf = (resource: string, resourceName: string): string =>
    stack.formatArn({ service: 'states', resource, resourceName, arnFormat: ArnFormat.COLON_RESOURCE_NAME });
  allow(role, ['states:StartExecution'], [arnOf('stateMachine', stateMachineName)]);
  if (ofExecutions.length > 0) allow(role, ofExecutions, [arnOf('execution', `${stateMachineName}:*`)]);
  return new StateMachine(scope, `${name}Machine`, {
    stateMachineName,
    definitionBody: DefinitionBody.fromString(stack.toJsonString(states)),
    role,
    tracingEnabled: xray,
    logs: {
      destination: new LogGroup(scope, `${name}MachineLog`, {
        logGroupName: `/aws/vendedlogs/states/${stateMachineName}`,
        retention: logRetentionDays as RetentionDays,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
      level: LogLevel.ALL,
      includeExecutionData: false,
    },
  });
}

/** States that call a function with its own answer until `isDone`, a boolean of the answer, is true (Amazon States Language). */
function callsUntilDone(name: string, lambda: string, isDone: string, retry: readonly object[], otherwise = name) {
  return {
    StartAt: name,
    States: {
      [name]: { Type: 'Task', Resource: lambda, Retry: retry, Next: 'IsDone' },
      IsDone: {
        Type: 'Choice',
        Choices: [{ Variable: `$.${isDone}`, BooleanEquals: true, Next: 'Done' }],
        Default: otherwise,
      },
      Done: { Type: 'Succeed' },
    },
  };
}
