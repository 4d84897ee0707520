import { expect, test } from 'vitest';
import type { ResolvedSpec } from '../../../../shared/domain/spec/crawl-spec.ts';
import type { CrawlSpec } from '../../../../shared/domain/spec/crawl-spec-schema.ts';
import { impossibleSetting } from '../../../../shared/domain/spec/impossible-setting.ts';
import { resolveSpec } from '../../../../shared/domain/spec/resolve/resolve-spec.ts';
import { hasPartsOfSpec } from '../../../../shared/domain/spec/stored-spec.ts';

const longName = `${Array.from({ length: 4 }, () => 'a'.repeat(60)).join('.')}.example`;

const given: Readonly<Record<string, CrawlSpec>> = {
  'nothing but a site': { sites: [{ url: 'example.org' }] },
  'a long host name': { sites: [{ url: `https://${longName}/` }] },
  'every limit': {
    sites: [
      { url: 'http://[::1]:8080/', number: 7, delayMs: 0, maxDownloads: 256, maxLevel: 0, limit: 1 },
      { url: 'https://пример.рф', name: 'Name', shortName: 'N' },
    ],
    limit: 1_000_000_000,
    siteLimit: 3,
    timeLimitSeconds: 31_536_000,
    patternLimit: 2,
    ruleOptions: { gittinsN: 10_000, inFlight: 256, grant: 1 },
    rule: 'auto',
    topic: 'universities',
  },
  'a profile': { sites: [{ url: 'example.org' }], profile: 'beebot', elements: ['a', 'frame'], schemes: 'any' },
  'all else': {
    sites: [{ url: 'example.org' }],
    include: ['a'],
    exclude: ['b+'],
    userAgent: 'Me/1.0 (x)',
    contact: 'me@example.org',
    robots: 'disallow-only',
    normalization: { lowerCase: true, dropParams: ['utm_*'] },
    allowHosts: ['LOCALHOST:80', '[::1]:443'],
    extensions: ['pdf'],
    durability: 'fast',
    render: 'auto',
    traverse: ['/news$'],
    traverseOptions: { clicks: 5, wholeLists: true, neverPress: ['kaufen'] },
  },
};

const stored = (spec: CrawlSpec): ResolvedSpec =>
  JSON.parse(JSON.stringify(resolveSpec([{ spec, nameOf: path => path.join('.') }]))) as ResolvedSpec;

test.each(Object.entries(given))('what a person gave is what a stored spec may say: %s', (_, spec) => {
  expect(hasPartsOfSpec(stored(spec))).toBe(true);
  expect(impossibleSetting(stored(spec))).toBeUndefined();
});

test('settings of versions that knew more, or less, are no fault', () => {
  const { durability: _, render: _render, traverse: _traverse, ...older } = stored(given['all else']!);
  const newer = { ...older, further: [] };
  expect(hasPartsOfSpec(newer)).toBe(true);
  expect(impossibleSetting(newer)).toBeUndefined();
});

test.each([
  [{ limit: -1 }, 'limit'],
  [{ limit: 1e300 }, 'limit'],
  [{ ruleOptions: { inFlight: 1e9 } }, 'ruleOptions.inFlight'],
  [{ exclude: ['('] }, 'exclude.0'],
  [{ userAgent: 'a\r\nb: c' }, 'userAgent'],
  [{ traverseOptions: { clicks: 1e12 } }, 'traverseOptions.clicks'],
])('a spec with %j names what nobody could have given', (change, setting) => {
  expect(impossibleSetting({ ...stored(given['all else']!), ...(change as object) })).toBe(setting);
});

test('of a site too', () => {
  const spec = stored(given['every limit']!);
  const sites = spec.sites.map(site => ({ ...site, maxDownloads: 1e6 }));
  expect(impossibleSetting({ ...spec, sites })).toBe('sites.0.maxDownloads');
});
