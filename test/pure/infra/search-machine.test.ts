/** The machine that searches stored publications, and what its role may do. */
import { expect, test } from 'vitest';
import { resourceNamed } from './stack-resources.ts';
import { synthesize } from './synthesized-stack.ts';

const { resources } = synthesize({ publications: 'true' });
const [, machine] = resourceNamed(resources, 'SearchMachine', 'AWS::StepFunctions::StateMachine');
const text = JSON.stringify(machine.Properties['DefinitionString']);
const states = JSON.parse(
  (machine.Properties['DefinitionString'] as { 'Fn::Join': [string, unknown[]] })['Fn::Join'][1]
    .map(part => (typeof part === 'string' ? part : 'arn'))
    .join(''),
) as { StartAt: string; States: Record<string, Record<string, unknown>> };

test('searches ranges as executions of their own, a few at once, each until it is done', () => {
  expect(Object.keys(states.States)).toEqual(['Plan', 'Ranges', 'Searched']);
  const { ItemProcessor, MaxConcurrency } = states.States['Ranges'] as {
    MaxConcurrency: number;
    ItemProcessor: { ProcessorConfig: object; States: Record<string, { Next?: string; Default?: string }> };
  };
  expect(MaxConcurrency).toBe(4);
  expect(ItemProcessor.ProcessorConfig).toEqual({ Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' });
  expect(ItemProcessor.States['IsDone']).toMatchObject({ Default: 'Search' });
});

test('retries by no name of an error of ours, and hands on no items in batches', () => {
  expect(text).not.toContain('ItemBatcher');
  expect([...text.matchAll(/ErrorEquals[\\":[]+([\w.]+)/g)].map(([, name]) => name)).toEqual([
    'States.ALL',
    'States.ALL',
  ]);
});

test('is deployed with watches alone', () => {
  const names = Object.keys(synthesize({}).resources);
  expect(names.filter(name => name.startsWith('Search'))).toEqual([]);
});
