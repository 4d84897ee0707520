import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { callsUntilDone, type MachineLog, ownMachine } from './own-machine.ts';

/** The state machine that deletes what a large crawl or watch has left: it calls the function until nothing is left. */
export function removalMachine(scope: Construct, remove: IFunction, log: MachineLog): StateMachine {
  return ownMachine(scope, 'Removal', { functions: [remove], states: removalStates(remove.functionArn), ...log });
}

/** Input and answer of the function are in functions/aws/life/removal.ts. */
function removalStates(remove: string): object {
  return callsUntilDone('Remove', remove, 'isDone', [
    { ErrorEquals: ['States.ALL'], IntervalSeconds: 2, BackoffRate: 2, MaxDelaySeconds: 300, MaxAttempts: 12 },
  ]);
}
