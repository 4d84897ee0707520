import { expect, test } from 'vitest';
import { settingsToSend, sitesAsTable, specToSend } from '../../../../functions/cli/remote/remote-start.ts';
import { allowedHostsOf } from '../../../../shared/domain/spec/allowed-hosts.ts';
import type { ResolvedSpec } from '../../../../shared/domain/spec/crawl-spec.ts';
import { fieldPath } from '../../../../shared/domain/spec/fields/field-path.ts';
import { readSpec } from '../../../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../../../shared/domain/spec/resolve/resolve-spec.ts';
import { changedSpec, isLimitedLate } from '../../../../shared/domain/spec/resolve/resume-changes.ts';
import { parseInputLines } from '../../../../shared/domain/spec/sites/input-lines.ts';
import { traverseDefaults } from '../../../../shared/domain/spec/traverse-options.ts';
import { defaultNormalization } from '../../../../shared/domain/url/normalization-rules.ts';

const layer = (values: unknown, source = '') =>
  readSpec(values, path => (source === '' ? fieldPath(path) : `${source}: ${fieldPath(path)}`));
const resolve = (...layers: readonly unknown[]): ResolvedSpec => resolveSpec(layers.map(values => layer(values)));
const sites = (count: number) => Array.from({ length: count }, (_, index) => ({ url: `https://s${index}.example/` }));

test('fills in every default', () => {
  expect(resolve({ sites: [{ url: 'example.org' }] })).toEqual({
    sites: [
      {
        number: 1,
        url: 'https://example.org/',
        name: 'example.org',
        shortName: 'example.org',
        delayMs: 1000,
        maxDownloads: 2,
      },
    ],
    include: [],
    exclude: [],
    userAgent: 'Orbweaver/0.1',
    contact: '',
    robots: 'obey',
    duplicates: 'merge',
    frames: false,
    schemes: 'same',
    normalization: defaultNormalization,
    allowHosts: [],
    formats: ['csv', 'gexf'],
    finish: [],
    writers: [],
    analyzers: [],
    plugins: [],
    rule: 'adaptive',
    ruleOptions: { gittinsN: 10, ucbM: 10, quantumSeconds: 60, grant: 10, inFlight: 8 },
    topic: 'unknown',
    profile: 'graph',
    elements: ['a', 'refresh'],
    groupBy: 'domain',
    durability: 'safe',
    render: 'never',
    traverse: [],
    traverseOptions: traverseDefaults,
  });
});

test.each([
  ['universities', 'ucb1'],
  ['institutes', 'gittins'],
  ['unknown', 'quantum'],
] as const)('resolves the rule "auto" for a set marked %s to %s, as the paper found', (topic, rule) => {
  expect(resolve({ sites: sites(2), limit: 10, rule: 'auto', topic })).toMatchObject({ rule, topic });
  expect(resolve({ sites: sites(2), limit: 10, topic }).rule).toBe('adaptive');
});

test('lets ten thousand sites share a limit, and no more', () => {
  expect(resolve({ sites: sites(10_000), limit: 5 }).sites).toHaveLength(10_000);
  expect(resolve({ sites: sites(10_001) }).sites).toHaveLength(10_001);
  expect(() => resolve({ sites: sites(10_001), limit: 5 })).toThrow(
    'sites: 10001 sites share a limit; allowed are 10000 (siteLimit limits each).',
  );
});

test('lays options of rules over each other one by one', () => {
  const file = { sites: sites(2), ruleOptions: { gittinsN: 5, grant: 2 } };
  expect(resolve({ ruleOptions: { gittinsN: 7 } }, { rule: 'gittins' }, file)).toMatchObject({
    rule: 'gittins',
    ruleOptions: { gittinsN: 7, ucbM: 10, quantumSeconds: 60, grant: 2, inFlight: 8 },
  });
});

test('takes the profile beebot for defaults that explicit settings override, in whatever layer', () => {
  const beebot = { sites: sites(1), profile: 'beebot' };
  expect(resolve(beebot)).toMatchObject({
    profile: 'beebot',
    elements: ['a', 'area', 'link', 'frame'],
    frames: true,
    schemes: 'any',
    normalization: { ...defaultNormalization, lowerCase: true, sessionIds: false, dropFinalSlash: true },
  });
  const file = { schemes: 'same', elements: ['refresh', 'a'], normalization: { lowerCase: 'off' } };
  expect(resolve(beebot, file)).toMatchObject({
    elements: ['a', 'refresh'],
    frames: false,
    schemes: 'same',
    normalization: { lowerCase: false, dropFinalSlash: true },
  });
  expect(resolve({ profile: 'graph' }, beebot)).toMatchObject({ schemes: 'same', elements: ['a', 'refresh'] });
});

test.each([
  ['frames alone', [{ frames: true }], ['a', 'frame', 'refresh']],
  ['frames off under beebot', [{ frames: false, profile: 'beebot' }], ['a', 'area', 'link']],
  ['frames over elements of a weaker layer', [{ frames: true }, { elements: ['a'] }], ['a', 'frame']],
  ['frames off over elements of a weaker layer', [{ frames: false }, { elements: ['a', 'frame'] }], ['a']],
  ['elements over frames of a weaker layer', [{ elements: ['a'] }, { frames: true }], ['a']],
  ['both alike', [{ frames: true, elements: ['frame', 'a', 'a'] }], ['a', 'frame']],
])('decides by the stronger of frames and elements: %s', (_, layers, elements) => {
  const spec = resolve(...layers, { sites: sites(1) });
  expect([spec.elements, spec.frames]).toEqual([elements, elements.includes('frame')]);
});

test('drops the final slash no more where a slash is asked for', () => {
  const spec = resolve({ sites: sites(1), profile: 'beebot', normalization: { trailingSlash: true } });
  expect(spec.normalization).toMatchObject({ trailingSlash: true, dropFinalSlash: false, lowerCase: true });
});

test('sends what it resolved: a second reading decides nothing anew', () => {
  for (const values of [{}, { frames: true }, { profile: 'beebot', rule: 'auto', topic: 'institutes', limit: 9 }]) {
    const spec = resolve({ sites: sites(2), siteLimit: 3, ...values });
    expect(resolveSpec([layer(specToSend(spec))])).toEqual(spec);
  }
});

test('sends no name that nobody gave: hosts are longer than names may be, and names longer than short names', () => {
  const host = ['h', 'i', 'j', 'k'].map(letter => letter.repeat(60)).join('.');
  const spec = resolve({ sites: [{ url: `https://${host}/` }, { url: 'https://a.example/', name: 'n'.repeat(200) }] });
  expect(resolveSpec([layer(specToSend(spec))])).toEqual(spec);
});

test('reads back from a table what more sites than a request holds are', () => {
  const given = [
    { url: 'https://a.example/', name: 'A, "the" first', shortName: '#a', tags: ['one', 'two words'], limit: 3 },
    { url: 'https://b.example/x;y', number: 7, maxLevel: 0 },
    { url: 'https://c.example/', shortName: 'c', delayMs: 5, maxDownloads: 1, hosts: ['c1.example', 'c2.example'] },
    { url: 'https://d.example/', userAgent: 'Mapper/2 (maps, of sites)' },
  ];
  const spec = resolve({ sites: given, maxLevel: 4, scope: 'list' });
  const { sites: read, nameOf } = parseInputLines(sitesAsTable(spec.sites), 'list');
  expect(resolveSpec([readSpec({ sites: read }, nameOf), layer(settingsToSend(spec))])).toEqual(spec);
  expect(sitesAsTable(resolve({ sites: sites(2) }).sites)).toBe(
    'url,delayMs,maxDownloads\nhttps://s0.example/,1000,2\nhttps://s1.example/,1000,2\n',
  );
});

test('is plain JSON: what is stored is what is read back', () => {
  const spec = resolve({ sites: sites(2), limit: 10, maxLevel: 3, timeLimitSeconds: 5, extensions: ['PDF'] });
  expect(JSON.parse(JSON.stringify(spec))).toEqual(spec);
  expect(spec.extensions).toEqual(['pdf']);
});

test('takes each setting from the strongest layer that has it, normalization rule by rule', () => {
  const file = {
    sites: sites(1),
    delayMs: 1,
    maxLevel: 1,
    include: ['a', 'b'],
    normalization: { fragment: false, doubleSlash: false },
  };
  const spec = resolve({ delayMs: 3 }, { delayMs: 2, include: ['c'], normalization: { doubleSlash: true } }, file);
  expect(spec.sites[0]).toMatchObject({ delayMs: 3, maxLevel: 1 });
  expect(spec.include).toEqual(['c']);
  expect(spec.normalization).toEqual({ ...defaultNormalization, fragment: false, doubleSlash: true });
});

test("puts a site's own settings before those of the crawl", () => {
  const own = { url: 'https://a.example/', delayMs: 5, maxDownloads: 1, maxLevel: 0, limit: 3 };
  const spec = resolve({ sites: [own, ...sites(1)], delayMs: 9, maxDownloads: 8, maxLevel: 7, siteLimit: 6 });
  expect(spec.sites[0]).toMatchObject({ delayMs: 5, maxDownloads: 1, maxLevel: 0, limit: 3, ownLimit: 3 });
  expect(spec.sites[1]).toMatchObject({ delayMs: 9, maxDownloads: 8, maxLevel: 7, limit: 6, ownLimit: 6 });
});

test('gives the smallest free numbers and sorts by number', () => {
  const [a, b, c, d] = sites(4);
  const spec = resolve({ sites: [{ ...a, number: 4 }, b, { ...c, number: 1 }, d] });
  expect(spec.sites.map(site => [site.number, site.name])).toEqual([
    [1, 's2.example'],
    [2, 's1.example'],
    [3, 's3.example'],
    [4, 's0.example'],
  ]);
});

test('lets no site have more than the whole crawl or a limit of its own; a limit may be less than the sites', () => {
  const [first, ...others] = sites(3);
  const spec = resolve({ sites: [{ ...first, limit: 1 }, ...others], limit: 8 });
  expect(spec.sites.map(site => site.limit)).toEqual([1, 8, 8]);
  expect(resolve({ sites: [first, ...others], limit: 2 })).toMatchObject({ limit: 2 });
});

test.each([
  [{}, 'cli: sites: there is nothing to crawl; allowed is at least one address.'],
  [{ sites: [] }, 'cli: sites: there is nothing to crawl; allowed is at least one address.'],
  [
    { sites: sites(1), elements: ['a'], frames: true },
    'cli: frames: true is refused; cli: elements does not name frame; allowed is one of the two, or both alike.',
  ],
  [
    { sites: sites(1), elements: ['a', 'frame'], frames: false },
    'cli: frames: false is refused; cli: elements names frame; allowed is one of the two, or both alike.',
  ],
  [
    { sites: sites(1), normalization: { trailingSlash: true, dropFinalSlash: true } },
    'cli: normalization.dropFinalSlash: true is refused; trailingSlash is on; allowed is one of the two rules.',
  ],
  [
    { sites: sites(2).map(site => ({ ...site, number: 5 })) },
    'cli: sites: number: 5 is refused; allowed is each number once.',
  ],
  [
    { sites: sites(1), robots: 'obay' },
    'cli: robots: "obay" is refused; allowed are obey, disallow-only, ignore (did you mean obey?), and names that plugins give.',
  ],
  [
    { sites: sites(1), formats: ['xml'] },
    'cli: formats: "xml" is refused; allowed are csv, gexf, graphml, net, parquet, xlsx, commoncrawl; writers of plugins are named by `writers`.',
  ],
  [
    { sites: sites(1), finish: ['enough'] },
    'cli: finish: "enough" is refused; allowed are names that plugins give, and no plugin is loaded.',
  ],
])('refuses settings that do not go together: %j', (values, sentence) => {
  expect(() => resolveSpec([layer(values, 'cli')])).toThrow(sentence);
});

test('leaves names to the plugins where there are some', () => {
  const spec = resolve({
    sites: sites(1),
    robots: 'mine',
    writers: ['dot'],
    finish: ['enough'],
    plugins: ['./mine.ts'],
  });
  expect(spec).toMatchObject({ robots: 'mine', writers: ['dot'], finish: ['enough'] });
});

test('lets private start hosts be asked, and metadata services only where allowHosts names them', () => {
  const spec = resolve({
    sites: [{ url: 'http://127.0.0.1:8765/' }, { url: 'http://169.254.169.254/' }],
    allowHosts: ['Local:80'],
  });
  expect(allowedHostsOf(spec)).toEqual({
    allowHosts: ['127.0.0.1:8765', '169.254.169.254:80', 'local:80'],
    allowMetadataHosts: ['local:80'],
  });
});

test('raises limits of a stored spec, of all and of each site', () => {
  const [first, ...others] = sites(2);
  const spec = resolve({ sites: [{ ...first, maxLevel: 9 }, ...others], limit: 2, timeLimitSeconds: 5, maxLevel: 1 });
  const raised = changedSpec(spec, { limit: 5, timeLimitSeconds: 6, maxLevel: 9 });
  expect(raised).toMatchObject({ limit: 5, timeLimitSeconds: 6 });
  expect(raised.sites).toMatchObject([
    { limit: 5, maxLevel: 9 },
    { limit: 5, maxLevel: 9 },
  ]);
  expect(changedSpec(spec, {})).toEqual(spec);
});

test('refuses to lower a limit, and a shared one that comes late where sites may share none', () => {
  const spec = resolve({ sites: sites(1), limit: 5, maxLevel: 4 });
  expect(() => changedSpec(spec, { limit: 4, maxLevel: 3 })).toThrow(
    [
      '--limit: 4 is refused; allowed is 5, which the crawl has, or more.',
      '--depth: 3 is refused; allowed is 4, which the crawl has, or more.',
    ].join('\n'),
  );
  expect(() => changedSpec(spec, { siteLimit: 9 })).toThrow('allowed is a larger one');
  const listing = resolve({ sites: sites(2), sitemaps: 'add' });
  expect(() => changedSpec(listing, { limit: 9 })).toThrow('allowed is a limit of pages of each');
  const many = resolve({ sites: Array.from({ length: 10_001 }, (_, index) => ({ url: `https://s${index}.test/` })) });
  expect(() => changedSpec(many, { limit: 9 })).toThrow('--limit: 10001 sites share a limit; allowed are 10000');
});

test('sets a limit that several sites share from now on, within the limits that they have', () => {
  const [first, ...others] = sites(3);
  const spec = resolve({ sites: [{ ...first, limit: 4 }, ...others] });
  const changed = changedSpec(spec, { limit: 9 });
  expect(changed).toMatchObject({ limit: 9, sites: [{ limit: 4 }, { limit: 9 }, { limit: 9 }] });
  expect([isLimitedLate(spec, changed), isLimitedLate(changed, { limit: 10 }), isLimitedLate(spec, spec)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(isLimitedLate(resolve({ sites: sites(1) }), { limit: 9 })).toBe(false);
});

test('sets limits where there were none, a delay, and another start page, whose host the name follows', () => {
  const spec = resolve({ sites: [{ url: 'https://a.test/x' }, { url: 'https://b.test/', name: 'Bee', delayMs: 5 }] });
  const starts = [{ number: 1, url: 'a.example/y' }];
  const changed = changedSpec(spec, { siteLimit: 9, maxLevel: 2, timeLimitSeconds: 3, delayMs: 70, starts });
  expect(changed).toMatchObject({ timeLimitSeconds: 3 });
  expect(changed.sites).toMatchObject([
    { url: 'https://a.example/y', name: 'a.example', ownLimit: 9, limit: 9, maxLevel: 2, delayMs: 70 },
    { url: 'https://b.test/', name: 'Bee', ownLimit: 9, limit: 9, maxLevel: 2, delayMs: 70 },
  ]);
  expect(changedSpec(resolve({ sites: sites(1) }), { limit: 7 })).toMatchObject({ limit: 7, sites: [{ limit: 7 }] });
  expect(() => changedSpec(spec, { starts: [{ number: 3, url: 'https://c.test/' }] })).toThrow(
    '3 is not in this crawl',
  );
});

test('refuses traverse where parts are deployed without a browser: no function clicks there', () => {
  const deployed = { robots: [], finish: [], writers: [], analyzers: [] };
  const layer = readSpec({ sites: sites(1), traverse: ['/list$'] }, fieldPath);
  expect(() => resolveSpec([layer], deployed)).toThrow(
    'traverse: "/list$" is refused; allowed is none, since this stack was deployed without a browser (-c browser=true).',
  );
  expect(resolveSpec([layer]).traverse).toEqual(['/list$']);
});

test('sends traversals to another place as they were resolved, and nothing of them where there are none', () => {
  const clicking = resolve({ sites: sites(1), traverse: ['a'], traverseOptions: { clicks: 5, neverPress: ['x'] } });
  expect(specToSend(clicking)).toMatchObject({ traverse: ['a'], traverseOptions: { clicks: 5, neverPress: ['x'] } });
  expect(Object.keys(specToSend(resolve({ sites: sites(1) })))).not.toContain('traverseOptions');
});
