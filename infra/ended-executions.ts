import { Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';

/**
 * An execution that somebody stopped, or that failed in its last state, can tell its crawl nothing: the service does,
 * and the crawl can be resumed. `unload` takes the event's `detail` (functions/aws/life-events.ts, `ExecutionEnd`).
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
