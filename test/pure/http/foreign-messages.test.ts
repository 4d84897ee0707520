import { expect, test } from 'vitest';
import * as z from 'zod';
import { readValue } from '../../../functions/http/request/read-request.ts';
import { BadInput } from '../../../shared/domain/refusal/refusal.ts';
import { acceptRules, testRules } from '../../../shared/place/operations/rule-operations.ts';

test.each([{}, [], 'x', null, 5, { rules: 1 }, { address: 'http://a.example/' }, { other: 1 }])(
  'a body %j without the expected fields is refused in words',
  body => {
    expect(() => readValue(testRules.input, body as object)).toThrow(BadInput);
    if (!Object.hasOwn(Object(body) as object, 'rules'))
      expect(() => readValue(acceptRules.input.omit({ number: true }), body as object)).toThrow(BadInput);
  },
);

test('what zod says itself is a part of the sentence', () => {
  expect(() => readValue(z.strictObject({ a: z.number() }), { a: 'x' })).toThrow(
    /^a: "x" is refused; it is not what was expected \(.+\)\.$/,
  );
});
