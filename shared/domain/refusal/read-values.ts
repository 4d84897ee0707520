import { allowance, BadInput, type Refusal, refusedValue } from './refusal.ts';

/** The values of all readers. Throws `BadInput` with the refusals of all that throw it. */
export function readAll<T extends object>(readers: { readonly [Name in keyof T]: () => T[Name] }): T {
  const refusals: Refusal[] = [];
  const values: Partial<T> = {};
  for (const name in readers)
    try {
      values[name] = readers[name]();
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      refusals.push(...error.refusals);
    }
  if (refusals.length > 0) throw new BadInput(refusals);
  return values as T;
}

/** Throws `BadInput` where the text is none of the names. */
export function oneOf<Name extends string>(field: string, text: string, names: readonly Name[]): Name {
  const name = names.find(each => each === text);
  if (name !== undefined) return name;
  throw new BadInput([refusedValue(field, text, allowance('one-of', { names }))]);
}
