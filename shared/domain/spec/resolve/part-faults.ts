import { type Allowance, allowance, type Refusal, refusedValue } from '../../refusal/refusal.ts';
import { builtInParts, type RenderMode, renderModes, specDefaults } from '../crawl-spec.ts';
import type { CrawlSpec } from '../crawl-spec-schema.ts';
import { nearestName } from '../fields/nearest-name.ts';

type PartKey = keyof typeof builtInParts;
/** Settings that name parts of plugins. */
export const pluginKeys = ['robots', 'finish', 'writers', 'analyzers', 'applications'] as const;
/** Names of the parts that plugins bring, by the setting that names them. */
export type PartNames = Readonly<Record<Exclude<(typeof pluginKeys)[number], 'applications'>, readonly string[]>> & {
  readonly applications?: readonly string[];
};

/** The parts that a place was deployed with. */
export interface Deployed extends PartNames {
  /** Applications in their order, with the bundled ones; absent if there are only bundled ones. */
  readonly order?: readonly string[];
  /** Whether pages can be loaded in a browser. */
  readonly rendering?: boolean;
}

/**
 * Source of parts that are not built in: the modules in `plugins` of the spec (undefined), the plugins deployed with a
 * place, or a remote place (`elsewhere`), which checks the names itself.
 */
export type PartSource = Deployed | 'elsewhere' | undefined;

/** All names that a spec may use where these parts are deployed, by the setting that names them. */
export function usableParts(
  deployed: Deployed | undefined,
): PartNames & { readonly formats: readonly string[]; readonly render: readonly RenderMode[] } {
  const names = (key: PartKey): readonly string[] => [...builtInParts[key], ...deployedNames(key, deployed)];
  return {
    formats: names('formats'),
    robots: names('robots'),
    finish: names('finish'),
    writers: names('writers'),
    analyzers: names('analyzers'),
    applications: deployed?.order ?? names('applications'),
    render: hasNoBrowser(deployed) ? ['never'] : renderModes,
  };
}

/** A refusal for each named part that does not exist; `nameOf` gives the name of a setting. */
export function partFaults(given: NamedParts, nameOf: (key: string) => string, source: PartSource): readonly Refusal[] {
  const faults = (Object.keys(builtInParts) as PartKey[]).flatMap(key => {
    if (key !== 'formats' && isCheckedLater(given, source)) return [];
    const known = [...builtInParts[key], ...deployedNames(key, source)];
    return [given[key] ?? []]
      .flat()
      .filter(name => !known.includes(name))
      .map(name => refusedValue(nameOf(key), name, allowedParts(key, name, known, source)));
  });
  return [
    ...faults,
    ...placeFaults(given, nameOf, source),
    ...(hasNoBrowser(source) ? browserFaults(given, nameOf) : []),
  ];
}

/** Settings that a crawl in an AWS account does not support. */
function placeFaults(
  { sitemaps, warc, checkExternal, richFiles, since, maxPageBytes = 0 }: NamedParts,
  nameOf: (key: string) => string,
  source: PartSource,
): readonly Refusal[] {
  if (source === undefined) return [];
  // Ten turns share the memory of a function.
  const most = specDefaults.maxPageBytes;
  return [
    ...(sitemaps === undefined ? [] : [refusedValue(nameOf('sitemaps'), sitemaps, allowance('sitemaps-elsewhere'))]),
    ...(since === undefined ? [] : [refusedValue(nameOf('since'), since, allowance('since-elsewhere'))]),
    ...(warc === true ? [refusedValue(nameOf('warc'), warc, allowance('warc-elsewhere'))] : []),
    ...(checkExternal === true
      ? [refusedValue(nameOf('checkExternal'), checkExternal, allowance('external-elsewhere'))]
      : []),
    ...(richFiles === true ? [refusedValue(nameOf('richFiles'), richFiles, allowance('rich-elsewhere'))] : []),
    ...(maxPageBytes > most
      ? [refusedValue(nameOf('maxPageBytes'), maxPageBytes, allowance('page-size-elsewhere', { most }))]
      : []),
  ];
}

function browserFaults(
  { render = 'never', traverse: [expression] = [] }: NamedParts,
  nameOf: (key: string) => string,
): readonly Refusal[] {
  const rendering = render === 'never' ? [] : [refusedValue(nameOf('render'), render, allowance('no-rendering'))];
  if (expression === undefined) return rendering;
  return [...rendering, refusedValue(nameOf('traverse'), expression, allowance('no-traversals'))];
}

/** Whether pages cannot be loaded in a browser; other places start their own. */
export function hasNoBrowser(source: PartSource): boolean {
  return typeof source === 'object' && source.rendering !== true;
}

type NamedParts = Partial<Readonly<Record<PartKey | 'plugins', CrawlSpec['robots'] | readonly string[]>>> & {
  readonly render?: RenderMode | undefined;
  readonly sitemaps?: CrawlSpec['sitemaps'] | undefined;
  readonly warc?: boolean | undefined;
  readonly since?: string | undefined;
  readonly checkExternal?: boolean | undefined;
  readonly richFiles?: boolean | undefined;
  readonly maxPageBytes?: number | undefined;
  readonly traverse?: readonly string[] | undefined;
};

/** Parts from plugins of the spec are known only after loading them. */
function isCheckedLater({ plugins = [] }: NamedParts, source: PartSource): boolean {
  return source === 'elsewhere' || (source === undefined && plugins.length > 0);
}

function deployedNames(key: PartKey, source: PartSource): readonly string[] {
  return source === undefined || source === 'elsewhere' || key === 'formats' ? [] : (source[key] ?? []);
}

function allowedParts(key: PartKey, name: string, names: readonly string[], source: PartSource): Allowance {
  const isDeployed = source !== undefined && source !== 'elsewhere';
  if (names.length === 0) return isDeployed ? allowance('nothing-deployed', { of: key }) : allowance('no-plugin');
  const facts = { names, nearest: nearestName(name, names) };
  if (key === 'formats') return allowance('unknown-format', facts);
  return allowance(isDeployed ? 'part-not-deployed' : 'unknown-part', facts);
}
