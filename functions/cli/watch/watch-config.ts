import { dirname, resolve } from 'node:path';
import { identitySettings } from '../../../shared/domain/http/request-identity.ts';
import { allowance, BadInput, type Refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { RenderMode } from '../../../shared/domain/spec/crawl-spec.ts';
import { specKeys } from '../../../shared/domain/spec/crawl-spec-schema.ts';
import { fieldPath, type SpecPath } from '../../../shared/domain/spec/fields/field-path.ts';
import { unknownKey } from '../../../shared/domain/spec/schema-refusals.ts';
import { parseSiteAddress } from '../../../shared/domain/spec/site-address.ts';
import type { WatchSettings } from '../../../shared/place/operations/watch-settings.ts';
import { readRulesData } from '../../../shared/wings/publications/grabber/rules/read-rules.ts';
import type { RulesData } from '../../../shared/wings/publications/grabber/rules/rules-schema.ts';
import type { Organization } from '../../../shared/wings/publications/mentions/organization.ts';
import { readOrganizations } from '../../../shared/wings/publications/mentions/read-organizations.ts';
import { readRender } from '../../../shared/wings/publications/watch/source-settings.ts';
import { readOrganizationFile } from '../mentions/read-organization-file.ts';
import { readRulesDataFile } from '../rules/read-rules-file.ts';
import { demandAddress } from '../spec/demand-address.ts';
import { readText, yamlValue } from '../spec/read-text.ts';
import { BadCommand } from '../terminal/print.ts';

/** The part of a watch's file that is about its sources, beside a crawl's settings. */
export interface WatchConfig {
  /** The settings, as YAML says them, without the rules; the last sites are the further hosts. */
  readonly value: unknown;
  /** Rules by the start address of their source. */
  readonly rules: ReadonlyMap<string, RulesData>;
  /** Names of the applications that are on, by the start address of their source. */
  readonly applications: ReadonlyMap<string, readonly string[]>;
  /** How pages are loaded, by the start address of their source. */
  readonly renders: ReadonlyMap<string, RenderMode>;
  /** How sources are looked at; options of the command line come first. */
  readonly watch?: WatchSettings;
  /** The organizations that the watch looks for. */
  readonly organizations?: readonly Organization[];
  /** Further hosts, each once: what sources name there is taken from there. */
  readonly hosts: readonly string[];
}

/**
 * The file of a watch: a spec whose sites may have `rules`, `render` and `applications` (a list of names), and which may have `organizations`; rules and
 * organizations as they are in their own file or as the name of such a file. `watch` says how sources are looked at. A site, or the file for all sites, may name `hosts` at which more
 * publications are. `more`: hosts from elsewhere. Throws `BadInput` and `BadCommand`.
 */
export async function readWatchConfig(file: string, more: readonly string[]): Promise<WatchConfig> {
  const whole = (await yamlValue(await readText('--config', file), file, 'YAML or JSON')) ?? {};
  if (typeof whole !== 'object') return await withSites(file, whole, more);
  const { organizations, watch, ...value } = whole as Readonly<Record<string, unknown>>;
  const { fileSettings, readWatchSettings } = await import('../../../shared/place/operations/watch-settings.ts');
  const misplaced = fileSettings.filter(name => name in value);
  if (misplaced.length > 0) throw new BadInput(misplaced.map(name => belongsElsewhere(`${file}: ${name}`, name)));
  const unknown = Array.isArray(whole) ? [] : Object.keys(value).filter(name => !specKeys.includes(name));
  if (unknown.length > 0) throw new BadInput(unknown.map(name => unknownKey(`${file}: ${name}`, name, namesInFile)));
  return {
    ...(await withSites(file, Array.isArray(whole) ? whole : value, more)),
    ...(organizations !== undefined && { organizations: await organizationsIn(file, organizations) }),
    ...(watch !== undefined && {
      watch: readWatchSettings(watch, path => `${file}: ${fieldPath(['watch', ...path])}`),
    }),
  };
}

/** Refuses a new watch that names nothing to watch. */
export function demandSources({ source = [], input, config }: NamedSources): void {
  if (source.length > 0 || input !== undefined || config !== undefined) return;
  throw new BadCommand([
    'there is nothing to watch; give the address of a news site by --source, --input or --config.',
  ]);
}

export interface NamedSources {
  readonly source?: readonly string[];
  /** A list of sources. */
  readonly input?: string;
  readonly config?: string;
}

/** The list of the command line, or else of the file. */
export async function organizationsOf(
  { organizations: file }: { readonly organizations?: string },
  given: Pick<WatchConfig, 'organizations'> | undefined,
): Promise<readonly Organization[] | undefined> {
  if (file === undefined) return given?.organizations;
  return (await readOrganizationFile('--organizations', file)).organizations;
}

/** Settings of the file of a watch, without those that only graphs of crawls need. */
const namesInFile = [
  ...['sites', 'hosts', 'organizations', 'watch', 'name', 'delayMs', 'timeoutSeconds', 'retries', 'maxPageBytes'],
  ...['include', 'exclude', 'normalization', 'allowHosts', ...identitySettings, 'robots'],
  ...['purpose', 'heed', 'plugins', 'applications', 'render', 'warc'],
];

function belongsElsewhere(field: string, name: string): Refusal {
  return refusedValue(field, name, allowance('unknown-setting', { nearest: `watch.${name}` }));
}

async function organizationsIn(file: string, given: unknown): Promise<readonly Organization[]> {
  if (typeof given === 'string')
    return (await readOrganizationFile(`${file}: organizations`, resolve(dirname(file), given))).organizations;
  return readOrganizations({ value: given, nameOf: path => `${file}: ${fieldPath(['organizations', ...path])}` });
}

async function withSites(file: string, read: unknown, more: readonly string[]): Promise<WatchConfig> {
  const { hosts: common, ...value } = Object(read) as Readonly<Record<string, unknown>>;
  const sites = value['sites'];
  if (!Array.isArray(sites))
    return { value: read, rules: new Map(), renders: new Map(), applications: new Map(), hosts: [] };
  const applications = new Map<string, readonly string[]>();
  const rules = new Map<string, RulesData>();
  const renders = new Map<string, RenderMode>();
  const hosts = new Map(more.map(host => [hrefOf(host) ?? host, host]));
  const addHosts = (given: unknown, path: SpecPath): void => {
    for (const [href, host] of hostsIn(given, index => `${file}: ${fieldPath([...path, ...index])}`))
      hosts.set(href, host);
  };
  addHosts(common, ['hosts']);
  const plain: unknown[] = [];
  for (const [index, site] of sites.entries()) {
    const {
      rules: given,
      hosts: own,
      applications: names,
      render,
      ...rest
    } = Object(site) as Readonly<Record<string, unknown>>;
    plain.push([given, own, names, render].every(each => each === undefined) ? site : rest);
    addHosts(own, ['sites', index, 'hosts']);
    const href = hrefOf(String(rest['url']));
    if (names !== undefined && href !== undefined)
      applications.set(href, namesIn(names, `${file}: ${fieldPath(['sites', index, 'applications'])}`));
    const mode = readRender(render, `${file}: ${fieldPath(['sites', index, 'render'])}`);
    if (mode !== undefined && href !== undefined) renders.set(href, mode);
    if (given === undefined) continue;
    const data =
      typeof given === 'string'
        ? await readRulesDataFile(`${file}: ${fieldPath(['sites', index, 'rules'])}`, resolve(dirname(file), given))
        : readRulesData(given, path => `${file}: ${fieldPath(['sites', index, 'rules', ...path])}`);
    if (href !== undefined) rules.set(href, data);
  }
  const further = [...hosts.values()];
  return {
    value: { ...value, sites: [...plain, ...further.map(url => ({ url }))] },
    rules,
    renders,
    applications,
    hosts: further,
  };
}

function hrefOf(text: string): string | undefined {
  const address = parseSiteAddress(text);
  return address.kind === 'refused' ? undefined : address.url.href;
}

/** Each host by the address that it stands for. Throws `BadInput`. */
function hostsIn(given: unknown, nameOf: (path: SpecPath) => string): readonly (readonly [string, string])[] {
  if (given === undefined) return [];
  const isList = Array.isArray(given) && given.every(host => typeof host === 'string');
  if (!isList) throw new BadInput([refusedValue(nameOf([]), given, allowance('list', { of: 'hosts' }))]);
  return given.map((host: string, index) => [demandAddress(nameOf([index]), host).href, host] as const);
}

function namesIn(value: unknown, field: string): readonly string[] {
  if (Array.isArray(value) && value.every(each => typeof each === 'string')) return [...new Set(value)];
  throw new BadInput([refusedValue(field, value, allowance('list', { of: 'applications' }))]);
}
