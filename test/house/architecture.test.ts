import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { circlesOf, folderArrows } from '../../bench/house/circles.ts';

/**
 * The imports that each layer may have (docs/design/README.md, "Layout"): doors call steps, steps follow domain rules and speak
 * to the outside through ports, adapters keep the ports' promises. `node:` modules that compute and touch nothing
 * outside count as pure.
 */
interface Layer {
  readonly name: string;
  readonly files: RegExp;
  readonly own: readonly RegExp[];
  /** The files that it may import by `import type` only. */
  readonly types?: readonly RegExp[];
  readonly packages: readonly string[];
  /** The packages that it may import by `import type` only. */
  readonly packageTypes?: readonly string[];
}

const domain = /^shared\/domain\//;
const ports = /^shared\/ports\//;
const place = /^shared\/place\//;
/** Modules that the console's server hands out beside the console's own. */
const sharedWithPage =
  /^shared\/(files\/(svg\/(plot|shape)|readable-address)|domain\/(protocol\/site-outcomes|spec\/(decode-setting|sites\/(site-fields|unicode-text)|resolve\/presets))|wings\/graph\/(issues\/issue-words|diff\/change-kinds)|wings\/publications\/table\/(share|table-rows|told-table|tone-table))\.ts$|^shared\/domain\/spec\/fields\/fields-(en|ru)\.json$/;
const files = /^shared\/files\//;
const steps = /^shared\/steps\//;
const report = /^shared\/report\//;
const wings = /^shared\/wings\//;
const graph = /^shared\/wings\/graph\//;
const sets = /^shared\/wings\/sets\//;
const clicking = /^shared\/wings\/clicking\//;
/** The interface that report and wings fill. */
const resultPart = /^shared\/steps\/unload\/result-part\.ts$/;
const plugins = /^shared\/plugins\//;
const pure = ['node:buffer', 'node:util', 'node:stream', 'node:zlib', 'node:crypto', 'node:module', 'node:url'];

/**
 * The rooms of `functions/`, and which other rooms each may enter. Doors (the command line, the Lambdas and the page in a
 * browser) enter no other door; `http` is the API, `embedded` the engine of one machine, `serve` the server of the page.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
  aws: ['http'],
  cli: ['embedded', 'example-site', 'serve'],
  console: ['http'],
  embedded: [],
  'example-site': [],
  http: [],
  serve: ['embedded', 'http'],
};

function doorLayer(room: string, others: readonly string[]): Layer {
  // A browser loads the page's own files only; the rest is gone once the types are taken away.
  if (room === 'console')
    return {
      name: 'functions/console',
      files: /^functions\/console\//,
      own: [/^functions\/console\//, sharedWithPage],
      types: [domain, report, wings, place, ...others.map(name => new RegExp(`^functions/${name}/`))],
      packages: [],
      packageTypes: ['graphology', 'sigma'],
    };
  return {
    name: `functions/${room}`,
    files: new RegExp(`^functions/${room}/`),
    own: [
      ...[domain, ports, files, report, wings, steps, plugins, place, /^shared\/adapters\/[a-z]+\/open\.ts$/],
      ...[room, ...others].map(name => new RegExp(`^functions/${name}/`)),
    ],
    packages: [
      'node:*',
      'commander',
      'croner',
      'yaml',
      'yazl',
      'zod',
      'hono*',
      '@hono/*',
      '@modelcontextprotocol/*',
      '@aws-lambda-powertools/*',
      'aws-lambda',
    ],
  };
}

const layers: readonly Layer[] = [
  {
    name: 'domain',
    files: domain,
    own: [domain],
    packages: [
      ...pure,
      'zod',
      're2js',
      'cheerio',
      'css-select',
      'eld*',
      'parse5',
      'entities',
      'tldts',
      'tough-cookie',
      'xpath',
    ],
  },
  { name: 'ports', files: ports, own: [ports, domain], packages: [] },
  {
    name: 'the place as its API sees it',
    files: place,
    own: [domain, ports, place, report, wings],
    packages: ['yaml', 'zod'],
  },
  {
    name: 'steps',
    files: steps,
    own: [domain, ports, steps],
    packages: ['node:crypto'],
  },
  { name: 'files', files, own: [domain, ports, files], packages: [...pure, 'hyparquet-writer', 'yazl'] },
  { name: 'plugins', files: plugins, own: [domain, ports, plugins], types: [graph], packages: [] },
  { name: 'report', files: report, own: [domain, ports, report, resultPart, /^package\.json$/], packages: [] },
  {
    name: 'the graph wing',
    files: graph,
    own: [domain, ports, files, steps, graph],
    types: [report],
    packages: pure,
  },
  {
    name: 'the wing of target sets',
    files: sets,
    own: [domain, ports, files, steps, sets],
    types: [graph],
    packages: pure,
  },
  {
    name: 'the lists of what wings write',
    files: /^shared\/wings\/(result-parts|analysis-tables)\.ts$/,
    own: [domain, ports, report, steps, wings],
    types: [files],
    packages: [],
  },
  {
    name: 'the wing of publications',
    files: /^shared\/wings\/publications\//,
    own: [domain, ports, files, steps, /^shared\/wings\/publications\//],
    packages: [...pure, 'docx*', 'htmlparser2', '@orama/stemmers*', 'zod'],
  },
  {
    name: 'the wing of clicking',
    files: clicking,
    own: [domain, ports, files, steps, clicking],
    packages: pure,
  },
  {
    name: 'browser adapters',
    files: /^shared\/adapters\/browser\//,
    own: [domain, ports, clicking, /^shared\/adapters\/browser\//],
    packages: ['node:*', 'puppeteer-core', '@sparticuz/chromium'],
  },
  {
    name: 'web adapters',
    files: /^shared\/adapters\/web\//,
    own: [domain, ports, /^shared\/adapters\/web\//],
    packages: ['undici', 'undici/lib/dispatcher/client.js', 'undici/lib/core/socks5-client.js', 'node:*'],
  },
  {
    name: 'local adapters',
    files: /^shared\/adapters\/local\/(?!open\.ts)/,
    own: [domain, ports, files, /^shared\/wings\/publications\//, /^shared\/adapters\/local\/(?!open\.ts)/],
    types: [wings],
    packages: ['node:*'],
  },
  {
    name: 'wiring of the local adapters',
    files: /^shared\/adapters\/local\/open\.ts/,
    own: [domain, ports, /^shared\/adapters\/(local|web)\//],
    packages: ['node:*'],
  },
  { name: 'names', files: /^shared\/names\.ts$/, own: [], packages: [] },
  {
    name: 'adapters of applications',
    files: /^shared\/adapters\/applications\//,
    own: [domain, /^shared\/wings\/publications\//, /^shared\/adapters\/applications\//],
    packages: ['node:*'],
  },
  {
    name: 'delivery adapters',
    files: /^shared\/adapters\/delivery\//,
    own: [domain, /^shared\/adapters\/delivery\//],
    packages: ['node:crypto', 'node:stream', 'undici', 'nodemailer'],
  },
  {
    name: 'AWS adapters',
    files: /^shared\/adapters\/aws\/(?!open\.ts)/,
    own: [
      domain,
      ports,
      files,
      /^shared\/wings\/publications\//,
      /^shared\/adapters\/aws\/(?!open\.ts)/,
      /^shared\/adapters\/remote\/signed-headers\.ts$/,
    ],
    types: [wings, steps],
    packages: ['node:*', '@smithy/*', '@aws-sdk/*'],
  },
  {
    name: 'wiring of the AWS adapters',
    files: /^shared\/adapters\/aws\/open\.ts/,
    own: [
      domain,
      ports,
      /^shared\/names\.ts$/,
      /^shared\/adapters\/(aws|web)\//,
      /^shared\/adapters\/local\/(machine-processes|random-ids|system-clock)\.ts$/,
    ],
    packages: ['node:*', '@aws-sdk/*'],
  },
  {
    name: 'the remote API',
    files: /^shared\/adapters\/remote\//,
    own: [domain, ports, /^shared\/adapters\/remote\//],
    packages: ['node:*', '@smithy/*', '@aws-sdk/*'],
  },
  {
    name: 'engines of tone beside our own',
    files: /^shared\/adapters\/tone\//,
    own: [
      domain,
      /^shared\/wings\/publications\/tone\//,
      /^shared\/adapters\/tone\//,
      /^shared\/adapters\/remote\/signed-headers\.ts$/,
    ],
    packages: ['node:*', '@smithy/*', '@aws-sdk/*', 'onnxruntime-node'],
  },
  {
    name: 'the CDK app',
    files: /^infra\//,
    own: [
      /^infra\//,
      /^shared\/names\.ts$/,
      /^shared\/domain\/(applications\/publication-application|protocol\/(fetch-memory|kept-days|longest-crawl)|refusal\/refusal|spec\/(plugin-shape|read-spec|resolve\/part-faults))\.ts$/,
      /^shared\/adapters\/applications\/open\.ts$/,
      /^shared\/adapters\/aws\/(door-stores|dynamo\/store-needs)\.ts$/,
      /^shared\/wings\/analysis-tables\.ts$/,
      /^shared\/wings\/publications\/applications\/application-order\.ts$/,
      /^shared\/wings\/publications\/export\/(publications-parquet|record-export|mention-records|tone-records)\.ts$/,
    ],
    packages: ['node:*', 'aws-cdk-lib*', 'constructs', 'cdk-nag', 'yaml', 'zod'],
  },
  ...Object.entries(rooms).map(([room, others]) => doorLayer(room, others)),
];

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = ['shared', 'functions', 'infra'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => join(folder, name).replaceAll('\\', '/')),
);

interface Import {
  readonly from: string;
  readonly isType: boolean;
  /** `import()`: loaded when it is needed. */
  readonly isLazy: boolean;
}

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found = text.matchAll(/^(import type|import|export|.*\bimport\()(?:[^';]*\bfrom\s)?[\s(]*'([^']+)'/gm);
  return [...found].map(match => ({
    from: match[2]!,
    isType: match[1] === 'import type',
    isLazy: match[1]!.endsWith('('),
  }));
}

/** The file of ours that an import names. */
function targetOf(file: string, imported: string): string {
  return relative(root, join(root, dirname(file), imported)).replaceAll('\\', '/');
}

function isAllowed(
  { own, types = [], packages, packageTypes = [] }: Layer,
  file: string,
  { from, isType }: Import,
): boolean {
  const allowed = isType ? [...own, ...types] : own;
  if (from.startsWith('.')) return allowed.some(pattern => pattern.test(targetOf(file, from)));
  return [...packages, ...(isType ? packageTypes : [])].some(name =>
    name.endsWith('*') ? from.startsWith(name.slice(0, -1)) : name === from,
  );
}

/** Files of ours that each file imports, types included. */
const imports = new Map(
  sources.map(file => {
    const own = importsOf(file).filter(({ from }) => from.startsWith('.'));
    return [file, new Set(own.map(({ from }) => targetOf(file, from)).filter(target => sources.includes(target)))];
  }),
);

/** Files of ours that are loaded before the first line of `file` runs. */
function loadedWith(file: string, loaded = new Set<string>()): ReadonlySet<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  const own = importsOf(file).filter(({ from, isType, isLazy }) => from.startsWith('.') && !isType && !isLazy);
  for (const { from } of own) loadedWith(targetOf(file, from), loaded);
  return loaded;
}

describe('architecture', () => {
  test('the command line shows its help without an adapter and the tables of a reader: each takes longer to load than the help to write', () => {
    const loaded = loadedWith('functions/cli/command-line.ts');
    expect(loaded).toContain('functions/cli/tone/tone-program.ts');
    const heavy = /^shared\/(adapters|wings\/publications\/(extraction|mentions))\//;
    expect([...loaded].filter(file => heavy.test(file))).toEqual([]);
  });

  test('no files import each other in a circle, types included', () => {
    expect(imports.get('shared/steps/wake.ts')).toContain('shared/ports/ports.ts');
    expect(circlesOf(imports)).toEqual([]);
  });

  test('no folders import each other in a circle', () => {
    expect(circlesOf(folderArrows(imports))).toEqual([]);
  });

  test('circles are found, and what only leads into one is not of it', () => {
    const arrows = { a: ['b'], b: ['c', 'd'], c: ['a'], d: [], e: ['a'] };
    expect(circlesOf(new Map(Object.entries(arrows).map(([from, to]) => [from, new Set(to)])))).toEqual([
      ['a', 'b', 'c'],
    ]);
  });

  test('every file belongs to one layer', () => {
    for (const file of sources)
      expect([file, layers.filter(layer => layer.files.test(file)).length]).toEqual([file, 1]);
  });

  test.each(layers.map(layer => [layer.name, layer] as const))('%s import only what they may', (_, layer) => {
    const mine = sources.filter(file => layer.files.test(file));
    const forbidden = mine.flatMap(file =>
      importsOf(file)
        .filter(imported => !isAllowed(layer, file, imported))
        .map(({ from }) => `${file} imports ${from}`),
    );
    expect(mine.length).toBeGreaterThan(0);
    expect(forbidden).toEqual([]);
  });
});
