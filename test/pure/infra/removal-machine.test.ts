/** The machine that deletes what a large crawl has left. */
import { expect, test } from 'vitest';
import { resourceNamed } from './stack-resources.ts';
import { synthesize } from './synthesized-stack.ts';

test('calls its function until nothing is left, and repeats it where it fails', () => {
  const [, machine] = resourceNamed(synthesize({}).resources, 'RemovalMachine', 'AWS::StepFunctions::StateMachine');
  const definition = machine.Properties['DefinitionString'] as { 'Fn::Join': [string, unknown[]] };
  const text = definition['Fn::Join'][1].map(part => (typeof part === 'string' ? part : 'arn')).join('');
  const { States: states } = JSON.parse(text) as { States: Record<string, Record<string, unknown>> };
  expect(states['Remove']).toMatchObject({ Next: 'IsDone', Retry: [{ ErrorEquals: ['States.ALL'], MaxAttempts: 12 }] });
  const done = { Variable: '$.isDone', BooleanEquals: true, Next: 'Done' };
  expect(states['IsDone']).toMatchObject({ Choices: [done], Default: 'Wait' });
  expect(states['Wait']).toMatchObject({ SecondsPath: '$.waitSeconds', Next: 'Remove' });
});
