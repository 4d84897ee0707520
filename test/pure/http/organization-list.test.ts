import { expect, test } from 'vitest';
import { organizationsIn } from '../../../shared/place/organization-list.ts';

test.each(['[', '{a: ', '- '])(
  'a list that nests %j by the hundred thousand is refused before it is parsed',
  async mark => {
    const began = process.cpuUsage();
    await expect(organizationsIn({ text: mark.repeat(100_000), format: 'yaml' })).rejects.toThrow(
      /allowed are 1000 levels of lists and mappings/,
    );
    expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
  },
);
