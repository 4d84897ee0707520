import { describe, expect, test } from 'vitest';
import { crawlLife } from '../../../infra/crawl-life.ts';

interface State {
  readonly Type: string;
  readonly Next?: string;
  readonly Default?: string;
  readonly Choices?: readonly { readonly Next: string }[];
  readonly Catch?: readonly { readonly ErrorEquals: readonly string[]; readonly Next: string }[];
  readonly Retry?: readonly { readonly ErrorEquals: readonly string[] }[];
  readonly ItemProcessor?: Machine;
  readonly Resource?: string;
}

interface Machine {
  readonly StartAt: string;
  readonly States: Readonly<Record<string, State>>;
}

const machine = crawlLife({ partition: 'aws', seed: 'seed', tick: 'tick', unload: 'unload' }) as Machine;
const machines = [machine, machine.States['UnloadBatches']!.ItemProcessor!];
const states = machines.flatMap(({ States }) => Object.entries(States));

function followers({ Next, Default, Choices = [], Catch = [] }: State): string[] {
  const others = [...Choices, ...Catch].map(({ Next: next }) => next);
  return [Next, Default, ...others].filter(name => name !== undefined);
}

function reachedFrom(start: string, { States }: Machine): Set<string> {
  const reached = new Set([start]);
  for (const name of reached) for (const next of followers(States[name]!)) reached.add(next);
  return reached;
}

describe('the life of a crawl', () => {
  test.each(machines)('leads from its start to every state (machine %#)', each => {
    expect([...reachedFrom(each.StartAt, each)].sort()).toEqual(Object.keys(each.States).sort());
  });

  test('retries every task, and catches nothing but States.ALL: emulators call all errors one name', () => {
    for (const [name, { Type, Retry = [], Catch = [] }] of states) {
      if (Type === 'Task') expect([name, Retry.length]).toEqual([name, 1]);
      for (const { ErrorEquals } of [...Retry, ...Catch]) expect(ErrorEquals).toEqual(['States.ALL']);
    }
  });

  test('tells the crawl that it failed, from wherever a task fails for good', () => {
    const failing = Object.entries(machine.States).filter(([, { Type }]) => ['Task', 'Map'].includes(Type));
    for (const [name, { Catch = [] }] of failing)
      expect([name, Catch.map(({ Next }) => Next)]).toEqual([name, name === 'Failed' ? [] : ['Failed']]);
    expect(machine.States['Failed']!.Next).toBe('GivenUp');
    expect(machine.States['GivenUp']!.Type).toBe('Fail');
  });

  test('starts itself anew before its history is full, and is then not seeded again', () => {
    expect(machine.States['Renew']).toMatchObject({
      Resource: 'arn:aws:states:::states:startExecution',
      Parameters: { 'StateMachineArn.$': '$$.StateMachine.Id', Input: { ticks: 0 } },
    });
    expect(machine.States['IsRenewed']).toMatchObject({
      Choices: [{ Variable: '$.ticks', IsPresent: true, Next: 'Tick' }],
      Default: 'Seed',
    });
  });

  test('stays below the 25,000 events of an execution with 800 ticks, a million sites of a second each and 200 batches', () => {
    const events = { wait: 2, task: 5, choice: 2, mapItem: 2, succeed: 2 };
    const ticks = 800 * (events.wait + events.task + events.choice);
    const seeds = (1_000_000 / 5_000) * (events.task + events.choice);
    // A batch is asked for again when ten of its fifteen minutes are over.
    const rounds = Math.ceil(1_000_000 / 200 / 600);
    const batches = 200 * (events.mapItem + rounds * (events.task + events.choice) + events.succeed);
    expect(ticks + seeds + batches).toBeLessThan(24_000);
  });
});
