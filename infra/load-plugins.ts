import { pathToFileURL } from 'node:url';
import { factsIn, nameOwnModule } from '../shared/adapters/applications/open.ts';
import type { PublicationApplication } from '../shared/domain/applications/publication-application.ts';
import { englishSentence } from '../shared/domain/refusal/refusal.ts';
import { pluginFaults } from '../shared/domain/spec/plugin-shape.ts';
import { pluginKeys } from '../shared/domain/spec/resolve/part-faults.ts';
import { BadSetting } from './settings.ts';

type PartKey = (typeof pluginKeys)[number];

/** A part as the stack knows it; `reads`: media types that an analyzer makes pages of. */
interface DeployedPart {
  readonly name: string;
  readonly reads?: readonly string[];
}

export interface DeployedPlugin {
  /** Absolute path of the module. */
  readonly file: string;
  readonly parts: Readonly<Record<PartKey, readonly DeployedPart[]>>;
  /** The facts about its applications that are known without their code. */
  readonly applications: ReturnType<typeof factsIn>;
}

/** Loads the modules to learn what they bring. Throws `BadSetting` for a module that is no plugin, or a name given twice. */
export async function loadPlugins(files: readonly string[]): Promise<readonly DeployedPlugin[]> {
  const plugins = await Promise.all(files.map(loadPlugin));
  for (const key of pluginKeys) demandEachOnce(key, plugins);
  return plugins;
}

async function loadPlugin(file: string): Promise<DeployedPlugin> {
  const exported = await importModule(file);
  const faults = pluginFaults(`plugins: ${file}`, exported);
  if (faults.length > 0) throw new BadSetting(faults.map(englishSentence).join(' '));
  const of = (key: PartKey): readonly DeployedPart[] =>
    ((Reflect.get(exported, key) as readonly DeployedPart[] | undefined) ?? []).map(({ name, reads }) => ({
      name,
      ...(reads !== undefined && { reads }),
    }));
  const applications = factsIn(
    file,
    (Reflect.get(exported, 'applications') as readonly PublicationApplication[] | undefined) ?? [],
  );
  for (const { name, columns = {} } of applications) demandColumns(`plugins: ${file}: application ${name}`, columns);
  return {
    file,
    parts: {
      ...{ robots: of('robots'), finish: of('finish'), writers: of('writers'), analyzers: of('analyzers') },
      applications: of('applications'),
    },
    applications,
  };
}

/** Columns by which the daily files are found. */
const partitions = ['watch', 'day'];

function demandColumns(at: string, columns: object): void {
  const taken = Object.keys(columns).find(column => partitions.includes(column));
  if (taken === undefined) return;
  throw new BadSetting(
    `${at} has a column "${taken}", which tables of an account have already; allowed is any other name.`,
  );
}

async function importModule(file: string): Promise<object> {
  try {
    nameOwnModule();
    return (await import(pathToFileURL(file).href)) as object;
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new BadSetting(`plugins: ${file} cannot be loaded (${why}).`);
  }
}

/** A spec names parts, not modules. */
function demandEachOnce(key: PartKey, plugins: readonly DeployedPlugin[]): void {
  const seen = new Map<string, string>();
  for (const { file, parts } of plugins)
    for (const { name } of parts[key]) {
      const other = seen.get(name);
      if (other !== undefined)
        throw new BadSetting(
          `plugins: ${file}: ${key} has "${name}", and so has ${other}; each name must be there once.`,
        );
      seen.set(name, file);
    }
}
