import type { PerformStored } from '../operation.ts';
import * as labels from './label-operations.ts';
import * as models from './model-operations.ts';
import * as organizations from './organization-operations.ts';
import * as rules from './rule-operations.ts';
import * as sources from './source-operations.ts';

type AnyOperation = Parameters<PerformStored>[0];

const exported: readonly unknown[] = [labels, models, organizations, rules, sources].flatMap(each =>
  Object.values<unknown>({ ...each }),
);
const all = exported.filter((each): each is AnyOperation => Object.hasOwn(Object(each) as object, 'thread'));
const named = new Map(all.map(each => [each.at, each]));

/** The operation of this method and path: what crosses to another process in its place. */
export function storeOperation(at: string): AnyOperation {
  return named.get(at as AnyOperation['at'])!;
}
