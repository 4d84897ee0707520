import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { type MachineLog, ownMachine } from './own-machine.ts';

/** The state machine that deletes what a large crawl or watch has left: it calls the function until nothing is left. */
export function removalMachine(scope: Construct, remove: IFunction, log: MachineLog): StateMachine {
  return ownMachine(scope, 'Removal', { functions: [remove], states: removalStates(remove.functionArn), ...log });
}

/** In Amazon States Language; what the function takes and answers is in functions/aws/life/removal.ts. */
function removalStates(remove: string): object {
  const retry = [
    { ErrorEquals: ['States.ALL'], IntervalSeconds: 2, BackoffRate: 2, MaxDelaySeconds: 300, MaxAttempts: 12 },
  ];
  return {
    StartAt: 'Remove',
    States: {
      Remove: { Type: 'Task', Resource: remove, Retry: retry, Next: 'IsDone' },
      IsDone: {
        Type: 'Choice',
        Choices: [{ Variable: '$.isDone', BooleanEquals: true, Next: 'Done' }],
        Default: 'Remove',
      },
      Done: { Type: 'Succeed' },
    },
  };
}
