import { decodeSetting } from '../../../shared/domain/spec/decode-setting.ts';
import { normalizationKeys } from '../../../shared/domain/spec/normalization-schema.ts';
import { type Setting, settings, withSetting } from '../../../shared/domain/spec/settings.ts';
import { BadCommand } from '../terminal/print.ts';

/** RCCrawler's names (Pechnikov, Lankin 2016) of settings that have others here. */
const rcNames: Readonly<Record<string, string>> = {
  maxdownloadsattime: 'maxDownloads',
  maxcrawllevel: 'maxLevel',
  crawldelay: 'delayMs',
};

/**
 * The spec in an INI file like RCCrawler's `settings.ini`: lines `key = value`, by the names of `settings.ts`, of the rules of
 * normalization, or of RCCrawler, in any case. Sections do not count, nor lines that begin with `;` or `#`. An empty value is
 * none, and a negative level no limit. An unknown key stays in the spec, whose schema refuses it. Throws `BadCommand`.
 */
export function iniSettings(text: string, file: string): Readonly<Record<string, unknown>> {
  let spec: Readonly<Record<string, unknown>> = {};
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const content = line.trim();
    if (content === '' || /^(?:[;#]|\[[^\]]*\]$)/.test(content)) continue;
    const at = content.search(/[=:]/);
    const key = content.slice(0, Math.max(0, at)).trim();
    if (key === '')
      throw new BadCommand([
        `${file} line ${index + 1}: ${JSON.stringify(content)} is refused; allowed is key = value.`,
      ]);
    const value = content
      .slice(at + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1');
    const { path, kind } = settingOf(key);
    if (value === '' || (path[0] === 'maxLevel' && value.startsWith('-'))) continue;
    spec = withSetting(spec, path, decodeSetting(kind, value));
  }
  return spec;
}

function settingOf(key: string): Pick<Setting, 'path' | 'kind'> {
  const name = key.toLowerCase();
  const known = rcNames[name]?.toLowerCase() ?? name;
  const rule = normalizationKeys.find(each => each.toLowerCase() === known);
  const setting = settings.find(({ path }) => path.at(-1)!.toLowerCase() === known);
  return (
    setting ?? {
      path: rule === undefined ? [key] : ['normalization', rule],
      kind: rule === undefined ? 'text' : 'switch',
    }
  );
}
