import { expect, test } from 'vitest';
import { dataPackage } from '../../../functions/embedded/metadata/data-package.ts';
import type { WrittenResults } from '../../../functions/embedded/metadata/written-results.ts';

test('folders of several hosts are told apart by host and folder, those of one host by folder', () => {
  const path = 'reports/uni.indicators.csv';
  const keyOf = (...header: string[]): unknown => {
    const files = [{ path, bytes: 1, sha256: '', header }];
    const results = { id: 'x', title: 'x', software: 'x', sites: [], files } as unknown as WrittenResults;
    const { resources } = JSON.parse(dataPackage(results, undefined)) as {
      resources: { schema: { primaryKey: unknown } }[];
    };
    return resources[0]!.schema.primaryKey;
  };
  expect(keyOf('Host', 'Folder', 'Pages')).toEqual(['Host', 'Folder']);
  expect(keyOf('Folder', 'Pages')).toEqual(['Folder']);
  expect(keyOf('Pages')).toBeUndefined();
});
