import { describe, expect, test } from 'vitest';
import { readSettings } from '../../../infra/settings.ts';

const read = (context: Record<string, unknown>) => readSettings(name => context[name]);

describe('context values', () => {
  test('have defaults with which a small crawl costs little and nothing private is reached', () => {
    expect(read({})).toEqual({
      stackName: 'Orbweaver',
      reservedConcurrency: 0,
      fetchConcurrency: 10,
      parseConcurrency: 10,
      fetchMemoryMb: 256,
      parseMemoryMb: 1024,
      unloadMemoryMb: 2048,
      browser: false,
      browserConcurrency: 5,
      browserMemoryMb: 2048,
      maxInvocations: 1_000_000,
      logRetentionDays: 30,
      retentionDays: 90,
      claimDays: 30,
      bodyDays: 14,
      allowHosts: '',
      apiKeys: [],
      apiKeyQuota: 1000,
      xray: false,
      plugins: [],
      publications: false,
    });
  });

  test('are numbers from cdk.json or texts from the command line', () => {
    expect(read({ fetchConcurrency: 20, parseConcurrency: '30' })).toMatchObject({
      fetchConcurrency: 20,
      parseConcurrency: 30,
    });
    expect(read({ allowHosts: ' intranet.example:80, [fd00::1]:8080 ' }).allowHosts).toBe(
      'intranet.example:80,[fd00::1]:8080',
    );
    expect([read({ xray: true }).xray, read({ xray: 'true' }).xray]).toEqual([true, true]);
    expect(read({ apiKeys: 'alice, bob,alice' }).apiKeys).toEqual(['alice', 'bob']);
  });

  test.each([
    [{ fetchConcurrency: '1' }, 'fetchConcurrency is "1"; it must be a whole number from 2 to 1000.'],
    [{ parseMemoryMb: 'much' }, 'parseMemoryMb is "much"; it must be a whole number from 256 to 10240.'],
    [{ retentionDays: '1.5' }, 'retentionDays is "1.5"; it must be a whole number from 1 to 3650.'],
    [{ logRetentionDays: '8' }, /^logRetentionDays is "8"; it must be one of 1, 3, 5, 7, /],
    [{ allowHosts: 'intranet' }, 'allowHosts has "intranet"; each must be name:port, separated by commas.'],
    [{ allowHosts: 'http://a:80' }, 'allowHosts has "http://a:80"; each must be name:port, separated by commas.'],
    [{ alarmEmail: 'me' }, 'alarmEmail is "me"; it must be one e-mail address.'],
    [{ notifyEmail: 'a@b,c@d' }, 'notifyEmail is "a@b,c@d"; it must be one e-mail address.'],
    [{ monthlyBudget: '20' }, 'monthlyBudget needs alarmEmail: somebody has to be notified.'],
    [{ browser: 'on' }, 'browser is "on"; it must be true or false.'],
    [{ browserMemoryMb: '512' }, 'browserMemoryMb is "512"; it must be a whole number from 1792 to 10240.'],
    [{ stackName: '1st' }, 'stackName is "1st"; it must be 1 to 40 letters, digits and hyphens, a letter first.'],
    [{ xray: 'yes' }, 'xray is "yes"; it must be true or false.'],
    [{ apiKeys: 'a b' }, 'apiKeys has "a b"; a name has 1 to 40 letters, digits and hyphens.'],
  ])('%j is refused with a sentence', (context, sentence) => {
    expect(() => read(context)).toThrow(sentence);
  });
});
