import { RE2JS } from 're2js';

/** Whether one of the regular expressions (RE2 syntax) is found in an address. Time is linear in the address. */
export function createMatcher(expressions: readonly string[]): (identity: string) => boolean {
  const compiled = expressions.map(expression => RE2JS.compile(expression));
  return identity => compiled.some(expression => expression.test(identity));
}
