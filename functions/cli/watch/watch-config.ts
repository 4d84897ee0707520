import { dirname, resolve } from 'node:path';
import { fieldPath } from '../../../shared/domain/spec/field-path.ts';
import { parseSiteAddress } from '../../../shared/domain/spec/site-address.ts';
import { readRulesData } from '../../../shared/wings/publications/grabber/rules/read-rules.ts';
import type { RulesData } from '../../../shared/wings/publications/grabber/rules/rules-schema.ts';
import { readRulesDataFile } from '../rules/read-rules-file.ts';
import { readText } from '../spec/read-text.ts';
import { yamlValue } from '../spec/yaml-value.ts';

/** What the file of a watch says of its sources beside a crawl's settings. */
export interface WatchConfig {
  /** The settings, as YAML says them, without the rules. */
  readonly value: unknown;
  /** Rules by the start address of their source. */
  readonly rules: ReadonlyMap<string, RulesData>;
}

/**
 * The file of a watch: a spec whose sites may have `rules`, as they are in a file of rules or as the name of such a file.
 * Throws `BadInput` and `BadCommand`.
 */
export async function readWatchConfig(file: string): Promise<WatchConfig> {
  const value = (await yamlValue(await readText('--config', file), file, 'YAML or JSON')) ?? {};
  const sites = Reflect.get(Object(value) as object, 'sites') as unknown;
  if (!Array.isArray(sites)) return { value, rules: new Map() };
  const rules = new Map<string, RulesData>();
  const plain: unknown[] = [];
  for (const [index, site] of sites.entries()) {
    const { rules: given, ...rest } = Object(site) as Readonly<Record<string, unknown>>;
    plain.push(given === undefined ? site : rest);
    if (given === undefined) continue;
    const data =
      typeof given === 'string'
        ? await readRulesDataFile(`${file}: ${fieldPath(['sites', index, 'rules'])}`, resolve(dirname(file), given))
        : readRulesData(given, path => `${file}: ${fieldPath(['sites', index, 'rules', ...path])}`);
    const address = parseSiteAddress(String(rest['url']));
    if (address.kind !== 'refused') rules.set(address.url.href, data);
  }
  return { value: { ...(value as object), sites: plain }, rules };
}
