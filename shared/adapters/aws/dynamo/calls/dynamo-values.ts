import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** Values of items: plain data without `undefined`. */
export type Value = string | number | boolean | Uint8Array | readonly Value[] | { readonly [name: string]: Value };
export type Row = Readonly<Record<string, Value>>;
export type Item = Record<string, AttributeValue>;

export function itemOf(row: Readonly<Record<string, Value | undefined>>): Item {
  const entries = Object.entries(row).filter((entry): entry is [string, Value] => entry[1] !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, attributeOf(value)]));
}

export function rowOf(item: Item): Row {
  return Object.fromEntries(Object.entries(item).map(([name, attribute]) => [name, plainOf(attribute)]));
}

/** Throws for a number that is not finite: a missing limit must be a missing attribute. */
function attributeOf(value: Value): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'boolean') return { BOOL: value };
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`the number ${value} cannot be stored in DynamoDB`);
    return { N: String(value) };
  }
  if (value instanceof Uint8Array) return { B: value };
  if (isList(value)) return { L: value.map(attributeOf) };
  return { M: itemOf(value) };
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

function plainOf(attribute: AttributeValue): Value {
  if (attribute.S !== undefined) return attribute.S;
  if (attribute.N !== undefined) return Number(attribute.N);
  if (attribute.BOOL !== undefined) return attribute.BOOL;
  if (attribute.B !== undefined) return attribute.B;
  if (attribute.L !== undefined) return attribute.L.map(plainOf);
  if (attribute.M !== undefined) return rowOf(attribute.M);
  throw new Error(`an attribute of the type ${Object.keys(attribute).join()} is none of ours`);
}
