/*
 * Makes one program of the files of the command line, in `dist/`: `npm ci` calls this (script "dependencies", which npm runs
 * in a clone alone: an installed package runs no script). Reading 570 files and taking the types away took a quarter of a
 * second of CPU at each start. The launcher takes the bundle only while no file it was made of has changed, so whoever edits
 * a file runs what was edited. Plain JavaScript, for any Node from 20 on. `npm pack` packs the bundle: an installed program
 * has no other code, and of packages only those that are external here (`dependencies` of package.json; all others are
 * development packages, for the bundle holds them).
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'dist');

const allCommands = 'functions/cli/command-line.ts';
/** The commands that crawl, without the code of all others. */
const crawls = 'functions/cli/crawl-line.ts';
const state = 'functions/embedded/state-thread.ts';
/** The first module of each other process or thread. */
const others = [
  'functions/embedded/page-reader.ts',
  'functions/embedded/readers/reader-thread.ts',
  'functions/embedded/labels/train-thread.ts',
  'functions/embedded/mentions/search-thread.ts',
  'functions/serve/crawls-process.ts',
  // A machine that writes the results of an account's crawl.
  'functions/aws/here/unload-here.ts',
  'shared/adapters/applications/application-host.ts',
  // The module that users import by the name of the package.
  'shared/domain/applications/publication-application.ts',
];
const entries = [crawls, state, ...others, allCommands];

/** The modules that each run of a program imports. The first module of crawls begins a thread before it imports the others. */
const startsOf = {
  [allCommands]: [allCommands],
  [state]: [state],
  [crawls]: [
    ...['functions/cli/run-program.ts', 'functions/cli/crawl-program.ts', 'functions/cli/commands/crawl-command.ts'],
    'functions/embedded/run-crawl.ts',
  ],
};

/** Packages that find files of their own beside them, or that few runs need. */
const external = [
  ...['@aws-sdk/*', '@smithy/*', '@sparticuz/chromium', 'cheerio', 'puppeteer-core', 'yaml'],
  // Loaded where the user has installed it.
  'onnxruntime-node',
];

/** The file that a thread or a process begins with, `new URL('./x.ts', import.meta.url)`, or the address of the file itself. */
const address = /new URL\('(?<thread>\.[^']*\.ts)', import\.meta\.url\)|import\.meta\.url/g;

/** Packages that are CommonJS need it. To make it takes some time in each file that has it. */
const requireOfNode =
  "import{createRequire as requireOfBundle}from'node:module';const require=requireOfBundle(import.meta.url);";
const usesRequire = /typeof require\b|\brequire\(/;

/**
 * In a bundle each file of ours still says where its source lies; its threads and processes are bundles, too. `ends`: what is
 * written behind a file.
 */
function ownSources(ends = new Map()) {
  const setup = build =>
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const end = ends.get(pathInProject(path)) ?? '';
      if (path.includes(`${sep}node_modules${sep}`) || !(source.includes('import.meta') || end !== ''))
        return undefined;
      const here = JSON.stringify(relative(folder, path).split(sep).join('/'));
      const addressed = source.replace(address, (_, thread) =>
        thread === undefined
          ? `new URL(${here}, import.meta.url).href`
          : `new URL('./${nameOf(entryAt(path, thread))}.js', import.meta.url)`,
      );
      return { contents: addressed + end, loader: 'ts' };
    });
  return { name: 'own sources', setup };
}

/**
 * Node makes all that a module exports when the module is imported as one, also what it would make only when it is first used: for
 * `node:http` its own undici, in 18 ms. Here they are taken from the object that holds them.
 */
const builtins = {
  name: 'modules of Node',
  setup(build) {
    build.onResolve({ filter: /^node:(?:http|process|util)$/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'builtin' } : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/**
 * Every run of a program needs the modules of its start. Each module that is imported when needed imports all of them, so that
 * esbuild puts them into one file, and not into one for each set of commands: to open 40 files took half of the time of `--help`.
 */
function importsOfStart({ inputs }, starts) {
  const isOwn = path => path.endsWith('.ts') && path in inputs && !path.startsWith('node_modules/');
  const first = new Set(starts);
  for (const path of first)
    for (const each of inputs[path].imports)
      if (each.kind !== 'dynamic-import' && isOwn(each.path)) first.add(each.path);
  const imports = [...first].map(path => `\nimport ${JSON.stringify(join(root, path))};`).join('');
  const whenNeeded = Object.values(inputs).flatMap(({ imports: all }) =>
    all.filter(({ kind, path }) => kind === 'dynamic-import' && isOwn(path) && !first.has(path)),
  );
  return new Map(whenNeeded.map(({ path }) => [path, imports]));
}

function pathInProject(path) {
  return relative(root, path).split(sep).join('/');
}

function entryAt(importer, path) {
  const entry = pathInProject(join(dirname(importer), path));
  if (!entries.includes(entry))
    throw new Error(`${importer} begins a thread with ${entry}: name it in scripts/bundle.js`);
  return entry;
}

function nameOf(entry) {
  return entry.slice(0, -'.ts'.length).replaceAll('/', '.');
}

/** Each file that the bundle was made of, relative to the package, with its size in bytes and its time in milliseconds. */
function stampOf(path) {
  const { size, mtimeMs } = statSync(join(root, path));
  return [path, size, mtimeMs];
}

/** A bundled CommonJS package that is imported when needed, `import('x')`, would have lost the names that it exports. A module has them. */
function checkImports({ inputs }) {
  for (const [path, { imports }] of Object.entries(inputs))
    for (const { kind, path: imported } of imports)
      if (kind === 'dynamic-import' && imported.startsWith('node_modules/') && inputs[imported].format !== 'esm')
        throw new Error(`${path} imports ${imported} when needed: make it external in scripts/bundle.js`);
}

const options = {
  splitting: true,
  format: 'esm',
  charset: 'utf8',
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  external,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  write: false,
};

/** Files of equal content have equal names. */
async function bundle({ build }) {
  const making = join(root, `dist.${process.pid}.tmp`);
  mkdirSync(making, { recursive: true });
  const built = async (modules, ends) => {
    const entryPoints = modules.map(entry => ({ in: entry, out: nameOf(entry) }));
    return await build({ ...options, entryPoints, outdir: making, plugins: [ownSources(ends), builtins] });
  };
  // Processes and threads share no memory: code that two of them have is in two files, and each opens few.
  const programs = [await built(others)];
  for (const [entry, starts] of Object.entries(startsOf))
    programs.push(await built([entry], importsOfStart((await built([entry])).metafile, starts)));
  const files = new Set();
  for (const { metafile, outputFiles } of programs) {
    checkImports(metafile);
    for (const { path, text } of outputFiles) writeFileSync(path, usesRequire.test(text) ? requireOfNode + text : text);
    for (const path of Object.keys(metafile.inputs)) files.add(path);
  }
  const made = [...files].filter(path => !path.startsWith('node_modules/') && !path.includes(':'));
  const inputs = ['package.json', 'node_modules/.package-lock.json', ...made];
  writeFileSync(join(making, 'made-of.json'), JSON.stringify(inputs.map(stampOf)));
  const before = join(root, `dist.${process.pid}.old.tmp`);
  if (existsSync(folder)) renameSync(folder, before);
  renameSync(making, folder);
  rmSync(before, { recursive: true, force: true });
  console.log(`dist: ${entries.length} programs of ${made.length} files`);
}

/** Whether the bundle that is there was made of files as they are now. */
function isCurrent() {
  if (!existsSync(join(folder, 'made-of.json'))) return false;
  const stamps = JSON.parse(readFileSync(join(folder, 'made-of.json'), 'utf8'));
  return stamps.every(
    ([path, ...stamp]) => existsSync(join(root, path)) && `${stampOf(path)}` === `${[path, ...stamp]}`,
  );
}

const esbuild = await import('esbuild').catch(() => undefined);
if (esbuild === undefined) {
  rmSync(folder, { recursive: true, force: true });
  console.error(
    'orbweaver: a clone needs its development packages; leave out --omit=dev, or install the file that npm pack makes.',
  );
  process.exitCode = 1;
} else if (!isCurrent()) await bundle(esbuild);
