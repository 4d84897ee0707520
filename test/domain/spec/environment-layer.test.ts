import { expect, test } from 'vitest';
import { BadInput } from '../../../shared/domain/spec/bad-input.ts';
import { crawlSpecSchema, reservedKeys } from '../../../shared/domain/spec/crawl-spec-schema.ts';
import { decodeSetting } from '../../../shared/domain/spec/decode-setting.ts';
import { environmentLayer, unknownVariables } from '../../../shared/domain/spec/environment-layer.ts';
import { settings } from '../../../shared/domain/spec/settings.ts';

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
  });
});

test.each([
  [{ ORBWEAVER_DELAY: 'fast' }, /^ORBWEAVER_DELAY: "fast" is refused; allowed is a whole number/],
  [{ ORBWEAVER_EXCLUDE: '(' }, /^ORBWEAVER_EXCLUDE: "\(" is refused; allowed is a regular expression/],
  [{ ORBWEAVER_FRAMES: 'perhaps' }, /^ORBWEAVER_FRAMES: "perhaps" is refused; allowed are true and false/],
  [{ ORBWEAVER_TIME_LIMIT: '5 min' }, /^ORBWEAVER_TIME_LIMIT: "5 min" is refused/],
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

test('has an option and a variable for every key of the spec but the sites', () => {
  const keys = Object.keys(crawlSpecSchema.shape).filter(key => !(reservedKeys as readonly string[]).includes(key));
  expect(new Set(['sites', ...settings.map(setting => setting.path[0])])).toEqual(new Set(keys));
});

test.each([
  ['number', '-5', -5],
  ['number', '0x10', '0x10'],
  ['number', '', ''],
  ['duration', '90', 90],
  ['duration', '90s', 90],
  ['duration', '2h', 7200],
  ['duration', '1d', 86_400],
  ['switch', 'off', false],
  ['switches', 'fragment', { fragment: '' }],
] as const)('decodes %s %j as %j', (kind, text, value) => {
  expect(decodeSetting(kind, text)).toEqual(value);
});
