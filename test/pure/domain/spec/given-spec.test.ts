import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ResolvedSite, ResolvedSpec } from '../../../../shared/domain/spec/crawl-spec.ts';
import { type CrawlSpec, crawlSpecSchema } from '../../../../shared/domain/spec/crawl-spec-schema.ts';
import { givenSettings, givenSpec } from '../../../../shared/domain/spec/resolve/given-spec.ts';
import { resolveSpec } from '../../../../shared/domain/spec/resolve/resolve-spec.ts';
import { draws } from '../../draws.ts';

const resolved = (spec: CrawlSpec): ResolvedSpec => resolveSpec([{ spec, nameOf: path => path.join('.') }]);

test('leaves out what nobody has to say', () => {
  const spec = { sites: [{ url: 'https://example.org/' }] };
  expect(givenSpec(resolved(spec))).toEqual(spec);
});

test.each<CrawlSpec>([
  { sites: [{ url: 'https://a.example/' }, { url: 'https://b.example/' }], delayMs: 50, siteLimit: 7, limit: 10 },
  {
    sites: [
      { url: 'https://a.example/', delayMs: 5 },
      { url: 'https://b.example/', delayMs: 1000, limit: 3 },
    ],
  },
  { sites: [{ url: 'https://a.example/x', number: 4, name: 'A', shortName: 'a' }], maxLevel: 2, name: 'My crawl' },
  { sites: [{ url: 'https://a.example/' }], scope: 'list', hosts: ['https://b.example/'] },
  { sites: [{ url: 'https://a.example/' }], profile: 'beebot', formats: ['net'], include: ['x'] },
  { sites: [{ url: 'https://a.example/' }], rule: 'auto' },
  { sites: [{ url: 'https://a.example/' }], rule: 'auto', topic: 'universities' },
  { sites: [{ url: 'https://a.example/' }], ruleOptions: { gittinsN: 3 }, normalization: { trailingSlash: true } },
  { sites: [{ url: 'https://a.example/' }], traverse: ['list'], traverseOptions: { clicks: 4, neverPress: ['no'] } },
])('is what was said: %j', spec => {
  expect(givenSpec(resolved(spec))).toEqual(spec);
});

test('says the settings of many sites without a line for each of them', () => {
  const sites = Array.from({ length: 1_500 }, (_, n) => ({ url: `https://s${n}.example/` }));
  const spec = { delayMs: 50, siteLimit: 7, rule: 'ucb1', name: 'Many' } as const;
  const given = resolved({ ...spec, sites });
  expect(givenSettings(given)).toEqual(spec);
  const asked = new Set<string | symbol>();
  const get = (site: ResolvedSite, key: string): unknown => {
    asked.add(key);
    return Reflect.get(site, key);
  };
  const watched = given.sites.map(site => new Proxy<ResolvedSite>(site, { get }));
  expect(givenSettings({ ...given, sites: watched })).toEqual(spec);
  expect(asked.has('url')).toBe(false);
});

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const site = fc.record({
  url: fc.nat(9).map(n => `https://host${n}.example/${n}`),
  name: maybe(fc.constantFrom('One', 'host1.example')),
  shortName: maybe(fc.constantFrom('One', 'o')),
  tags: maybe(fc.constantFrom([], ['public'], ['far north', 'public'])),
  delayMs: maybe(fc.constantFrom(0, 1000, 20)),
  maxDownloads: maybe(fc.constantFrom(1, 2)),
  maxLevel: maybe(fc.nat(3)),
  userAgent: maybe(fc.constantFrom('Mapper/2', 'Orbweaver/0.1')),
  limit: maybe(fc.integer({ min: 1, max: 9 })),
});
const specs = fc.record({
  sites: fc.array(site, { minLength: 1, maxLength: 4 }),
  delayMs: maybe(fc.constantFrom(0, 1000)),
  maxLevel: maybe(fc.nat(3)),
  siteLimit: maybe(fc.integer({ min: 1, max: 9 })),
  limit: maybe(fc.integer({ min: 1, max: 20 })),
  profile: maybe(fc.constantFrom('graph', 'beebot')),
  scope: maybe(fc.constantFrom('host', 'domain', 'prefix')),
  frames: maybe(fc.boolean()),
  rule: maybe(fc.constantFrom('auto', 'ucb1', 'adaptive')),
  allLinks: maybe(fc.boolean()),
  extensions: maybe(fc.constantFrom([], ['pdf'])),
  normalization: maybe(fc.record({ wwwFold: maybe(fc.boolean()), dropFinalSlash: maybe(fc.boolean()) })),
  traverseOptions: maybe(fc.record({ clicks: maybe(fc.nat(9)) })),
});

test('means the same, and is a spec', () => {
  fc.assert(
    fc.property(specs, random => {
      const read = crawlSpecSchema.safeParse(JSON.parse(JSON.stringify(random)));
      fc.pre(read.success);
      const before = resolved(read.data);
      const given = givenSpec(before);
      expect(crawlSpecSchema.parse(given)).toEqual(given);
      expect(resolved(given)).toEqual(before);
    }),
    { numRuns: draws(300) },
  );
});
