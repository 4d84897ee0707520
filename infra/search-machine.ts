import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { allow } from './allow.ts';

export interface SearchMachineProps {
  readonly logRetentionDays: number;
  readonly xray: boolean;
}

/** Ranges that are searched at once: a watch keeps some five changes a second, from all writers together. */
const rangesAtOnce = 4;

/**
 * The state machine that searches stored publications: a range of numbers is its own execution (distributed map), which may
 * call the function again until its range is done. A range that failed fails the execution; a new one does what is left.
 */
export function searchMachine(scope: Construct, search: IFunction, props: SearchMachineProps): StateMachine {
  const stack = Stack.of(scope);
  // Named, because it starts its own executions.
  const stateMachineName = `${stack.stackName}-Search`;
  const role = new Role(scope, 'SearchMachineRole', { assumedBy: new ServicePrincipal('states.amazonaws.com') });
  allow(role, ['lambda:InvokeFunction'], [search.functionArn]);
  const self = {
    service: 'states',
    resource: 'stateMachine',
    resourceName: stateMachineName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  };
  allow(role, ['states:StartExecution'], [stack.formatArn(self)]);
  const ranges = { ...self, resource: 'execution', resourceName: `${stateMachineName}:*` };
  allow(role, ['states:DescribeExecution', 'states:StopExecution'], [stack.formatArn(ranges)]);
  return new StateMachine(scope, 'SearchMachine', {
    stateMachineName,
    definitionBody: DefinitionBody.fromString(stack.toJsonString(searchStates(search.functionArn))),
    role,
    tracingEnabled: props.xray,
    logs: {
      destination: new LogGroup(scope, 'SearchMachineLog', {
        logGroupName: `/aws/vendedlogs/states/${stateMachineName}`,
        retention: props.logRetentionDays as RetentionDays,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
      level: LogLevel.ALL,
      includeExecutionData: false,
    },
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
          StartAt: 'Search',
          States: {
            Search: { Type: 'Task', Resource: search, Retry: retry, Next: 'IsDone' },
            IsDone: {
              Type: 'Choice',
              Choices: [{ Variable: '$.done', BooleanEquals: true, Next: 'Done' }],
              Default: 'Search',
            },
            Done: { Type: 'Succeed' },
          },
        },
        ResultPath: null,
        Next: 'Searched',
      },
      Searched: { Type: 'Succeed' },
    },
  };
}
