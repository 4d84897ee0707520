import { expect, test } from 'vitest';
import { DistinctPairs } from '../../../shared/domain/distinct-pairs.ts';

test('distinct members of groups are counted', () => {
  const pairs = new DistinctPairs();
  const groups = Array.from({ length: 50 }, () => new Set<number>());
  for (let each = 0; each < 10_000; each += 1) {
    const [group, member] = [(each * 31) % 49, (each * 7_919) % (each % 49 === 0 ? 3 : 1_500)];
    pairs.add(group, member);
    groups[group]!.add(member);
  }
  expect([...pairs.counts(50)]).toEqual(groups.map(members => members.size));
  expect(() => pairs.add(0, 2 ** 26)).toThrow('more than the 67108864 addresses');
});
