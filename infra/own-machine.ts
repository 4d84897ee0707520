import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { allow } from './allow.ts';

export interface MachineLog {
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
export function ownMachine(scope: Construct, name: string, of: Machine): StateMachine {
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
export function callsUntilDone(name: string, lambda: string, isDone: string, retry: readonly object[]): object {
  return {
    StartAt: name,
    States: {
      [name]: { Type: 'Task', Resource: lambda, Retry: retry, Next: 'IsDone' },
      IsDone: {
        Type: 'Choice',
        Choices: [{ Variable: `$.${isDone}`, BooleanEquals: true, Next: 'Done' }],
        Default: name,
      },
      Done: { Type: 'Succeed' },
    },
  };
}
