import { expect, test } from 'vitest';
import type * as z from 'zod';
import { readValue } from '../../../functions/http/request/read-request.ts';
import { BadInput, type Refusal } from '../../../shared/domain/refusal/refusal.ts';
import { crawlSpecSchema } from '../../../shared/domain/spec/crawl-spec-schema.ts';
import * as alerts from '../../../shared/place/operations/alert-operations.ts';
import * as applications from '../../../shared/place/operations/application-operations.ts';
import * as labels from '../../../shared/place/operations/label-operations.ts';
import * as models from '../../../shared/place/operations/model-operations.ts';
import * as organizations from '../../../shared/place/operations/organization-operations.ts';
import * as rules from '../../../shared/place/operations/rule-operations.ts';
import * as sources from '../../../shared/place/operations/source-operations.ts';
import { watchSchema } from '../../../shared/place/operations/watch-settings.ts';

test.each([{}, [], 'x', null, 5, { rules: 1 }, { address: 'http://a.example/' }, { other: 1 }])(
  'a body %j without the expected fields is refused in words',
  body => {
    expect(() => readValue(rules.testRules.input, body as object)).toThrow(BadInput);
    if (!Object.hasOwn(Object(body) as object, 'rules'))
      expect(() => readValue(rules.acceptRules.input.omit({ number: true }), body as object)).toThrow(BadInput);
  },
);

const operations = Object.entries({
  ...alerts,
  ...applications,
  ...labels,
  ...models,
  ...organizations,
  ...rules,
  ...sources,
}).flatMap(([name, each]) => (typeof each === 'object' && 'input' in each ? [[name, each.input] as const] : []));
const wrong = [null, '', 'x', -1, 1.5, 1e30, true, [], {}, [null], ['x'], [['x']], [{}], { x: 1 }, 'a'.repeat(70_000)];

test.each<readonly [string, z.ZodObject]>([...operations, ['crawl', crawlSpecSchema], ['watch', watchSchema]])(
  'what is wrong in the body of %s is said with what is allowed',
  (_, schema) => {
    const unclear = Object.keys(schema.shape).flatMap(field =>
      wrong.flatMap(value => refusalsOf(schema, { [field]: value })).filter(({ code }) => code === 'other-shape'),
    );
    expect(unclear).toEqual([]);
  },
);

test('many operations are tried', () => {
  expect(operations.length).toBeGreaterThan(30);
});

function refusalsOf(schema: z.ZodObject, body: object): readonly Refusal[] {
  try {
    readValue(schema, body);
    return [];
  } catch (error) {
    if (error instanceof BadInput) return error.refusals;
    throw error;
  }
}
