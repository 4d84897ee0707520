import { expect, test } from 'vitest';
import type { CrawlSpec } from '../../../../shared/domain/spec/crawl-spec-schema.ts';
import { readSpec } from '../../../../shared/domain/spec/read-spec.ts';
import type { PartSource } from '../../../../shared/domain/spec/resolve/part-faults.ts';
import { resolveSpec } from '../../../../shared/domain/spec/resolve/resolve-spec.ts';
import { demandWatchable } from '../../../../shared/domain/spec/resolve/watch-faults.ts';
import { homeOf, unfitFor } from '../../../../shared/domain/turn/crawl-rules.ts';

function resolved(more: CrawlSpec, parts?: PartSource) {
  const spec = { sites: [{ url: 'https://example.org/' }], ...more };
  return resolveSpec([readSpec(spec, path => path.join('.'))], parts);
}

test('a crawl since an earlier one needs one machine, and no browser', () => {
  expect(resolved({ since: 'crawls/before' })).toMatchObject({ since: 'crawls/before' });
  const account = { robots: [], finish: [], writers: [], analyzers: [], rendering: true };
  expect(() => resolved({ since: 'before' }, account)).toThrow('earlier crawls are read on one machine only');
  for (const browser of [{ render: 'auto' }, { traverse: ['/list'] }] as const)
    expect(() =>
      resolved({ since: 'before', ...browser, traverse: [...('traverse' in browser ? browser.traverse : [])] }),
    ).toThrow('scripts may make another page of what has not changed');
  expect(() => demandWatchable({ since: 'before' })).toThrow('a watch has no such setting');
});

test.each<[ReturnType<typeof unfitFor>, CrawlSpec, CrawlSpec]>([
  [undefined, {}, {}],
  [undefined, { allLinks: true, nearDuplicates: 0.9 }, { maxLevel: 3, include: ['x'], duplicates: 'keep', limit: 9 }],
  [undefined, { nearDuplicates: 0.5 }, { nearDuplicates: 0.9 }],
  [undefined, { checkExternal: true }, { allLinks: true }],
  ['other-rules', {}, { elements: ['a', 'area'] }],
  ['other-rules', {}, { profile: 'beebot' }],
  ['other-rules', { normalization: { lowerCase: true } }, {}],
  ['other-rules', { render: 'auto' }, {}],
  ['other-agent', {}, { userAgent: 'Other/1' }],
  ['other-fields', { extract: ['a=//h1'] }, {}],
  ['no-anchors', {}, { checkExternal: true }],
  ['no-signatures', {}, { nearDuplicates: 0.9 }],
  ['plugins', { plugins: ['./x.js'] }, {}],
])('%s, from %j to %j', (unfit, before, now) => {
  expect(unfitFor(resolved(before), resolved(now), false)).toBe(unfit);
});

test('a crawl of before the rule for session ids can be the earlier one; one under the rule cannot be so for one without it', () => {
  const { sessionIds: _, ...before } = resolved({}).normalization;
  const without = resolved({ normalization: { sessionIds: false } });
  expect(unfitFor({ ...resolved({}), normalization: before }, resolved({}), false)).toBeUndefined();
  expect(unfitFor({ ...resolved({}), normalization: before }, without, false)).toBeUndefined();
  expect(unfitFor(without, resolved({}), false)).toBeUndefined();
  expect(unfitFor(resolved({}), without, false)).toBe('other-rules');
});

test('page analyzers see each page', () => {
  expect(unfitFor(resolved({}), resolved({}), true)).toBe('plugins');
});

test('links mean the same where the site is at the same place', () => {
  const at = { origin: 'https://example.org' };
  const start = 'https://example.org/a/';
  expect(homeOf(resolved({}), 1, at)).toBe(homeOf(resolved({ sites: [{ url: 'https://example.org/other' }] }), 1, at));
  const prefix = resolved({ scope: 'prefix' });
  const homes = [
    homeOf(resolved({}), 1, at),
    homeOf(resolved({}), 1, { origin: 'https://example.com' }),
    homeOf(resolved({ schemes: 'both' }), 1, at),
    homeOf(prefix, 1, { ...at, start }),
    homeOf(prefix, 1, { ...at, start: `${start}b/` }),
    homeOf(resolved({ scope: 'list', hosts: ['www.example.org'] }), 1, { ...at, start }),
    homeOf(resolved({ scope: 'list', hosts: ['old.example.org'] }), 1, { ...at, start }),
  ];
  expect(new Set(homes).size).toBe(homes.length);
});
