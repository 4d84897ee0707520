import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BadInput } from '../../../../shared/domain/refusal/refusal.ts';
import { specDefaults } from '../../../../shared/domain/spec/crawl-spec.ts';
import { crawlSpecSchema } from '../../../../shared/domain/spec/crawl-spec-schema.ts';
import { decodeSetting } from '../../../../shared/domain/spec/decode-setting.ts';
import { environmentLayer, unknownVariables } from '../../../../shared/domain/spec/resolve/environment-layer.ts';
import { settings } from '../../../../shared/domain/spec/settings.ts';

test('reads settings from variables named after the options', () => {
  const environment = {
    ORBWEAVER_DELAY: '250',
    ORBWEAVER_DEPTH: '3',
    ORBWEAVER_TIME_LIMIT: '15m',
    ORBWEAVER_USER_AGENT: 'Mine/1.0',
    ORBWEAVER_CONTACT: 'me@example.org',
    ORBWEAVER_INCLUDE: 'a{1,2}',
    ORBWEAVER_FRAMES: 'on',
    ORBWEAVER_FORMAT: 'csv, net',
    ORBWEAVER_NORMALIZATION: 'fragment=off,trailingSlash=on',
    ORBWEAVER_DROP_PARAMS: 'utm_,gclid',
    ORBWEAVER_LIMIT: '',
    ORBWEAVER_RULE: 'auto',
    ORBWEAVER_TOPIC: 'institutes',
    ORBWEAVER_GITTINS_N: '20',
    ORBWEAVER_UCB_M: '5',
    ORBWEAVER_QUANTUM: '2m',
    ORBWEAVER_GRANT: '1',
    ORBWEAVER_IN_FLIGHT: '3',
    ORBWEAVER_PROFILE: 'beebot',
    ORBWEAVER_ELEMENTS: 'a,area',
    ORBWEAVER_GROUP_BY: 'host',
    ORBWEAVER_DURABILITY: 'fast',
    ORBWEAVER_RENDER: 'always',
    ORBWEAVER_TRAVERSE: '/list$',
    ORBWEAVER_CLICKS: '0',
    ORBWEAVER_NEVER_PRESS: 'order, buy',
    ORBWEAVER_WHOLE_LISTS: 'on',
    HOME: '/home/me',
  };
  expect(environmentLayer(environment).spec).toEqual({
    delayMs: 250,
    maxLevel: 3,
    timeLimitSeconds: 900,
    userAgent: 'Mine/1.0',
    contact: 'me@example.org',
    include: ['a{1,2}'],
    frames: true,
    formats: ['csv', 'net'],
    normalization: { fragment: false, trailingSlash: true, dropParams: ['utm_*', 'gclid'] },
    rule: 'auto',
    topic: 'institutes',
    ruleOptions: { gittinsN: 20, ucbM: 5, quantumSeconds: 120, grant: 1, inFlight: 3 },
    profile: 'beebot',
    elements: ['a', 'area'],
    groupBy: 'host',
    durability: 'fast',
    render: 'always',
    traverse: ['/list$'],
    traverseOptions: { clicks: 0, neverPress: ['order', 'buy'], wholeLists: true },
  });
});

test.each([
  [{ ORBWEAVER_DELAY: 'fast' }, /^ORBWEAVER_DELAY: "fast" is refused; allowed is a whole number/],
  [{ ORBWEAVER_EXCLUDE: '(' }, /^ORBWEAVER_EXCLUDE: "\(" is refused; allowed is a regular expression/],
  [{ ORBWEAVER_FRAMES: 'perhaps' }, /^ORBWEAVER_FRAMES: "perhaps" is refused; allowed are true and false/],
  [
    { ORBWEAVER_QUANTUM: '0' },
    /^ORBWEAVER_QUANTUM: 0 is refused; allowed is a time of 1 to 86400 seconds, written as 90, 90s, 15m, 2h or 1d\./,
  ],
  [{ ORBWEAVER_ELEMENTS: 'a,img' }, /^ORBWEAVER_ELEMENTS: "img" is refused; allowed are a, area, link, frame, refresh/],
  [{ ORBWEAVER_ELEMENTS: ',' }, /^ORBWEAVER_ELEMENTS: "," is refused; allowed is a list of a, area, link, frame/],
  [{ ORBWEAVER_TIME_LIMIT: '5 parsecs' }, /^ORBWEAVER_TIME_LIMIT: "5 parsecs" is refused/],
  [
    { ORBWEAVER_NORMALIZATION: 'defaultPort=off' },
    /^ORBWEAVER_NORMALIZATION defaultPort: false is refused; it cannot be switched off/,
  ],
])('names the variable of a fault: %j', (environment, sentence) => {
  expect(() => environmentLayer(environment)).toThrow(BadInput);
  expect(() => environmentLayer(environment)).toThrow(sentence);
});

test('tells of variables that nothing reads', () => {
  expect(unknownVariables({ ORBWEAVER_DELY: '1', ORBWEAVER_DEBUG: '1', ORBWEAVER_STATE: '/x', PATH: '' })).toEqual([
    'ORBWEAVER_DELY: no setting reads this variable; did you mean ORBWEAVER_DELAY?',
  ]);
});

test('knows every variable that a module of the command line reads', () => {
  const files = globSync('{functions,shared}/**/*.{ts,js}', { exclude: ['**/aws/**'] });
  const named = files.flatMap(
    file => readFileSync(file, 'utf8').match(/(?<=env(ironment)?(\[')?\.?)ORBWEAVER_[A-Z_]+/g) ?? [],
  );
  const own = new Set(named);
  expect(own).toContain('ORBWEAVER_TONE_KEY');
  expect(unknownVariables(Object.fromEntries([...own].map(name => [name, '1'])))).toEqual([]);
});

test('has an option and a variable for every key of the spec but the sites, and what a watch alone has', () => {
  const keys = Object.keys(crawlSpecSchema.shape);
  expect(new Set(['sites', 'applications', ...settings.map(setting => setting.path[0])])).toEqual(new Set(keys));
  const options = settings.filter(({ path }) => path[0] === 'ruleOptions').map(({ path }) => path[1]);
  expect(options).toEqual(Object.keys(specDefaults.ruleOptions));
});

test.each([
  ['number', '-5', -5],
  ['number', '0x10', '0x10'],
  ['number', '', ''],
  ['milliseconds', '1500', 1_500],
  ['milliseconds', '500ms', 500],
  ['milliseconds', '2s', 2_000],
  ['milliseconds', '1m', 60_000],
  ['milliseconds', 'soon', 'soon'],
  ['duration', '90', 90],
  ['duration', '90s', 90],
  ['duration', '2h', 7200],
  ['duration', '1d', 86_400],
  ['switch', 'off', false],
  ['switches', 'fragment', { fragment: '' }],
] as const)('decodes %s %j as %j', (kind, text, value) => {
  expect(decodeSetting(kind, text)).toEqual(value);
});
