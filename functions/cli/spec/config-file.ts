import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fieldPath } from '../../../shared/domain/spec/fields/field-path.ts';
import { readSpec, type SpecLayer } from '../../../shared/domain/spec/read-spec.ts';
import { iniSettings } from './ini-settings.ts';
import { readText } from './read-text.ts';
import { yamlValue } from './yaml-value.ts';

/** The layer that `--config FILE` gives: a spec as YAML, of which JSON is a part, or as `.ini`. Throws `BadCommand`. */
export async function configLayer(file: string): Promise<SpecLayer> {
  const text = await readText('--config', file);
  const isIni = /\.ini$/i.test(file);
  return specInFile(file, isIni ? iniSettings(text, file) : ((await yamlValue(text, file, 'YAML or JSON')) ?? {}));
}

/** The same where what the file says has been read. */
export function specInFile(file: string, value: unknown): SpecLayer {
  const { spec, nameOf } = readSpec(value, path => [file, fieldPath(path)].filter(Boolean).join(': '));
  const plugins = spec.plugins?.map(plugin => moduleAddress(plugin, dirname(resolve(file))));
  return { spec: { ...spec, ...(plugins !== undefined && { plugins }) }, nameOf };
}

/** The address of a module's file as seen from `folder`; what is an address already stays, for the loader to judge. */
export function moduleAddress(plugin: string, folder: string): string {
  const isAddress = /^[A-Za-z][A-Za-z0-9+.-]+:/.test(plugin);
  return isAddress ? plugin : pathToFileURL(resolve(folder, plugin)).href;
}
