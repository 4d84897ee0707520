/*
 * Makes one program of the files of the command line, in `dist/`: `npm ci` calls this (script "dependencies", which npm runs
 * in a clone alone: an installed package runs no script). Reading 570 files and taking the types away took a quarter of a
 * second of CPU at each start. The launcher takes the bundle only while no file it was made of has changed, so whoever edits
 * a file runs what was edited. Plain JavaScript, for any Node from 20 on. `npm pack` packs the bundle: an installed program
 * has no other code, and of packages only those that are external here (`dependencies` of package.json; all others are
 * development packages, for the bundle holds them).
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'dist');

/** What each crawl loads: CommonJS, whose functions are compiled ahead (`program-code.cjs`). */
const ofEachCrawl = ['functions/cli/crawl-line.ts', 'functions/embedded/state-thread.ts'];

const neededMajor = 24;

/** What a process or a thread begins with. */
const entries = [
  ...ofEachCrawl,
  // All commands beside those that crawl.
  'functions/cli/command-line.ts',
  'functions/embedded/page-reader.ts',
  'functions/embedded/labels/train-thread.ts',
  'functions/embedded/mentions/search-thread.ts',
  'functions/serve/crawls-thread.ts',
  'shared/adapters/applications/application-host.ts',
  // What modules of users import by the name of the package.
  'shared/domain/applications/publication-application.ts',
];

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

/** In a bundle each file of ours still says where its source lies; its threads and processes are bundles, too. */
const ownAddresses = {
  name: 'own addresses',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (path.includes(`${sep}node_modules${sep}`) || !source.includes('import.meta')) return undefined;
      const here = JSON.stringify(relative(folder, path).split(sep).join('/'));
      const contents = source.replace(address, (_, thread) =>
        thread === undefined
          ? `new URL(${here}, import.meta.url).href`
          : `new URL('./${fileOf(entryAt(path, thread))}', import.meta.url)`,
      );
      return { contents, loader: 'ts' };
    });
  },
};

/** What is imported when needed and is an entry of another bundle is left there. */
const otherEntries = {
  name: 'other entries',
  setup(build) {
    const own = build.initialOptions.entryPoints.map(entry => entry.in ?? entry);
    build.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      const entry = pathInProject(join(resolveDir, path));
      if (kind !== 'dynamic-import' || !entries.includes(entry) || own.includes(entry)) return undefined;
      return { path: `./${fileOf(entry)}`, external: true };
    });
  },
};

function pathInProject(path) {
  return relative(root, path).split(sep).join('/');
}

function entryAt(importer, path) {
  const entry = pathInProject(join(dirname(importer), path));
  if (!entries.includes(entry))
    throw new Error(`${importer} begins a thread with ${entry}: name it in scripts/bundle.js`);
  return entry;
}

/** What a thread, a process or an import begins with. */
function fileOf(entry) {
  return `${nameOf(entry)}.${ofEachCrawl.includes(entry) ? 'cjs' : 'js'}`;
}

function nameOf(entry) {
  return entry.slice(0, -'.ts'.length).replaceAll('/', '.');
}

/** Each file that the bundle was made of, relative to the package, with its size in bytes and its time in milliseconds. */
function stampOf(path) {
  const { size, mtimeMs } = statSync(join(root, path));
  return [path, size, mtimeMs];
}

/** A bundled CommonJS package that is imported when needed, `import('x')`, would have lost the names that it exports. */
function checkImports({ inputs }) {
  for (const [path, { imports }] of Object.entries(inputs))
    for (const { kind, path: imported } of imports)
      if (kind === 'dynamic-import' && imported.startsWith('node_modules/'))
        throw new Error(`${path} imports ${imported} when needed: make it external in scripts/bundle.js`);
}

const options = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  external,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  plugins: [ownAddresses, otherEntries],
  write: false,
};

/** Files of equal content have equal names. */
async function bundle({ build }) {
  const making = join(root, `dist.${process.pid}.tmp`);
  const inputs = new Set(['package.json', 'node_modules/.package-lock.json']);
  const note = metafile => {
    checkImports(metafile);
    for (const path of Object.keys(metafile.inputs))
      if (!path.startsWith('node_modules/') && !path.includes(':')) inputs.add(path);
  };
  mkdirSync(making, { recursive: true });
  const others = await build({ ...inPieces(entries.filter(entry => !ofEachCrawl.includes(entry))), outdir: making });
  note(others.metafile);
  for (const { path, text } of others.outputFiles)
    writeFileSync(path, usesRequire.test(text) ? requireOfNode + text : text);
  for (const entry of ofEachCrawl) {
    const { metafile, outputFiles } = await build(inOnePiece(entry));
    note(metafile);
    const program = `${nameOf(entry)}.program.cjs`;
    writeFileSync(join(making, program), beginningOfProgram + asciiOf(importingHere(outputFiles[0].text)));
    writeFileSync(join(making, fileOf(entry)), startOf(program));
  }
  copyFileSync(join(root, 'scripts/program-code.cjs'), join(making, 'program-code.cjs'));
  compileAhead(making);
  writeFileSync(join(making, 'made-of.json'), JSON.stringify([...inputs].map(stampOf)));
  const before = join(root, `dist.${process.pid}.old.tmp`);
  if (existsSync(folder)) renameSync(folder, before);
  renameSync(making, folder);
  rmSync(before, { recursive: true, force: true });
  console.log(`dist: ${entries.length} programs of ${inputs.size - 2} files`);
}

function inPieces(together) {
  return {
    ...options,
    entryPoints: together.map(entry => ({ in: entry, out: nameOf(entry) })),
    splitting: true,
    format: 'esm',
    charset: 'utf8',
  };
}

/** A single file in ASCII: V8 then keeps a byte for each letter of it. */
function inOnePiece(entry) {
  return {
    ...options,
    entryPoints: [entry],
    format: 'cjs',
    define: { 'import.meta.url': 'ownAddress' },
  };
}

/** As a script it is given how to import; as any other module it can do that itself. */
const beginningOfProgram =
  '"use strict";' +
  "const ownAddress=require('node:url').pathToFileURL(__filename).href;" +
  "const importOf=typeof importHere==='function'?importHere:specifier=>import(specifier);";

function importingHere(text) {
  const imports = text.match(/\bimport\(/g) ?? [];
  const awaited = text.match(/\bawait import\(/g) ?? [];
  if (awaited.length < imports.length) throw new Error('an import that is not awaited may be a text: await it');
  return text.replace(/\bawait import\(/g, 'await importOf(');
}

/** esbuild leaves letters of regular expressions as they are. */
function asciiOf(text) {
  return text.replace(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function startOf(program) {
  return `module.exports=require('./program-code.cjs').runProgram(require('node:path').join(__dirname,'${program}'));\n`;
}

/** Where that fails, the program starts more slowly, and all else is the same. */
function compileAhead(making) {
  const node = neededNode();
  if (node === undefined) return console.error('dist: not compiled ahead, for that needs Node 24');
  const args = [join(root, 'scripts/compile-ahead.js'), making];
  const { status, signal, stderr, error } = spawnSync(node, args, { encoding: 'utf8', timeout: 120_000 });
  if (status !== 0) console.error(`dist: not compiled ahead: ${error?.message ?? (stderr.trim() || signal)}`);
}

/** This Node, or the one that npm has installed along with the package. */
function neededNode() {
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath;
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-${process.platform}-${process.arch}/package.json`);
    return join(dirname(manifest), 'bin/node');
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    return undefined;
  }
}

const esbuild = await import('esbuild').catch(() => undefined);
if (esbuild === undefined) {
  rmSync(folder, { recursive: true, force: true });
  console.error(
    'orbweaver: a clone needs its development packages; leave out --omit=dev, or install the file that npm pack makes.',
  );
  process.exitCode = 1;
} else await bundle(esbuild);
