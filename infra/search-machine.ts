import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { callsUntilDone, type MachineLog, ownMachine } from './own-machine.ts';

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
