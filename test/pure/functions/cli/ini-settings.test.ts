import { expect, test } from 'vitest';
import { iniSettings } from '../../../../functions/cli/spec/ini-settings.ts';
import { BadCommand } from '../../../../functions/cli/terminal/print.ts';
import { readSpec } from '../../../../shared/domain/spec/read-spec.ts';

test("reads RCCrawler's settings.ini: its names and those of Orbweaver in any case, past sections, comments and empty values", () => {
  const text = `\ufeff[crawler]\r\n; a comment\r\n# another\r\nmaxDownloadsAtTime = 3\r\nMAXCRAWLLEVEL=-1\r\ncrawlDelay: 250
userAgent = "Laboratory/1.0"
contact =
profile=rccrawler
ExtraKey=no`;
  expect(iniSettings(text, 'settings.ini')).toEqual({
    ...{ maxDownloads: 3, delayMs: 250, userAgent: 'Laboratory/1.0', profile: 'rccrawler', ExtraKey: 'no' },
  });
  expect(iniSettings('trailingSlash = off\nsortParams=1\ninclude=/a/\n maxCrawlLevel = 4 ', 'a.ini')).toEqual({
    ...{ normalization: { trailingSlash: false, sortParams: true }, include: ['/a/'], maxLevel: 4 },
  });
});

test('refuses a line without a value by its number, and a key that nobody knows by its name', () => {
  expect(() => iniSettings('crawlDelay=1\nnonsense', 'settings.ini')).toThrow(
    new BadCommand(['settings.ini line 2: "nonsense" is refused; allowed is key = value.']),
  );
  const nameOf = (path: readonly PropertyKey[]) => ['settings.ini', ...path].join(': ');
  expect(() => readSpec(iniSettings('crawlDelayy=1', 'settings.ini'), nameOf)).toThrow(/^settings\.ini: .*crawlDelayy/);
});
