import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BadInput } from '../../../../shared/domain/refusal/refusal.ts';
import { fieldPath } from '../../../../shared/domain/spec/fields/field-path.ts';
import { readSpec } from '../../../../shared/domain/spec/read-spec.ts';

function faultsOf(values: unknown): readonly string[] {
  try {
    readSpec(values, fieldPath);
  } catch (error) {
    if (error instanceof BadInput) return error.sentences;
    throw error;
  }
  return [];
}

const site = { url: 'https://example.org/' };

test('accepts every setting of the spec and leaves out what is not given', () => {
  const given = {
    sites: [
      { ...site, name: 'Example', shortName: 'ex', number: 7, delayMs: 0, maxDownloads: 4, maxLevel: 0, limit: 9 },
    ],
    delayMs: 500,
    maxDownloads: 1,
    maxLevel: 3,
    limit: 100,
    siteLimit: 10,
    timeLimitSeconds: 60,
    include: ['/docs/'],
    exclude: ['\\.php$'],
    userAgent: 'Mine/1.0 (+https://example.org/about)',
    contact: 'me@example.org',
    robots: 'disallow-only',
    duplicates: 'keep',
    frames: true,
    schemes: 'both',
    allowHosts: ['localhost:8080', '[::1]:80'],
    formats: ['csv', 'net'],
    finish: ['enough'],
    writers: ['dot'],
    analyzers: ['words'],
    plugins: ['./mine.ts'],
    patternLimit: 50,
    extensions: ['pdf'],
    rule: 'auto',
    ruleOptions: { gittinsN: 1, ucbM: 10_000, quantumSeconds: 86_400, grant: 1, inFlight: 256 },
    topic: 'universities',
    profile: 'beebot',
    elements: ['a', 'area', 'link', 'frame', 'refresh'],
    groupBy: 'host',
    durability: 'fast',
    render: 'always',
    traverse: ['/list$'],
    traverseOptions: {
      ...{ clicks: 0, untilKnown: 20, wholeLists: true, neverPress: ['order'], pairs: 0, fruitless: 1, history: 10 },
      ...{ tries: 1, states: 5_000, buttons: 1, loadMs: 0, windowMs: 1, idleMs: 0 },
    },
  };
  expect(readSpec(given, fieldPath).spec).toEqual(given);
  expect(readSpec({}, fieldPath).spec).toEqual({});
});

test.each([
  ['sites', 'x', 'sites: "x" is refused; allowed is a list of sites, each with `url`.'],
  [
    'delayMs',
    -5,
    'delayMs: -5 is refused; allowed is a whole number from 0 to 3600000 (milliseconds between the starts of two downloads).',
  ],
  [
    'delayMs',
    'abc',
    'delayMs: "abc" is refused; allowed is a whole number from 0 to 3600000 (milliseconds between the starts of two downloads).',
  ],
  [
    'delayMs',
    1.5,
    'delayMs: 1.5 is refused; allowed is a whole number from 0 to 3600000 (milliseconds between the starts of two downloads).',
  ],
  [
    'maxDownloads',
    0,
    'maxDownloads: 0 is refused; allowed is a whole number from 1 to 256 (downloads at the same time).',
  ],
  [
    'maxLevel',
    -1,
    'maxLevel: -1 is refused; allowed is a whole number from 0 to 1000000 (clicks from the start page).',
  ],
  ['limit', 0, 'limit: 0 is refused; allowed is a whole number from 1 to 1000000000 (pages in all).'],
  ['siteLimit', null, 'siteLimit: null is refused; allowed is a whole number from 1 to 1000000000 (pages per site).'],
  ['timeLimitSeconds', 0, 'timeLimitSeconds: 0 is refused; allowed is a whole number from 1 to 31536000 (seconds).'],
  [
    'patternLimit',
    '10',
    'patternLimit: "10" is refused; allowed is a whole number from 1 to 1000000000 (pages per pattern of an address).',
  ],
  ['include', '/a/', 'include: "/a/" is refused; allowed is a list of regular expressions.'],
  [
    'include',
    ['('],
    'include[0]: "(" is refused; allowed is a regular expression (RE2), and here: missing closing ): `(`.',
  ],
  [
    'exclude',
    ['a(?=b)'],
    'exclude[0]: "a(?=b)" is refused; allowed is a regular expression (RE2), and here: invalid or unsupported Perl syntax: `(?=`.',
  ],
  ['userAgent', 'a\r\nb', 'userAgent: "a\\r\\nb" is refused; allowed is printable ASCII that starts with a letter.'],
  [
    'contact',
    'me',
    'contact: "me" is refused; allowed is an e-mail or web address in ASCII, for example crawler@example.org.',
  ],
  ['robots', '', 'robots: "" is refused; allowed is a line of 1 to 64 characters.'],
  ['duplicates', 'drop', 'duplicates: "drop" is refused; allowed are merge, keep.'],
  ['frames', 'yes', 'frames: "yes" is refused; allowed are true and false.'],
  ['schemes', 'http', 'schemes: "http" is refused; allowed are same, both, any.'],
  [
    'allowHosts',
    ['localhost'],
    'allowHosts[0]: "localhost" is refused; allowed is name:port, for example localhost:8080.',
  ],
  ['http2', true, 'http2: Orbweaver no longer speaks HTTP/2; leave this setting out, the results are the same.'],
  [
    'formats',
    [],
    'formats: [] is refused; allowed is at least one of csv, gexf, graphml, net, parquet, xlsx, commoncrawl.',
  ],
  [
    'extensions',
    ['.pdf'],
    'extensions[0]: ".pdf" is refused; allowed is an extension without its dot, for example pdf.',
  ],
  ['normalization', 'on', 'normalization: "on" is refused; allowed is a mapping of rules to on or off.'],
])('refuses %s = %j with field, value and what is allowed', (key, value, sentence) => {
  expect(faultsOf({ [key]: value })).toEqual([sentence]);
});

test.each(['caseSchemeHost', 'defaultPort', 'dotSegments'])(
  'refuses to switch off %s, which the URL standard does',
  rule => {
    const sentence = 'is refused; it cannot be switched off, the URL standard does it by itself.';
    expect(faultsOf({ normalization: { [rule]: false } })).toEqual([`normalization.${rule}: false ${sentence}`]);
    expect(faultsOf({ normalization: { [rule]: 'off' } })).toEqual([`normalization.${rule}: "off" ${sentence}`]);
    expect(faultsOf({ normalization: { [rule]: 'on' } })).toEqual([]);
  },
);

test('reads on and off, which YAML leaves as text, and utm_ as a prefix', () => {
  const given = { fragment: 'off', trailingSlash: 'on', ipToHost: 'off', dropParams: ['utm_', 'gclid', 'mc_*'] };
  expect(readSpec({ normalization: given }, fieldPath).spec.normalization).toEqual({
    fragment: false,
    trailingSlash: true,
    ipToHost: {},
    dropParams: ['utm_*', 'gclid', 'mc_*'],
  });
});

test('names the address or host that ipToHost cannot use', () => {
  expect(faultsOf({ normalization: { ipToHost: { '1.2.3': 'example.org' } } })).toEqual([
    'normalization.ipToHost.1.2.3: "1.2.3" is refused; allowed is an IP address on the left.',
  ]);
});

test.each([
  [
    { rule: 'gitins' },
    'rule: "gitins" is refused; allowed are adaptive, sequential, quantum, equal, gittins, ucb1, auto.',
  ],
  [{ topic: 'schools' }, 'topic: "schools" is refused; allowed are unknown, universities, institutes.'],
  [{ profile: 'heritrix' }, 'profile: "heritrix" is refused; allowed are graph, beebot, rccrawler.'],
  [{ traverse: '(' }, 'traverse: "(" is refused; allowed is a list of regular expressions.'],
  [
    { traverse: ['('] },
    'traverse[0]: "(" is refused; allowed is a regular expression (RE2), and here: missing closing ): `(`.',
  ],
  [
    { traverseOptions: { clicks: -1 } },
    'traverseOptions.clicks: -1 is refused; allowed is a whole number from 0 to 10000000 (presses).',
  ],
  [
    { traverseOptions: { neverPress: 'all' } },
    'traverseOptions.neverPress: "all" is refused; allowed is a list of words.',
  ],
  [{ render: 'yes' }, 'render: "yes" is refused; allowed are never, auto, always.'],
  [{ durability: 'none' }, 'durability: "none" is refused; allowed are safe, fast.'],
  [{ groupBy: 'site' }, 'groupBy: "site" is refused; allowed are host, domain.'],
  [{ elements: ['a', 'base'] }, 'elements[1]: "base" is refused; allowed are a, area, link, frame, refresh.'],
  [{ elements: [] }, 'elements: [] is refused; allowed is at least one of a, area, link, frame, refresh.'],
  [{ elements: 'a' }, 'elements: "a" is refused; allowed is a list of a, area, link, frame, refresh.'],
  [
    { ruleOptions: { inFlight: 257 } },
    'ruleOptions.inFlight: 257 is refused; allowed is a whole number from 1 to 256 (grants under way at once).',
  ],
  [
    { ruleOptions: { grant: 10_001 } },
    'ruleOptions.grant: 10001 is refused; allowed is a whole number from 1 to 10000 (pages of one grant).',
  ],
  [
    { ruleOptions: { gittinsN: 0 } },
    'ruleOptions.gittinsN: 0 is refused; allowed is a whole number from 1 to 10000 (pages of each step).',
  ],
  [
    { ruleOptions: { ucbM: 1.5 } },
    'ruleOptions.ucbM: 1.5 is refused; allowed is a whole number from 1 to 10000 (pages of each site).',
  ],
  [{ ruleOptions: { gittins: 5 } }, 'ruleOptions.gittins: there is no setting "gittins"; did you mean "gittinsN"?'],
  [
    { ruleOptions: 10 },
    'ruleOptions: 10 is refused; allowed is a mapping of options of rules to numbers, for example { gittinsN: 10 }.',
  ],
])('refuses settings of target sets that mean nothing: %j', (values, sentence) => {
  expect(faultsOf(values)).toEqual([sentence]);
});

test('names the nearest allowed key of an unknown one, at every depth', () => {
  expect(faultsOf({ 'max-levle': 3 })).toEqual([
    'max-levle: there is no setting "max-levle"; did you mean "maxLevel"?',
  ]);
  expect(faultsOf({ sites: [{ ...site, dealyMs: 3 }] })).toEqual([
    'sites[0].dealyMs: there is no setting "dealyMs"; did you mean "delayMs"?',
  ]);
  expect(faultsOf({ normalization: { fragmet: true } })).toEqual([
    'normalization.fragmet: there is no setting "fragmet"; did you mean "fragment"?',
  ]);
  expect(faultsOf({ sites: [{ ...site, zzzzzz: 3 }] })).toEqual([
    'sites[0].zzzzzz: there is no setting "zzzzzz"; allowed are url, name, shortName, tags, number, delayMs, maxDownloads, maxLevel, userAgent, limit, hosts.',
  ]);
});

test('never shows a user name or a password, and cuts long values', () => {
  const [secret = ''] = faultsOf({ sites: [{ url: 'https://joe:hunter2@example.org/' }] });
  expect(secret).toBe(
    'sites[0].url: "https://…@example.org/" is refused; addresses with a user name or a password are not supported, give it without them.',
  );
  const [long = ''] = faultsOf({ sites: [{ url: `https://example.org/${'a'.repeat(1_000_000)}` }] });
  expect(long).toContain('allowed are at most 2048 characters, it has 1000020');
  expect(long.length).toBeLessThan(300);
});

test('writes the first ten of many faults and counts the others', () => {
  const sentences = faultsOf({ sites: Array.from({ length: 1000 }, () => ({ url: 'ftp://example.org/' })) });
  expect(sentences).toHaveLength(11);
  expect(sentences.at(-1)).toBe('There are 990 more faults like these.');
  const eleven = faultsOf({ sites: Array.from({ length: 11 }, () => ({ url: 'ftp://example.org/' })) });
  expect(eleven.at(-1)).toBe('There is one more fault like these.');
});

test('answers any JSON with a spec or with one-line sentences', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      for (const sentence of faultsOf(value)) expect(sentence).toMatch(/^[^\p{Cc}]+[.?]$/u);
    }),
  );
});
