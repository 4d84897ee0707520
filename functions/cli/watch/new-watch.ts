import { localClock } from '../../../shared/adapters/local/open.ts';
import type {
  BaseApplication,
  PublicationApplication,
} from '../../../shared/domain/applications/publication-application.ts';
import { defined } from '../../../shared/domain/defined.ts';
import type { RequestFault } from '../../../shared/domain/http/request-fault.ts';
import { refusal } from '../../../shared/domain/refusal/refusal.ts';
import {
  type ResolvedSite,
  type ResolvedSpec,
  type WatchOptions,
  watchDefaults,
} from '../../../shared/domain/spec/crawl-spec.ts';
import type { SpecLayer } from '../../../shared/domain/spec/read-spec.ts';
import { demandHosts, demandIntervals, demandWatchable } from '../../../shared/domain/spec/resolve/watch-faults.ts';
import { createCrawlRules } from '../../../shared/domain/turn/crawl-rules.ts';
import { orderOf } from '../../../shared/wings/publications/applications/application-order.ts';
import { isWorthWatching, whyNothing } from '../../../shared/wings/publications/finding/nothing-found.ts';
import type { SourceFindings } from '../../../shared/wings/publications/finding/source-findings.ts';
import { acceptRules } from '../../../shared/wings/publications/grabber/rule-health.ts';
import { keepList } from '../../../shared/wings/publications/mentioned/list-digest.ts';
import { firstEntries, firstRendering } from '../../../shared/wings/publications/watch/first-entries.ts';
import { outputDirectory } from '../../embedded/output-directory.ts';
import { refusalMark, toldVariable } from '../../embedded/told-refusals.ts';
import { type FoundAtSource, findAtSource } from '../../embedded/watch/find-at-source.ts';
import { keepFindings } from '../../embedded/watch/kept-findings.ts';
import { withChanged } from '../../embedded/watch/local-stores.ts';
import type { WatchEntries } from '../../embedded/watch-life.ts';
import { specInFile } from '../spec/config-file.ts';
import { gatherSpec } from '../spec/gather-spec.ts';
import type { OptionValues } from '../spec/spec-options.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { formatCounted } from '../terminal/print.ts';
import { findingsText } from './findings-text.ts';
import {
  demandSources,
  type NamedSources,
  organizationsOf,
  readWatchConfig,
  type WatchConfig,
} from './watch-config.ts';

export interface NewWatchOptions extends OptionValues, NamedSources {
  /** Further hosts, at which nothing is searched for. */
  readonly host?: readonly string[];
  /** Files of modules with applications. */
  readonly applications?: readonly string[];
  readonly requests: number;
  /** False: no page is shown in a browser to find what there is. */
  readonly browser?: boolean;
  readonly interval?: number;
  readonly leastInterval?: number;
  readonly mostInterval?: number;
  readonly recheck?: readonly number[];
  readonly archive?: boolean;
  readonly timeZone?: string;
  readonly keepPages?: number;
  /** A list of organizations to look for. */
  readonly organizations?: string;
  readonly overwrite?: true;
  readonly quiet?: true;
}

/** `orbweaver watch new`: looks what there is at each source, and writes the watch. */
export async function newWatch(directory: string, options: NewWatchOptions): Promise<number> {
  const made = await makeWatch(directory, options);
  if (made === undefined) return exitCodes.nothingCrawled;
  process.stderr.write(`Watch it by: orbweaver watch run ${made}\n`);
  process.stdout.write(`${made}\n`);
  return exitCodes.finished;
}

/** For the server of the page, which has begun this process. */
function tellServer(sources: readonly WatchedSource[]): void {
  if (process.env[toldVariable] === undefined) return;
  const whys = sources.slice(0, mostTold).map(({ findings, fault }) => whyNothing(findings, fault));
  const told = sources.length <= mostTold ? whys : [refusal('nothing-to-watch', { count: sources.length }), ...whys];
  process.stderr.write(`${refusalMark}${JSON.stringify(told)}\n`);
}

/** Sources of which each gets the reason why it has nothing to watch. */
const mostTold = 10;

/** The directory; undefined if no source has anything to watch. */
export async function makeWatch(
  out: string | undefined,
  onLine: NewWatchOptions,
  weakest?: SpecLayer,
): Promise<string | undefined> {
  const { source = [], config, quiet, host = [] } = onLine;
  const { input } = onLine;
  const isListed = source.length > 0 || input !== undefined;
  demandSources(onLine);
  const given = await configured(config, isListed ? [] : host);
  const options: NewWatchOptions = { ...defined({ ...given?.watch }), ...onLine };
  // The hosts of a watch are sources; those of a crawl are parts of a site.
  const { host: _, ...settings } = options;
  // Sources of the command line replace those of the file, with their hosts.
  const hosts = isListed ? host : (given?.hosts ?? []);
  const urls = isListed ? [...source, ...hosts] : [];
  const organizations = await organizationsOf(options, given);
  const sources = {
    ...{ urls, options: settings },
    ...defined({ input }),
    ...(given !== undefined && { config: given.file, configured: given.layer }),
  };
  const named = options.applications ?? [];
  // Modules of the command line come beside those of the file.
  const plugin = named.length === 0 ? [] : [...named, ...(given?.layer.spec.plugins ?? [])];
  const withModules = { ...sources, options: { ...settings, ...(plugin.length !== 0 && { plugin }) } };
  const { spec: gathered } = await gatherSpec({ ...withModules, ...defined({ weakest }) });
  demandWatchable(gathered);
  const applications = await applicationsOf(gathered, given?.applications);
  demandHosts(gathered.sites.map(({ url }) => url));
  const ofFile = onLine.leastInterval === undefined && given?.watch?.leastInterval !== undefined;
  const watch = watchOf(options, ofFile ? `${config}: watch.leastInterval` : '--least-interval');
  const spec: ResolvedSpec = { ...gathered, duplicates: 'keep', schemes: 'both', watch, ...applications };
  const directory = await outputDirectory(
    { ...options, ...(out !== undefined && { out, outField: 'directory' }) },
    spec,
    new Date(),
  );
  const found: WatchedSource[] = [];
  const further = new Set(
    isListed ? spec.sites.slice(source.length, urls.length) : spec.sites.slice(spec.sites.length - hosts.length),
  );
  for (const site of spec.sites) {
    if (further.has(site)) continue;
    const findings = await findAt(spec, site, options);
    if (!quiet) process.stderr.write(`${findings.text}\n`);
    found.push({ site, findings: findings.found, fault: findings.fault });
  }
  // A list that needs clicks may be proposed only: a person switches it on.
  const kept = found.filter(({ findings }) => isWorthWatching(findings));
  const left = found.length - kept.length;
  if (left > 0) process.stderr.write(`${formatCounted(left, 'source')} left out: there is nothing to watch.\n`);
  if (kept.length === 0) {
    tellServer(found);
    return undefined;
  }
  const { startLocalCrawl } = await import('../../embedded/run-crawl.ts');
  const entries = withSettings(spec, entriesOf(spec, kept, options.interval), {
    given,
    kept,
    render: options['render'],
  });
  const engine = await startLocalCrawl({
    ...{ directory, entries, overwrite: options.overwrite ?? false },
    spec: { ...spec, sites: [...kept.map(({ site }) => site), ...further] },
  });
  await engine.close();
  keepFindings(
    directory,
    found.map(({ site, findings, fault }) => ({
      ...(kept.some(each => each.site === site) ? { number: site.number } : { why: whyNothing(findings, fault) }),
      findings,
    })),
  );
  if (organizations !== undefined)
    await withChanged(directory, async ({ mentions }) => await keepList(mentions, organizations, localClock().now()));
  if (!quiet) sayProposed(directory, kept);
  return directory;
}

/** `leastField`: where the least interval was given. */
function watchOf(options: NewWatchOptions, leastField: string): WatchOptions {
  return {
    ...watchDefaults,
    ...boundsOf(options, leastField),
    ...(options.archive === true && { archive: true }),
    ...defined({ recheckS: options.recheck, timeZone: options.timeZone, keepPagesDays: options.keepPages }),
  };
}

interface Configured extends Omit<WatchConfig, 'value'> {
  readonly file: string;
  readonly layer: SpecLayer;
}

/** Which applications are on where a source names none: those that the spec names, or all of the modules. Throws `BadInput`. */
async function applicationsOf(
  spec: ResolvedSpec,
  bySource: Configured['applications'] = new Map(),
): Promise<Pick<ResolvedSpec, 'applications'>> {
  const { demandApplications, loadApplications } = await import('../../embedded/plugins/load-parts.ts');
  const modules = await loadApplications(spec.plugins);
  demandApplications(spec, modules);
  for (const [source, applications] of bySource)
    demandApplications({ applications }, modules, `applications of ${source}`);
  if (spec.applications !== undefined || modules.length === 0) return {};
  return { applications: orderOf(modules.flatMap(module => module.applications.map(baseOf))) };
}

function baseOf(application: PublicationApplication): { readonly name: string; readonly extends?: BaseApplication } {
  return { name: application.name, ...('extends' in application && { extends: application.extends }) };
}

/** `more`: further hosts beside those of the file. */
async function configured(file: string | undefined, more: readonly string[]): Promise<Configured | undefined> {
  if (file === undefined) return undefined;
  const { value, ...rest } = await readWatchConfig(file, more);
  return { file, layer: specInFile(file, value), ...rest };
}

/** The first settings of each source: the rules and applications that the file has for it, and how its pages are loaded. */
function withSettings(
  { sites, render: ofWatch }: Pick<ResolvedSpec, 'sites' | 'render'>,
  entries: WatchEntries,
  { given, kept, render }: Settings,
): WatchEntries {
  const at = new Date().toISOString();
  return entries.map(entry => {
    const url = sites.find(({ number }) => number === entry.site)?.url ?? '';
    const [data, applications] = [given?.rules.get(url), given?.applications.get(url)];
    const findings = kept.find(({ site }) => site.number === entry.site)?.findings;
    const chosen = given?.renders.get(url);
    const found = findings && firstRendering(findings, { now: Date.parse(at), watch: ofWatch });
    const own = render !== undefined ? {} : chosen === undefined ? found : { render: chosen };
    const rules = data && acceptRules([], data, at);
    const settings = { ...defined({ rules, applications }), ...own };
    if (Object.keys(settings).length === 0) return entry;
    return { ...entry, settings: JSON.stringify({ version: 1, ...settings }) };
  });
}

interface Settings {
  readonly given: Pick<Configured, 'rules' | 'renders' | 'applications'> | undefined;
  readonly kept: readonly WatchedSource[];
  /** As the command line says for all sources. */
  readonly render: unknown;
}

/** How lists that need a browser are switched on. */
function sayProposed(directory: string, sources: readonly WatchedSource[]): void {
  const proposed = sources.flatMap(({ findings }) =>
    findings.entries.filter(({ kind, on }) => kind === 'traversal' && !on),
  );
  for (const { address } of proposed)
    process.stderr.write(
      `${address} needs clicks; switch it on by: orbweaver watch sources on ${directory} ${address} --kind traversal\n`,
    );
}

interface WatchedSource {
  readonly site: ResolvedSite;
  readonly findings: SourceFindings;
  readonly fault: RequestFault | undefined;
}

function boundsOf(
  { leastInterval: leastS, mostInterval: mostS }: NewWatchOptions,
  field: string,
): Partial<typeof watchDefaults> {
  const bounds = defined({ leastS, mostS });
  demandIntervals({ ...watchDefaults, ...bounds }, field);
  return bounds;
}

async function findAt(
  spec: ResolvedSpec,
  { url, delayMs }: ResolvedSite,
  { requests: mostRequests, interval, browser = true }: Pick<NewWatchOptions, 'requests' | 'interval' | 'browser'>,
): Promise<FoundAtSource & { readonly text: string }> {
  const fixed = interval === undefined ? {} : { fixedS: interval };
  const found = await findAtSource(spec, { url, delayMs, mostRequests, ...fixed, browser });
  // The next process that asks the host knows nothing of these requests.
  await new Promise(resolve => setTimeout(resolve, delayMs));
  return { ...found, text: findingsText({ ...found, isFixed: interval !== undefined }) };
}

function entriesOf(spec: ResolvedSpec, sources: readonly WatchedSource[], fixedS: number | undefined): WatchEntries {
  const rules = createCrawlRules(spec);
  const now = Date.now();
  return sources.map(({ site, findings }) => ({
    site: site.number,
    addresses: firstEntries(findings, rules, { now, fixedS }),
  }));
}
