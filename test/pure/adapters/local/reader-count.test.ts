import { expect, test } from 'vitest';
import { readerCount } from '../../../../shared/adapters/local/reader-count.ts';
import { watchDefaults } from '../../../../shared/domain/spec/crawl-spec.ts';
import { readSpec } from '../../../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../../../shared/domain/spec/resolve/resolve-spec.ts';

const specOf = (count: number) => {
  const sites = Array.from({ length: count }, (_, site) => ({ url: `http://s${site}.example/` }));
  return resolveSpec([readSpec({ sites }, path => path.join('.'))]);
};
const many = specOf(65);

test('a thread reads where there is more than one processor', () => {
  expect([1, 2, 8].map(cores => readerCount(many, cores, {}))).toEqual([0, 1, 1]);
});

test('a crawl of few sites, a watch, and a crawl with plugins have no such thread', () => {
  const environment = { ORBWEAVER_READERS: '4' };
  expect(readerCount(many, 2, environment)).toBe(4);
  expect(readerCount(specOf(64), 8, environment)).toBe(0);
  expect(readerCount({ ...many, watch: watchDefaults }, 8, environment)).toBe(0);
  expect(readerCount({ ...many, plugins: ['file:///p.mjs'] }, 8, environment)).toBe(0);
});

test.each(['-1', '1.5', '65', ' ', '0x2'])('%j is refused', given => {
  expect(() => readerCount(many, 8, { ORBWEAVER_READERS: given })).toThrow(/ORBWEAVER_READERS/);
});
