import { expect, test } from 'vitest';
import { BadInput } from '../../../../shared/domain/refusal/refusal.ts';
import { demandWatchable } from '../../../../shared/domain/spec/resolve/watch-faults.ts';

function refusalsOf(spec: object): readonly string[] {
  try {
    demandWatchable(spec);
    return [];
  } catch (error) {
    if (error instanceof BadInput) return error.sentences;
    throw error;
  }
}

test('a watch refuses each setting that only crawls have', () => {
  expect(refusalsOf({ delayMs: 5, warc: false })).toEqual([]);
  expect(refusalsOf({ warc: true, scope: 'domain', sitemaps: 'add' })).toEqual([
    'sitemaps: "add" is refused; a watch has no such setting; leave it out.',
    'scope: "domain" is refused; a watch has no such setting; leave it out.',
  ]);
});
