import { expect, test } from 'vitest';
import type { ResolvedSite } from '../../../../shared/domain/spec/crawl-spec.ts';
import { siteNumbered } from '../../../../shared/domain/spec/sites/site-numbered.ts';

test.each([[[]], [[5]], [[1, 2, 3]], [[2, 4, 7, 9]], [[3, 8, 20, 21, 40]]])(
  'finds each of %j and nothing else',
  numbers => {
    const sites = numbers.map(number => ({ number }) as ResolvedSite);
    for (let number = 0; number <= 41; number += 1)
      expect(siteNumbered(sites, number)?.number).toBe(numbers.includes(number as never) ? number : undefined);
  },
);
