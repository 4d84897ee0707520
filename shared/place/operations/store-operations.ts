import type { PerformStored } from '../operation.ts';
import * as labels from './label-operations.ts';
import * as models from './model-operations.ts';
import * as organizations from './organization-operations.ts';

type AnyOperation = Parameters<PerformStored>[0];

const all = [labels, models, organizations].flatMap(each => Object.values(each)) as readonly unknown[];
const named = new Map((all as readonly AnyOperation[]).map(each => [each.at, each]));

/** The operation of this method and path: what crosses to another process in its place. */
export function storeOperation(at: string): AnyOperation {
  return named.get(at as AnyOperation['at'])!;
}
