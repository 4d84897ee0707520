import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { allow } from './allow.ts';
import { crawlLife } from './crawl-life.ts';

export interface CrawlMachineProps {
  readonly seed: IFunction;
  readonly tick: IFunction;
  readonly unload: IFunction;
  readonly logRetentionDays: number;
  readonly xray: boolean;
}

/** The state machine of the crawls' lives, which may call its three functions and start itself. */
export function crawlMachine(scope: Construct, props: CrawlMachineProps): StateMachine {
  const stack = Stack.of(scope);
  // Named, because it starts itself: an address taken from the machine would make its role wait for it.
  const stateMachineName = `${stack.stackName}-Crawl`;
  const { seed, tick, unload } = props;
  const role = new Role(scope, 'CrawlMachineRole', { assumedBy: new ServicePrincipal('states.amazonaws.com') });
  const functions = [seed, tick, unload].map(({ functionArn }) => functionArn);
  allow(role, ['lambda:InvokeFunction'], functions);
  const self = {
    service: 'states',
    resource: 'stateMachine',
    resourceName: stateMachineName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  };
  allow(role, ['states:StartExecution'], [stack.formatArn(self)]);
  const { partition } = stack;
  const life = crawlLife({
    partition,
    seed: seed.functionArn,
    tick: tick.functionArn,
    unload: unload.functionArn,
  });
  return new StateMachine(scope, 'CrawlMachine', {
    stateMachineName,
    definitionBody: DefinitionBody.fromString(stack.toJsonString(life)),
    role,
    tracingEnabled: props.xray,
    logs: {
      destination: new LogGroup(scope, 'CrawlMachineLog', {
        logGroupName: `/aws/vendedlogs/states/${stateMachineName}`,
        retention: props.logRetentionDays as RetentionDays,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
      level: LogLevel.ALL,
      includeExecutionData: false,
    },
  });
}

/**
 * An execution that somebody stopped, or that failed in its last state, knows its crawl nothing: the service does,
 * and the crawl can be resumed. `unload` takes the event's `detail` (functions/aws/life/life-events.ts, `ExecutionEnd`).
 */
export function tellEndedExecutions(scope: Construct, machine: StateMachine, unload: IFunction): void {
  new Rule(scope, 'EndedExecutions', {
    description: 'An execution of the crawl machine ended other than by success',
    eventPattern: {
      source: ['aws.states'],
      detailType: ['Step Functions Execution Status Change'],
      detail: { stateMachineArn: [machine.stateMachineArn], status: ['FAILED', 'TIMED_OUT', 'ABORTED'] },
    },
    targets: [new LambdaFunction(unload, { event: RuleTargetInput.fromEventPath('$.detail') })],
  });
}
