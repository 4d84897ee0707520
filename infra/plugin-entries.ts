import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stage } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Door } from '../shared/adapters/aws/door-stores.ts';
import type { Deployed, pluginKeys } from '../shared/domain/spec/resolve/part-faults.ts';
import { orderOf } from '../shared/wings/publications/applications/application-order.ts';
import type { DeployedPlugin } from './load-plugins.ts';

type PartKey = (typeof pluginKeys)[number];

/** Kinds of parts whose code a function runs; of all others it knows the names. */
export const codeOf: Readonly<Record<Door, readonly PartKey[]>> = {
  seed: [],
  fetch: ['robots'],
  browser: ['robots'],
  parse: ['analyzers'],
  tick: ['finish'],
  wake: [],
  daily: [],
  search: [],
  unload: ['writers'],
  remove: [],
  api: [],
};

const doors = fileURLToPath(new URL('../functions/aws/', import.meta.url));
/** The module from which analyzers request a tree. */
const trees = fileURLToPath(new URL('../shared/domain/turn/bundled-trees.ts', import.meta.url));

/** With which the process of an application begins. */
const applicationHost = fileURLToPath(new URL('../shared/adapters/applications/deployed-host.ts', import.meta.url));

/** Modules that run before the module of the door. With plugins, a module that gives the door their parts. */
export function injected(scope: Construct, door: Door, plugins: readonly DeployedPlugin[]): string[] {
  if (plugins.length === 0) return [];
  const folder = join(Stage.of(scope)!.outdir, 'plugin-entries');
  mkdirSync(folder, { recursive: true });
  const entry = join(folder, `${door}.ts`);
  writeFileSync(entry, entrySource(door, plugins));
  return [entry];
}

/** A bundle beside that of a function, with one module of applications: their processes begin with it. */
interface ApplicationBundle {
  /** A source file. */
  readonly entry: string;
  /** Beside the bundle of the function. */
  readonly file: string;
}

/** Bundles beside the bundle of a function: the function that reads pages has one for each module with applications. */
export function applicationBundles(
  scope: Construct,
  door: Door,
  plugins: readonly DeployedPlugin[],
): readonly ApplicationBundle[] {
  if (door !== asksApplications) return [];
  const folder = join(Stage.of(scope)!.outdir, 'plugin-entries');
  return plugins.flatMap(({ file, applications }, index) => {
    if (applications.length === 0) return [];
    mkdirSync(folder, { recursive: true });
    const entry = join(folder, `applications-${index}.ts`);
    writeFileSync(entry, hostSource(file));
    return [{ entry, file: bundleName(index) }];
  });
}

/** The door that reads pages. */
const asksApplications: Door = 'parse';
const bundleName = (plugin: number): string => `applications/${plugin}.mjs`;

/** The module is imported by the process once its guard is there. */
export function hostSource(module: string): string {
  return [
    `import { serveDeployed } from ${JSON.stringify(applicationHost)};`,
    `import ${JSON.stringify(trees)};`,
    `await serveDeployed(async () => await import(${JSON.stringify(module)}));`,
    '',
  ].join('\n');
}

/** Only what the function needs is imported, so only that is bundled. */
export function entrySource(door: Door, plugins: readonly DeployedPlugin[]): string {
  const keys = codeOf[door];
  const imports: string[] = [];
  const lists = new Map<PartKey, string[]>();
  for (const [index, { file, parts }] of plugins.entries()) {
    const brought = keys.filter(key => parts[key].length > 0);
    for (const key of brought) lists.set(key, [...(lists.get(key) ?? []), `...${key}${index}`]);
    const names = brought.map(key => `${key} as ${key}${index}`);
    if (names.length > 0) imports.push(`import { ${names.join(', ')} } from ${JSON.stringify(file)};`);
  }
  // The function that fetches decides which answers are pages, by the media types that analyzers read.
  if (door === 'fetch' || door === 'browser') lists.set('analyzers', [mediaTypes(plugins)]);
  const parts = [...lists].map(([key, items]) => `${key}: [${items.join(', ')}]`);
  return [
    `import { deployWith } from ${JSON.stringify(join(doors, 'deployed-parts.ts'))};`,
    ...(lists.has('analyzers') && door === 'parse' ? [`import ${JSON.stringify(trees)};`] : []),
    ...imports,
    `deployWith({ names: ${JSON.stringify(namesOf(plugins))}, parts: { ${parts.join(', ')} }${applicationsOf(door, plugins)} });`,
    '',
  ].join('\n');
}

/** The facts about applications that the function knows, and the places of their bundles. */
function applicationsOf(door: Door, plugins: readonly DeployedPlugin[]): string {
  if (door !== asksApplications) return '';
  const all = plugins.flatMap(({ applications }, index) =>
    applications.map(facts => {
      const file = `new URL(${JSON.stringify(`./${bundleName(index)}`)}, import.meta.url)`;
      return `{ facts: ${JSON.stringify(facts)}, file: ${file}, args: [${JSON.stringify(facts.name)}] }`;
    }),
  );
  return all.length === 0 ? '' : `, applications: [${all.join(', ')}]`;
}

function mediaTypes(plugins: readonly DeployedPlugin[]): string {
  return plugins
    .flatMap(({ parts }) => parts.analyzers)
    .map(({ name, reads }) => JSON.stringify({ name, reads }))
    .join(', ');
}

function namesOf(plugins: readonly DeployedPlugin[]): Omit<Deployed, 'rendering'> {
  const of = (key: PartKey): readonly string[] => plugins.flatMap(({ parts }) => parts[key].map(({ name }) => name));
  return {
    ...{ robots: of('robots'), finish: of('finish'), writers: of('writers'), analyzers: of('analyzers') },
    applications: of('applications'),
    ...(!plugins.every(({ applications }) => applications.length === 0) && {
      order: orderOf(plugins.flatMap(({ applications }) => applications)),
    }),
  };
}
