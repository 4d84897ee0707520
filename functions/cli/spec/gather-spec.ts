import { statSync } from 'node:fs';
import { defined } from '../../../shared/domain/defined.ts';
import { allowance, BadInput, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import type { SpecPath } from '../../../shared/domain/spec/fields/field-path.ts';
import { readSpec, type SpecLayer } from '../../../shared/domain/spec/read-spec.ts';
import {
  environmentLayer,
  readSettings,
  unknownVariables,
} from '../../../shared/domain/spec/resolve/environment-layer.ts';
import {
  type ResolvedSettings,
  resolveSettings,
  resolveSpec,
} from '../../../shared/domain/spec/resolve/resolve-spec.ts';
import { ruleNotices } from '../../../shared/domain/spec/resolve/rule-notices.ts';
import { settings } from '../../../shared/domain/spec/settings.ts';
import { parseSiteAddress } from '../../../shared/domain/spec/site-address.ts';
import { readSites } from '../../../shared/domain/spec/sites/list-text.ts';
import type { Outline } from '../../../shared/wings/publications/feeds/opml.ts';
import { BadCommand } from '../terminal/print.ts';
import { optionBefore, strayValue } from '../terminal/several.ts';
import { configLayer, moduleAddress } from './config-file.ts';
import { gatherAccess } from './gather-access.ts';
import { readText } from './read-text.ts';
import { accessVariables, type OptionValues, repeatedAccess, specValuesOf } from './spec-options.ts';

/** Where a spec comes from: what a person gave on the command line. */
export interface SpecSources {
  readonly urls: readonly string[];
  /** File of start addresses, `-` for standard input. */
  readonly input?: string;
  /** File with a spec. */
  readonly config?: string;
  /** The spec in the file `config`, where it has been read. */
  readonly configured?: SpecLayer;
  readonly options: OptionValues;
  /** The crawl runs in another place, which knows its plugins. */
  readonly partsAreElsewhere?: true;
  /** Settings weaker than all others but the defaults. */
  readonly weakest?: SpecLayer;
}

export interface GatheredSpec {
  readonly spec: ResolvedSpec;
  /** Whole sentences about what was assumed. */
  readonly notices: readonly string[];
}

/** The spec of a command with addresses and `--input` or `--config`; notices go to standard error. Throws `BadInput`. */
export async function askedSpec(
  urls: readonly string[],
  options: OptionValues & Pick<SpecSources, 'input' | 'config'>,
  more: Pick<SpecSources, 'partsAreElsewhere'> = {},
): Promise<ResolvedSpec> {
  const { input, config } = options;
  const sources = { urls, options, ...defined({ input, config }), ...more };
  demandSomething(sources);
  const { spec, notices } = await gatherSpec(sources);
  for (const notice of notices) process.stderr.write(`Note: ${notice}\n`);
  return spec;
}

/**
 * The spec by the order command line, environment, file, default. Addresses on the command line, arguments and
 * `--input` together, replace those of the file. Throws `BadInput`, before anything is requested.
 */
export async function gatherSpec(sources: SpecSources): Promise<GatheredSpec> {
  const layers = await allOf([siteLayers(sources), settingLayers(sources)]);
  const weakest = sources.weakest === undefined ? [] : [sources.weakest];
  const resolved = resolveSpec([...layers, ...weakest], sources.partsAreElsewhere && 'elsewhere');
  const access = resolved.fromWarc === undefined ? await gatherAccess(sources.options, resolved.sites) : undefined;
  if (access !== undefined && sources.partsAreElsewhere === true) throw new BadInput([refusal('access-elsewhere', {})]);
  const spec = { ...resolved, ...defined({ access }) };
  const notices = [
    ...unknownVariables(process.env, accessVariables),
    ...assumedSchemes(sources.urls),
    ...ruleNotices(spec, layers),
  ];
  return { spec, notices };
}

/** The settings that count where no sites are needed, in the same order. */
export async function gatherSettings(options: OptionValues & { readonly config?: string }): Promise<ResolvedSettings> {
  return resolveSettings(await settingLayers({ ...options, options }));
}

async function settingLayers({
  options,
  config,
  configured,
}: Pick<SpecSources, 'options' | 'config' | 'configured'>): Promise<SpecLayer[]> {
  return await allOf([
    layersOf(() => optionLayer(options)),
    layersOf(() => withModules(environmentLayer(process.env))),
    config === undefined ? [] : layersOf(() => configured ?? configLayer(config)),
  ]);
}

async function layersOf(read: () => SpecLayer | Promise<SpecLayer>): Promise<readonly SpecLayer[]> {
  return [await read()];
}

/** Layers in order. All faults are thrown together: as `BadCommand` where the command line has a fault, else as `BadInput`. */
async function allOf(sources: readonly (Promise<readonly SpecLayer[]> | readonly SpecLayer[])[]): Promise<SpecLayer[]> {
  const outcomes = await Promise.allSettled(sources);
  const errors = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  const other = errors.find(error => !(error instanceof BadInput || error instanceof BadCommand));
  if (other !== undefined) throw other;
  const refused = errors.filter(error => error instanceof BadInput);
  if (refused.length < errors.length)
    throw new BadCommand((errors as readonly (BadInput | BadCommand)[]).flatMap(({ sentences }) => sentences));
  if (errors.length > 0) throw new BadInput(refused.flatMap(({ refusals }) => refusals));
  return outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? outcome.value : []));
}

/** A word behind `--allow-host A` that looks like one more value of this option would else be crawled. */
function demandNoStray(urls: readonly string[]): void {
  for (const word of urls) {
    const option = optionBefore(word);
    if (option !== undefined && isValueOf(option, word))
      throw new BadCommand([`${strayValue(option, word)}, or a start address with its scheme`]);
  }
}

function isValueOf(option: string, word: string): boolean {
  const setting = settings.find(each => each.option === option);
  const isList = /^(?:texts|(?:some-)?names|switches)$/.test(setting?.kind ?? '') || repeatedAccess.test(option);
  if (!isList || /^[a-z][a-z0-9+.-]*:\/\//i.test(word)) return false;
  const isOfHosts = ['--allow-host', '--host', '--insecure-tls'].includes(option);
  return (
    isOfHosts || setting?.words.includes(word) === true || isFile(word) || parseSiteAddress(word).kind === 'refused'
  );
}

/** A list where an address is expected is requested as such, before a host of its name is. */
function demandNoFiles(urls: readonly string[]): void {
  const file = urls.find(text => !/^[a-z][a-z0-9+.-]*:\/\//i.test(text) && isFile(text));
  if (file !== undefined)
    throw new BadCommand([`${file} is a file, not an address; give a list of start addresses as --input ${file}`]);
  const missing = urls.find(text => listName.test(text));
  if (missing !== undefined) throw new BadCommand([`${missing} is no address, and there is no file of this name`]);
}

/** Ends of names of lists that are the end of no host: a list that is not there is no address. */
const listName = /^[^/:]+\.(?:txt|csv|tsv|json|yaml|yml)$/i;

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    // Nothing there that could be a list.
    return false;
  }
}

async function siteLayers({ urls, input }: SpecSources): Promise<readonly SpecLayer[]> {
  demandNoStray(urls);
  demandNoFiles(urls);
  const given = readSpec({ sites: urls.map(url => ({ url })) }, path => nameOfArgument(path));
  const listed = input === undefined ? undefined : await inputLayer(input);
  const sites = [...(given.spec.sites ?? []), ...(listed?.spec.sites ?? [])];
  if (sites.length === 0 && listed === undefined) return [];
  return [{ spec: { sites }, nameOf: (listed ?? given).nameOf }];
}

async function inputLayer(file: string): Promise<SpecLayer> {
  return await listLayer(await readText('--input', file), file === '-' ? 'standard input' : file);
}

/** The sites of a list: OPML, a table, or addresses. Throws `BadInput` with the faults of all lines. */
export async function listLayer(text: string, source: string): Promise<SpecLayer> {
  const { isOpml, readOpml, siteOf } = await import('../../../shared/wings/publications/feeds/opml.ts');
  if (isOpml(text))
    return readSpec({ sites: sitesOf(readOpml(text), siteOf) }, ([, index]) =>
      index === undefined ? source : `${source} outline ${Number(index) + 1}`,
    );
  return readSites(text, source);
}

/** Each host once, by the name and the tags of its first feed. */
function sitesOf(outlines: readonly Outline[], siteOf: (outline: Outline) => string): readonly object[] {
  const sites = new Map<string, object>();
  for (const outline of outlines) {
    const { name, tags } = outline;
    const url = siteOf(outline);
    const host = URL.parse(url)?.host ?? url;
    if (!sites.has(host))
      sites.set(host, {
        url,
        ...(name !== '' && { name }),
        ...(tags.length > 0 && { tags: tags.map(tag => tag.replaceAll(/[,;|]/g, ' ').slice(0, 64)).slice(0, 20) }),
      });
  }
  return [...sites.values()];
}

/** The settings that the options of a command give. */
export function optionLayer(options: OptionValues): SpecLayer {
  return withModules(readSettings(specValuesOf(options), 'option'));
}

/** Plugins are files as seen from the current folder. */
function withModules({ spec, nameOf }: SpecLayer): SpecLayer {
  const plugins = spec.plugins?.map(plugin => moduleAddress(plugin, process.cwd()));
  return { spec: { ...spec, ...(plugins !== undefined && { plugins }) }, nameOf };
}

function nameOfArgument([, index]: SpecPath): string {
  return typeof index === 'number' ? `address ${index + 1}` : 'addresses';
}

function assumedSchemes(urls: readonly string[]): readonly string[] {
  return urls.flatMap(text => {
    const address = parseSiteAddress(text);
    return address.kind === 'address' && address.schemeAssumed ? [`${text} is taken as ${address.url.href}.`] : [];
  });
}

/** Refuses a command that names nothing to crawl, with what can be given. */
export function demandSomething({ urls, input, config, options, partsAreElsewhere }: SpecSources): void {
  const { fromWarc } = specValuesOf(options);
  if (partsAreElsewhere && fromWarc !== undefined)
    throw new BadInput([refusedValue('--from-warc', fromWarc, allowance('archive-by-command'))]);
  if (urls.length > 0 || input !== undefined || config !== undefined) return;
  const [command, example] = partsAreElsewhere
    ? ['remote start', '']
    : ['crawl', ', or try the bundled site (--example)'];
  throw new BadCommand([
    `there is nothing to crawl; give an address (orbweaver ${command} https://example.org), a list of them (--input FILE) or a spec (--config FILE)${example}.`,
  ]);
}
