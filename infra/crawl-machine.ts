import { Stack } from 'aws-cdk-lib';
import { Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { crawlLife } from './crawl-life.ts';
import { type MachineLog, ownMachine } from './own-machine.ts';

export interface CrawlMachineProps extends MachineLog {
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
