import { dirname, resolve } from 'node:path';
import { fieldPath } from '../../../shared/domain/spec/field-path.ts';
import { parseSiteAddress } from '../../../shared/domain/spec/site-address.ts';
import { readRulesData } from '../../../shared/wings/publications/grabber/rules/read-rules.ts';
import type { RulesData } from '../../../shared/wings/publications/grabber/rules/rules-schema.ts';
import type { Organization } from '../../../shared/wings/publications/mentions/organization.ts';
import { readOrganizations } from '../../../shared/wings/publications/mentions/read-organizations.ts';
import { readOrganizationFile } from '../mentions/read-organization-file.ts';
import { readRulesDataFile } from '../rules/read-rules-file.ts';
import { readText } from '../spec/read-text.ts';
import { yamlValue } from '../spec/yaml-value.ts';

/** What the file of a watch says of its sources beside a crawl's settings. */
export interface WatchConfig {
  /** The settings, as YAML says them, without the rules. */
  readonly value: unknown;
  /** Rules by the start address of their source. */
  readonly rules: ReadonlyMap<string, RulesData>;
  /** Whom the watch looks for. */
  readonly organizations?: readonly Organization[];
}

/**
 * The file of a watch: a spec whose sites may have `rules`, and which may have `organizations`; both as they are in a file of
 * their own or as the name of such a file. Throws `BadInput` and `BadCommand`.
 */
export async function readWatchConfig(file: string): Promise<WatchConfig> {
  const whole = (await yamlValue(await readText('--config', file), file, 'YAML or JSON')) ?? {};
  if (typeof whole !== 'object' || !('organizations' in whole)) return await withRules(file, whole);
  const { organizations, ...value } = whole;
  return { ...(await withRules(file, value)), organizations: await organizationsIn(file, organizations) };
}

async function organizationsIn(file: string, given: unknown): Promise<readonly Organization[]> {
  if (typeof given === 'string')
    return (await readOrganizationFile(`${file}: organizations`, resolve(dirname(file), given))).organizations;
  return readOrganizations({ value: given, nameOf: path => `${file}: ${fieldPath(['organizations', ...path])}` });
}

async function withRules(file: string, value: unknown): Promise<WatchConfig> {
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
