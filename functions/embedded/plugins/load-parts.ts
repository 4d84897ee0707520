import { type ApplicationModule, nameOwnModule } from '../../../shared/adapters/applications/open.ts';
import { allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { robotsPolicyNamed } from '../../../shared/domain/robots/robots-policy.ts';
import { builtInParts, type ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import {
  guardedAnalyzer,
  guardedCondition,
  guardedPolicy,
  guardedWriter,
} from '../../../shared/plugins/guarded-parts.ts';
import { namedParts, type PluginModule } from '../../../shared/plugins/named-parts.ts';
import { builtInWriters } from '../../../shared/wings/graph/formats/built-in-writers.ts';
import { keepWasmCode } from '../threads/v8-flags.ts';
import { firstLineOf, notLoadable, pluginAddress } from './plugin-files.ts';

/** The parts of a crawl that its spec chooses by name. */
export type Parts = Awaited<ReturnType<typeof loadParts>>;

/**
 * Loads the plugins and picks the parts. A list that names nothing takes all parts of its kind that the plugins bring; a
 * robots policy is taken only by its name. Throws `BadInput`.
 */
export async function loadParts(spec: ResolvedSpec) {
  const plugins = await Promise.all(spec.plugins.map(loadPlugin));
  demandApplications(spec, await loadApplications(spec.plugins));
  const formats = spec.formats.map(name => builtInWriters.get(name)!);
  const writers = plugins.flatMap(plugin => plugin.writers ?? []).map(guardedWriter);
  return {
    robots: robotsPolicyNamed(spec.robots, plugins.flatMap(plugin => plugin.robots ?? []).map(guardedPolicy)),
    finish: chosen('finish', spec.finish, plugins.flatMap(plugin => plugin.finish ?? []).map(guardedCondition)),
    writers: [...formats, ...chosen('writers', spec.writers, writers)],
    analyzers: chosen(
      'analyzers',
      spec.analyzers,
      plugins.flatMap(plugin => plugin.analyzers ?? []).map(guardedAnalyzer),
    ),
  };
}

/** The modules that bring applications. Throws `BadInput`, also where two bring one of the same name. */
export async function loadApplications(plugins: readonly string[]): Promise<readonly ApplicationModule[]> {
  const modules: ApplicationModule[] = [];
  const names = new Set<string>();
  for (const plugin of plugins) {
    const { applications = [] } = await loadPlugin(plugin);
    if (applications.length === 0) continue;
    const twice = applications.find(({ name }) => names.has(name));
    if (twice !== undefined)
      throw new BadInput([
        refusedValue(`plugins: ${plugin}: applications`, twice.name, allowance('application-twice')),
      ]);
    for (const { name } of applications) names.add(name);
    modules.push({ address: pluginAddress(plugin), applications });
  }
  return modules;
}

/** Throws `BadInput` for a name that neither a module nor the program itself has. */
export function demandApplications(
  { applications = [] }: Pick<ResolvedSpec, 'applications'>,
  modules: readonly ApplicationModule[],
  field = 'applications',
): void {
  const own = builtInParts.applications.map(name => ({ name }));
  namedParts(field, applications, [...own, ...modules.flatMap(module => module.applications)]);
}

async function loadPlugin(address: string): Promise<PluginModule> {
  // Loaded where there are plugins: its schema library takes its time.
  const { pluginFaults } = await import('../../../shared/domain/spec/plugin-shape.ts');
  const exported = await importModule(address);
  const faults = pluginFaults(`plugins: ${address}`, exported);
  if (faults.length > 0) throw new BadInput(faults);
  return exported;
}

async function importModule(address: string): Promise<object> {
  try {
    nameOwnModule();
    // It may be TypeScript.
    keepWasmCode();
    return await besidesResults(async () => (await import(pluginAddress(address))) as object);
  } catch (error) {
    if (error instanceof BadInput) throw error;
    throw notLoadable(address, allowance('plugin-not-loadable', { why: firstLineOf(error) }));
  }
}

/** Modules that are being loaded; several are at once. */
let loading = 0;
let ownWrite = process.stdout.write;

/** Standard output is for results: what a module prints while it is loaded goes to standard error. */
async function besidesResults<T>(load: () => Promise<T>): Promise<T> {
  const { stdout, stderr } = process;
  if (loading === 0) {
    ownWrite = stdout.write;
    stdout.write = stderr.write.bind(stderr) as typeof ownWrite;
  }
  loading += 1;
  try {
    return await load();
  } finally {
    loading -= 1;
    if (loading === 0) stdout.write = ownWrite;
  }
}

/** A list that names nothing takes all parts. */
function chosen<Part extends { readonly name: string }>(
  field: string,
  names: readonly string[],
  found: readonly Part[],
): readonly Part[] {
  return names.length === 0 ? found : namedParts(field, names, found);
}
