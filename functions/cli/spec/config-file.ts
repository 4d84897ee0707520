import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { decodeDuration, decodeMilliseconds } from '../../../shared/domain/spec/decode-setting.ts';
import { fieldPath } from '../../../shared/domain/spec/fields/field-path.ts';
import { isMapping } from '../../../shared/domain/spec/fields/is-mapping.ts';
import { readSpec, type SpecLayer } from '../../../shared/domain/spec/read-spec.ts';
import { settings, withSetting } from '../../../shared/domain/spec/settings.ts';
import { iniSettings } from './ini-settings.ts';
import { readText, yamlValue } from './read-text.ts';

/** The layer that `--config FILE` gives: a spec as YAML, of which JSON is a part, or as `.ini`. Throws `BadCommand`. */
export async function configLayer(file: string): Promise<SpecLayer> {
  const text = await readText('--config', file);
  const isIni = /\.ini$/i.test(file);
  return specInFile(file, isIni ? iniSettings(text, file) : ((await yamlValue(text, file, 'YAML or JSON')) ?? {}));
}

/** The same where what the file says has been read. */
export function specInFile(file: string, value: unknown): SpecLayer {
  const { spec, nameOf } = readSpec(inSeconds(value), path => [file, fieldPath(path)].filter(Boolean).join(': '));
  const plugins = spec.plugins?.map(plugin => moduleAddress(plugin, dirname(resolve(file))));
  return { spec: { ...spec, ...(plugins !== undefined && { plugins }) }, nameOf };
}

/** The same with times as people write them (`15m`) in the unit of the setting. */
function inSeconds(value: unknown): unknown {
  if (!isMapping(value)) return value;
  let spec = value;
  for (const { kind, path } of settings) {
    const text = path.reduce<unknown>((at, name) => Object(at)[name], spec);
    if (typeof text !== 'string') continue;
    if (kind === 'duration') spec = withSetting(spec, path, decodeDuration(text));
    if (kind === 'milliseconds') spec = withSetting(spec, path, decodeMilliseconds(text));
  }
  const { sites } = spec;
  if (!Array.isArray(sites)) return spec;
  const inMs = (site: unknown): unknown => {
    const { delayMs } = Object(site);
    return typeof delayMs === 'string' ? { ...Object(site), delayMs: decodeMilliseconds(delayMs) } : site;
  };
  return { ...spec, sites: sites.map(inMs) };
}

/** The address of a module's file as seen from `folder`; what is an address already stays, for the loader to judge. */
export function moduleAddress(plugin: string, folder: string): string {
  const isAddress = /^[A-Za-z][A-Za-z0-9+.-]+:/.test(plugin);
  return isAddress ? plugin : pathToFileURL(resolve(folder, plugin)).href;
}
