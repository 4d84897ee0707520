import { defined } from '../../defined.ts';
import { type LinkElement, linkElements } from '../../html/link-element.ts';
import { identityOf } from '../../http/request-identity.ts';
import { allowance, BadInput, type Refusal, refusedValue } from '../../refusal/refusal.ts';
import { defaultNormalization, type NormalizationRules } from '../../url/normalization-rules.ts';
import { isOfHosts } from '../../url/site-scope.ts';
import { needsBrowser, type Profile, type ResolvedSpec, specDefaults, type Topic } from '../crawl-spec.ts';
import type { CrawlSpec } from '../crawl-spec-schema.ts';
import { profileDefaults } from '../profiles.ts';
import type { SpecLayer } from '../read-spec.ts';
import type { RuleName } from '../rules.ts';
import { siteCountFault } from '../site-count.ts';
import { type TraverseOptions, traverseDefaults } from '../traverse-options.ts';
import { layerOf, nameIn } from './layer-names.ts';
import { type PartSource, partFaults } from './part-faults.ts';
import { withPreset } from './presets.ts';
import { resolveSites } from './resolve-sites.ts';

/** A spec without its sites. */
export type ResolvedSettings = Omit<ResolvedSpec, 'sites'>;

/**
 * Merges the layers, the strongest first, and fills in the defaults. A list of a stronger layer replaces the list of a
 * weaker layer. Normalization and the options of rules are merged entry by entry. Throws `BadInput` for settings that
 * exclude each other.
 */
export function resolveSpec(sources: readonly SpecLayer[], parts?: PartSource): ResolvedSpec {
  const layers = withPreset(sources);
  const given = mergedSpec(layers);
  const faults = [...settingFaults(given, layers, parts), ...siteFaults(given, layers), ...hostFaults(given, layers)];
  if (faults.length > 0) throw new BadInput(faults);
  return { ...settingsOf(given, layers), sites: resolveSites(given) };
}

/** The same for settings that need no sites. */
export function resolveSettings(sources: readonly SpecLayer[], parts?: PartSource): ResolvedSettings {
  const layers = withPreset(sources);
  const given = mergedSpec(layers);
  const faults = settingFaults(given, layers, parts);
  if (faults.length > 0) throw new BadInput(faults);
  return settingsOf(given, layers);
}

function settingFaults(given: CrawlSpec, layers: readonly SpecLayer[], parts: PartSource): readonly Refusal[] {
  const missing = partFaults(given, key => nameIn(layers, key), parts);
  return [
    ...missing,
    ...elementFaults(layers),
    ...slashFaults(given, layers),
    ...sitemapFaults(given, layers),
    ...sinceFaults(given, layers),
    ...archiveFaults(given, layers),
    ...purposeFaults(given, layers),
    ...orderFaults(given, layers),
  ];
}

/** The result of a page's scripts may change although the page has not. */
function sinceFaults(given: CrawlSpec, layers: readonly SpecLayer[]): readonly Refusal[] {
  const { render = 'never', traverse = [] } = given;
  if (given.since === undefined || !needsBrowser({ render, traverse })) return [];
  return [refusedValue(nameIn(layers, 'since'), given.since, allowance('since-rendered'))];
}

function archiveFaults({ fromWarc, archiveDate }: CrawlSpec, layers: readonly SpecLayer[]): readonly Refusal[] {
  if (archiveDate === undefined || fromWarc !== undefined) return [];
  return [refusedValue(nameIn(layers, 'archiveDate'), archiveDate, allowance('date-without-archive'))];
}

/** Without robots.txt nobody knows what its owner reserves. */
function purposeFaults({ purpose, robots }: CrawlSpec, layers: readonly SpecLayer[]): readonly Refusal[] {
  if (purpose === undefined || robots !== 'ignore') return [];
  return [refusedValue(nameIn(layers, 'purpose'), purpose, allowance('purpose-without-robots'))];
}

/** Without a limit every page is read in the end; an earlier crawl and sitemaps are compared with a breadth-first crawl. */
function orderFaults({ order, limit, ...given }: CrawlSpec, layers: readonly SpecLayer[]): readonly Refusal[] {
  if (order !== 'links') return [];
  const hasList = given.sitemaps === 'add' || given.sitemaps === 'only';
  if (limit !== undefined && given.since === undefined && !hasList) return [];
  return [refusedValue(nameIn(layers, 'order'), order, allowance('order-by-links'))];
}

function settingsOf(given: CrawlSpec, layers: readonly SpecLayer[]): ResolvedSettings {
  const profile = given.profile ?? specDefaults.profile;
  const elements = resolveElements(layers, profile);
  return {
    ...optionalSettings(given),
    include: given.include ?? [],
    exclude: given.exclude ?? [],
    ...identityOf(given, specDefaults),
    robots: given.robots ?? specDefaults.robots,
    duplicates: given.duplicates ?? specDefaults.duplicates,
    frames: elements.includes('frame'),
    schemes: given.schemes ?? schemesOf(given) ?? profileDefaults[profile].schemes,
    normalization: resolveNormalization(given.normalization, profile),
    allowHosts: distinct((given.allowHosts ?? []).map(host => host.toLowerCase())),
    formats: distinct(given.formats ?? specDefaults.formats),
    finish: distinct(given.finish ?? []),
    writers: distinct(given.writers ?? []),
    analyzers: distinct(given.analyzers ?? []),
    ...(given.applications !== undefined && { applications: distinct(given.applications) }),
    plugins: distinct(given.plugins ?? []),
    ...resolveRule(given),
    profile,
    elements,
    groupBy: given.groupBy ?? specDefaults.groupBy,
    durability: given.durability ?? specDefaults.durability,
    render: given.render ?? specDefaults.render,
    traverse: given.traverse ?? [],
    traverseOptions: traversalOf(given.traverseOptions),
  };
}

/** A site of several hosts has both schemes, because its sub-domains are seldom all on https. */
function schemesOf({ scope }: CrawlSpec): ResolvedSpec['schemes'] | undefined {
  return isOfHosts(scope) ? 'both' : undefined;
}

function mergedSpec(layers: readonly SpecLayer[]): CrawlSpec {
  const weakestFirst = layers.map(layer => layer.spec).reverse();
  const normalization: CrawlSpec['normalization'] = Object.assign({}, ...weakestFirst.map(spec => spec.normalization));
  const ruleOptions: CrawlSpec['ruleOptions'] = Object.assign({}, ...weakestFirst.map(spec => spec.ruleOptions));
  const traverseOptions: CrawlSpec['traverseOptions'] = Object.assign(
    {},
    ...weakestFirst.map(spec => spec.traverseOptions),
  );
  return { ...(Object.assign({}, ...weakestFirst) as CrawlSpec), normalization, ruleOptions, traverseOptions };
}

function optionalSettings(given: CrawlSpec) {
  return {
    ...defined({ name: given.name, limit: given.limit, timeLimitSeconds: given.timeLimitSeconds }),
    ...(given.noCookies === true && { noCookies: true }),
    ...(given.allLinks === true && { allLinks: true }),
    ...(given.checkExternal === true && { checkExternal: true }),
    ...(given.richFiles === true && { richFiles: true }),
    ...(given.nearDuplicates !== undefined && { nearDuplicates: given.nearDuplicates }),
    ...(given.warc === true && { warc: true }),
    ...defined({
      fromWarc: given.fromWarc,
      archiveDate: given.archiveDate,
      since: given.since,
      sitemaps: given.sitemaps,
      scope: given.scope === undefined || given.scope === 'host' ? undefined : given.scope,
      extract: given.extract === undefined || given.extract.length === 0 ? undefined : given.extract,
      patternLimit: given.patternLimit,
      order: given.order === 'links' ? given.order : undefined,
      purpose: given.purpose,
      heed: given.heed === undefined || given.heed.length === 0 ? undefined : given.heed,
      timeoutSeconds: given.timeoutSeconds,
      retries: given.retries,
      maxPageBytes: given.maxPageBytes,
    }),
    ...(given.extensions !== undefined && {
      extensions: distinct(given.extensions.map(extension => extension.toLowerCase())),
    }),
  };
}

function siteFaults(given: CrawlSpec, layers: readonly SpecLayer[]): readonly Refusal[] {
  const sites = given.sites ?? [];
  const field = nameIn(layers, 'sites');
  if (sites.length === 0) return [refusedValue(missingSites(layers), undefined, allowance('no-sites'))];
  const tooMany = siteCountFault(field, given, sites.length);
  if (tooMany !== undefined) return [tooMany];
  return doubledNumbers(sites.map(site => site.number)).map(number =>
    refusedValue(`${field}: number`, number, allowance('number-twice')),
  );
}

function doubledNumbers(numbers: readonly (number | undefined)[]): readonly number[] {
  const seen = new Set<number>();
  const doubled = new Set<number>();
  for (const number of numbers) {
    if (number === undefined) continue;
    if (seen.has(number)) doubled.add(number);
    seen.add(number);
  }
  return [...doubled].slice(0, 10);
}

/** The place for the missing sites: the given list or file, which is empty. */
function missingSites(layers: readonly SpecLayer[]): string {
  const holder = layers.find(({ spec }) => spec.sites !== undefined);
  const names = (holder === undefined ? layers : [holder]).map(({ nameOf }) => nameOf(['sites']));
  return names.findLast(name => name !== '') ?? 'sites';
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}

/** The rules as given, else as in the profile, else the defaults. */
function resolveNormalization(given: CrawlSpec['normalization'], profile: Profile): NormalizationRules {
  const rules = Object.entries(given ?? {}).filter(([, value]) => value !== undefined);
  const said = Object.fromEntries(rules) as Partial<NormalizationRules>;
  // A person who switches the slash on does not want the profile to remove it.
  const slash = said.trailingSlash === true ? { dropFinalSlash: false } : {};
  return { ...defaultNormalization, ...profileDefaults[profile].normalization, ...slash, ...said };
}

function slashFaults({ normalization }: CrawlSpec, layers: readonly SpecLayer[]): readonly Refusal[] {
  if (normalization?.trailingSlash !== true || normalization.dropFinalSlash !== true) return [];
  const field = nameIn(layers, 'normalization', 'dropFinalSlash');
  return [refusedValue(field, true, allowance('slash-rules'))];
}

/** The best rule for sets of each topic by Pechnikov and Chernobrovkin (2012); `quantum` for unknown topics. */
const bestRuleOf: Readonly<Record<Topic, RuleName>> = {
  universities: 'ucb1',
  institutes: 'gittins',
  unknown: 'quantum',
};

/** How the sites share the page budget; `auto` is resolved here. */
function resolveRule(given: CrawlSpec): Pick<ResolvedSpec, 'rule' | 'autoRule' | 'ruleOptions' | 'topic'> {
  const topic = given.topic ?? specDefaults.topic;
  const rule = given.rule ?? specDefaults.rule;
  const shared = { ruleOptions: optionsOf(given.ruleOptions), topic };
  return rule === 'auto' ? { rule: bestRuleOf[topic], autoRule: true, ...shared } : { rule, ...shared };
}

function optionsOf(given: CrawlSpec['ruleOptions'] = {}): ResolvedSpec['ruleOptions'] {
  const { ruleOptions } = specDefaults;
  return {
    gittinsN: given.gittinsN ?? ruleOptions.gittinsN,
    ucbM: given.ucbM ?? ruleOptions.ucbM,
    quantumSeconds: given.quantumSeconds ?? ruleOptions.quantumSeconds,
    grant: given.grant ?? ruleOptions.grant,
    inFlight: given.inFlight ?? ruleOptions.inFlight,
  };
}

function traversalOf(given: CrawlSpec['traverseOptions'] = {}): TraverseOptions {
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...traverseDefaults, ...(Object.fromEntries(said) as Partial<TraverseOptions>) };
}

/**
 * The elements whose addresses are links, in the order of `linkElements`. `frames` adds or removes `frame`, unless a
 * stronger layer gives `elements`, which then decides.
 */
function resolveElements(layers: readonly SpecLayer[], profile: Profile): readonly LinkElement[] {
  const listed = layerOf(layers, 'elements');
  const switched = layerOf(layers, 'frames');
  const elements: readonly LinkElement[] = listed?.spec.elements ?? profileDefaults[profile].elements;
  const isStronger = listed === undefined || layers.indexOf(switched!) < layers.indexOf(listed);
  const frames = switched !== undefined && isStronger ? switched.spec.frames! : elements.includes('frame');
  return linkElements.filter(element => (element === 'frame' ? frames : elements.includes(element)));
}

/** If one source gives both, both must mean the same. */
function elementFaults(layers: readonly SpecLayer[]): readonly Refusal[] {
  const holder = layerOf(layers, 'elements');
  if (holder === undefined) return [];
  const { frames, elements = [] } = holder.spec;
  if (frames === undefined || frames === elements.includes('frame')) return [];
  const code = frames ? 'frames-missing' : 'frames-named';
  const why = allowance(code, { elements: holder.nameOf(['elements']) });
  return [refusedValue(holder.nameOf(['frames']), frames, why)];
}

/** Checks that hosts are given for a site, and only with the scope `list`. */
function hostFaults(given: CrawlSpec, layers: readonly SpecLayer[]): readonly Refusal[] {
  const { scope, hosts, sites = [] } = given;
  const field = nameIn(layers, 'hosts');
  const named = [hosts ?? [], ...sites.map(site => site.hosts ?? [])].flat();
  const [first] = named;
  if (scope === 'list' && first === undefined)
    return [refusedValue(nameIn(layers, 'scope'), scope, allowance('list-without-hosts'))];
  if (scope !== 'list' && first !== undefined) return [refusedValue(field, first, allowance('hosts-without-list'))];
  if (hosts !== undefined && sites.length > 1) return [refusedValue(field, hosts[0], allowance('hosts-of-many'))];
  return [];
}

/**
 * Pages of sitemaps come after the last level, so a crawl that adds them allows no level limit and no shared budget.
 */
function sitemapFaults(given: CrawlSpec, layers: readonly SpecLayer[]): readonly Refusal[] {
  const { sitemaps, sites = [] } = given;
  if (sitemaps === undefined || sitemaps === 'report') return [];
  const field = nameIn(layers, 'sitemaps');
  const hasDepth = given.maxLevel !== undefined || sites.some(({ maxLevel }) => maxLevel !== undefined);
  const isShared = given.limit !== undefined && sites.length > 1;
  return [
    ...(hasDepth ? [refusedValue(field, sitemaps, allowance('sitemaps-with-depth'))] : []),
    ...(isShared ? [refusedValue(field, sitemaps, allowance('sitemaps-with-limit'))] : []),
  ];
}
