import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, expect, test } from 'vitest';
import { CrawlerStack } from '../../../infra/crawler-stack.ts';
import { type DeployedPlugin, loadPlugins } from '../../../infra/load-plugins.ts';
import { readSettings } from '../../../infra/settings.ts';
import { openDeployedApplications } from '../../../shared/adapters/applications/open.ts';
import { type Resources, resourceNamed } from '../../pure/infra/stack-resources.ts';

const examples = fileURLToPath(new URL('../../plugins/', import.meta.url));
/** Its parts are none of a crawl. */
const applications = join(examples, 'prices.ts');
const files = readdirSync(examples)
  .map(name => join(examples, name))
  .filter(file => file !== applications);
const folder = mkdtempSync(join(tmpdir(), 'orbweaver-deployed-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a function that is deployed with plugins has their code in its bundle, and the others do not', {
  timeout: 300_000,
}, async () => {
  const outdir = join(folder, 'cdk.out');
  const app = new App({ outdir, builtinCloudFormationValidation: false });
  const plugins = await loadPlugins([...files, applications]);
  const settings = readSettings(name => (name === 'publications' ? true : undefined));
  const stack = new CrawlerStack(app, 'Orbweaver', { settings, plugins });
  const resources = Template.fromStack(stack).toJSON()['Resources'] as Resources;
  const bundleOf = (door: string): string => {
    const [, { Properties }] = resourceNamed(resources, `${door}Function`, 'AWS::Lambda::Function');
    const hash = String((Properties['Code'] as { readonly S3Key: string }).S3Key).replace('.zip', '');
    return join(outdir, `asset.${hash}`, 'index.mjs');
  };
  const doors = ['Seed', 'Fetch', 'Parse', 'Tick', 'Unload', 'Api'];
  const bundles = new Map(doors.map(door => [door, readFileSync(bundleOf(door), 'utf8')]));
  const withCode = (code: string): string[] => doors.filter(door => bundles.get(door)!.includes(code));
  const withModule = (path: string): string[] =>
    doors.filter(door => modulesIn(bundleOf(door)).some(each => each.includes(path)));
  expect(withCode('"h1, h2')).toEqual(['Parse']);
  expect(withCode('(?:search|find)')).toEqual(['Fetch']);
  expect(withModule('/plugins/enough-external-links.ts')).toEqual(['Tick']);
  expect(withCode('digraph {')).toEqual(['Unload']);
  expect(withCode('enough-external-links')).toEqual(doors);
  // The module by which analyzers get a tree is not loaded later: a Lambda has no packages beside its bundle.
  expect(withModule('/node_modules/cheerio/')).toEqual(['Parse']);
  await expectRunning(join(bundleOf('Parse'), '..', 'applications', '5.mjs'), plugins);
  const [, parse] = resourceNamed(resources, 'ParseFunction', 'AWS::Lambda::Function');
  expect(parse.Properties['MemorySize']).toBe(2_048);
  const tables = Object.values(resources).filter(({ Type }) => Type === 'AWS::Glue::Table');
  const inputs = tables.map(({ Properties }) => Properties['TableInput'] as GlueInput);
  expect(inputs.map(({ Name }) => Name)).toEqual(
    expect.arrayContaining(['app_prices', 'mentions', 'publications', 'tones']),
  );
  const { StorageDescriptor, Parameters } = inputs.find(({ Name }) => Name === 'app_prices')!;
  expect(StorageDescriptor.Columns.map(({ Name, Type }) => `${Name} ${Type}`)).toEqual([
    ...['address string', 'publication bigint', 'version bigint', 'source string', 'application string'],
    ...['digest string', 'seen timestamp', 'story bigint', 'price double', 'currency string', 'story_at timestamp'],
  ]);
  expect(JSON.stringify(Parameters['storage.location.template'])).toContain(
    `tables/applications/watch=\${watch}/app_prices/day=\${day}/`,
  );
  const seed = (await import(pathToFileURL(bundleOf('Seed')).href)) as { readonly handler: unknown };
  expect(typeof seed.handler).toBe('function');
});

/** Paths of the modules whose code a bundle has, by its map. */
function modulesIn(bundle: string): readonly string[] {
  return (JSON.parse(readFileSync(`${bundle}.map`, 'utf8')) as { readonly sources: readonly string[] }).sources;
}

interface GlueInput {
  readonly Name: string;
  readonly Parameters: Readonly<Record<string, unknown>>;
  readonly StorageDescriptor: { readonly Columns: readonly { readonly Name: string; readonly Type: string }[] };
}

/** Starts the process of an application by the bundle beside that of the function, and has it read a page. */
async function expectRunning(file: string, plugins: readonly DeployedPlugin[]): Promise<void> {
  const [facts] = plugins.flatMap(({ applications: found }) => found);
  let msLeft = 100_000;
  const running = openDeployedApplications([{ facts: facts!, file, args: [facts!.name] }], () => msLeft);
  const page = {
    ...({ address: 'http://shop.test/7.html', type: 'article', source: 'http://shop.test', headers: {} } as const),
    ...{ at: '2026-11-01T12:00:00.000Z', html: '<span class="price">2.50</span>', publication: undefined },
  };
  try {
    const answer = await running.read('prices', page);
    expect(answer).toEqual({ kind: 'read', rows: [[7, 2.5, 'EUR', null]] });
    msLeft = 20_000;
    expect(await running.read('prices', page)).toMatchObject({ kind: 'failed', reason: 'no-time' });
  } finally {
    running.close();
  }
}
