import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { type Item, type ItemKey, itemOf, type Value } from './dynamo-tables.ts';

/**
 * One write of an item under a condition; without a change it only checks the condition (within a transaction). Names
 * of attributes are written `#name` wherever they are in an expression, values `:name`.
 */
export interface Write {
  readonly table: string;
  readonly key: ItemKey;
  /** Attributes and their new values; `undefined` changes nothing. */
  readonly set?: Readonly<Record<string, Value | undefined>>;
  /** Further assignments, e.g. `#count = #count + :one`. */
  readonly assign?: readonly string[];
  readonly remove?: readonly string[];
  readonly condition?: string;
  /** Values of `assign` and `condition`. */
  readonly values?: Readonly<Record<string, Value>>;
  /** Attributes whose name cannot be in an expression, e.g. `t` for `7` in `#pending.#t`. */
  readonly names?: Readonly<Record<string, string>>;
}

/** A write of a transaction; its name identifies a failed condition. */
export interface Part extends Write {
  readonly part: string;
}

export function updateOf(write: Write): {
  TableName: string;
  Key: Item;
  UpdateExpression?: string;
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
} {
  const { table, key, set = {}, assign = [], remove = [], condition } = write;
  const changed = Object.entries(set).filter((entry): entry is [string, Value] => entry[1] !== undefined);
  const assignments = [...changed.map(([name]) => `#${name} = :${name}`), ...assign];
  const update = [
    ...(assignments.length === 0 ? [] : [`SET ${assignments.join(', ')}`]),
    ...(remove.length === 0 ? [] : [`REMOVE ${remove.join(', ')}`]),
  ].join(' ');
  const used = `${update} ${condition ?? ''}`.matchAll(/#(\w+)/g);
  const names = Object.fromEntries([...used].map(([token, name]) => [token, write.names?.[name!] ?? name!]));
  const values = Object.entries({ ...Object.fromEntries(changed), ...write.values });
  return {
    TableName: table,
    Key: itemOf({ ...key }),
    ...(update !== '' && { UpdateExpression: update }),
    ...(condition !== undefined && { ConditionExpression: condition }),
    ...(Object.keys(names).length !== 0 && { ExpressionAttributeNames: names }),
    ...(values.length !== 0 && {
      ExpressionAttributeValues: itemOf(Object.fromEntries(values.map(([name, value]) => [`:${name}`, value]))),
    }),
  };
}

export function transactItemOf(part: Part): TransactWriteItem {
  const { UpdateExpression, ConditionExpression = 'attribute_exists(pk)', ...rest } = updateOf(part);
  return UpdateExpression === undefined
    ? { ConditionCheck: { ...rest, ConditionExpression } }
    : { Update: { ...rest, UpdateExpression, ConditionExpression } };
}
