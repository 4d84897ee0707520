import { allowance, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { Problem } from './problem.ts';

/** The value of a field that has some names only. Throws `Problem`. */
export function oneOf<Name extends string>(field: string, text: string, names: readonly Name[]): Name {
  const name = names.find(each => each === text);
  if (name !== undefined) return name;
  throw new Problem(400, [refusedValue(field, text, allowance('one-of', { names }))]);
}

/** A switch of a query; not given, it is off. Throws `Problem`. */
export function isTrue(field: string, text: string | undefined): boolean {
  if (text === undefined || text === '' || text === 'false') return false;
  if (text === 'true') return true;
  throw new Problem(400, [refusedValue(field, text, allowance('true-false'))]);
}
