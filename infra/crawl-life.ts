/** Addresses (ARNs) of the functions that the machine calls. */
export interface LifeFunctions {
  /** Of AWS: `aws`, `aws-cn`, `aws-us-gov`. */
  readonly partition: string;
  readonly seed: string;
  readonly tick: string;
  readonly unload: string;
}

/** Batches of sites of one crawl that are unloaded at once. */
const unloadsAtOnce = 8;

/**
 * The life of a crawl in Amazon States Language (https://states-language.net); what its tasks take and answer is in
 * functions/aws/life/life-events.ts.
 *
 *   Seed, until done → Tick → (Wait → Tick) until nothing runs → Plan → Unload each batch, until done → Summary
 *
 * Choice distinguishes results, and the only error that is caught is States.ALL. Every task may run twice, so a
 * machine that was stopped or has failed is started again with the same input.
 */
export function crawlLife(functions: LifeFunctions): object {
  return {
    StartAt: 'IsRenewed',
    States: {
      IsRenewed: choice([{ Variable: '$.ticks', IsPresent: true, Next: 'Tick' }], 'Seed'),

      Seed: task(functions.seed, { Next: 'IsSeeded' }),
      IsSeeded: choice([isTrue('$.done', 'Tick')], 'Seed'),

      Wait: { Type: 'Wait', SecondsPath: '$.waitSeconds', Next: 'Tick' },
      Tick: task(functions.tick, { Next: 'IsRunning' }),
      IsRunning: choice(
        [
          { Variable: '$.error', IsPresent: true, Next: 'Failed' },
          { Variable: '$.isSuperseded', IsPresent: true, Next: 'Superseded' },
          { Variable: '$.isWatched', IsPresent: true, Next: 'Watched' },
          { Variable: '$.running', BooleanEquals: false, Next: 'Plan' },
          isTrue('$.renew', 'Renew'),
        ],
        'Wait',
      ),
      Superseded: { Type: 'Succeed' },
      // A watch goes on without a machine; a stop starts one that ends it.
      Watched: { Type: 'Succeed' },

      // A second execution that a lost answer may start here only ticks and unloads what the first one does.
      Renew: {
        Type: 'Task',
        Resource: `arn:${functions.partition}:states:::states:startExecution`,
        Parameters: {
          'StateMachineArn.$': '$$.StateMachine.Id',
          Input: {
            'crawl.$': '$.crawl',
            'run.$': '$.run',
            ticks: 0,
            'AWS_STEP_FUNCTIONS_STARTED_BY_EXECUTION_ID.$': '$$.Execution.Id',
          },
        },
        Retry: [patiently],
        Catch: [toFailed],
        Next: 'Renewed',
      },
      Renewed: { Type: 'Succeed' },

      Plan: task(functions.unload, { Parameters: unloadInput('plan'), Next: 'IsTooLarge' }),
      IsTooLarge: choice([{ Variable: '$.isTooLarge', IsPresent: true, Next: 'UnloadedElsewhere' }], 'UnloadBatches'),
      // The crawl says by which command a machine without the function's bounds writes its results.
      UnloadedElsewhere: { Type: 'Succeed' },
      UnloadBatches: {
        Type: 'Map',
        ItemsPath: '$.batches',
        MaxConcurrency: unloadsAtOnce,
        ItemProcessor: {
          ProcessorConfig: { Mode: 'INLINE' },
          StartAt: 'Unload',
          States: {
            Unload: { Type: 'Task', Resource: functions.unload, Retry: [patiently], Next: 'IsUnloaded' },
            IsUnloaded: choice([isTrue('$.done', 'Unloaded')], 'Unload'),
            Unloaded: { Type: 'Succeed' },
          },
        },
        ResultPath: null,
        Catch: [toFailed],
        Next: 'Summary',
      },
      Summary: task(functions.unload, { Parameters: unloadInput('summary'), Next: 'Finished' }),
      Finished: { Type: 'Succeed' },

      Failed: {
        Type: 'Task',
        Resource: functions.unload,
        Parameters: { ...unloadInput('failed'), 'error.$': '$.error' },
        Retry: [patiently],
        Next: 'GivenUp',
      },
      GivenUp: { Type: 'Fail', Error: 'CrawlFailed', Cause: 'A task failed for good; the crawl holds its error.' },
    },
  };
}

/** A throttled table or a cold service passes within minutes: 2, 4, 8 … 60 s, in all about four minutes. */
const patiently = {
  ErrorEquals: ['States.ALL'],
  IntervalSeconds: 2,
  BackoffRate: 2,
  MaxDelaySeconds: 60,
  MaxAttempts: 8,
};
const toFailed = { ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'Failed' };

function task(resource: string, rest: object): object {
  return { Type: 'Task', Resource: resource, Retry: [patiently], Catch: [toFailed], ...rest };
}

function unloadInput(kind: string): object {
  return { 'crawl.$': '$.crawl', 'run.$': '$.run', kind };
}

function choice(choices: readonly object[], otherwise: string): object {
  return { Type: 'Choice', Choices: choices, Default: otherwise };
}

function isTrue(variable: string, next: string): object {
  return { Variable: variable, BooleanEquals: true, Next: next };
}
