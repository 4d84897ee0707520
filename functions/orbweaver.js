#!/bin/sh
true /*; export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}" MALLOC_TRIM_THRESHOLD_="${MALLOC_TRIM_THRESHOLD_:-262144}" MALLOC_MMAP_THRESHOLD_="${MALLOC_MMAP_THRESHOLD_:-65536}"; exec node --min-semi-space-size=4 "$0" "$@"; */;

/*
 * The second line is for the shell: to JavaScript it is a word and a comment. A process cannot choose for itself how the C library of Linux keeps
 * free memory, and with these three settings a crawl needs a tenth less. Nor can it choose how large its space for young objects is at first.
 *
 * Starts the command line under Node 24. Plain JavaScript that older versions can read, so that they can say what is
 * missing. `npm ci` puts Node 24 into node_modules where a package of it exists; npx then uses that Node, and a call
 * of an older Node by hand is handed on.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';

const neededMajor = 24;
const exitBadInput = 4;
const exitBusyOrFull = 5;
/** Holds, for a process that was handed over, the number of its launcher, which holds the other end of its pipe open. */
const launcherVariable = 'ORBWEAVER_LAUNCHER';
const launcherPipe = 3;
/** As in the second line: for threads, and for an older Node that is called by hand. */
const youngSpace = '--min-semi-space-size=4';
const frugalMemory = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '262144', MALLOC_MMAP_THRESHOLD_: '65536' };
/** Commands that crawl: they have an own program, and need a state thread. */
const crawling = new Set(['crawl', 'resume']);
const asking = new Set(['--help', '-h']);
const root = fileURLToPath(new URL('..', import.meta.url));

if (Number(process.versions.node.split('.')[0]) >= neededMajor) {
  await start();
} else {
  const pinned = pinnedNode();
  if (pinned !== undefined && existsSync(pinned)) handOver(pinned);
  else explain();
}

async function start() {
  await endWithLauncher();
  hideExperimentalWarnings();
  keepYoungSpacesSmall();
  const isBundle = isBundled();
  if (!isBundle) keepWasmCode();
  const { enableCompileCache } = await import('node:module');
  const { directory } = enableCompileCache();
  // Threads do not take the cache over from the process, only from the environment.
  if (directory !== undefined) process.env.NODE_COMPILE_CACHE = directory;
  process.exitCode = await runMain(isBundle);
}

/** The Node that npm has installed along with this package, below it or beside it. */
function pinnedNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-${process.platform}-${process.arch}/package.json`);
    return fileURLToPath(new URL('bin/node', pathToFileURL(manifest)));
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    return undefined;
  }
}

/** The files of the program itself may be too many for a process that may hardly open any; it loads more of them as it needs them. */
async function runMain(isBundle) {
  const args = process.argv.slice(2);
  try {
    const { main } = await loadProgram(crawling.has(args[0]) && !args.some(arg => asking.has(arg)), isBundle);
    return await main(args);
  } catch (error) {
    if (error?.code !== 'EMFILE' && error?.code !== 'ENFILE') throw error;
    process.stderr.write(`orbweaver: this process may open no more files (${error.code}); allow more by: ulimit -n.\n`);
    return exitBusyOrFull;
  }
}

async function loadProgram(crawls, isBundle) {
  if (!isBundle) return crawls ? await import('./cli/crawl-line.ts') : await import('./cli/command-line.ts');
  const name = crawls ? 'crawl-line' : 'command-line';
  return await import(`../dist/functions.cli.${name}.js`);
}

/** Whether `scripts/bundle.js` has made a bundle, and every file that it was made of is still as it was then. */
function isBundled() {
  if (process.env.ORBWEAVER_BUNDLE === 'off') return false;
  // Where the package is installed there are no sources that could be edited, and Node takes no types away there.
  if (/[\\/]node_modules[\\/]/.test(root)) return true;
  try {
    const stamps = JSON.parse(readFileSync(new URL('../dist/made-of.json', import.meta.url), 'utf8'));
    return stamps.every(([path, size, time]) => {
      const { size: sizeNow, mtimeMs } = statSync(root + path);
      return sizeNow === size && mtimeMs === time;
    });
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Threads begin with the space for young objects that they may have. Other flags follow when all code is loaded (`v8-flags.ts`). */
function keepYoungSpacesSmall() {
  setFlagsFromString(youngSpace);
  setFlagsFromString('--max-semi-space-size=4');
}

/**
 * Threads that load TypeScript and answers that are parsed both run WebAssembly, whose compiled code V8 shares among threads; in
 * Node 24 two of them may free the same piece, and the process dies (nodejs/node issue 64500). Code that is never freed, some
 * megabytes once, cannot be freed twice. A bundle holds no TypeScript, so it sets this later.
 */
function keepWasmCode() {
  setFlagsFromString('--no-wasm-code-gc');
}

/** Early versions of Node 24 warn of type stripping and node:sqlite; other warnings are shown. */
function hideExperimentalWarnings() {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = (warning, ...rest) => {
    const [options] = rest;
    const type = typeof options === 'object' ? options?.type : options;
    const name = warning instanceof Error ? warning.name : type;
    if (name !== 'ExperimentalWarning') emitWarning(warning, ...rest);
  };
}

/**
 * A launcher that is killed alone cannot hand that on, but the system closes its end of the pipe. Nothing is ever written
 * into it. This process then ends as its launcher did; what it has begun can be resumed from every instant.
 */
async function endWithLauncher() {
  const launcher = process.env[launcherVariable];
  if (launcher === undefined) return;
  // Not for the processes that this one starts.
  delete process.env[launcherVariable];
  if (launcher !== String(process.ppid)) {
    process.stderr.write(`${launcherVariable}: process ${launcher} did not start this one, or has ended.\n`);
    process.exit(exitBadInput);
  }
  const { Socket } = await import('node:net');
  const pipe = new Socket({ fd: launcherPipe, readable: true, writable: false });
  pipe.on('close', () => process.kill(process.pid, 'SIGKILL'));
  pipe.resume();
  // At the end of all work nobody waits for it.
  pipe.unref();
}

function handOver(node) {
  const child = spawn(node, [youngSpace, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...frugalMemory, ...process.env, [launcherVariable]: String(process.pid) },
  });
  // A terminal sends Ctrl-C to both processes: handed on, it would count twice.
  const fromTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  process.on('SIGINT', () => {
    if (!fromTerminal) child.kill('SIGINT');
  });
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', explain);
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? code : 128 + constants.signals[signal];
  });
}

function explain() {
  process.stderr.write(
    `Orbweaver needs Node ${neededMajor} or later; this is ${process.version}. ` +
      'On Linux (x64 and arm64) "npm ci" installs it by itself; elsewhere install it from https://nodejs.org.\n',
  );
  process.exitCode = exitBadInput;
}
