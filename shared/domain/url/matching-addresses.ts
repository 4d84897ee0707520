import { RE2JS } from 're2js';

/**
 * Makes a test whether an address matches one of the regular expressions (RE2 syntax). Time is linear in the address.
 */
export function createMatcher(expressions: readonly string[]): (identity: string) => boolean {
  const compiled = expressions.map(expression => RE2JS.compile(expression));
  return identity => compiled.some(expression => expression.test(identity));
}
