import { expect, test, vi } from 'vitest';
import type { FragmentRow } from '../../../functions/console/graph/fragment-looks.ts';

// The words of the page ask the browser for its language.
vi.stubGlobal('location', { search: '?lang=en' });
vi.stubGlobal('document', { documentElement: {} });
const { colouringBy, colouringsOf, labelsOf, nameOf, titleOf } = await import(
  '../../../functions/console/graph/fragment-looks.ts'
);

const row = (
  site: string,
  said: Partial<Record<'Number' | 'Name' | 'ShortName' | 'Tags', string>> = {},
): FragmentRow => ({
  ...{ Site: site, Kind: 'target', Group: '', Number: '', Name: '', ShortName: '', Tags: '' },
  ...said,
});
const a = row('a.test', { Number: '7', Name: 'University of A', ShortName: 'UA', Tags: 'public; north' });
const b = row('b.test', { Number: '8', Name: 'B', Tags: 'private' });
const c = row('c.test', { Number: '9', Tags: 'public; north' });
const far = { ...row('far.test'), Kind: 'accompanying', Group: 'one' };

test('sites are called as the list calls them, with their tags', () => {
  expect([a, b, c, far].map(nameOf)).toEqual(['UA', 'B', 'c.test', 'far.test']);
  expect([a, b, far].map(titleOf)).toEqual(['UA [public; north]', 'B [private]', 'far.test']);
  expect(labelsOf(a).map(([, text]) => text)).toEqual(['7', 'University of A', 'UA', 'public; north']);
  expect(labelsOf(far)).toEqual([]);
});

test('sites with the same tags share a colour, which the legend tells; a set without tags is not asked', () => {
  const fragment = { sites: [a, b, c, far], links: [] };
  const { key, colourOf } = colouringBy('tags', fragment);
  expect(key.map(({ text }) => text)).toEqual(['public; north (2)', 'private (1)', 'without tags']);
  expect(colourOf(a)).toBe(colourOf(c));
  expect(new Set([a, b, far].map(colourOf)).size).toBe(3);
  expect([colourOf(a), colourOf(b), colourOf(far)]).toEqual(key.map(({ colour }) => colour));
  expect(colouringsOf(fragment.sites)).toContain('tags');
  expect(colouringsOf([row('a.test'), far])).not.toContain('tags');
});

test('more tags than there are colours share one', () => {
  const sites = Array.from({ length: 14 }, (_, index) => row(`s${index}.test`, { Tags: `tag ${index}` }));
  const { key } = colouringBy('tags', { sites, links: [] });
  expect(key.at(-1)!.text).toBe('other tags, or none');
  expect(new Set(key.map(({ colour }) => colour)).size).toBe(key.length);
});

test('the legend of sites has names and tags', () => {
  const { key } = colouringBy('site', { sites: [a, b], links: [] });
  expect(key.slice(0, 2).map(({ text }) => text)).toEqual(['UA [public; north]', 'B [private]']);
});
